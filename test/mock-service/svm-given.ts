import { PublicKey, TransactionInstruction } from "@solana/web3.js";
import { z } from "zod";
import { Problem } from "./problem.ts";

/** Instructions that a test passes to the service verbatim, as base64 of JSON inside a sentence. */

const given = z.array(
	z.object({
		program: z.string(),
		/** Address, and whether it signs and is writable. */
		accounts: z.array(z.tuple([z.string(), z.boolean(), z.boolean()])),
		/** Base64. */
		data: z.string(),
	}),
);

/** Formats instructions for "run on solana" in a sentence. */
export function givenText(instructions: readonly TransactionInstruction[]): string {
	const all: z.infer<typeof given> = instructions.map(({ programId, keys, data }) => ({
		program: programId.toBase58(),
		accounts: keys.map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]),
		data: Buffer.from(data).toString("base64"),
	}));
	return Buffer.from(JSON.stringify(all)).toString("base64");
}

/** @throws Problem 422 if the text is invalid */
export function readGiven(text: string): TransactionInstruction[] {
	try {
		const all = given.parse(JSON.parse(Buffer.from(text, "base64").toString("utf8")));
		return all.map(
			({ program, accounts, data }) =>
				new TransactionInstruction({
					programId: new PublicKey(program),
					keys: accounts.map(([pubkey, isSigner, isWritable]) => ({
						pubkey: new PublicKey(pubkey),
						isSigner,
						isWritable,
					})),
					data: Buffer.from(data, "base64"),
				}),
		);
	} catch {
		throw new Problem(422, "unprocessable", "These are no instructions.");
	}
}
