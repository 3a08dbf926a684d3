import type { PipelineSimulation } from "../../service-api/simulation.ts";
import type { Message, Text } from "../message.ts";
import type { Comparison, OwnSimulation } from "../subject/opinion.ts";
import type { DescribedDifference } from "./compare/described.ts";

/** Kind of an effect by the bytes that the service's simulation leaves out. */
export type HiddenPart = "moves" | "permission" | "unheard";

/** Cause of a failure by our own reading. */
export interface FailureCause {
	readonly text: Message;
	/** It explains all; otherwise it adds to the chain's own words. */
	readonly isWhole: boolean;
}

/** The bytes and the chain's state say that it fails. */
export interface ForeseenFailure {
	readonly text: Message;
	/** An earlier step or instruction may bring what lacks. */
	readonly mayBeMended: boolean;
}

/** A movement by the bytes that our own simulation does not show. */
export interface UnseenValue {
	readonly text: Message;
	/** The same in few words; absent if the text is short itself. */
	readonly short?: Message;
	/** The contract that does not pass it on. */
	readonly contract: string;
}

/** Solana: use of a durable nonce, with which a signature never ends; or a nonce account that is given to `to`. */
export type DurableNonce = { readonly what: "used" } | { readonly what: "given"; readonly to: string };

/** Solana: time in which the cluster takes the transaction. */
export interface BlockhashTime {
	readonly isOver: boolean;
	/** Blocks until its end; `null` if unknown. */
	readonly blocksLeft: bigint | null;
	/** It can't be renewed. */
	readonly isKept: boolean;
}

/** Moment after which a call no longer counts, by its arguments. */
export interface CallEnd {
	/** Unix seconds. */
	readonly at: bigint;
	/** Negative if it is over. */
	readonly secondsLeft: bigint;
}

/** Facts about one transaction beside its effects, the same for both families. */
export interface TransactionFacts {
	readonly own: OwnSimulation;
	/** The service's simulation compared with ours. */
	readonly comparison: Comparison;
	/** The service's simulation if it brought no result: then the service declares nothing. */
	readonly unavailable: PipelineSimulation | null;
	/** Effects by the bytes that the service's simulation leaves out and that our own does not outweigh. */
	readonly hidden: readonly HiddenPart[];
	/** Our own simulation shows more than a contract's published description says. */
	readonly described: DescribedDifference | null;
	/** A call can't be read. */
	readonly isUnread: boolean;
	readonly cause: FailureCause | null;
	readonly foreseen: ForeseenFailure | null;
	readonly unseen: UnseenValue | null;
	/** Accounts of the user's. */
	readonly accounts: readonly string[];
	/** Unsettled transaction with the same nonce; `null` if there is none. */
	readonly heldBy: Text | null;
	readonly nonce: DurableNonce | null;
	readonly blockhash: BlockhashTime | null;
	/** Texts of the service and the agent that the review shows. */
	readonly texts: readonly string[];
	/** Empty on Solana, where no call names its own end. */
	readonly ends: readonly CallEnd[];
}
