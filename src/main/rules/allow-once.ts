import { randomUUID } from "node:crypto";
import { fingerprintOf } from "../../core/match/fingerprint.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { sameRefusals } from "../../core/rules/check-rules.ts";
import type { RuleRefusal } from "../../core/rules/rules.ts";
import type { Events } from "../events.ts";
import type { Clock } from "../ports.ts";
import type { RulesStore } from "./rules-store.ts";

export const ALLOW_ONCE_MS = 5 * 60_000;

export interface RefusedReview {
	readonly entryId: string;
	readonly fingerprint: string;
	readonly digest: string;
	readonly refusals: readonly RuleRefusal[];
}

interface AllowedReview extends RefusedReview {
	readonly scope: string;
	readonly rulesVersion: number;
}

export const digestOf = (frozen: Frozen): string => (frozen.kind === "commit" ? frozen.review_digest : "");

const isOfSame = (left: AllowedReview, right: AllowedReview): boolean =>
	left.entryId === right.entryId &&
	left.fingerprint === right.fingerprint &&
	left.digest === right.digest &&
	left.scope === right.scope &&
	left.rulesVersion === right.rulesVersion &&
	sameRefusals(left.refusals, right.refusals);

/**
 * One-time exceptions to the user's own rules. Each applies to one revision of a request with the displayed
 * refusals, and to one approval. An exception is never stored, and only lasts while the trusted window shows
 * that review.
 */
export class AllowOnce {
	readonly #app;
	readonly #newId;
	#offered: { readonly id: string; readonly of: AllowedReview } | null = null;
	#redeemed: AllowedReview | null = null;
	#inForce: { readonly of: AllowedReview; readonly since: number } | null = null;
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

	offer(of: RefusedReview): string {
		const bound = this.#bind(of);
		if (this.#offered === null || !isOfSame(this.#offered.of, bound))
			this.#offered = { id: this.#newId(), of: bound };
		return this.#offered.id;
	}

	redeem(offer: string): AllowedReview | null {
		if (this.#offered === null || this.#offered.id !== offer) return null;
		const { of } = this.#offered;
		this.#offered = null;
		this.#redeemed = isOfSame(of, this.#bind(of)) ? of : null;
		return this.#redeemed;
	}

	/**
	 * Activates an exception after the correct password was entered, and ends any other. Returns `false` if
	 * the account, rules or screen have changed since `redeem`.
	 */
	grant(of: AllowedReview): boolean {
		this.#end();
		const isTaken = this.#redeemed === of;
		this.#redeemed = null;
		if (!isTaken || !isOfSame(of, this.#bind(of))) return false;
		const { clock } = this.#app.ports;
		this.#inForce = { of, since: clock.now() };
		this.#cancelTimer = clock.after(ALLOW_ONCE_MS, () => {
			this.#end();
			this.#app.events.emit("app-changed");
		});
		return true;
	}

	of(frozen: Frozen | null): readonly RuleRefusal[] | undefined {
		// Called for every composed review, so nothing is hashed unless there is an exception.
		if (this.#inForce === null || frozen === null) return undefined;
		const bound = this.#current()?.of;
		if (bound === undefined || bound.digest !== digestOf(frozen)) return undefined;
		return bound.fingerprint === fingerprintOf(frozen) ? bound.refusals : undefined;
	}

	until(): number | null {
		const held = this.#current();
		return held === null ? null : held.since + ALLOW_ONCE_MS;
	}

	/** Ends exceptions for any review other than the one in the trusted window. */
	attend(shown: Pick<RefusedReview, "entryId" | "fingerprint"> | null): void {
		const isShown = (of: AllowedReview) =>
			of.entryId === shown?.entryId && of.fingerprint === shown.fingerprint;
		if (this.#offered !== null && !isShown(this.#offered.of)) this.#offered = null;
		if (this.#redeemed !== null && !isShown(this.#redeemed)) this.#redeemed = null;
		if (this.#inForce !== null && !isShown(this.#inForce.of)) this.#end();
	}

	void(): void {
		this.#offered = null;
		this.#redeemed = null;
		this.#end();
	}

	#bind(of: RefusedReview): AllowedReview {
		const { signedIn, stores } = this.#app;
		return { ...of, scope: signedIn.current().scope, rulesVersion: stores.rules.version() };
	}

	#current(): { readonly of: AllowedReview; readonly since: number } | null {
		if (this.#inForce === null) return null;
		const { ports, signedIn, stores } = this.#app;
		const age = ports.clock.now() - this.#inForce.since;
		const { scope, rulesVersion } = this.#inForce.of;
		// Setting the clock back doesn't extend the exception.
		const isOver = age < 0 || age >= ALLOW_ONCE_MS;
		if (isOver || scope !== signedIn.current().scope || rulesVersion !== stores.rules.version()) this.#end();
		return this.#inForce;
	}

	#end(): void {
		this.#inForce = null;
		this.#cancelTimer();
		this.#cancelTimer = () => {};
	}
}
