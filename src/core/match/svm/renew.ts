import { readSvmTransaction, writeSvmTransaction } from "./transaction.ts";

/**
 * Returns the transaction with another recent blockhash, as base64. A transaction that another party signed
 * stays unchanged, as their signature covers the blockhash.
 * @throws SvmBytesError
 */
export function withBlockhash(text: string, blockhash: string): string {
	const transaction = readSvmTransaction(text);
	const signed = transaction.signatures.some((signature) => signature.some((byte) => byte !== 0));
	return signed ? text : writeSvmTransaction({ ...transaction, blockhash });
}
