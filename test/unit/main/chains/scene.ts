import {
	type AddressLookupTableAccount,
	type Keypair,
	type PublicKey,
	SystemProgram,
	type TransactionInstruction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";

/** Transactions built and signed with plain @solana/web3.js. */

export interface Plan {
	readonly payer: Keypair;
	readonly blockhash: string;
	readonly instructions: readonly TransactionInstruction[];
	readonly tables?: readonly AddressLookupTableAccount[];
}

export function unsigned({ payer, blockhash, instructions, tables = [] }: Plan): VersionedTransaction {
	const message = new TransactionMessage({
		payerKey: payer.publicKey,
		recentBlockhash: blockhash,
		instructions: [...instructions],
	});
	return new VersionedTransaction(message.compileToV0Message([...tables]));
}

export function signed(plan: Plan): VersionedTransaction {
	const transaction = unsigned(plan);
	transaction.sign([plan.payer]);
	return transaction;
}

export const transfer = (from: Keypair, to: PublicKey, lamports: bigint): TransactionInstruction =>
	SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports });

export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
export const wireOf = (transaction: VersionedTransaction): string => base64Of(transaction.serialize());
