import type { PipelineSimulation } from "../../service-api/simulation.ts";
import type { Message, Text } from "../message.ts";
import type { Comparison, OwnSimulation } from "../subject/opinion.ts";
import type { DescribedDifference } from "./compare/described.ts";

/** Effect by the bytes that the service's simulation leaves out. */
export type HiddenPart = "moves" | "permission" | "unheard";

/** Cause of a failure by our own analysis. */
export interface FailureCause {
	readonly text: Message;
	/** It explains the whole failure; otherwise it adds to the chain's own message. */
	readonly isWhole: boolean;
}

/** A failure that the bytes and the chain's state imply. */
export interface ForeseenFailure {
	readonly text: Message;
	/** An earlier step or instruction may supply the missing state. */
	readonly mayBeMended: boolean;
}

/** A movement by the bytes that our own simulation does not show. */
export interface UnseenValue {
	readonly text: Message;
	/** Short form; absent if the text is short itself. */
	readonly short?: Message;
	/** Contract that does not pass it on. */
	readonly contract: string;
}

/**
 * Solana: use of a durable nonce, whose signature never expires; or a nonce account that is given to `to`.
 */
export type DurableNonce = { readonly what: "used" } | { readonly what: "given"; readonly to: string };

/** Solana: time in which the cluster accepts the transaction. */
export interface BlockhashTime {
	readonly isOver: boolean;
	/** Blocks until its end; `null` if unknown. */
	readonly blocksLeft: bigint | null;
	/** It can't be renewed. */
	readonly isKept: boolean;
}

/** Time after which a call is no longer valid, by its arguments. */
export interface CallEnd {
	/** Unix seconds. */
	readonly at: bigint;
	/** Negative if it has passed. */
	readonly secondsLeft: bigint;
}

/** Facts about one transaction besides its effects, the same for both families. */
export interface TransactionFacts {
	readonly own: OwnSimulation;
	/** The service's simulation compared with ours. */
	readonly comparison: Comparison;
	/** The service's simulation if it brought no result: then the service declares nothing. */
	readonly unavailable: PipelineSimulation | null;
	/** Effects by the bytes that the service's simulation leaves out and that our own does not outweigh. */
	readonly hidden: readonly HiddenPart[];
	/** Effects in our own simulation beyond a contract's published description. */
	readonly described: DescribedDifference | null;
	/** A call can't be decoded. */
	readonly isUnread: boolean;
	readonly cause: FailureCause | null;
	readonly foreseen: ForeseenFailure | null;
	readonly unseen: UnseenValue | null;
	/** The user's accounts. */
	readonly accounts: readonly string[];
	/** Unsettled transaction with the same nonce; `null` if there is none. */
	readonly heldBy: Text | null;
	readonly nonce: DurableNonce | null;
	readonly blockhash: BlockhashTime | null;
	/** Texts of the service and the agent that the review displays. */
	readonly texts: readonly string[];
	/** Empty on Solana, whose calls name no end of their own. */
	readonly ends: readonly CallEnd[];
}
