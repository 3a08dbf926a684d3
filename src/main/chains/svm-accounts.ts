import {
	ACCOUNT_SIZE,
	ExtensionType,
	MINT_SIZE,
	TOKEN_2022_PROGRAM_ID,
	TOKEN_PROGRAM_ID,
	unpackAccount,
	unpackMint,
} from "@solana/spl-token";
import {
	AddressLookupTableAccount,
	AddressLookupTableProgram,
	NONCE_ACCOUNT_LENGTH,
	PublicKey,
	SystemProgram,
} from "@solana/web3.js";
import type { z } from "zod";
import { ChainError } from "./chain-error.ts";
import type { SvmRpc } from "./svm-rpc.ts";
import { account, inContext, isBase58 } from "./svm-words.ts";

/**
 * Accounts as the chain holds them, and what their owner program makes of their data. Sources: SPL Token,
 * Token-2022's extensions and metadata interface, the address lookup table program.
 */

export type SvmAccountData =
	| {
			readonly kind: "mint";
			readonly decimals: number;
			/** Base units. */
			readonly supply: bigint;
			readonly mintAuthority: string | null;
			readonly freezeAuthority: string | null;
			/** Token-2022's, by name; one that is not known is `Unknown(number)`. */
			readonly extensions: readonly string[];
			/** Of Token-2022's metadata extension only, as the mint's maker wrote it. */
			readonly symbol: string | null;
			readonly name: string | null;
	  }
	| {
			readonly kind: "token";
			readonly mint: string;
			readonly owner: string;
			/** Base units. */
			readonly amount: bigint;
			readonly delegate: string | null;
			readonly delegatedAmount: bigint;
			readonly closeAuthority: string | null;
			readonly frozen: boolean;
	  }
	| { readonly kind: "nonce" }
	| { readonly kind: "other" };

export interface SvmAccountFacts {
	readonly owner: string;
	readonly lamports: bigint;
	readonly executable: boolean;
	/** Bytes of data. */
	readonly size: number;
	/** What the owner program makes of its data, where it can be read; else `other`. */
	readonly data: SvmAccountData;
}

/** The contents of an address lookup table; null where there is none at the address. */
export type SvmLookupFacts = {
	readonly table: string;
	/** In the order that indices count. */
	readonly addresses: readonly string[];
	/** It is being closed: it may stop to work at any time. */
	readonly deactivated: boolean;
} | null;

/** An account as read: its data may be cut, its size is whole. */
export interface RawAccount {
	readonly owner: string;
	readonly lamports: bigint;
	readonly executable: boolean;
	readonly size: number;
	readonly data: Uint8Array;
}

/** As many addresses as a transaction can lock (agave, MAX_TX_ACCOUNT_LOCKS); an RPC takes 100 a request. */
export const MOST_ACCOUNTS = 64;

/** A full lookup table has 8248 bytes; a mint with long metadata seldom has more than a few hundred. */
const MOST_DATA = 16_384;
const MOST_TEXT = 100;
const OTHER: SvmAccountData = { kind: "other" };

/** Where the account type stands in Token-2022's accounts, and where its extensions begin. */
const EXTENSIONS_AT = ACCOUNT_SIZE + 1;

/** Token-2022's extensions that the library does not name. */
const MORE_EXTENSIONS: Readonly<Record<number, string>> = {
	16: "ConfidentialTransferFeeConfig",
	17: "ConfidentialTransferFeeAmount",
	24: "ConfidentialMintBurn",
};

interface Extension {
	readonly type: number;
	readonly data: Uint8Array;
}

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

/**
 * Type, length, value; zeros end it. Not the library's own walk, which reads on into the padding.
 * Throws RangeError where an entry reaches past the end.
 */
function extensionsOf(tlv: Uint8Array): Extension[] {
	const view = viewOf(tlv);
	const found: Extension[] = [];
	let at = 0;
	while (at + 2 <= tlv.length) {
		const type = view.getUint16(at, true);
		if (type === 0) break;
		const length = view.getUint16(at + 2, true);
		if (at + 4 + length > tlv.length) throw new RangeError("an extension reaches past the end");
		found.push({ type, data: tlv.subarray(at + 4, at + 4 + length) });
		at += 4 + length;
	}
	return found;
}

function extensionName(type: number): string {
	const named: string | undefined = ExtensionType[type];
	return named ?? MORE_EXTENSIONS[type] ?? `Unknown(${type})`;
}

/** Update authority, mint, name, symbol (borsh); only where it speaks of this very mint. */
function metadataOf(mint: string, extensions: readonly Extension[]) {
	const none = { name: null, symbol: null };
	const data = extensions.find(({ type }) => type === ExtensionType.TokenMetadata)?.data;
	if (data === undefined || new PublicKey(data.subarray(32, 64)).toBase58() !== mint) return none;
	const text = (at: number) => {
		const length = viewOf(data).getUint32(at, true);
		if (at + 4 + length > data.length) throw new RangeError("metadata reaches past its end");
		const all = new TextDecoder("utf-8", { fatal: true }).decode(data.subarray(at + 4, at + 4 + length));
		return { text: [...all].slice(0, MOST_TEXT).join(""), end: at + 4 + length };
	};
	const name = text(64);
	return { name: name.text, symbol: text(name.end).text };
}

function tokenData(key: string, program: PublicKey, raw: RawAccount): SvmAccountData {
	const address = new PublicKey(key);
	const data = Buffer.from(raw.data);
	const info = { data, owner: program, lamports: 0, executable: raw.executable };
	const base = program.equals(TOKEN_PROGRAM_ID);
	const type = data[ACCOUNT_SIZE];
	if (data.length === MINT_SIZE || (!base && type === 1 && data.length > ACCOUNT_SIZE)) {
		const mint = unpackMint(address, info, program);
		if (!mint.isInitialized) return OTHER;
		const extensions = extensionsOf(data.subarray(EXTENSIONS_AT));
		return {
			kind: "mint",
			decimals: mint.decimals,
			supply: mint.supply,
			mintAuthority: mint.mintAuthority?.toBase58() ?? null,
			freezeAuthority: mint.freezeAuthority?.toBase58() ?? null,
			extensions: extensions.map((extension) => extensionName(extension.type)),
			...metadataOf(key, extensions),
		};
	}
	if (data.length === ACCOUNT_SIZE || (!base && type === 2 && data.length > ACCOUNT_SIZE)) {
		const token = unpackAccount(address, info, program);
		if (!token.isInitialized) return OTHER;
		return {
			kind: "token",
			mint: token.mint.toBase58(),
			owner: token.owner.toBase58(),
			amount: token.amount,
			delegate: token.delegate?.toBase58() ?? null,
			delegatedAmount: token.delegatedAmount,
			closeAuthority: token.closeAuthority?.toBase58() ?? null,
			frozen: token.isFrozen,
		};
	}
	return OTHER;
}

/** What can't be read for sure is `other`: cut data, unknown owners, data that its owner program would refuse. */
export function dataOf(key: string, raw: RawAccount): SvmAccountData {
	if (raw.owner === SystemProgram.programId.toBase58())
		return raw.size === NONCE_ACCOUNT_LENGTH ? { kind: "nonce" } : OTHER;
	const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((each) => each.toBase58() === raw.owner);
	if (program === undefined || raw.data.length !== raw.size) return OTHER;
	try {
		return tokenData(key, program, raw);
	} catch {
		return OTHER;
	}
}

export function accountFacts(key: string, raw: RawAccount): SvmAccountFacts {
	const { owner, lamports, executable, size } = raw;
	return { owner, lamports, executable, size, data: dataOf(key, raw) };
}

function rawAccount(read: z.infer<typeof account>): RawAccount {
	const size = read.space ?? read.data.length;
	// Without `space`, data that fills the slice may be cut; and more than was asked for is no answer.
	const cut = read.space === undefined && read.data.length >= MOST_DATA;
	if (cut || read.data.length !== Math.min(size, MOST_DATA))
		throw new ChainError("unreadable", "Your Solana RPC answered with an account whose size is unclear.");
	return { owner: read.owner, lamports: read.lamports, executable: read.executable, size, data: read.data };
}

/** At `confirmed`, in the order asked, at most MOST_ACCOUNTS; null: no such account. Throws ChainError. */
export async function readAccounts(rpc: SvmRpc, keys: readonly string[]): Promise<(RawAccount | null)[]> {
	if (keys.length === 0) return [];
	const asked = { commitment: "confirmed", encoding: "base64", dataSlice: { offset: 0, length: MOST_DATA } };
	const read = await rpc(inContext(account.nullable().array()), "getMultipleAccounts", [keys, asked]);
	if (read.length !== keys.length)
		throw new ChainError(
			"unreadable",
			"Your Solana RPC answered with another number of accounts than asked.",
		);
	return read.map((each) => (each === null ? null : rawAccount(each)));
}

/** A lookup table's first field: 1 where it is one, 0 where it is not set up. */
const TABLE_TYPE = 1;

export function tableOf(table: string, raw: RawAccount | null): SvmLookupFacts {
	if (raw === null || raw.owner !== AddressLookupTableProgram.programId.toBase58()) return null;
	const unreadable = (cause?: unknown) =>
		new ChainError("unreadable", "Your Solana RPC answered with a lookup table that can't be read.", {
			cause,
		});
	if (raw.data.length !== raw.size || raw.data.length < 4) throw unreadable();
	if (viewOf(raw.data).getUint32(0, true) !== TABLE_TYPE) return null;
	try {
		const state = AddressLookupTableAccount.deserialize(raw.data);
		const read = new AddressLookupTableAccount({ key: new PublicKey(table), state });
		return {
			table,
			addresses: state.addresses.map((key) => key.toBase58()),
			deactivated: !read.isActive(),
		};
	} catch (cause) {
		throw unreadable(cause);
	}
}

/** Reads lookup tables; an address that is none has no table. Throws ChainError. */
export async function readTables(
	rpc: SvmRpc,
	addresses: readonly string[],
): Promise<ReadonlyMap<string, SvmLookupFacts>> {
	const keys = [...new Set(addresses)];
	if (keys.length > MOST_ACCOUNTS)
		throw new ChainError("refused", "This names more lookup tables than a transaction can have.");
	const asked = keys.filter((key) => isBase58(key, 32));
	const read = await readAccounts(rpc, asked);
	const tables = new Map<string, SvmLookupFacts>(keys.map((key) => [key, null]));
	asked.forEach((key, at) => {
		tables.set(key, tableOf(key, read[at] ?? null));
	});
	return tables;
}
