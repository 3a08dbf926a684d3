import { base58 } from "@scure/base";
import {
	ACCOUNT_SIZE,
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
	StakeProgram,
	SystemProgram,
	VoteProgram,
} from "@solana/web3.js";
import type { z } from "zod";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type {
	SvmAccountData,
	SvmAccountFacts,
	SvmDelegation,
	SvmLockup,
	SvmLookupFacts,
} from "../../../core/chain/svm.ts";
import { SVM_SYSTEM_PROGRAM } from "../../../core/chain/well-known.ts";
import { message } from "../../../core/localized-text.ts";
import { orIfThrown } from "../../../core/or-if-thrown.ts";
import { extensionsOf, metadataOf, powersOf, scalingOf } from "./extensions.ts";
import type { SvmRpc } from "./rpc.ts";
import { account, atSlot, isBase58 } from "./rpc-values.ts";

/** `data` may be truncated, but `size` is the full size. */
export interface RawAccount {
	readonly owner: string;
	readonly lamports: bigint;
	readonly executable: boolean;
	readonly size: number;
	readonly data: Uint8Array;
}

/**
 * Maximum number of accounts that a transaction can lock (agave, MAX_TX_ACCOUNT_LOCKS). An RPC accepts 100
 * per request.
 */
export const MAX_ACCOUNTS = 64;

/**
 * A full lookup table is 8,248 bytes long. Even with long metadata, a mint is rarely longer than a few
 * hundred.
 */
export const MAX_DATA = 16_384;
const OTHER: SvmAccountData = { kind: "other" };

/** Token-2022 pads accounts to this size, then adds the account type and extensions. */
const EXTENSIONS_AT = ACCOUNT_SIZE + 1;

const STAKE_SIZE = 200;

const keyAt = (data: Uint8Array, at: number) => base58.encode(data.subarray(at, at + 32));
const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength);

function tokenData(key: string, program: PublicKey, raw: RawAccount, nowSeconds: bigint): SvmAccountData {
	const address = new PublicKey(key);
	const data = Buffer.from(raw.data);
	const info = { data, owner: program, lamports: 0, executable: raw.executable };
	const base = program.equals(TOKEN_PROGRAM_ID);
	const type = data[ACCOUNT_SIZE];
	if (data.length === MINT_SIZE || (!base && type === 1 && data.length > ACCOUNT_SIZE)) {
		const mint = unpackMint(address, info, program);
		if (!mint.isInitialized) return OTHER;
		const extensions = extensionsOf(data.subarray(EXTENSIONS_AT));
		const scaling = scalingOf(extensions, nowSeconds);
		return {
			kind: "mint",
			decimals: mint.decimals,
			supply: mint.supply,
			mintAuthority: mint.mintAuthority?.toBase58() ?? null,
			freezeAuthority: mint.freezeAuthority?.toBase58() ?? null,
			extensions: extensions.map(({ name }) => name),
			...metadataOf(key, extensions),
			...(scaling === null ? {} : { scaling }),
			...(extensions.length === 0 ? {} : { powers: powersOf(extensions) }),
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

/** Layout: version, state (1: initialized), authority (agave: nonce::versions::Versions). */
function nonceData({ data, size }: RawAccount): SvmAccountData {
	if (data.length !== size || viewOf(data).getUint32(4, true) !== 1) return { kind: "nonce" };
	return { kind: "nonce", authority: keyAt(data, 8) };
}

function stakeData({ data, size }: RawAccount): SvmAccountData {
	if (data.length !== size || size !== STAKE_SIZE) return OTHER;
	const state = viewOf(data).getUint32(0, true);
	if (state !== 1 && state !== 2) return OTHER;
	return {
		kind: "stake",
		staker: keyAt(data, 12),
		withdrawer: keyAt(data, 44),
		lockup: lockupAt(data, 76),
		...(state === 2 ? { delegation: delegationAt(data, 124) } : {}),
	};
}

const NO_END = 2n ** 64n - 1n;

/** Layout: validator, amount, activation epoch, deactivation epoch. */
function delegationAt(data: Uint8Array, at: number): SvmDelegation {
	const end = viewOf(data).getBigUint64(at + 48, true);
	return { voter: keyAt(data, at), endsIn: end === NO_END ? null : end };
}

function lockupAt(data: Uint8Array, at: number): SvmLockup | null {
	const view = viewOf(data);
	const lockup = {
		time: view.getBigInt64(at, true),
		epoch: view.getBigUint64(at + 8, true),
		custodian: keyAt(data, at + 16),
	};
	return lockup.time <= 0n && lockup.epoch === 0n && lockup.custodian === SVM_SYSTEM_PROGRAM ? null : lockup;
}

/**
 * Offset of the commission in version 4, which is in basis points. Earlier versions store a percentage in the
 * byte at offset 68.
 */
const COMMISSION_4 = 132;

/**
 * Versions 1.14.11, 3 and 4 start with the same fields: validator and withdraw authority (SIMD-0185 for
 * version 4).
 */
function voteData({ data, size }: RawAccount): SvmAccountData {
	if (data.length !== size || size < COMMISSION_4 + 2) return OTHER;
	const version = viewOf(data).getUint32(0, true);
	const [identity, withdrawer] = [keyAt(data, 4), keyAt(data, 36)];
	// An uninitialized account is all zeros.
	if (version < 1 || version > 3 || withdrawer === SVM_SYSTEM_PROGRAM) return OTHER;
	const commission = version === 3 ? viewOf(data).getUint16(COMMISSION_4, true) : (data[68] ?? 0) * 100;
	return { kind: "vote", identity, withdrawer, commission: BigInt(commission) };
}

/**
 * Returns `other` for anything that can't be parsed reliably: truncated data, data with an unknown owner, or
 * data that the program would reject.
 */
function dataOf(key: string, raw: RawAccount, nowSeconds: bigint): SvmAccountData {
	if (raw.owner === SystemProgram.programId.toBase58())
		return raw.size === NONCE_ACCOUNT_LENGTH ? nonceData(raw) : OTHER;
	if (raw.owner === StakeProgram.programId.toBase58()) return stakeData(raw);
	if (raw.owner === VoteProgram.programId.toBase58()) return voteData(raw);
	const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((each) => each.toBase58() === raw.owner);
	if (program === undefined || raw.data.length !== raw.size) return OTHER;
	return orIfThrown(OTHER, () => tokenData(key, program, raw, nowSeconds));
}

export function accountFacts(key: string, raw: RawAccount, nowSeconds = -1n): SvmAccountFacts {
	const { owner, lamports, executable, size } = raw;
	return { owner, lamports, executable, size, data: dataOf(key, raw, nowSeconds) };
}

function rawAccount(read: z.infer<typeof account>): RawAccount {
	const size = read.space ?? read.data.length;
	// If `space` is missing and the data fills the slice, the data may be truncated. An unexpected length is
	// invalid.
	const cut = read.space === undefined && read.data.length >= MAX_DATA;
	if (cut || read.data.length !== Math.min(size, MAX_DATA))
		throw new ChainError("unreadable", message("chain.svm.unclear-size"));
	return { owner: read.owner, lamports: read.lamports, executable: read.executable, size, data: read.data };
}

export async function readAccountsAt(
	rpc: SvmRpc,
	keys: readonly string[],
): Promise<{ readonly slot: bigint; readonly accounts: (RawAccount | null)[] }> {
	const asked = { commitment: "confirmed", encoding: "base64", dataSlice: { offset: 0, length: MAX_DATA } };
	const read = await rpc(atSlot(account.nullable().array()), "getMultipleAccounts", [keys, asked]);
	if (read.value.length !== keys.length)
		throw new ChainError("unreadable", message("chain.svm.other-accounts"));
	return { slot: read.slot, accounts: read.value.map((each) => (each === null ? null : rawAccount(each))) };
}

export async function readAccounts(rpc: SvmRpc, keys: readonly string[]): Promise<(RawAccount | null)[]> {
	return keys.length === 0 ? [] : (await readAccountsAt(rpc, keys)).accounts;
}

const TABLE_TYPE = 1;

function tableOf(table: string, raw: RawAccount | null): SvmLookupFacts {
	if (raw === null || raw.owner !== AddressLookupTableProgram.programId.toBase58()) return null;
	const unreadable = (cause?: unknown) =>
		new ChainError("unreadable", message("chain.svm.unreadable-table"), {
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

export async function readTables(
	rpc: SvmRpc,
	addresses: readonly string[],
): Promise<ReadonlyMap<string, SvmLookupFacts>> {
	const keys = [...new Set(addresses)];
	if (keys.length > MAX_ACCOUNTS) throw new ChainError("refused", message("chain.svm.too-many-tables"));
	const asked = keys.filter((key) => isBase58(key, 32));
	const read = await readAccounts(rpc, asked);
	const tables = new Map<string, SvmLookupFacts>(keys.map((key) => [key, null]));
	asked.forEach((key, at) => {
		tables.set(key, tableOf(key, read[at] ?? null));
	});
	return tables;
}
