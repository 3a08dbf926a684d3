import { base58, base64 } from "@scure/base";
import { z } from "zod";

/** Strict schemas for Solana JSON-RPC values. svm/rpc.ts parses integers as bigint. */

const U64_MAX = 2n ** 64n - 1n;

export const u64 = z.bigint().min(0n).max(U64_MAX);

const small = z
	.bigint()
	.min(0n)
	.max(2n ** 31n)
	.transform((value) => Number(value));

const amountText = z
	.string()
	.regex(/^(?:0|[1-9][0-9]{0,19})$/)
	.transform((digits) => BigInt(digits))
	.refine((value) => value <= U64_MAX);

export function isBase58(text: string, length: number): boolean {
	try {
		const bytes = text.length <= 2 * length ? base58.decode(text) : null;
		return bytes?.length === length && base58.encode(bytes) === text;
	} catch {
		return false;
	}
}

export const hash = z.string().refine((text) => isBase58(text, 32));
export const signature = z.string().refine((text) => isBase58(text, 64));

function decodedBase64(text: string, context: z.RefinementCtx): Uint8Array {
	try {
		return base64.decode(text);
	} catch {
		context.addIssue({ code: "custom", message: "not base64" });
		return z.NEVER;
	}
}

const bytes = z
	.tuple([z.string(), z.literal("base64")])
	.transform(([text], context) => decodedBase64(text, context));

export const atSlot = <T>(value: z.ZodType<T>) =>
	z
		.looseObject({ context: z.looseObject({ slot: u64 }), value })
		.transform((answer) => ({ slot: answer.context.slot, value: answer.value }));

export const inContext = <T>(value: z.ZodType<T>) => atSlot(value).transform((answer) => answer.value);

export const latestBlockhash = inContext(z.looseObject({ blockhash: hash, lastValidBlockHeight: u64 }));

export const account = z.looseObject({
	data: bytes,
	executable: z.boolean(),
	lamports: u64,
	owner: hash,
	space: small.optional(),
});

const fault = z.unknown();

export const status = z.looseObject({
	slot: u64,
	confirmations: u64.nullish(),
	err: fault,
	confirmationStatus: z.enum(["processed", "confirmed", "finalized"]).nullish(),
});

const tokenBalance = z.looseObject({
	accountIndex: small,
	mint: hash,
	owner: hash.nullish(),
	uiTokenAmount: z.looseObject({ amount: amountText, decimals: small }),
});

export const landedTransaction = z.looseObject({
	slot: u64,
	blockTime: z.bigint().nullish(),
	transaction: bytes,
	meta: z.looseObject({
		err: fault,
		fee: u64,
		preBalances: z.array(u64).max(256),
		postBalances: z.array(u64).max(256),
		preTokenBalances: z.array(tokenBalance).max(256).nullish(),
		postTokenBalances: z.array(tokenBalance).max(256).nullish(),
		logMessages: z.array(z.string()).nullish(),
		loadedAddresses: z
			.looseObject({ writable: z.array(hash).max(256), readonly: z.array(hash).max(256) })
			.nullish(),
	}),
});

/** Accounts are given by index or address, or the instruction is in parsed form (agave: UiInstruction). */
const innerInstruction = z.looseObject({
	programIdIndex: small.optional(),
	programId: hash.optional(),
	accounts: z.union([z.array(small).max(256), z.array(hash).max(256)]).optional(),
	data: z.string().max(20_000).optional(),
	parsed: z.unknown().optional(),
	stackHeight: small.nullish(),
});
export type SvmInnerWords = z.infer<typeof innerInstruction>;

/** agave runs at most 64 instructions in a transaction, including inner ones. */
const MAX_INSTRUCTIONS = 256;

export const simulated = z.looseObject({
	err: fault,
	accounts: z.array(account.nullable()).max(256).nullish(),
	innerInstructions: z
		.array(z.looseObject({ index: small, instructions: z.array(innerInstruction).max(MAX_INSTRUCTIONS) }))
		.max(MAX_INSTRUCTIONS)
		.nullish(),
	logs: z.array(z.string()).nullish(),
	unitsConsumed: u64.nullish(),
	fee: u64.nullish(),
	replacementBlockhash: z.looseObject({ blockhash: hash }).nullish(),
});
