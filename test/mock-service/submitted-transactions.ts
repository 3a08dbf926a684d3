import { base58 } from "@scure/base";
import {
	type AddressLookupTableAccount,
	ComputeBudgetProgram,
	PublicKey,
	TransactionInstruction,
	TransactionMessage,
	type VersionedTransaction,
} from "@solana/web3.js";
import { getAddress, type Hex, isAddressEqual } from "viem";
import type {
	AssembledEvmTransaction,
	AssembledSvmTransaction,
	TransactionResult,
} from "../../src/service-api/action.ts";
import type { ActionRecord, SentLeg } from "./action-store.ts";
import type { ChainAccess } from "./chain-access.ts";
import { Problem } from "./problem.ts";
import type { SvmAccess } from "./svm-build.ts";
import { readSvmBytes, requireSignatures, type SvmBytes, signatureId } from "./svm-verify.ts";

/** Checks submitted transactions, as the chain reports them, against the action's request. */

function transactionMismatch(leg: string, field: string, expected: unknown, got: unknown): Problem {
	const details = { leg, field, expected: String(expected), got: String(got) };
	const message = `${leg} is not the transaction that was requested for: ${field} is ${details.got}, not ${details.expected}.`;
	return new Problem(422, "transaction_mismatch", message, { details });
}

function legMismatch(message: string): Problem {
	return new Problem(422, "leg_mismatch", message);
}

/**
 * Requires one leg for each transaction, in order, and only skipped legs after the first that wasn't
 * submitted.
 * @throws Problem 422
 */
export function requireOrder(legs: readonly TransactionResult[], count: number): void {
	if (legs.length !== count) throw legMismatch(`There are ${count} legs, not ${legs.length}.`);
	let stopped = false;
	for (const [index, { id, status, transactionId }] of legs.entries()) {
		if (id !== `leg_${index + 1}`) throw legMismatch(`The leg in place ${index + 1} is ${id}.`);
		if (stopped && status !== "skipped") throw legMismatch(`${id} comes after a leg that was not submitted.`);
		if (index === 0 && status === "skipped") throw legMismatch("The first leg can't be skipped.");
		if (status === "submitted" && !transactionId) throw legMismatch(`${id} names no transaction.`);
		if (status !== "submitted" && transactionId) throw legMismatch(`${id} was ${status}, yet it names one.`);
		stopped ||= status !== "submitted";
	}
}

/** @throws Problem 422 `transaction_mismatch` */
export async function checkEvmLeg(
	{ client }: ChainAccess,
	requested: AssembledEvmTransaction,
	leg: TransactionResult,
	sinceNonce: number | null,
): Promise<SentLeg> {
	const id = leg.transactionId ?? "";
	const differs = (field: string, expected: unknown, got: unknown) =>
		transactionMismatch(leg.id, field, expected, got);
	if (!/^0x[0-9a-fA-F]{64}$/.test(id)) throw differs("transactionId", "a hash", id);
	const hash: Hex = `0x${id.slice(2)}`;
	const found = await client.getTransaction({ hash }).catch(() => null);
	if (found === null) throw differs("transactionId", "a transaction on the chain", "unknown there");
	if (!isAddressEqual(found.from, getAddress(requested.from)))
		throw differs("from", requested.from, found.from);
	if (found.to === null || !isAddressEqual(found.to, getAddress(requested.to))) {
		throw differs("to", requested.to, found.to ?? "none");
	}
	if (found.value !== BigInt(requested.value ?? "0"))
		throw differs("value", requested.value ?? "0", found.value);
	if (found.input.toLowerCase() !== requested.data.toLowerCase())
		throw differs("data", requested.data, found.input);
	if (sinceNonce !== null && found.nonce < sinceNonce) throw differs("nonce", sinceNonce, found.nonce);
	return {
		transactionId: found.hash,
		family: "evm",
		chainId: requested.chain_id,
		from: requested.from,
		nonce: found.nonce,
		lastValid: null,
	};
}

async function lookupTablesOf(
	{ connection }: SvmAccess,
	{ message }: VersionedTransaction,
): Promise<AddressLookupTableAccount[]> {
	const tables = message.addressTableLookups.map(async ({ accountKey }) => {
		const { value } = await connection.getAddressLookupTable(accountKey);
		return value === null ? [] : [value];
	});
	return (await Promise.all(tables)).flat();
}

const shown = ({ programId, keys, data }: TransactionInstruction) =>
	JSON.stringify({
		program: programId.toBase58(),
		keys: keys.map(({ pubkey, isSigner, isWritable }) => [pubkey.toBase58(), isSigner, isWritable]),
		data: Buffer.from(data).toString("base64"),
	});

/** Separates compute-budget instructions from the others. Account flags are those of the whole message. */
function splitBudget(transaction: VersionedTransaction, tables: AddressLookupTableAccount[]) {
	const { instructions, payerKey } = TransactionMessage.decompile(transaction.message, {
		addressLookupTableAccounts: tables,
	});
	const isBudget = ({ programId }: TransactionInstruction) =>
		programId.equals(ComputeBudgetProgram.programId);
	return {
		payer: payerKey,
		budget: instructions.filter(isBudget),
		rest: instructions.filter((instruction) => !isBudget(instruction)),
	};
}

/** Formats the reviewed instructions, with account flags merged across the message as a compiler does. */
function reviewedForm(requested: AssembledSvmTransaction): string[] {
	const payer = new PublicKey(requested.payer);
	const instructions = requested.instructions.map(
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
	const blank = PublicKey.default.toBase58();
	const message = new TransactionMessage({ payerKey: payer, recentBlockhash: blank, instructions });
	return TransactionMessage.decompile(message.compileToV0Message()).instructions.map(shown);
}

function allowedBudget({
	assembly,
}: {
	assembly?: AssembledSvmTransaction["instructions"][number]["assembly"];
}) {
	const units = assembly?.compute_units;
	const price = assembly?.priority_microlamports;
	return new Set([
		...(units == null ? [] : [shown(ComputeBudgetProgram.setComputeUnitLimit({ units }))]),
		...(price == null ? [] : [shown(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }))]),
	]);
}

/**
 * Checks that the signed bytes contain the reviewed content, and no more.
 * @throws Problem 422 `transaction_mismatch`
 */
async function checkSvmContent(
	access: SvmAccess,
	requested: AssembledSvmTransaction,
	leg: string,
	signed: SvmBytes,
): Promise<void> {
	const differs = (field: string, expected: unknown, got: unknown) =>
		transactionMismatch(leg, field, expected, got);
	const given = requested.unsigned_transaction_base64;
	if (typeof given === "string") {
		// Bytes in the request are signed unchanged; only a renewable blockhash may differ.
		const { transaction } = readSvmBytes(given);
		if (requested.preserve_blockhash !== true) {
			transaction.message.recentBlockhash = signed.transaction.message.recentBlockhash;
		}
		if (!Buffer.from(transaction.message.serialize()).equals(signed.message)) {
			throw differs("message", "the bytes that were given", "others");
		}
		return;
	}
	const { payer, budget, rest } = splitBudget(
		signed.transaction,
		await lookupTablesOf(access, signed.transaction),
	);
	if (payer.toBase58() !== requested.payer) throw differs("payer", requested.payer, payer.toBase58());
	const expected = reviewedForm(requested);
	if (rest.length !== expected.length) throw differs("instructions", expected.length, rest.length);
	for (const [index, instruction] of rest.entries()) {
		if (shown(instruction) !== expected[index]) {
			throw differs(`instructions[${index}]`, expected[index], shown(instruction));
		}
	}
	const allowed = allowedBudget({ assembly: requested.instructions[0]?.assembly });
	for (const instruction of budget) {
		if (!allowed.has(shown(instruction))) throw differs("compute budget", [...allowed], shown(instruction));
	}
	if (budget.length > 2) throw differs("compute budget", "two at most", budget.length);
}

/** Returns the signed bytes from the client if it sent them, or else from the chain. */
async function bytesOf(access: SvmAccess, leg: TransactionResult): Promise<SvmBytes> {
	if (leg.signedTransactionBase64) return readSvmBytes(leg.signedTransactionBase64);
	const id = leg.transactionId ?? "";
	const found = await access.connection
		.getTransaction(id, { maxSupportedTransactionVersion: 0, commitment: "confirmed" })
		.catch(() => null);
	if (found === null) {
		throw transactionMismatch(leg.id, "transactionId", "a transaction on the chain", "unknown there");
	}
	const { message, signatures } = found.transaction;
	const raw = [signatures.length, ...signatures.flatMap((signature) => [...base58.decode(signature)])];
	const bytes = Buffer.concat([Buffer.from(raw), Buffer.from(message.serialize())]);
	return readSvmBytes(bytes.toString("base64"));
}

/** @throws Problem 422 `transaction_mismatch` or `signature_mismatch` */
export async function checkSvmLeg(
	access: SvmAccess,
	requested: AssembledSvmTransaction,
	leg: TransactionResult,
	sinceSlot: number | null,
): Promise<SentLeg> {
	const id = leg.transactionId ?? "";
	const differs = (field: string, expected: unknown, got: unknown) =>
		transactionMismatch(leg.id, field, expected, got);
	const signed = await bytesOf(access, leg);
	requireSignatures(signed);
	if (signatureId(signed) !== id) throw differs("transactionId", signatureId(signed), id);
	await checkSvmContent(access, requested, leg.id, signed);
	const { connection } = access;
	const { value } = await connection.getSignatureStatuses([id], { searchTransactionHistory: true });
	const status = value[0] ?? null;
	const blockhash = signed.transaction.message.recentBlockhash;
	const alive = async () => (await connection.isBlockhashValid(blockhash, { commitment: "processed" })).value;
	if (status === null && !(await alive())) {
		throw differs("transactionId", "a transaction on the chain", "one that can't land any more");
	}
	if (status !== null && sinceSlot !== null && status.slot < sinceSlot) {
		throw differs("slot", `${sinceSlot} or later`, status.slot);
	}
	const { lastValidBlockHeight } = await connection.getLatestBlockhash();
	return {
		transactionId: id,
		family: "svm",
		chainId: null,
		from: requested.payer,
		nonce: null,
		lastValid: lastValidBlockHeight,
	};
}

/** Rejects a transaction that was used before, and nonces that don't increase. @throws Problem 422 */
export function requireUnused(
	record: ActionRecord,
	sent: readonly SentLeg[],
	isTaken: (transactionId: string, except: string) => boolean,
): void {
	const ids = sent.map(({ transactionId }) => transactionId);
	for (const [index, id] of ids.entries()) {
		if (ids.indexOf(id) !== index || isTaken(id, record.action.id)) {
			throw transactionMismatch(
				`leg_${index + 1}`,
				"transactionId",
				"one of its own",
				"one that answered before",
			);
		}
		const [before, now] = [sent[index - 1]?.nonce ?? null, sent[index]?.nonce ?? null];
		if (before !== null && now !== null && now <= before) {
			throw transactionMismatch(`leg_${index + 1}`, "nonce", `more than ${before}`, now);
		}
	}
}
