import { z } from "zod";
import { type Message, message } from "../../../core/localized-text.ts";

/**
 * An RPC may send anything, so unknown errors are quoted up to a limit. Source: agave's TransactionError and
 * InstructionError.
 */

const MAX_WORDS = 200;

const code = z.bigint();
const instructionError = z.object({
	InstructionError: z.tuple([code, z.union([z.string(), z.object({ Custom: code })])]),
});
const rentError = z.object({ InsufficientFundsForRent: z.looseObject({ account_index: code }) });

const KNOWN_ERRORS: ReadonlyMap<string, Message> = new Map([
	["AccountNotFound", message("chain.svm.error.no-sol")],
	["AlreadyProcessed", message("chain.svm.error.processed-before")],
	["BlockhashNotFound", message("chain.svm.error.blockhash-gone")],
	["InsufficientFundsForFee", message("chain.svm.error.too-little-for-fee")],
	["ProgramAccountNotFound", message("chain.svm.error.no-program")],
	["SignatureFailure", message("chain.svm.error.signature")],
	["AddressLookupTableNotFound", message("chain.svm.error.no-table")],
	["InvalidAddressLookupTableIndex", message("chain.svm.error.no-place")],
]);

function quoted(error: unknown): string {
	const plain = (_key: string, value: unknown) => (typeof value === "bigint" ? value.toString() : value);
	return JSON.stringify(error, plain) ?? "nothing";
}

const unknownError = (error: string): Message =>
	message("chain.svm.error.unknown", { error: error.slice(0, MAX_WORDS) });

export function errorText(error: unknown): Message | null {
	if (error === null || error === undefined) return null;
	if (typeof error === "string") return KNOWN_ERRORS.get(error) ?? unknownError(error);
	const instruction = instructionError.safeParse(error);
	if (instruction.success) {
		const [index, fault] = instruction.data.InstructionError;
		const number = (index + 1n).toString();
		return typeof fault === "string"
			? message("chain.svm.error.instruction", { number, error: fault.slice(0, MAX_WORDS) })
			: message("chain.svm.error.instruction-own", { number, code: fault.Custom.toString() });
	}
	if (rentError.safeParse(error).success) return message("chain.svm.error.rent");
	return unknownError(quoted(error));
}
