import { directionOf, type PipelineSimulation } from "../../service-api/simulation.ts";
import type { DecodedEvmTransaction } from "../decoded-transaction/decoded-transaction.ts";
import { type Comparison, type LocalSimulation, passedOf } from "../decoded-transaction/opinion.ts";
import type { DecodedSvmTransaction } from "../decoded-transaction/svm/svm-decoded-transaction.ts";
import { readUint } from "../format/numeral.ts";
import type { Message, Text } from "../localized-text.ts";
import type { DescribedDifference } from "./compare/described.ts";
import type { MeasuredChange, StepSimulation } from "./effects.ts";

/** An effect in the bytes that the service's simulation omits. */
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
 * Solana only. `used`: the transaction uses a durable nonce, so its signature never expires. `given`: it
 * transfers a nonce account to `to`.
 */
export type DurableNonce = { readonly what: "used" } | { readonly what: "given"; readonly to: string };

export interface BlockhashTime {
	readonly isEnded: boolean;
	readonly blocksLeft: bigint | null;
	/** The blockhash can't be renewed. */
	readonly isNonRenewable: boolean;
}

export interface CallEnd {
	/** Unix time in seconds. */
	readonly at: bigint;
	/** Negative if the time has passed. */
	readonly secondsLeft: bigint;
}

export interface TransactionFacts {
	readonly local: LocalSimulation;
	readonly comparison: Comparison;
	/** Set if the service's simulation has no result, so the service doesn't declare anything. */
	readonly unavailable: PipelineSimulation | null;
	/** Only Countersign simulates the request. */
	readonly isUndeclared: boolean;
	/** The service simulated the request using balances that differ from the account's actual balances. */
	readonly isOverridden: boolean;
	/** Excludes effects for which our own simulation takes precedence. */
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

/** Skips items, because their amounts can't be added up. */
function measuredIn(own: LocalSimulation): readonly MeasuredChange[] {
	return (passedOf(own)?.balanceChanges ?? []).flatMap((change): readonly MeasuredChange[] => {
		const { account, asset, amount, tokenId } = change;
		const raw = readUint(amount.replace(/^-/, ""));
		if (raw === null || typeof tokenId === "string" || typeof account !== "string") return [];
		const direction = directionOf(change);
		const isOut = direction === "out" || (direction !== "in" && amount.startsWith("-"));
		return [{ account, asset, amount: isOut ? -raw : raw }];
	});
}

export function stepSimulation(
	{
		transaction,
		simulation,
		isUndeclared,
	}: Pick<DecodedEvmTransaction | DecodedSvmTransaction, "transaction" | "simulation" | "isUndeclared">,
	own: LocalSimulation,
	verdict: Comparison["verdict"],
): StepSimulation {
	const isDone = own.state === "done";
	return {
		isWhole: isDone && own.revert === null && passedOf(own) !== null && own.gaps.length === 0,
		// The service declares nothing for requests that the user starts.
		verdict:
			transaction === null && simulation === null
				? "not-declared"
				: isUndeclared === true
					? "undeclared-proposal"
					: verdict,
		losesControl: isDone && own.controls.some(({ mine }) => mine),
		measured: measuredIn(own),
	};
}
