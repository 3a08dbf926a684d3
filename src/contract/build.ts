import { z } from "zod";
import { assembledEvmTransaction, assembledSvmInstruction, assembledSvmTransaction } from "./action.ts";
import { open } from "./open.ts";
import { pipelineSimulation } from "./simulation.ts";

/** The portable Build and the result of committing it. */

export const buildDigest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** EVM actions are transactions; SVM actions name their lane (learnt.md part 9). */
export const buildAction = z.union([
	open({
		lane: z.literal("instruction"),
		id: z.union([z.string(), z.number()]),
		instruction: assembledSvmInstruction,
	}),
	open({
		lane: z.literal("transaction"),
		id: z.union([z.string(), z.number()]),
		transaction: assembledSvmTransaction,
	}),
	assembledEvmTransaction,
]);

export const build = open({
	version: z.number().int(),
	status: z.enum(["staged", "simulated", "committed"]),
	actions: z.array(z.unknown()),
	origin: open({
		app: z.string().nullish(),
		operations: z.array(z.unknown()),
		skills: z.array(z.string()).nullish(),
	}),
	/** Unix seconds. */
	expiresAt: z.number().int(),
	digest: buildDigest,
	attestation: z.string(),
	simulation: pipelineSimulation.nullish(),
	summary: z.unknown().optional(),
});
export type Build = z.infer<typeof build>;

export const buildCommitResult = open({
	status: z.literal("committed"),
	digest: buildDigest,
	results: z.array(z.unknown()),
	requests: z.array(z.unknown()),
});
