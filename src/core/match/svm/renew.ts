import { readSvmTransaction, writeSvmTransaction } from "./transaction.ts";

/**
 * The same transaction with another recent blockhash, as base64. One that another party has signed already stays as
 * it is: their signature is for this very blockhash. Throws SvmBytesError.
 */
export function withBlockhash(text: string, blockhash: string): string {
	const transaction = readSvmTransaction(text);
	const signed = transaction.signatures.some((signature) => signature.some((byte) => byte !== 0));
	return signed ? text : writeSvmTransaction({ ...transaction, blockhash });
}
