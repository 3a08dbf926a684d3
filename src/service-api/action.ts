import { z } from "zod";
import { open, record, unlisted } from "./open.ts";
import { quantity } from "./resource.ts";
import { pipelineSimulation } from "./simulation.ts";

export const chainFamily = z.enum(["evm", "svm"]);
export type ChainFamily = z.infer<typeof chainFamily>;

export const broadcaster = z.enum(["wallet", "hosted", "venue"]);
export type Broadcaster = z.infer<typeof broadcaster>;

const text = z.string().nullish();
const whole = z.number().int().nullish();

const feeAsset = z.union([
	open({ kind: z.literal("native") }),
	open({ kind: z.literal("token"), address: z.string() }),
]);

const flatFee = open({ kind: z.literal("flat") });
const flowFee = open({ kind: z.literal("flow"), asset: feeAsset, amount: quantity });
const LISTED_FEES: ReadonlySet<string> = new Set(["flat", "flow"]);

/**
 * `flow` has an asset and an amount in base units. Unknown kinds are accepted
 * (docs/service-api/records.md#feeoutcome).
 */
const feeOutcome = z.union([
	flatFee,
	flowFee,
	record("fee outcome", { kind: unlisted.refine((kind) => !LISTED_FEES.has(kind)) }),
]);
export type FeeOutcome = z.infer<typeof feeOutcome>;

export function flowOf(outcome: FeeOutcome): z.infer<typeof flowFee> | null {
	return flowFee.safeParse(outcome).data ?? null;
}

export const isUnlistedFee = ({ kind }: FeeOutcome): boolean => !LISTED_FEES.has(kind);

export const assembledEvmTransaction = open({
	chain_id: z.number().int().min(1),
	from: z.string(),
	to: z.string(),
	data: z.string(),
	label: z.string(),
	kind: z.string(),
	value: quantity.nullish(),
	gas: quantity.nullish(),
	protocol: text,
	expires_at: whole,
	last_batch_status: text,
	pending_tx_id: whole,
	current_lifecycle: text,
	broadcaster: broadcaster.nullish(),
	fee_outcome: feeOutcome.nullish(),
});
export type AssembledEvmTransaction = z.infer<typeof assembledEvmTransaction>;

const svmAccountMeta = open({
	pubkey: z.string(),
	is_signer: z.boolean(),
	is_writable: z.boolean(),
});

const svmAssembly = open({
	version: text,
	address_lookup_tables: z.array(z.string()).nullish(),
	compute_units: whole,
	priority_microlamports: whole,
	broadcaster: broadcaster.nullish(),
	commitment: text,
});

export const assembledSvmInstruction = record("AssembledSvmInstruction", {
	payer: z.string(),
	cluster: z.string(),
	program_id: z.string(),
	data_base64: z.string(),
	description: z.string(),
	kind: z.string(),
	accounts: z.array(svmAccountMeta),
	assembly: svmAssembly.nullish(),
	pending_ix_id: whole,
	last_batch_status: text,
	current_lifecycle: text,
	fee_outcome: feeOutcome.nullish(),
});
export type AssembledSvmInstruction = z.infer<typeof assembledSvmInstruction>;

export const assembledSvmTransaction = record("AssembledSvmTransaction", {
	payer: z.string(),
	cluster: z.string(),
	version: z.string(),
	instructions: z.array(assembledSvmInstruction),
	description: z.string(),
	kind: z.string(),
	address_lookup_tables: z.array(z.string()).nullish(),
	recent_blockhash: text,
	last_valid_block_height: whole,
	preserve_blockhash: z.boolean().nullish(),
	unsigned_transaction_base64: text,
	broadcaster: broadcaster.nullish(),
	signed_transaction_base64: text,
	broadcast_commitment: text,
	pending_tx_id: whole,
	last_batch_status: text,
	current_lifecycle: text,
	fee_outcome: feeOutcome.nullish(),
});
export type AssembledSvmTransaction = z.infer<typeof assembledSvmTransaction>;

export const executeEvmRequest = record("ActionRequest", {
	type: z.literal("execute_evm"),
	transactions: z.array(assembledEvmTransaction).min(1),
	simulation: pipelineSimulation,
});
export type ExecuteEvmRequest = z.infer<typeof executeEvmRequest>;

export const executeSvmRequest = record("ActionRequest", {
	type: z.literal("execute_svm"),
	transactions: z.array(assembledSvmTransaction).min(1),
	simulation: pipelineSimulation,
});
export type ExecuteSvmRequest = z.infer<typeof executeSvmRequest>;

/**
 * `0x` with an even number of hex digits stands for bytes. Other text is UTF-8
 * (docs/service-api/records.md#signing-rules).
 */
export const evmPersonalPayload = open({ kind: z.literal("evm_personal"), message: z.string() });
export const evmTypedDataPayload = open({
	kind: z.literal("evm_typed_data"),
	typed_data: z.record(z.string(), z.unknown()),
});
export const svmMessagePayload = open({ kind: z.literal("svm_message"), message_base64: z.string() });

const signablePayload = z.discriminatedUnion("kind", [
	evmPersonalPayload,
	evmTypedDataPayload,
	svmMessagePayload,
	open({ kind: z.literal("svm_transaction"), transaction_base64: z.string() }),
]);
export type SignablePayload = z.infer<typeof signablePayload>;

/** docs/service-api/records.md#signingrequest */
export const signRequest = record("SigningRequest", {
	type: z.literal("sign"),
	requestId: z.string(),
	chainFamily,
	executionKind: z.string(),
	signer: z.string(),
	description: z.string(),
	payloads: z.array(signablePayload).min(1),
	chainId: whole,
	cluster: text,
	broadcaster: text,
	operationId: text,
	executor: text,
	callsDigest: text,
	requestKind: text,
	expiresAt: text,
	calls: z.array(open({ to: z.string(), value: quantity, data: text })).nullish(),
	fees: z
		.array(
			open({
				policy_version: whole,
				asset: feeAsset,
				amount: quantity,
				recipient: z.string(),
			}),
		)
		.nullish(),
	sponsorship: z.enum(["none", "required"]).nullish(),
	maxNetworkFee: quantity.nullish(),
	domain: z.record(z.string(), z.unknown()).nullish(),
});
export type SignRequest = z.infer<typeof signRequest>;

export const actionRequest = z.discriminatedUnion("type", [
	executeEvmRequest,
	executeSvmRequest,
	signRequest,
]);
export type ActionRequest = z.infer<typeof actionRequest>;

export const transactionResult = open({
	id: z.string(),
	status: z.enum(["submitted", "rejected", "failed", "skipped"]),
	transactionId: text,
	signedTransactionBase64: text,
	reason: text,
});
export type TransactionResult = z.infer<typeof transactionResult>;

const signingResult = open({
	id: z.string(),
	signature: text,
	signedTransactionBase64: text,
});
export type SigningResult = z.infer<typeof signingResult>;

export const actionResult = z.discriminatedUnion("status", [
	open({ status: z.literal("submitted"), legs: z.array(transactionResult) }),
	open({ status: z.literal("signed"), outputs: z.array(signingResult) }),
	open({ status: z.literal("rejected"), reason: z.string().min(1) }),
]);
export type ActionResult = z.infer<typeof actionResult>;

export const actionState = z.enum(["pending", "submitted", "completed", "rejected", "expired", "failed"]);
export type ActionState = z.infer<typeof actionState>;

export const actionShape = {
	id: z.string(),
	revision: z.number().int().min(0),
	state: actionState,
	request: actionRequest,
	result: actionResult.nullish(),
	created_at: z.number().int(),
	expires_at: z.number().int().nullable(),
};
