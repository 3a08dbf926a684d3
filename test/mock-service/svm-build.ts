import { ed25519 } from "@noble/curves/ed25519.js";
import {
	type AddressLookupTableAccount,
	ComputeBudgetProgram,
	type Connection,
	PublicKey,
	SystemProgram,
	type TransactionInstruction,
	TransactionMessage,
	VersionedTransaction,
} from "@solana/web3.js";
import { parseUnits } from "viem";
import type { Twist } from "./grammar.ts";
import type { ServiceSvm } from "./options.ts";
import { Problem } from "./problem.ts";
import type { SvmSend, SvmShape } from "./request-sentences.ts";
import { readGiven } from "./svm-given.ts";
import { createAccountIdempotent, transferChecked } from "./svm-token.ts";

/** Converts a user's request on Solana into instructions, and instructions into bytes. */

export interface SvmAccess {
	readonly svm: ServiceSvm;
	readonly connection: Connection;
}

/** Instruction as described in the review. */
export interface SvmStep {
	readonly instruction: TransactionInstruction;
	readonly description: string;
	readonly kind: string;
}

/** Compute units requested by every transaction of the service. */
export const COMPUTE_UNITS = 120_000;
export const PRIORITY_MICROLAMPORTS = 1_000;
/** Fee per signature, in lamports. */
const SIGNATURE_FEE = 5_000n;

/** Recipient of a lie's transfer; its private key is unknown. */
const THIEF = new PublicKey(new Uint8Array(32).fill(0xba));
/** Unrelated signer and payer; its private key is public. */
export const SVM_STRANGER = new PublicKey(ed25519.getPublicKey(new Uint8Array(32).fill(5)));
const OTHER_MINT = new PublicKey(new Uint8Array(32).fill(0xbb));
const NO_TABLE = new PublicKey(new Uint8Array(32).fill(0xbc));

/** Returns the transfer's amount in base units, multiplied by `factor`. */
function unitsOf(svm: ServiceSvm, { unit, amount }: SvmSend, factor: bigint): bigint {
	return parseUnits(amount, unit === "SOL" ? 9 : svm.mintDecimals) * factor;
}

/** @throws Problem 422 if the recipient's address can't be read */
function receiverOf(to: string): PublicKey {
	try {
		return new PublicKey(to);
	} catch {
		throw new Problem(422, "unprocessable", `${to} is no Solana address.`);
	}
}

export function stepsOf(svm: ServiceSvm, payer: PublicKey, send: SvmSend, factor: bigint): SvmStep[] {
	if (send.given !== undefined)
		return readGiven(send.given).map((instruction) => ({
			instruction,
			description: "Claim your reward",
			kind: "program_call",
		}));
	const to = receiverOf(send.to);
	const units = unitsOf(svm, send, factor);
	if (send.unit === "SOL") {
		const instruction = SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: units });
		return [{ instruction, description: `Move ${send.amount} SOL to ${send.to}`, kind: "transfer" }];
	}
	const mint = new PublicKey(svm.mint);
	return [
		{
			instruction: createAccountIdempotent(payer, mint, to),
			description: `Make a token account for ${send.to} if there is none`,
			kind: "create_associated_token_account",
		},
		{
			instruction: transferChecked(mint, payer, to, units, svm.mintDecimals),
			description: `Move ${send.amount} USDX to ${send.to}`,
			kind: "token_transfer",
		},
	];
}

/** Returns the instructions that a lying service has signed instead of the reviewed ones. */
export function twistInstructions(
	{ svm, twist, send, factor }: { svm: ServiceSvm; twist: Twist | null; send: SvmSend; factor: bigint },
	payer: PublicKey,
	honest: readonly TransactionInstruction[],
): TransactionInstruction[] {
	const again = (change: Partial<SvmSend>, by = factor, on = svm) =>
		stepsOf(on, payer, { ...send, ...change }, by).map(({ instruction }) => instruction);
	switch (twist) {
		case "lie_target":
		case "lie_accounts":
			return again({ to: THIEF.toBase58() });
		case "lie_value":
			return again({}, factor * 3n);
		case "lie_data":
			return honest.map((instruction, index) => {
				if (index !== honest.length - 1) return instruction;
				return { ...instruction, data: Buffer.concat([instruction.data, Buffer.from([0xde, 0xad])]) };
			});
		case "lie_instruction":
			return [
				...honest,
				SystemProgram.transfer({ fromPubkey: payer, toPubkey: THIEF, lamports: 10_000_000n }),
			];
		case "lie_mint":
			return again({}, factor, { ...svm, mint: OTHER_MINT.toBase58() });
		case "lie_order":
			return honest.toReversed();
		default:
			return [...honest];
	}
}

/** Returns the compute-budget instructions, exactly as `assembly` states them. */
export function budgetInstructions(): TransactionInstruction[] {
	return [
		ComputeBudgetProgram.setComputeUnitLimit({ units: COMPUTE_UNITS }),
		ComputeBudgetProgram.setComputeUnitPrice({ microLamports: PRIORITY_MICROLAMPORTS }),
	];
}

/** Returns the fee of a transaction with one signature and that budget, in lamports. */
export function networkFee(): bigint {
	const priority = BigInt(COMPUTE_UNITS) * BigInt(PRIORITY_MICROLAMPORTS);
	return SIGNATURE_FEE + (priority + 999_999n) / 1_000_000n;
}

/**
 * Returns the service's lookup table.
 * @throws Problem 422 if it has none
 */
async function tableOf({ svm, connection }: SvmAccess): Promise<AddressLookupTableAccount> {
	const address = svm.lookupTable;
	const found =
		address === undefined ? null : (await connection.getAddressLookupTable(new PublicKey(address))).value;
	if (found === null) throw new Problem(422, "no_lookup_table", "I have no lookup table here.");
	return found;
}

export function tablesOf(access: SvmAccess, shape: SvmShape): Promise<AddressLookupTableAccount[]> {
	return shape.table ? tableOf(access).then((table) => [table]) : Promise.resolve([]);
}

/** Compiles an unsigned transaction, with zeros as signatures. */
export function compileUnsigned(
	payer: PublicKey,
	blockhash: string,
	instructions: readonly TransactionInstruction[],
	shape: SvmShape,
	tables: readonly AddressLookupTableAccount[],
): VersionedTransaction {
	const message = new TransactionMessage({
		payerKey: payer,
		recentBlockhash: blockhash,
		instructions: [...instructions],
	});
	return new VersionedTransaction(
		shape.version === "legacy" ? message.compileToLegacyMessage() : message.compileToV0Message([...tables]),
	);
}

/** Replaces the lookup tables that the transaction names with another table. */
export function withOtherTable(svm: ServiceSvm, transaction: VersionedTransaction): VersionedTransaction {
	const other = svm.otherTable === undefined ? NO_TABLE : new PublicKey(svm.otherTable);
	const { message } = transaction;
	if (message.version === 0) for (const lookup of message.addressTableLookups) lookup.accountKey = other;
	return transaction;
}

export function base64Of(transaction: VersionedTransaction): string {
	return Buffer.from(transaction.serialize()).toString("base64");
}

/** Returns the transaction with another blockhash. */
export function withBlockhash(base64: string, blockhash: string): string {
	const transaction = VersionedTransaction.deserialize(Buffer.from(base64, "base64"));
	transaction.message.recentBlockhash = blockhash;
	return base64Of(transaction);
}
