import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { readKey } from "../../format/svm-wire.ts";
import { type Message, message } from "../../localized-text.ts";
import type { SvmLookup } from "../frozen.ts";
import type { SvmTableUse, SvmTransaction } from "./transaction.ts";

export interface SvmAccount {
	readonly pubkey: string;
	readonly signer: boolean;
	readonly writable: boolean;
	/** Address of the lookup table that contains the account, or the message's own account list. */
	readonly from: string;
}

export interface SvmInstruction {
	readonly programId: string;
	readonly accounts: readonly SvmAccount[];
	readonly data: Uint8Array;
}

export interface ResolvedSvm {
	readonly accounts: readonly SvmAccount[];
	readonly instructions: readonly SvmInstruction[];
}

/** `unknown`: a table wasn't read. Otherwise, the table's contents contradict the message. */
export type SvmResolving =
	| { readonly ok: true; readonly resolved: ResolvedSvm }
	| { readonly ok: false; readonly unknown: boolean; readonly field: string; readonly text: Message };

type Fault = Extract<SvmResolving, { ok: false }>;

const refused = (text: Message, unknown = false): Fault => ({
	ok: false,
	unknown,
	field: "lookup_tables",
	text,
});

function staticAccounts(transaction: SvmTransaction): SvmAccount[] {
	const { requiredSignatures, readonlySigned, readonlyUnsigned } = transaction.header;
	const count = transaction.staticKeys.length;
	return transaction.staticKeys.map((pubkey, at) => {
		const signer = at < requiredSignatures;
		const writable = signer ? at < requiredSignatures - readonlySigned : at < count - readonlyUnsigned;
		return { pubkey, signer, writable, from: "static" };
	});
}

function lookupOf(use: SvmTableUse, lookups: readonly SvmLookup[]): SvmLookup | Fault {
	const found = lookups.find((each) => each.table === use.table);
	if (found === undefined) return refused(message("match.lookup-table.not-read", { table: use.table }), true);
	const same =
		found.writable.length === use.writableIndexes.length &&
		found.readonly.length === use.readonlyIndexes.length;
	return same ? found : refused(message("match.lookup-table.other-count", { table: use.table }));
}

/** Writable accounts from all tables come first, followed by read-only ones (agave: v0::LoadedAddresses). */
function tableAccounts(lookups: readonly SvmLookup[]): SvmAccount[] {
	const lent = (from: string, keys: readonly string[], writable: boolean) =>
		keys.map((pubkey) => ({ pubkey, signer: false, writable, from }));
	return [
		...lookups.flatMap((each) => lent(each.table, each.writable, true)),
		...lookups.flatMap((each) => lent(each.table, each.readonly, false)),
	];
}

function pick(accounts: readonly SvmAccount[], indexes: readonly number[]): SvmAccount[] {
	return indexes.map((index) => accounts[index]).filter((account) => account !== undefined);
}

/** @param lookups accounts that each table provides to this message, read through the user's own RPC */
export function resolveSvm(transaction: SvmTransaction, lookups: readonly SvmLookup[]): SvmResolving {
	const found: SvmLookup[] = [];
	for (const use of transaction.lookups) {
		const lookup = lookupOf(use, lookups);
		if ("ok" in lookup) return lookup;
		found.push(lookup);
	}
	if (lookups.length !== found.length) return refused(message("match.lookup-tables.too-many"));
	const accounts = [...staticAccounts(transaction), ...tableAccounts(found)];
	if (new Set(accounts.map((account) => account.pubkey)).size !== accounts.length)
		return refused(message("match.accounts.repeated"));
	const instructions = transaction.instructions.map((each) => ({
		programId: transaction.staticKeys[each.programIndex] ?? "",
		accounts: pick(accounts, each.accountIndexes),
		data: each.data,
	}));
	return { ok: true, resolved: { accounts, instructions } };
}

export const ASSOCIATED_TOKEN_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";

const MARKER = new TextEncoder().encode("ProgramDerivedAddress");

function isOnCurve(bytes: Uint8Array): boolean {
	try {
		ed25519.Point.fromBytes(bytes);
		return true;
	} catch {
		return false;
	}
}

/**
 * Returns a wallet's associated token account for a mint. Returns `null` if a key is invalid. Source: agave,
 * Pubkey::find_program_address; SPL Associated Token Account.
 */
export function associatedAccount(owner: string, mint: string, program: string): string | null {
	const seeds = [readKey(owner), readKey(program), readKey(mint)];
	const deriver = readKey(ASSOCIATED_TOKEN_PROGRAM);
	if (deriver === null) return null;
	const bytes = seeds.flatMap((seed) => (seed === null ? [] : [...seed]));
	if (seeds.includes(null)) return null;
	for (let bump = 255; bump >= 0; bump -= 1) {
		const hash = sha256(Uint8Array.from([...bytes, bump, ...deriver, ...MARKER]));
		if (!isOnCurve(hash)) return base58.encode(hash);
	}
	return null;
}
