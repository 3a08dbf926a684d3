import { encodeFunctionData, parseAbi } from "viem/utils";
import { freeze } from "../../../../src/core/match/freeze.ts";
import type { FrozenCommit, RequestOwner } from "../../../../src/core/match/frozen.ts";
import type { AssembledEvmTransaction, ExecuteEvmRequest } from "../../../../src/service-api/action.ts";
import type { CommitView, EvmTransactionPayload } from "../../../../src/service-api/commit.ts";
import type { PipelineSimulation } from "../../../../src/service-api/simulation.ts";

/** Honest commits: an allowance of 25 TUSD in the form of the example payloads. */

export const SIGNER = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf";
export const OTHER = "0x2B5AD5c4795c026514f8317c7a215E218DcCD6cF";
export const TOKEN = "0xA1A1a1a1A1A1A1A1A1a1a1a1a1a1A1A1a1A1a1a1";
export const VAULT = "0xb2b2b2b2b2B2b2B2B2b2b2B2B2b2B2B2b2b2b2b2";
export const CHAIN = 8453;
export const OWNER: RequestOwner = { environment: "staging", identity: "person-1" };

const ABI = parseAbi([
	"function approve(address spender, uint256 amount)",
	"function transfer(address to, uint256 amount)",
]);

export const approveData = (spender: string, amount: bigint) =>
	encodeFunctionData({ abi: ABI, functionName: "approve", args: [hex(spender), amount] });
export const transferData = (to: string, amount: bigint) =>
	encodeFunctionData({ abi: ABI, functionName: "transfer", args: [hex(to), amount] });

export function hex(text: string): `0x${string}` {
	return `0x${text.slice(2)}`;
}

export function simulation(patch: Partial<PipelineSimulation> = {}): PipelineSimulation {
	return {
		status: "passed",
		balanceChanges: [],
		approvals: [
			{
				account: SIGNER,
				spender: VAULT,
				asset: TOKEN,
				kind: "allowance",
				amount: "25000000",
				approved: true,
				unlimited: false,
				standard: "erc20",
				symbol: "TUSD",
				name: "Test Dollar",
				decimals: 6,
				chainId: CHAIN,
				step: 1,
			},
		],
		fees: [],
		warnings: [],
		guards: [{ name: "spender-allowlist", status: "passed", message: "Known." }],
		gas: { units: "60000", priceWei: "2000000000", nativeCost: "120000000000000" },
		logs: [],
		...patch,
	};
}

export function transaction(patch: Partial<AssembledEvmTransaction> = {}): AssembledEvmTransaction {
	return {
		chain_id: CHAIN,
		from: SIGNER,
		to: TOKEN,
		value: "0",
		gas: "60000",
		data: approveData(VAULT, 25_000_000n),
		label: "Allow the vault to take 25 TUSD",
		kind: "approval",
		protocol: "test-vault",
		pending_tx_id: 41,
		broadcaster: "wallet",
		expires_at: 1_790_000_900,
		fee_outcome: { kind: "flat" },
		...patch,
	};
}

export function request(
	transactions: AssembledEvmTransaction[] = [transaction()],
	simulated: PipelineSimulation = simulation(),
): ExecuteEvmRequest {
	return { type: "execute_evm", transactions, simulation: simulated };
}

type TransactionPatch = Partial<EvmTransactionPayload["transaction"]>;

export function payload(
	patch: TransactionPatch = {},
	outer: Partial<EvmTransactionPayload> = {},
): EvmTransactionPayload {
	return {
		kind: "evm_transaction",
		chain_id: CHAIN,
		signer: SIGNER,
		nonce: 11,
		...outer,
		transaction: {
			to: TOKEN,
			value: "0",
			data: approveData(VAULT, 25_000_000n),
			gas_limit: 60_000,
			max_fee_per_gas: "2000000000",
			max_priority_fee_per_gas: "100000000",
			...patch,
		},
	};
}

export function commit(patch: Partial<CommitView> = {}): CommitView {
	return {
		version: 1,
		commit_id: "commit-1",
		thread_id: "session-1",
		stage_id: "evm:1",
		chain_family: "evm",
		chain_ref: String(CHAIN),
		signer: SIGNER,
		broadcaster: "wallet",
		state: "needs_signature",
		supported_transports: ["sign_and_broadcast"],
		transaction_id: null,
		failure_code: null,
		batch: null,
		review: { version: 1, revision: 1, digest: "digest-1", request: request(), legs: [request()] },
		wallet_attempt: null,
		action: { kind: "sign", payload: payload() },
		...patch,
	};
}

/** Returns a commit whose review and payload contain the same call. */
export function commitOf(
	call: { to: string; value?: bigint; data?: string },
	simulated: PipelineSimulation = simulation({ approvals: [] }),
): CommitView {
	const same = { to: call.to, value: (call.value ?? 0n).toString(), data: call.data ?? "0x" };
	const one = request([transaction(same)], simulated);
	return commit({
		review: { version: 1, revision: 1, digest: "digest-1", request: one, legs: [one] },
		action: { kind: "sign", payload: payload(same) },
	});
}

export function batchCommit(index: number, patch: Partial<CommitView> = {}): CommitView {
	const second = transaction({ to: VAULT, data: "0x47e7ef24", pending_tx_id: 42, gas: "210000" });
	const all = [transaction(), second];
	const legs = all.map((each) => request([each]));
	const chosen = all[index] ?? second;
	return commit({
		commit_id: `commit-${index + 1}`,
		batch: {
			batch_id: "batch-1",
			index,
			ordered_stage_ids: ["evm:1", "evm:2"],
			ordered_commit_ids: ["commit-1", "commit-2"],
			sources: [1, 2].map((place) => ({
				thread_id: "session-1",
				chain_family: "evm" as const,
				chain_ref: String(CHAIN),
				stage_id: `evm:${place}`,
				source_id: 40 + place,
			})),
			predecessor_commit_id: index === 0 ? null : "commit-1",
			review_digest: "digest-1",
		},
		review: { version: 1, revision: 1, digest: "digest-1", request: request(all), legs },
		action: {
			kind: "sign",
			payload: payload({ to: chosen.to, data: chosen.data, gas_limit: Number(chosen.gas) }),
		},
		...patch,
	});
}

/** Freezes a commit, and throws if that is refused. */
export function frozenOf(view: CommitView, owner: RequestOwner = OWNER): FrozenCommit {
	const freezing = freeze(view, owner);
	if (!freezing.ok) throw new Error(freezing.refusals.map((each) => each.text.code).join(" "));
	return freezing.frozen;
}

/** Returns a deep copy with one change. */
export function changed<T>(value: T, change: (copy: T) => void): T {
	const copy = structuredClone(value);
	change(copy);
	return copy;
}
