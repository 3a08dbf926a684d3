import { ChainError } from "../../../core/chain/chain-error.ts";
import { clusterOf } from "../../../core/chain/names.ts";
import type { Frozen } from "../../../core/match/frozen.ts";
import { message, type Text } from "../../../core/message.ts";
import { questionsOf } from "../../../core/review/ask.ts";
import type { ChainAnswer, ChainFault, ChainQuestion } from "../../../core/subject/question.ts";
import { saying } from "../../../core/unsigned.ts";
import type { Chains } from "./completing.ts";

/** Asks the chains what a review has to know, and tells how each of them does. */
export interface ChainAsking {
	/** One answer for each question of this review, in their order. Never rejects: what failed is an answer too. */
	readonly answersTo: (frozen: Frozen) => Promise<readonly ChainAnswer[]>;
	/** What a failure tells in a review; a chain's own is told to its health as well. */
	readonly faultOf: (chainRef: string | null, cause: unknown) => ChainFault;
}

export interface ChainAskingParts {
	readonly chains: Chains;
	readonly onHealth: (chainRef: string, ok: boolean, text: Text) => void;
	readonly log: (line: string) => void;
}

export function createChainAsking({ chains, onHealth, log }: ChainAskingParts): ChainAsking {
	/** @param chainRef as the request states it; null where it names no chain */
	function faultOf(chainRef: string | null, cause: unknown): ChainFault {
		if (cause instanceof ChainError) {
			// Health is kept by the names of Settings; a chain without an RPC has none.
			if (chainRef !== null && cause.kind !== "no_rpc")
				onHealth(clusterOf(chainRef) ?? chainRef, false, cause.text);
			return { fault: cause.text, ...(cause.isUnanswered ? { isRpcSilent: true } : {}), ...saying(cause) };
		}
		log(`facts of chain ${(chainRef ?? "none").slice(0, 24)}: ${String(cause)}`);
		return { fault: message("chain.unusable"), isRpcSilent: true };
	}

	async function ask(question: ChainQuestion): Promise<ChainAnswer> {
		if (question.family === "none") return question;
		const chainRef = question.family === "evm" ? String(question.chainId) : question.cluster;
		try {
			if (question.family === "evm") {
				const facts = await chains.evm.of(question.chainId).facts(question.request);
				const text = facts.rightChain
					? message("app.chain.answered")
					: message("app.chain.other-chain", { found: String(facts.chainId), chain: chainRef });
				onHealth(chainRef, facts.rightChain, text);
				return { family: "evm", facts };
			}
			const chain = chains.svm.of(question.cluster);
			const facts = await chain.facts(question.request);
			const text = facts.rightCluster
				? message("app.chain.answered")
				: message("app.chain.other-cluster", { cluster: chain.cluster });
			onHealth(chain.cluster, facts.rightCluster, text);
			return { family: "svm", facts };
		} catch (cause) {
			return faultOf(chainRef, cause);
		}
	}

	async function answersTo(frozen: Frozen): Promise<readonly ChainAnswer[]> {
		return await Promise.all(questionsOf(frozen).map(ask));
	}

	return { answersTo, faultOf };
}
