import { z } from "zod";
import { assembledEvmTransaction, assembledSvmInstruction, assembledSvmTransaction } from "./action.ts";
import { open } from "./open.ts";
import { pipelineSimulation } from "./simulation.ts";

export const buildDigest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const svmInstructionAction = open({
	lane: z.literal("instruction"),
	id: z.union([z.string(), z.number()]),
	instruction: assembledSvmInstruction,
});
export const svmTransactionAction = open({
	lane: z.literal("transaction"),
	id: z.union([z.string(), z.number()]),
	transaction: assembledSvmTransaction,
});

export const buildAction = z.union([svmInstructionAction, svmTransactionAction, assembledEvmTransaction]);

export const build = open({
	version: z.number().int(),
	status: z.enum(["staged", "simulated", "committed"]),
	actions: z.array(z.unknown()),
	origin: open({
		app: z.string().nullish(),
		operations: z.array(z.unknown()),
		skills: z.array(z.string()).nullish(),
	}),
	expiresAt: z.number().int(),
	digest: buildDigest,
	attestation: z.string(),
	simulation: pipelineSimulation.nullish(),
	summary: z.unknown().optional(),
	/** @see safetyModeOf */
	transactionSafetyMode: z.unknown().optional(),
	/** Receipts from the service's guards. Only the service can interpret them. */
	guardEvidence: z.unknown().optional(),
});
export type Build = z.infer<typeof build>;

/**
 * Returns the mode as sent by the service, converted to JSON if it isn't a string. `null` if the Build has
 * none.
 */
export function safetyModeOf({ transactionSafetyMode: mode }: Build): string | null {
	if (mode === undefined || mode === null) return null;
	return typeof mode === "string" ? mode : JSON.stringify(mode);
}

export const buildCommitResult = open({
	status: z.literal("committed"),
	digest: buildDigest,
	results: z.array(z.unknown()),
	requests: z.array(z.unknown()),
});

/** On EVM, `result` replaces `results` (docs/service-api/pipeline.md#rules). */
export const evmCommitResult = open({
	status: z.literal("committed"),
	digest: buildDigest,
	result: z.unknown(),
	requests: z.array(z.unknown()).nullish(),
});
