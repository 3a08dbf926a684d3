import { randomUUID } from "node:crypto";
import { fingerprintOf } from "../../core/match/fingerprint.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { sameRefusals } from "../../core/rules/check-rules.ts";
import type { RuleRefusal } from "../../core/rules/rules.ts";
import type { Events } from "../events.ts";
import type { Clock } from "../ports.ts";
import type { RulesStore } from "./rules-store.ts";

/** Lifetime of an exception. */
export const EXCEPTION_MS = 5 * 60_000;

/** A refused review as displayed. */
export interface Excepted {
	readonly entryId: string;
	readonly fingerprint: string;
	/** Digest by which the service names the review; empty if it has none. */
	readonly digest: string;
	readonly refusals: readonly RuleRefusal[];
}

/** An excepted review with the circumstances of its offer. */
interface Bound extends Excepted {
	readonly scope: string;
	readonly rulesVersion: number;
}

/** Returns the digest that the frozen object names; empty if there is none. */
export const digestOf = (frozen: Frozen): string => (frozen.kind === "commit" ? frozen.review_digest : "");

const isOfSame = (left: Bound, right: Bound): boolean =>
	left.entryId === right.entryId &&
	left.fingerprint === right.fingerprint &&
	left.digest === right.digest &&
	left.scope === right.scope &&
	left.rulesVersion === right.rulesVersion &&
	sameRefusals(left.refusals, right.refusals);

/**
 * One-time exceptions that the user makes from their own rules: one request at one revision, with the
 * displayed refusals, for one approval. It is in memory only, and only while the trusted window displays just
 * that review.
 */
export class Exceptions {
	readonly #app;
	readonly #newId;
	#offered: { readonly id: string; readonly of: Bound } | null = null;
	/** Redeemed, while its password is checked. */
	#taken: Bound | null = null;
	#held: { readonly of: Bound; readonly since: number } | null = null;
	#cancelTimer = () => {};

	constructor(
		app: {
			readonly ports: { readonly clock: Pick<Clock, "now" | "after"> };
			readonly events: Pick<Events, "emit">;
			readonly stores: { readonly rules: Pick<RulesStore, "version"> };
			readonly signedIn: { current(): { readonly scope: string } };
		},
		newId: () => string = randomUUID,
	) {
		this.#app = app;
		this.#newId = newId;
	}

	/**
	 * Returns the one-time name by which an exception can be requested; the same while nothing in it changes.
	 */
	offer(of: Excepted): string {
		const bound = this.#bind(of);
		if (this.#offered === null || !isOfSame(this.#offered.of, bound))
			this.#offered = { id: this.#newId(), of: bound };
		return this.#offered.id;
	}

	/** Consumes an offer; `null` if it is not the latest, or if something changed since. */
	take(offer: string): Bound | null {
		if (this.#offered === null || this.#offered.id !== offer) return null;
		const { of } = this.#offered;
		this.#offered = null;
		this.#taken = isOfSame(of, this.#bind(of)) ? of : null;
		return this.#taken;
	}

	/**
	 * Puts a redeemed exception into force after the correct password, and voids any other. Returns false if
	 * the account or the rules changed, or if it was voided or another screen was displayed since it was
	 * redeemed.
	 */
	grant(of: Bound): boolean {
		this.#end();
		const isTaken = this.#taken === of;
		this.#taken = null;
		if (!isTaken || !isOfSame(of, this.#bind(of))) return false;
		const { clock } = this.#app.ports;
		this.#held = { of, since: clock.now() };
		this.#cancelTimer = clock.after(EXCEPTION_MS, () => {
			this.#end();
			this.#app.events.emit("app-changed");
		});
		return true;
	}

	/** Returns the refusals that are set aside for this object now; `undefined` if there are none. */
	of(frozen: Frozen | null): readonly RuleRefusal[] | undefined {
		// Every composed review calls this: nothing is hashed without an exception.
		if (this.#held === null || frozen === null) return undefined;
		const bound = this.#current()?.of;
		if (bound === undefined || bound.digest !== digestOf(frozen)) return undefined;
		return bound.fingerprint === fingerprintOf(frozen) ? bound.refusals : undefined;
	}

	/** Returns when the exception in force ends, in Unix ms; `null` if there is none. */
	until(): number | null {
		const held = this.#current();
		return held === null ? null : held.since + EXCEPTION_MS;
	}

	/** Voids exceptions for any review other than the one that the trusted window displays now. */
	attend(shown: Pick<Excepted, "entryId" | "fingerprint"> | null): void {
		const isShown = (of: Bound) => of.entryId === shown?.entryId && of.fingerprint === shown.fingerprint;
		if (this.#offered !== null && !isShown(this.#offered.of)) this.#offered = null;
		if (this.#taken !== null && !isShown(this.#taken)) this.#taken = null;
		if (this.#held !== null && !isShown(this.#held.of)) this.#end();
	}

	void(): void {
		this.#offered = null;
		this.#taken = null;
		this.#end();
	}

	#bind(of: Excepted): Bound {
		const { signedIn, stores } = this.#app;
		return { ...of, scope: signedIn.current().scope, rulesVersion: stores.rules.version() };
	}

	/** Returns the exception in force; voids it once it expired, or if the account or the rules changed. */
	#current(): { readonly of: Bound; readonly since: number } | null {
		if (this.#held === null) return null;
		const { ports, signedIn, stores } = this.#app;
		const age = ports.clock.now() - this.#held.since;
		const { scope, rulesVersion } = this.#held.of;
		// A clock that was set back doesn't extend it.
		const isOver = age < 0 || age >= EXCEPTION_MS;
		if (isOver || scope !== signedIn.current().scope || rulesVersion !== stores.rules.version()) this.#end();
		return this.#held;
	}

	#end(): void {
		this.#held = null;
		this.#cancelTimer();
		this.#cancelTimer = () => {};
	}
}
