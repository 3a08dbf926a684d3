import { message, type Text } from "../../core/message.ts";
import type { CreditsView } from "../../ipc/billing.ts";
import type { CreditPosition } from "../../service-api/account.ts";
import type { Clock } from "../ports.ts";
import { ServiceError, supportedText } from "../service/errors.ts";
import { type Answered, isNotOffered, kindOf, textOnce } from "./account-calls.ts";
import { creditsView } from "./account-view.ts";

/** Maximum number of stored entries, so that a service with endless pages costs no memory. */
const MAX_ENTRIES = 5_000;

/** Returns the position with only its newest entries, up to the stored maximum. */
export const newestPage = (position: CreditPosition): CreditPosition => ({
	...position,
	entries: position.entries.slice(0, MAX_ENTRIES),
});

/**
 * Appends a page of older entries to the position. A page that adds nothing new, or whose link leads back to
 * its own start, is the last one.
 */
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

/** Credits as last read: the newest entries, followed by older pages. */
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

	/** `null` before the first read. */
	get shown(): CreditsView | null {
		return this.#shown;
	}

	/** Reason why the last read failed; `null` if it succeeded. */
	get fault(): Text | null {
		return this.#fault;
	}

	get position(): CreditPosition | null {
		return this.#position;
	}

	/** Increases with each first page: earlier requests are then stale. */
	get round(): number {
		return this.#round;
	}

	/** Accepts a new position with its newest entries. */
	take(next: CreditPosition): void {
		this.#round += 1;
		this.#position = newestPage(next);
		this.#fault = null;
		this.#shown = creditsView(this.#position, next.nextBeforeId !== null, this.#clock.now());
	}

	/** Accepts the position of an answer, which may be a failure. */
	takeAnswer(read: Answered<CreditPosition>): void {
		if ("value" in read) this.take(read.value);
		else if (isNotOffered(read)) this.#fault = NOT_OFFERED;
		else if (kindOf(read) === "unreadable") this.#fault = UNREADABLE;
		else if (read.error instanceof ServiceError && read.error.kind !== "unauthorized")
			this.#fault = supportedText(read.error);
		else this.#fault = textOnce(read.error, this.#log);
	}

	/**
	 * Adds a page of older entries.
	 * @param from the position for which it was requested
	 * @returns the reason why it failed; `null` if it succeeded
	 */
	takeOlder(from: CreditPosition, read: Answered<CreditPosition>): Text | null {
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
