import { factValue } from "../chain/chain-error.ts";
import type { ChainAnswer } from "../decoded-transaction/question.ts";
import { message } from "../localized-text.ts";
import { type Check, failed, type MatchResult, passed, unproven, verdictOf } from "../match/check.ts";
import { matchEvm } from "../match/evm/commit.ts";
import { type Frozen, intentsOf } from "../match/frozen.ts";
import { matchFrozen } from "../match/match.ts";
import { matchSvm, svmChainChecks } from "../match/svm/commit.ts";

function rpcClusterOf(answer: ChainAnswer | undefined) {
	const facts = answer !== undefined && "family" in answer && answer.family === "svm" ? answer.facts : null;
	return {
		rightCluster: facts?.rightCluster ?? null,
		genesis: facts?.genesis ?? null,
		blockhashValid: factValue(facts?.blockhashValid),
	};
}

function rpcChainOf(answer: ChainAnswer | undefined) {
	const facts = answer !== undefined && "family" in answer && answer.family === "evm" ? answer.facts : null;
	return {
		chainId: facts?.chainId ?? null,
		pendingNonce: facts?.rightChain === true ? factValue(facts.pendingNonce) : null,
	};
}

function evmChecks(chainId: number, nonce: number, ahead: number, answer: ChainAnswer | undefined): Check[] {
	const rpc = rpcChainOf(answer);
	const own = { reviewed: rpc.chainId === null ? null : String(rpc.chainId), payload: String(chainId) };
	const chain =
		rpc.chainId === null
			? unproven("rpc_chain", message("match.rpc-chain.not-asked"), own)
			: rpc.chainId === chainId
				? passed("rpc_chain", message("match.rpc-chain.same"), own)
				: failed("rpc_chain", message("match.rpc-chain.differs"), own);
	const next = rpc.pendingNonce === null ? null : rpc.pendingNonce + ahead;
	const values = { reviewed: next === null ? null : String(next), payload: String(nonce) };
	const order =
		next === null
			? unproven("pending_nonce", message("match.pending-nonce.not-asked"), values)
			: next === nonce
				? passed("pending_nonce", message("match.pending-nonce.next"), values)
				: failed("pending_nonce", message("match.pending-nonce.not-next"), values);
	return [chain, order];
}

/** A transaction can't be mined if its nonce has already been used. */
function unusedCheck(nonce: number, answer: ChainAnswer | undefined): Check {
	const facts = answer !== undefined && "family" in answer && answer.family === "evm" ? answer.facts : null;
	const latest = facts?.rightChain === true ? factValue(facts.latestNonce) : null;
	const values = { reviewed: latest === null ? null : String(latest), payload: String(nonce) };
	if (latest === null) return unproven("pending_nonce", message("match.pending-nonce.unknown-next"), values);
	return latest <= nonce
		? passed("pending_nonce", message("match.pending-nonce.replaceable"), values)
		: failed("pending_nonce", message("match.pending-nonce.nothing-to-replace"), values);
}

export function matchWith(frozen: Frozen, answers: readonly ChainAnswer[]): MatchResult {
	if (frozen.kind === "commit") {
		if (frozen.payload.kind === "evm_transaction") return matchEvm(frozen, rpcChainOf(answers[0]));
		if (frozen.payload.kind === "svm_transaction") return matchSvm(frozen, rpcClusterOf(answers[0]));
		return matchFrozen(frozen);
	}
	const replaces = frozen.kind === "replacement";
	const chain = intentsOf(frozen).flatMap((intent, index): Check[] => {
		if (intent.kind === "svm_transaction") return svmChainChecks(intent, rpcClusterOf(answers[index]));
		if (intent.kind !== "evm_transaction") return [];
		const checks = evmChecks(intent.chain_id, intent.nonce, index, answers[index]);
		// The replaced transaction already has this nonce, so the next nonce is higher.
		return replaces ? [...checks.slice(0, 1), unusedCheck(intent.nonce, answers[index])] : checks;
	});
	return verdictOf([...matchFrozen(frozen).checks, ...chain]);
}
