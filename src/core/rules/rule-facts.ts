import type { Spends } from "../journal/records.ts";

export interface RuleGrant {
	readonly spender: string;
	readonly token: string;
	readonly unlimited: boolean;
}

export interface ItemFacts {
	readonly spends: Spends;
	/**
	 * Decoding covers all calls, or our simulation adds the amounts that decoding can't determine. Always
	 * `false` if a call can't be decoded.
	 */
	readonly known: boolean;
	readonly recipients: readonly string[] | null;
	readonly contracts: readonly string[] | null;
	readonly grants: readonly RuleGrant[];
	/**
	 * `agrees` also requires that every call is decoded. `nothing`: the item is a text without effects.
	 * `undeclared`: our simulation shows every effect of an agent's proposal that nobody else simulated.
	 */
	readonly simulated: "agrees" | "differs" | "not" | "nothing" | "undeclared";
}
