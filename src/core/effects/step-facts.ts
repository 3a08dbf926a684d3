import type { PipelineSimulation } from "../../service-api/simulation.ts";
import type { Comparison, LocalSimulation } from "../decoded-transaction/opinion.ts";
import type { Message, Text } from "../localized-text.ts";
import type { DescribedDifference } from "./compare/described.ts";

/** Effect in the bytes that the service's simulation omits. */
export type HiddenPart = "moves" | "permission" | "unheard";

export interface FailureCause {
	readonly text: Message;
	readonly isWhole: boolean;
}

export interface ForeseenFailure {
	readonly text: Message;
	readonly mayBeMended: boolean;
}

export interface UnseenValue {
	readonly text: Message;
	readonly short?: Message;
	readonly contract: string;
}

/**
 * Solana. `used`: a durable nonce, whose signature never expires. `given`: a nonce account transferred to
 * `to`.
 */
export type DurableNonce = { readonly what: "used" } | { readonly what: "given"; readonly to: string };

export interface BlockhashTime {
	readonly isEnded: boolean;
	readonly blocksLeft: bigint | null;
	/** The blockhash can't be renewed. */
	readonly isNonRenewable: boolean;
}

export interface CallEnd {
	/** Unix seconds. */
	readonly at: bigint;
	/** Negative if it has passed. */
	readonly secondsLeft: bigint;
}

export interface TransactionFacts {
	readonly local: LocalSimulation;
	readonly comparison: Comparison;
	/** Set if the service's simulation has no result, so the service declares nothing. */
	readonly unavailable: PipelineSimulation | null;
	/** Only Countersign simulates the request. */
	readonly isUndeclared: boolean;
	/** The service simulated with different balances than the account has. */
	readonly isOverridden: boolean;
	/** Excludes effects that our own simulation outweighs. */
	readonly hidden: readonly HiddenPart[];
	readonly described: DescribedDifference | null;
	readonly isUnread: boolean;
	readonly cause: FailureCause | null;
	readonly foreseen: ForeseenFailure | null;
	readonly unseen: UnseenValue | null;
	readonly accounts: readonly string[];
	readonly sameNonceHeadline: Text | null;
	readonly nonce: DurableNonce | null;
	readonly blockhash: BlockhashTime | null;
	readonly texts: readonly string[];
	readonly ends: readonly CallEnd[];
}
