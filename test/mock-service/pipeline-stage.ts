import { PublicKey, TransactionInstruction } from "@solana/web3.js";
import { z } from "zod";
import type { AssembledSvmInstruction, ExecuteSvmRequest } from "../../src/service-api/action.ts";
import { type Build, svmInstructionAction } from "../../src/service-api/build.ts";
import { firstIssue } from "../../src/service-api/event-page.ts";
import { Problem } from "./problem.ts";
import { budgetInstructions, compileUnsigned, type SvmAccess } from "./svm-build.ts";
import { simulateSvm } from "./svm-simulate.ts";

/** Creates the actions of a Build from Solana instructions that the caller wrote. */

export const SHAPE = { version: "v0", table: false, preserveBlockhash: false } as const;

const stageInput = z.strictObject({
	kind: z.literal("instructions"),
	instructions: z
		.array(
			z.strictObject({
				description: z.string().min(1),
				instructions: z
					.array(
						z.strictObject({
							program_id: z.string(),
							accounts: z
								.array(
									z.strictObject({ pubkey: z.string(), is_signer: z.boolean(), is_writable: z.boolean() }),
								)
								.default([]),
							data_base64: z.string(),
						}),
					)
					.min(1),
			}),
		)
		.min(1),
});
export const STAGE_SCHEMA = z.toJSONSchema(stageInput, { io: "input" });

/** @throws Problem 422 */
export function stagedActions(body: unknown, { svm }: SvmAccess, payer: string): unknown[] {
	const read = stageInput.safeParse(body);
	if (!read.success) throw new Problem(422, "invalid_input", firstIssue(read.error));
	const instructions = read.data.instructions.flatMap(({ description, instructions: batch }) =>
		batch.map(
			(each): AssembledSvmInstruction => ({
				...each,
				payer,
				cluster: svm.cluster,
				description,
				kind: "program_call",
			}),
		),
	);
	return instructions.map((instruction, index) => ({ lane: "instruction", id: index + 1, instruction }));
}

/** Creates the request of the staged instructions from the chain's current state. */
export async function stagedRequest(
	read: Build,
	access: SvmAccess,
	payer: string,
): Promise<ExecuteSvmRequest> {
	const instructions = read.actions.map((action) => svmInstructionAction.parse(action).instruction);
	const { blockhash } = await access.connection.getLatestBlockhash();
	const compiled = instructions.map(
		({ program_id, accounts, data_base64 }) =>
			new TransactionInstruction({
				programId: new PublicKey(program_id),
				keys: accounts.map(({ pubkey, is_signer, is_writable }) => ({
					pubkey: new PublicKey(pubkey),
					isSigner: is_signer,
					isWritable: is_writable,
				})),
				data: Buffer.from(data_base64, "base64"),
			}),
	);
	const from = new PublicKey(payer);
	const transaction = compileUnsigned(from, blockhash, [...budgetInstructions(), ...compiled], SHAPE, []);
	const common = { payer, cluster: access.svm.cluster, version: SHAPE.version, kind: "program_call" };
	const description = instructions[0]?.description ?? "";
	return {
		type: "execute_svm",
		transactions: [{ ...common, instructions, description }],
		simulation: await simulateSvm(access, transaction, from, []),
	};
}
