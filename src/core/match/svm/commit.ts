import type { AssembledSvmInstruction, AssembledSvmTransaction } from "../../../service-api/action.ts";
import { message } from "../../localized-text.ts";
import { batchChecks, expiryCheck, memberChecks } from "../batch.ts";
import {
	type Check,
	failed,
	type MatchResult,
	passed,
	unproven,
	unreadableBytes,
	verdictOf,
} from "../check.ts";
import type { FrozenCommit } from "../frozen.ts";
import { svmMemberOf } from "../member.ts";
import { simulationChecks } from "../simulation.ts";
import type { SvmPayload } from "./bytes.ts";
import { clusterName, svmItemChecks } from "./fields.ts";
import { blockhashOf, SvmBytesError, withoutBlockhash } from "./transaction.ts";

function meaningOfInstruction(instruction: AssembledSvmInstruction): unknown {
	const { assembly } = instruction;
	return [
		instruction.payer,
		clusterName(instruction.cluster),
		instruction.program_id,
		instruction.data_base64,
		instruction.accounts.map((each) => [each.pubkey, each.is_signer, each.is_writable]),
		assembly?.version ?? null,
		assembly?.address_lookup_tables ?? null,
		assembly?.compute_units ?? null,
		assembly?.priority_microlamports ?? null,
		assembly?.broadcaster ?? null,
	];
}

function bare(text: string): string {
	try {
		return withoutBlockhash(text);
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return text;
	}
}

function meaning(transaction: AssembledSvmTransaction): string {
	const keeps = transaction.preserve_blockhash === true;
	const unsigned = transaction.unsigned_transaction_base64 ?? null;
	return JSON.stringify([
		transaction.payer,
		clusterName(transaction.cluster),
		transaction.version,
		transaction.instructions.map(meaningOfInstruction),
		transaction.address_lookup_tables ?? null,
		keeps,
		keeps ? (transaction.recent_blockhash ?? null) : null,
		unsigned === null || keeps ? unsigned : bare(unsigned),
		transaction.signed_transaction_base64 ?? null,
		transaction.broadcaster ?? null,
	]);
}

function svmAgreementCheck(frozen: FrozenCommit): Check | null {
	const { request, legs: items } = frozen;
	if (items.length === 0 || request.type !== "execute_svm") return null;
	const transactions = items.flatMap((item) => (item.type === "execute_svm" ? item.transactions : []));
	const at = request.transactions.findIndex((transaction, index) => {
		const other = transactions[index];
		return other === undefined || meaning(transaction) !== meaning(other);
	});
	return at === -1 && transactions.length === request.transactions.length
		? passed("request", message("match.legs.agree"))
		: failed("request", message("match.legs.contradict", { step: String(at + 1) }));
}

export { type SvmTransactionToMatch, svmItemChecks as svmLegChecks } from "./fields.ts";

export interface RpcCluster {
	readonly rightCluster: boolean | null;
	readonly genesis: string | null;
	readonly blockhashValid: boolean | null;
}

function familyCheck(frozen: FrozenCommit): Check {
	return frozen.chain_family === "svm"
		? passed("chain_family", message("match.chain-family.svm"), { reviewed: "svm" })
		: failed("chain_family", message("match.chain-family.commit-other"), { reviewed: frozen.chain_family });
}

function transactionChecks(frozen: FrozenCommit, payload: SvmPayload): Check[] {
	const membership = svmMemberOf(frozen);
	if (!membership.ok) return [failed(membership.field, membership.text)];
	const { member } = membership;
	const agreement = svmAgreementCheck(frozen);
	const item = {
		signer: frozen.signer,
		chainRef: frozen.chain_ref,
		broadcaster: frozen.broadcaster,
		transaction: member.transaction,
		payload,
		lookups: frozen.lookups ?? [],
	};
	return [
		...batchChecks(frozen, member),
		...(agreement === null ? [] : [agreement]),
		familyCheck(frozen),
		...svmItemChecks(item),
	];
}

export function matchFrozenSvm(frozen: FrozenCommit): MatchResult {
	const { payload } = frozen;
	const values = { reviewed: "svm_transaction", payload: payload.kind };
	const compared =
		payload.kind === "svm_transaction"
			? transactionChecks(frozen, payload)
			: [failed("payload.kind", message("match.payload-kind.not-svm"), values)];
	return verdictOf([...memberChecks(frozen), ...compared, ...simulationChecks(frozen), expiryCheck(frozen)]);
}

function rpcClusterCheck(rpc: RpcCluster): Check {
	const values = { payload: rpc.genesis };
	if (rpc.rightCluster === null)
		return unproven("rpc_cluster", message("match.rpc-cluster.not-asked"), values);
	return rpc.rightCluster
		? passed("rpc_cluster", message("match.rpc-cluster.same"), values)
		: failed("rpc_cluster", message("match.rpc-cluster.differs"), values);
}

function blockhashCheck(payload: Pick<SvmPayload, "transaction_base64">, valid: boolean | null): Check {
	try {
		const values = { payload: blockhashOf(payload.transaction_base64) };
		if (valid === null) return unproven("blockhash", message("match.blockhash.not-asked"), values);
		return valid
			? passed("blockhash", message("match.blockhash.taken"), values)
			: failed("blockhash", message("match.blockhash.too-old"), values);
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return unreadableBytes(error);
	}
}

/** An RPC for a different cluster doesn't know the blockhash. */
export function svmChainChecks(payload: Pick<SvmPayload, "transaction_base64">, rpc: RpcCluster): Check[] {
	const valid = rpc.rightCluster === true ? rpc.blockhashValid : null;
	return [rpcClusterCheck(rpc), blockhashCheck(payload, valid)];
}

export function matchSvm(frozen: FrozenCommit, rpc: RpcCluster): MatchResult {
	const frozenMatch = matchFrozenSvm(frozen);
	if (frozen.payload.kind !== "svm_transaction") return frozenMatch;
	return verdictOf([...frozenMatch.checks, ...svmChainChecks(frozen.payload, rpc)]);
}
