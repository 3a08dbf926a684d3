import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import {
	AddressLookupTableAccount,
	ComputeBudgetProgram,
	Ed25519Program,
	type MessageAccountKeys,
	type PublicKey,
	Secp256k1Program,
	SystemProgram,
	type VersionedMessage,
	VersionedTransaction,
} from "@solana/web3.js";

/** Reads the fields that a validator needs before it runs a transaction: signature, keys and fee. */

const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO_LAMPORTS = 1_000_000n;
const MAX_UNITS = 1_400_000n;
/** Default compute units of an instruction. SIMD-170 assigns fewer to builtin programs. */
const DEFAULT_UNITS = 200_000n;
const BUILTIN_UNITS = 3_000n;

const BUILTINS: ReadonlySet<string> = new Set(
	[SystemProgram, ComputeBudgetProgram, Ed25519Program, Secp256k1Program]
		.map((program) => program.programId.toBase58())
		.concat([
			"Vote111111111111111111111111111111111111111",
			"BPFLoader1111111111111111111111111111111111",
			"BPFLoader2111111111111111111111111111111111",
			"BPFLoaderUpgradeab1e11111111111111111111111",
			"LoaderV411111111111111111111111111111111111",
		]),
);

export class UnreadableTransaction extends Error {
	override readonly name = "UnreadableTransaction";
}

export function readTransaction(bytes: Uint8Array): VersionedTransaction {
	try {
		return VersionedTransaction.deserialize(bytes);
	} catch (cause) {
		throw new UnreadableTransaction(
			"failed to deserialize solana_transaction::versioned::VersionedTransaction",
			{
				cause,
			},
		);
	}
}

/** Returns the first signature, which identifies a transaction. */
export function signatureOf(transaction: VersionedTransaction): string {
	return base58.encode(transaction.signatures[0] ?? new Uint8Array(64));
}

export function signaturesAreValid(transaction: VersionedTransaction): boolean {
	const message = transaction.message.serialize();
	const { numRequiredSignatures } = transaction.message.header;
	return (
		transaction.signatures.length === numRequiredSignatures &&
		transaction.signatures.every((signature, at) => {
			const key = transaction.message.staticAccountKeys[at];
			return key !== undefined && ed25519.verify(signature, message, key.toBytes());
		})
	);
}

/** Resolves accounts with the tables' addresses; `null` if a table is missing or too short. */
export function accountKeysOf(
	message: VersionedMessage,
	dataOf: (table: PublicKey) => Uint8Array | null,
): MessageAccountKeys | null {
	try {
		const tables = message.addressTableLookups.map(({ accountKey }) => {
			const data = dataOf(accountKey);
			if (data === null) throw new UnreadableTransaction("no such table");
			return new AddressLookupTableAccount({
				key: accountKey,
				state: AddressLookupTableAccount.deserialize(data),
			});
		});
		return message.getAccountKeys({ addressLookupTableAccounts: tables });
	} catch {
		return null;
	}
}

/**
 * Returns the fee in lamports: 5,000 per signature, and the priority fee from the compute-budget instructions
 * (SIMD-96).
 */
export function feeOf(message: VersionedMessage): bigint {
	let limit: bigint | null = null;
	let price = 0n;
	let units = 0n;
	for (const { programIdIndex, data } of message.compiledInstructions) {
		const program = message.staticAccountKeys[programIdIndex]?.toBase58() ?? "";
		units += BUILTINS.has(program) ? BUILTIN_UNITS : DEFAULT_UNITS;
		if (program !== ComputeBudgetProgram.programId.toBase58()) continue;
		const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
		if (data[0] === 2 && data.length >= 5) limit = BigInt(view.getUint32(1, true));
		if (data[0] === 3 && data.length >= 9) price = view.getBigUint64(1, true);
	}
	const requested = limit ?? units;
	const paid = requested > MAX_UNITS ? MAX_UNITS : requested;
	const priority = (price * paid + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
	return LAMPORTS_PER_SIGNATURE * BigInt(message.header.numRequiredSignatures) + priority;
}
