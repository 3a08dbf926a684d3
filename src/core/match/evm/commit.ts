import type { EvmTransactionPayload } from "../../../service-api/commit.ts";
import { message } from "../../localized-text.ts";
import { batchChecks, expiryCheck, memberChecks } from "../batch.ts";
import { type Check, failed, type MatchResult, passed, unproven, verdictOf } from "../check.ts";
import type { FrozenCommit } from "../frozen.ts";
import { memberOf } from "../member.ts";
import { simulationChecks } from "../simulation.ts";
import { fieldChecks } from "./fields.ts";

export type { MatchResult } from "../check.ts";

export interface RpcChain {
	readonly chainId: number | null;
	readonly pendingNonce: number | null;
}

function payloadKind(frozen: FrozenCommit): Check | null {
	const kind = frozen.payload.kind;
	if (kind === "evm_transaction") return null;
	const text =
		kind === "user_operation"
			? message("match.payload-kind.user-operation")
			: message("match.payload-kind.svm-unsupported");
	return failed("payload.kind", text, { reviewed: "evm_transaction", payload: kind });
}

function transactionChecks(frozen: FrozenCommit, payload: EvmTransactionPayload): Check[] {
	const membership = memberOf(frozen);
	if (!membership.ok) return [failed(membership.field, membership.text)];
	return [...batchChecks(frozen, membership.member), ...fieldChecks(frozen, membership.member, payload)];
}

export function matchFrozenEvm(frozen: FrozenCommit): MatchResult {
	const checks = memberChecks(frozen);
	const wrongKind = payloadKind(frozen);
	if (wrongKind !== null) checks.push(wrongKind);
	else if (frozen.payload.kind === "evm_transaction")
		checks.push(...transactionChecks(frozen, frozen.payload));
	checks.push(...simulationChecks(frozen), expiryCheck(frozen));
	return verdictOf(checks);
}

function rpcChainCheck(payload: EvmTransactionPayload, rpc: RpcChain): Check {
	const expected = String(payload.chain_id);
	if (rpc.chainId === null)
		return unproven("rpc_chain", message("match.rpc-chain.not-asked"), { payload: expected });
	const values = { reviewed: String(rpc.chainId), payload: expected };
	return rpc.chainId === payload.chain_id
		? passed("rpc_chain", message("match.rpc-chain.same"), values)
		: failed("rpc_chain", message("match.rpc-chain.differs"), values);
}

function nonceCheck(payload: EvmTransactionPayload, pending: number | null): Check {
	const payloadNonce = String(payload.nonce);
	if (pending === null)
		return unproven("pending_nonce", message("match.pending-nonce.not-asked"), {
			payload: payloadNonce,
		});
	const values = { reviewed: String(pending), payload: payloadNonce };
	if (payload.nonce === pending) return passed("pending_nonce", message("match.pending-nonce.next"), values);
	const text =
		payload.nonce < pending
			? message("match.pending-nonce.used")
			: message("match.pending-nonce.missing-before");
	return failed("pending_nonce", text, values);
}

export function matchEvm(frozen: FrozenCommit, rpc: RpcChain): MatchResult {
	const frozenMatch = matchFrozenEvm(frozen);
	if (frozen.payload.kind !== "evm_transaction") return frozenMatch;
	const chain = rpcChainCheck(frozen.payload, rpc);
	const pending = chain.status === "passed" ? rpc.pendingNonce : null;
	return verdictOf([...frozenMatch.checks, chain, nonceCheck(frozen.payload, pending)]);
}
