import type { Spends } from "../journal/records.ts";

/** Facts that rules check for each item: from our decoding, our simulation, and the service's. */

/** A granted permission. */
export interface RuleGrant {
	readonly spender: string;
	readonly token: string;
	readonly unlimited: boolean;
}

export interface ItemFacts {
	/** Maximum outflow, including fees and permissions. */
	readonly spends: Spends;
	/**
	 * All effects are known: by decoding alone, or by decoding all calls plus the amounts of our own
	 * simulation. An undecodable call is never known.
	 */
	readonly known: boolean;
	/** Recipients of outflows; `null` if something leaves to an unknown recipient. */
	readonly recipients: readonly string[] | null;
	/** Called contracts or programs; `null` if unknown. */
	readonly contracts: readonly string[] | null;
	readonly grants: readonly RuleGrant[];
	/**
	 * `agrees`: every call is decoded, and our own simulation shows what the service declared. `not` also if
	 * a call can't be decoded. `nothing`: a text without effects.
	 */
	readonly simulated: "agrees" | "differs" | "not" | "nothing";
}
