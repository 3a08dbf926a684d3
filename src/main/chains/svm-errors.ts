import { z } from "zod";

/**
 * A Solana transaction's error (agave's TransactionError and InstructionError) in words. An RPC may write
 * anything here: what is not known is quoted, bounded.
 */

const MOST_WORDS = 200;

const code = z.bigint();
const instructionError = z.object({
	InstructionError: z.tuple([
		code,
		z.union([z.string(), z.object({ Custom: code }).transform(({ Custom }) => `its own error ${Custom}`)]),
	]),
});
const rentError = z.object({ InsufficientFundsForRent: z.looseObject({ account_index: code }) });

const WORDS: ReadonlyMap<string, string> = new Map([
	["AccountNotFound", "The fee payer has no SOL."],
	["AlreadyProcessed", "It was processed before."],
	["BlockhashNotFound", "Its blockhash is not known any more."],
	["InsufficientFundsForFee", "The fee payer has too little SOL for the fee."],
	["ProgramAccountNotFound", "It calls a program that does not exist."],
	["SignatureFailure", "A signature does not hold."],
	["AddressLookupTableNotFound", "It uses a lookup table that does not exist."],
	["InvalidAddressLookupTableIndex", "It uses a place of a lookup table that does not exist."],
]);

function quoted(error: unknown): string {
	const plain = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
	return (JSON.stringify(error, plain) ?? "nothing").slice(0, MOST_WORDS);
}

/** A sentence for an error; null where there is none. Instructions are counted from 1. */
export function errorWords(error: unknown): string | null {
	if (error === null || error === undefined) return null;
	if (typeof error === "string") return WORDS.get(error) ?? `The chain says ${error.slice(0, MOST_WORDS)}.`;
	const instruction = instructionError.safeParse(error);
	if (instruction.success) {
		const [index, fault] = instruction.data.InstructionError;
		return `Instruction ${index + 1n} failed with ${fault.slice(0, MOST_WORDS)}.`;
	}
	if (rentError.safeParse(error).success) return "It would leave an account with too little SOL to exist.";
	return `The chain says ${quoted(error)}.`;
}
