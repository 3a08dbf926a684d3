import type { Spends } from "../journal/records.ts";

/** What rules look at: of each thing that is signed, by our own decoding, our own simulation and the service's. */

/** A permission that is given. */
export interface RuleGrant {
	readonly spender: string;
	readonly token: string;
	readonly unlimited: boolean;
}

export interface LegFacts {
	/** At most so much leaves, fees and permissions included. */
	readonly spends: Spends;
	/**
	 * All that it does is known: by our decoding alone, or by our decoding of every call in it and the amounts that our
	 * own simulation shows. What can't be read is never known.
	 */
	readonly known: boolean;
	/** Who gets what leaves; null where our decoding sees something leave, and not to whom. */
	readonly recipients: readonly string[] | null;
	/** The contracts or programs that it calls or speaks to; null where that can't be told. */
	readonly contracts: readonly string[] | null;
	readonly grants: readonly RuleGrant[];
	/**
	 * `agrees`: every call is read, and our own simulation ran and shows what the service declared. `not` also where a
	 * call can't be read. `nothing`: a text, which does nothing.
	 */
	readonly simulated: "agrees" | "differs" | "not" | "nothing";
}
