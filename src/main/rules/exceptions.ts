import { randomUUID } from "node:crypto";
import { fingerprintOf } from "../../core/match/fingerprint.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { sameRefusals } from "../../core/rules/check-rules.ts";
import type { RuleRefusal } from "../../core/rules/rules.ts";
import type { Clock } from "../ports.ts";

/**
 * The user allows once what their own rules refuse: one request at one revision, these refusals as they were shown,
 * within some minutes, for one approval. In memory alone, and only while the trusted window shows just that review.
 */

/** So long an exception holds, in ms. */
export const EXCEPTION_MS = 5 * 60_000;

/** What an exception is of, as it stood on screen. */
export interface Excepted {
	readonly entryId: string;
	readonly fingerprint: string;
	/** The service's own name of the review; empty where it has none. */
	readonly digest: string;
	readonly refusals: readonly RuleRefusal[];
}

/** An offer that was taken, with what it was made under. */
interface Bound extends Excepted {
	/** Who is signed in, and where. */
	readonly scope: string;
	readonly rulesVersion: number;
}

export interface Exceptions {
	/** The one-time name under which an exception can be asked for; kept while nothing of it changes. */
	offer(of: Excepted): string;
	/** Uses the offer up; null where it is not the latest, or something changed since. */
	take(offer: string): Bound | null;
	/**
	 * The password was right: it holds from now on, and voids any other. False where account or rules are others by now,
	 * and where it was voided, or another screen was shown, since it was taken.
	 */
	grant(of: Bound): boolean;
	/** What is excepted of this, as it stands now; undefined for nothing. */
	of(frozen: Frozen | null): readonly RuleRefusal[] | undefined;
	/** When the one that holds ends, Unix ms; null while there is none. */
	until(): number | null;
	/** The trusted window shows this review now, or none: what is of anything else is void. */
	attend(shown: Pick<Excepted, "entryId" | "fingerprint"> | null): void;
	void(): void;
}

export interface ExceptionParts {
	readonly clock: Pick<Clock, "now" | "after">;
	/** Who is signed in, and where. */
	scope(): string;
	/** Of the rules that are kept. Throws a StorageError. */
	rulesVersion(): number;
	/** Something that a window shows has changed. */
	changed(): void;
	readonly newId?: () => string;
}

/** The digest that the frozen object names; empty where there is none. */
export const digestOf = (frozen: Frozen): string => (frozen.kind === "commit" ? frozen.review_digest : "");

const isOfSame = (left: Bound, right: Bound): boolean =>
	left.entryId === right.entryId &&
	left.fingerprint === right.fingerprint &&
	left.digest === right.digest &&
	left.scope === right.scope &&
	left.rulesVersion === right.rulesVersion &&
	sameRefusals(left.refusals, right.refusals);

export function createExceptions(parts: ExceptionParts): Exceptions {
	const { clock, newId = randomUUID } = parts;
	let offered: { readonly id: string; readonly of: Bound } | null = null;
	/** Taken, and its password is being looked at. */
	let taken: Bound | null = null;
	let held: { readonly of: Bound; readonly since: number } | null = null;
	let endTimer = () => {};

	const boundNow = (of: Excepted): Bound => ({
		...of,
		scope: parts.scope(),
		rulesVersion: parts.rulesVersion(),
	});

	/** The one that holds; void as soon as its time, the account or the rules are others. */
	function standing(): Bound | null {
		if (held === null) return null;
		const age = clock.now() - held.since;
		const { scope, rulesVersion } = held.of;
		// A clock that was put back gives it no more time.
		const isOver = age < 0 || age >= EXCEPTION_MS;
		if (isOver || scope !== parts.scope() || rulesVersion !== parts.rulesVersion()) end();
		return held?.of ?? null;
	}

	function end(): void {
		held = null;
		endTimer();
		endTimer = () => {};
	}

	return {
		offer(of) {
			const bound = boundNow(of);
			if (offered === null || !isOfSame(offered.of, bound)) offered = { id: newId(), of: bound };
			return offered.id;
		},
		take(id) {
			if (offered === null || offered.id !== id) return null;
			const { of } = offered;
			offered = null;
			taken = isOfSame(of, boundNow(of)) ? of : null;
			return taken;
		},
		grant(of) {
			end();
			const isTaken = taken === of;
			taken = null;
			if (!isTaken || !isOfSame(of, boundNow(of))) return false;
			held = { of, since: clock.now() };
			endTimer = clock.after(EXCEPTION_MS, () => {
				end();
				parts.changed();
			});
			return true;
		},
		of(frozen) {
			// Every drawing of every review asks: nothing is hashed while nothing is excepted.
			if (held === null || frozen === null) return undefined;
			const bound = standing();
			if (bound === null || bound.digest !== digestOf(frozen)) return undefined;
			return bound.fingerprint === fingerprintOf(frozen) ? bound.refusals : undefined;
		},
		until: () => (standing() === null || held === null ? null : held.since + EXCEPTION_MS),
		attend(shown) {
			const isShown = (of: Bound) => of.entryId === shown?.entryId && of.fingerprint === shown.fingerprint;
			if (offered !== null && !isShown(offered.of)) offered = null;
			if (taken !== null && !isShown(taken)) taken = null;
			if (held !== null && !isShown(held.of)) end();
		},
		void() {
			offered = null;
			taken = null;
			end();
		},
	};
}
