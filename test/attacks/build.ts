import {
	type AddressLookupTableAccount,
	PublicKey,
	type TransactionInstruction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import type {
	AssembledEvmTransaction,
	AssembledSvmTransaction,
	SignablePayload,
} from "../../src/service-api/action.ts";
import type { PipelineSimulation } from "../../src/service-api/simulation.ts";
import { type Ask, type Case, NOW, SVM_USER, USER } from "./case.ts";

/** Converts a case's compact request into the JSON that the service would send. */

export const CHAIN_ID = 1;
export const CLUSTER = "mainnet-beta";
/** Session of every case. */
export const SESSION = "session-1";

export type AskOf<Form extends Ask["form"]> = Extract<Ask, { form: Form }>;

/** Chain state that an EVM request is built from. */
export interface EvmChainState {
	readonly nonce: number;
	/** Gas limit of each step. */
	readonly gas: readonly bigint[];
	/** Wei per gas. */
	readonly baseFee: bigint;
	readonly tip: bigint;
}

/** Cluster state that a Solana request is built from. */
export interface SvmChainState {
	readonly blockhash: string;
	readonly lastValidBlockHeight: number;
	readonly tables: readonly AddressLookupTableAccount[];
}

/** A passed simulation without any effects. */
export const NOTHING: PipelineSimulation = {
	status: "passed",
	balanceChanges: [],
	approvals: [],
	fees: [],
	warnings: [],
	guards: [],
	gas: null,
	logs: [],
};

/** Returns a case id as a service id, which can't contain a slash. */
const plainId = (id: string) => id.replaceAll("/", ".");

const common = (id: string) => ({
	version: 1,
	commit_id: `commit.${plainId(id)}`,
	thread_id: SESSION,
	broadcaster: "wallet",
	state: "needs_signature",
	supported_transports: ["sign_and_broadcast"],
	transaction_id: null,
	failure_code: null,
	batch: null,
	wallet_attempt: null,
});

function actionOf(id: string, request: unknown): unknown {
	return {
		event_id: `event.${plainId(id)}`,
		sequence: 1,
		turn_id: "turn-1",
		occurred_at: NOW - 5,
		type: "action",
		id: `action.${plainId(id)}`,
		revision: 0,
		state: "pending",
		request,
		created_at: NOW - 5,
		expires_at: NOW + 3_600,
	};
}

function evmTransactions({ steps }: AskOf<"evm">, { gas }: EvmChainState): AssembledEvmTransaction[] {
	return steps.map((step, index) => ({
		chain_id: CHAIN_ID,
		from: USER,
		to: step.to,
		value: (step.value ?? 0n).toString(),
		data: step.data ?? "0x",
		gas: (gas[index] ?? 0n).toString(),
		label: step.label ?? "A transaction",
		kind: "transaction",
		...(step.protocol === undefined ? {} : { protocol: step.protocol }),
		pending_tx_id: index + 1,
		broadcaster: "wallet",
		fee_outcome: { kind: "flat" },
	}));
}

/**
 * Whether the request becomes a commit: it has one step, and the service declares a simulation. Others become
 * actions.
 */
const isCommit = (ask: AskOf<"evm"> | AskOf<"svm">): boolean =>
	ask.declares !== "absent" && (ask.form === "svm" ? (ask.more ?? []).length === 0 : ask.steps.length === 1);

export function buildEvm(
	{ id }: Case,
	ask: AskOf<"evm">,
	chosen: EvmChainState,
	simulation: PipelineSimulation,
): unknown {
	const request = { type: "execute_evm", transactions: evmTransactions(ask, chosen), simulation };
	const [step] = ask.steps;
	if (!isCommit(ask) || step === undefined) return actionOf(id, request);
	return {
		...common(id),
		stage_id: "evm:1",
		chain_family: "evm",
		chain_ref: String(CHAIN_ID),
		signer: USER,
		review: { version: 1, revision: 1, digest: `digest ${id}`, request, legs: [request] },
		action: {
			kind: "sign",
			payload: {
				kind: "evm_transaction",
				chain_id: CHAIN_ID,
				signer: USER,
				nonce: chosen.nonce,
				transaction: {
					to: step.to,
					value: (step.value ?? 0n).toString(),
					data: step.data ?? "0x",
					gas_limit: Number(chosen.gas[0] ?? 0n),
					max_fee_per_gas: (step.price?.max ?? 2n * chosen.baseFee + chosen.tip).toString(),
					max_priority_fee_per_gas: (step.price?.tip ?? chosen.tip).toString(),
				},
			},
		},
	};
}

function svmInstruction(instruction: TransactionInstruction, index: number) {
	return {
		payer: SVM_USER,
		cluster: CLUSTER,
		program_id: instruction.programId.toBase58(),
		accounts: instruction.keys.map((key) => ({
			pubkey: key.pubkey.toBase58(),
			is_signer: key.isSigner,
			is_writable: key.isWritable,
		})),
		data_base64: Buffer.from(instruction.data).toString("base64"),
		description: "An instruction",
		kind: "instruction",
		pending_ix_id: index + 1,
	};
}

/** Returns one request for each transaction, as if each were requested alone. */
export const svmAlone = (ask: AskOf<"svm">): readonly AskOf<"svm">[] => {
	const { more = [], cosigners: _, ...rest } = ask;
	return [{ ...ask, more: [] }, ...more.map((instructions) => ({ ...rest, instructions }))];
};

/** Returns the transaction without the user's signature in base64. */
function svmBytes(ask: AskOf<"svm">, { blockhash, tables }: SvmChainState): string {
	const message = new TransactionMessage({
		payerKey: new PublicKey(SVM_USER),
		recentBlockhash: blockhash,
		instructions: [...ask.instructions],
	});
	const compiled =
		versionOf(ask) === "v0" ? message.compileToV0Message([...tables]) : message.compileToLegacyMessage();
	const transaction = new VersionedTransaction(compiled);
	if (ask.cosigners !== undefined) transaction.sign([...ask.cosigners]);
	return Buffer.from(transaction.serialize()).toString("base64");
}

const versionOf = ({ version, lookups }: AskOf<"svm">) =>
	version ?? ((lookups ?? []).length > 0 ? "v0" : "legacy");

function svmTransaction(ask: AskOf<"svm">, chosen: SvmChainState, index: number): AssembledSvmTransaction {
	return {
		payer: SVM_USER,
		cluster: CLUSTER,
		version: versionOf(ask),
		instructions: ask.instructions.map(svmInstruction),
		address_lookup_tables: [...(ask.lookups ?? [])],
		recent_blockhash: chosen.blockhash,
		last_valid_block_height: chosen.lastValidBlockHeight,
		preserve_blockhash: ask.cosigners !== undefined,
		unsigned_transaction_base64: svmBytes(ask, chosen),
		description: ask.description ?? "A transaction",
		kind: "transaction",
		broadcaster: "wallet",
		broadcast_commitment: "confirmed",
		pending_tx_id: index + 1,
		fee_outcome: { kind: "flat" },
	};
}

export function buildSvm(
	{ id }: Case,
	ask: AskOf<"svm">,
	chosen: SvmChainState,
	simulation: PipelineSimulation,
): unknown {
	const transaction_base64 = svmBytes(ask, chosen);
	if (ask.declares === "absent")
		return buildSign(id, {
			family: "svm",
			kind: "transaction",
			description: ask.description ?? "A transaction",
			payloads: [{ kind: "svm_transaction", transaction_base64 }],
		});
	const transactions = svmAlone(ask).map((one, index) => svmTransaction(one, chosen, index));
	const request = { type: "execute_svm", transactions, simulation };
	if (!isCommit(ask)) return actionOf(id, request);
	return {
		...common(id),
		stage_id: "svm:1",
		chain_family: "svm",
		chain_ref: CLUSTER,
		signer: SVM_USER,
		review: { version: 1, revision: 1, digest: `digest ${id}`, request, legs: [request] },
		action: { kind: "sign", payload: { kind: "svm_transaction", signer: SVM_USER, transaction_base64 } },
	};
}

interface Signing {
	readonly family: "evm" | "svm";
	readonly kind: "message" | "transaction";
	readonly description: string;
	readonly payloads: readonly SignablePayload[];
}

function buildSign(id: string, { family, kind, description, payloads }: Signing): unknown {
	return actionOf(id, {
		type: "sign",
		requestId: `request ${id}`,
		chainFamily: family,
		executionKind: kind,
		signer: family === "evm" ? USER : SVM_USER,
		...(family === "evm" ? { chainId: CHAIN_ID } : { cluster: CLUSTER }),
		description,
		payloads,
		broadcaster: "wallet",
	});
}

/** Builds a request that only needs signatures and no chain; returns `null` for any other request. */
export function buildMessage({ id, ask }: Case): unknown {
	const message = (family: Signing["family"], payloads: readonly SignablePayload[], text?: string) =>
		buildSign(id, { family, kind: "message", description: text ?? "A message", payloads });
	switch (ask.form) {
		case "personal":
			return message("evm", [{ kind: "evm_personal", message: ask.text }], ask.description);
		case "typed":
			return message("evm", [{ kind: "evm_typed_data", typed_data: { ...ask.typedData } }], ask.description);
		case "svm-message": {
			const message_base64 = Buffer.from(ask.text, "utf8").toString("base64");
			return message("svm", [{ kind: "svm_message", message_base64 }], ask.description);
		}
		case "messages":
			return message(ask.family, ask.payloads, ask.description);
		case "service":
			return ask.payload;
		default:
			return null;
	}
}
