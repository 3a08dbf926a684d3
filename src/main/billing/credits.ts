import { message, type Text } from "../../core/localized-text.ts";
import type { CreditsView } from "../../ipc/billing.ts";
import type { CreditPosition } from "../../service-api/account.ts";
import type { Clock } from "../ports.ts";
import { ServiceError, supportedText } from "../service/errors.ts";
import { type Answered, isNotOffered, kindOf, textOnce } from "./account-calls.ts";
import { creditsView } from "./account-view.ts";

const MAX_ENTRIES = 5_000;

export const newestPage = (position: CreditPosition): CreditPosition => ({
	...position,
	entries: position.entries.slice(0, MAX_ENTRIES),
});

/** A page without new entries, or whose link points to itself, is the last one. */
export function withOlderPage(
	position: CreditPosition,
	page: Pick<CreditPosition, "entries" | "nextBeforeId">,
): CreditPosition {
	const known = new Set(position.entries.map(({ id }) => id));
	const fresh = page.entries.filter(({ id }) => !known.has(id));
	const entries = [...position.entries, ...fresh].slice(0, MAX_ENTRIES);
	const next = page.nextBeforeId;
	const ends = fresh.length === 0 || next === position.nextBeforeId || entries.length >= MAX_ENTRIES;
	return { ...position, entries, nextBeforeId: ends ? null : next };
}

const NOT_OFFERED = message("account.credit.not-offered");
const UNREADABLE = message("account.credit.unreadable");

export class Credits {
	readonly #clock: Clock;
	readonly #log: (line: string) => void;
	#position: CreditPosition | null = null;
	#shown: CreditsView | null = null;
	#fault: Text | null = null;
	#round = 0;

	constructor(clock: Clock, log: (line: string) => void) {
		this.#clock = clock;
		this.#log = log;
	}

	get shown(): CreditsView | null {
		return this.#shown;
	}

	get fault(): Text | null {
		return this.#fault;
	}

	get position(): CreditPosition | null {
		return this.#position;
	}

	/** Number of first pages read. Requests sent before the latest one are outdated. */
	get round(): number {
		return this.#round;
	}

	applyPosition(next: CreditPosition): void {
		this.#round += 1;
		this.#position = newestPage(next);
		this.#fault = null;
		this.#shown = creditsView(this.#position, next.nextBeforeId !== null, this.#clock.now());
	}

	applyAnswer(read: Answered<CreditPosition>): void {
		if ("value" in read) this.applyPosition(read.value);
		else if (isNotOffered(read)) this.#fault = NOT_OFFERED;
		else if (kindOf(read) === "unreadable") this.#fault = UNREADABLE;
		else if (read.error instanceof ServiceError && read.error.kind !== "unauthorized")
			this.#fault = supportedText(read.error);
		else this.#fault = textOnce(read.error, this.#log);
	}

	/**
	 * @param from position at the time of the request
	 * @returns a failure, or `null`
	 */
	applyOlder(from: CreditPosition, read: Answered<CreditPosition>): Text | null {
		if ("error" in read) {
			this.#fault = kindOf(read) === "unreadable" ? UNREADABLE : textOnce(read.error, this.#log);
			return this.#fault;
		}
		this.#position = withOlderPage(from, read.value);
		this.#fault = null;
		const isMore = this.#position.nextBeforeId !== null;
		this.#shown = creditsView(this.#position, isMore, this.#shown?.readAt ?? this.#clock.now());
		return null;
	}
}
