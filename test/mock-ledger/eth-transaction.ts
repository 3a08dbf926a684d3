import { keccak_256 } from "@noble/hashes/sha3.js";
import { decimals, Status, SW, toHex, toUint } from "./bytes.ts";
import { type DescribedToken, tokenAmount } from "./eth-described.ts";
import { checksummed } from "./keys.ts";
import { chainName, ticker } from "./networks.ts";
import type { ScreenQuestion, ShownField } from "./question.ts";
import { type Field, fieldsSoFar, lengthOf, type Rlp, readList } from "./rlp.ts";

/** Parses transactions as the Ethereum app does: legacy with EIP-155, EIP-2930 and EIP-1559. */

type TransactionType = "legacy" | "eip2930" | "eip1559";

/** Number of fields in the list, and the index of each field that the app reads. */
const LAYOUT = {
	legacy: { chainId: 6, gasPrice: 1, gasLimit: 2, to: 3, value: 4, data: 5, count: 9 },
	eip2930: { chainId: 0, gasPrice: 2, gasLimit: 3, to: 4, value: 5, data: 6, count: 8 },
	eip1559: { chainId: 0, gasPrice: 3, gasLimit: 4, to: 5, value: 6, data: 7, count: 9 },
} as const;

export interface Transaction {
	readonly type: TransactionType;
	readonly chainId: bigint;
	/** Chain id as received. The v of a legacy signature is computed from its first four bytes. */
	readonly chainIdBytes: Uint8Array;
	/** Recipient; `null` if the transaction creates a contract. */
	readonly to: Uint8Array | null;
	readonly value: bigint;
	readonly data: Uint8Array;
	/** Maximum fees in wei. */
	readonly maxFees: bigint;
	readonly digest: Uint8Array;
}

/**
 * Reads the transaction type from the first bytes.
 * @throws Status for types that the app does not know
 */
function typeOf(bytes: Uint8Array): { type: TransactionType; prefix: number } {
	const first = bytes[0] ?? 0;
	if (first >= 0xc0) return { type: "legacy", prefix: 0 };
	if (first === 1) return { type: "eip2930", prefix: 1 };
	if (first === 2) return { type: "eip1559", prefix: 1 };
	if (first < 0x80) throw new Status(SW.typeNotSupported, `transaction type ${first}`);
	throw new Status(SW.badData, "no transaction");
}

function text(item: Rlp | undefined): Uint8Array {
	if (!(item instanceof Uint8Array)) throw new Status(SW.badData, "a list where a value belongs");
	return item;
}

function number(item: Rlp | undefined): bigint {
	const bytes = text(item);
	if (bytes.length > 32) throw new Status(SW.badData, "a number of more than 32 bytes");
	return toUint(bytes);
}

function readWhole(bytes: Uint8Array): Transaction {
	const { type, prefix } = typeOf(bytes);
	const items = readList(bytes.subarray(prefix));
	const layout = LAYOUT[type];
	if (items.length !== layout.count) throw new Status(SW.badData, `${items.length} fields`);
	if (type === "legacy" && (number(items[7]) !== 0n || number(items[8]) !== 0n)) {
		throw new Status(SW.badData, "a signature in it");
	}
	if (type !== "legacy" && items[layout.count - 1] instanceof Uint8Array) {
		throw new Status(SW.badData, "no access list");
	}
	const to = text(items[layout.to]);
	if (to.length !== 0 && to.length !== 20) throw new Status(SW.badData, "an address of another length");
	const chainIdBytes = text(items[layout.chainId]);
	return {
		type,
		chainId: number(chainIdBytes),
		chainIdBytes,
		to: to.length === 0 ? null : to,
		value: number(items[layout.value]),
		data: text(items[layout.data]),
		maxFees: number(items[layout.gasPrice]) * number(items[layout.gasLimit]),
		digest: keccak_256(bytes),
	};
}

/** Returns true as soon as the first byte of data has arrived. */
function hasData(fields: readonly Field[], type: TransactionType): boolean {
	return (fields[LAYOUT[type].data]?.length ?? 0) > 0;
}

export type Progress =
	| { readonly kind: "more" }
	| { readonly kind: "blind signing off" }
	/** `token` is Ledger's description of the contract that a transfer or an approval calls. */
	| { readonly kind: "whole"; readonly transaction: Transaction; readonly token: DescribedToken | null };

type Describe = (address: Uint8Array) => DescribedToken | null;

/**
 * Parses the bytes so far, as the app does after each chunk. Parsing ends at data if blind signing is off,
 * except for a transfer or approval of a described token. It also ends at bytes after the list, and at a
 * legacy transaction whose chunk ends before its chain id, which the app reads as one without a chain id.
 * @throws Status
 */
export function readSoFar(bytes: Uint8Array, blindSigning: boolean, describe: Describe): Progress {
	if (bytes.length === 0) throw new Status(SW.badData, "no transaction");
	const { type, prefix } = typeOf(bytes);
	const body = bytes.subarray(prefix);
	const fields = fieldsSoFar(body);
	const token = describedCall(fields, type, describe);
	if (hasData(fields, type) && !blindSigning && token === null) return { kind: "blind signing off" };
	const whole = lengthOf(body);
	if (whole !== null && body.length > whole) throw new Status(SW.badData, "bytes after the transaction");
	if (whole === body.length) {
		const transaction = readWhole(bytes);
		if (token !== null && transaction.value !== 0n) throw new Status(SW.badData, "ether with a token’s call");
		return { kind: "whole", transaction, token };
	}
	if (type === "legacy" && fields.length === 6 && fields[5]?.body !== null) {
		throw new Status(SW.badData, "a transaction without a chain id");
	}
	return { kind: "more" };
}

/**
 * Returns the v of the answer: the parity for typed transactions, the lowest byte of EIP-155's v for legacy
 * ones.
 */
export function vOf(transaction: Transaction, parity: number): number {
	if (transaction.type !== "legacy") return parity;
	return Number((toUint(transaction.chainIdBytes.subarray(0, 4)) * 2n + 35n + BigInt(parity)) & 0xffn);
}

const ERC20 = { a9059cbb: "send", "095ea7b3": "approve" } as const;
/** Length of the selector and two words. */
const CALL_BYTES = 68;

/** Returns "send" or "approve"; `null` for other data. */
function verbOf(data: Uint8Array): "send" | "approve" | null {
	const selector = toHex(data.subarray(0, 4));
	return Object.entries(ERC20).find(([known]) => known === selector)?.[1] ?? null;
}

/** Returns the described token of a transfer or approval, as far as the bytes received show it. */
function describedCall(
	fields: readonly Field[],
	type: TransactionType,
	describe: Describe,
): DescribedToken | null {
	const [to, data] = [fields[LAYOUT[type].to], fields[LAYOUT[type].data]];
	if (to?.body?.length !== 20 || data === undefined || data.length < CALL_BYTES) return null;
	return data.body !== null && verbOf(data.body) === null ? null : describe(to.body);
}

/**
 * Returns the title's text for a token call that the app recognizes, with or without a description of the
 * token.
 */
function tokenCall({ to, data, value }: Transaction, token: DescribedToken | null): string | null {
	if (to === null || (token === null && data.length !== CALL_BYTES) || value !== 0n) return null;
	const verb = verbOf(data);
	return verb === null ? null : `${verb} ERC20 token`;
}

/** Formats bytes after the arguments as text if all of them are printable, otherwise as hex. */
function extraText(extra: Uint8Array): string {
	const text = Buffer.from(extra).toString("latin1");
	return /^[\x20-\x7e]+$/.test(text) ? text : `0x${toHex(extra)}`;
}

/** Returns the fields that show a described token's call. */
function describedFields({ data }: Transaction, token: DescribedToken): ShownField[] {
	const isSend = verbOf(data) === "send";
	const extra = data.subarray(CALL_BYTES);
	return [
		{
			label: isSend ? "Send" : "Approve",
			value: tokenAmount(data.subarray(36, CALL_BYTES), token),
			words: true,
		},
		{ label: isSend ? "To" : "Approve to", value: checksummed(data.subarray(16, 36)) },
		...(extra.length === 0 ? [] : [{ label: "Extra Data", value: extraText(extra) }]),
	];
}

/** Creates the question about a transaction for the account that signs it. */
export function questionOf(
	transaction: Transaction,
	from: string,
	described: DescribedToken | null,
	hashLabel: string,
): ScreenQuestion {
	const { chainId, value, data, to, maxFees } = transaction;
	const unit = ticker(chainId);
	const isBlind = data.length > 0 && described === null;
	const token = tokenCall(transaction, described);
	const fees = { label: "Max fees", value: `${decimals(maxFees, 18)} ${unit}` };
	const network = chainId === 1n ? [] : [{ label: "Network", value: chainName(chainId) }];
	const amount = { label: "Amount", value: `${decimals(value, 18)} ${unit}` };
	const recipient = { label: "To", value: to === null ? "Contract" : checksummed(to) };
	const hash = { label: hashLabel, value: `0x${toHex(transaction.digest)}` };
	const fields: ShownField[] =
		token === null
			? [
					...(isBlind && value === 0n ? [] : [amount]),
					recipient,
					fees,
					...network,
					...(isBlind ? [hash] : []),
				]
			: [...(described === null ? [] : describedFields(transaction, described)), ...network, fees];
	return {
		kind: "transaction",
		title: token === null ? "Review transaction" : `Review transaction to ${token}`,
		isBlind,
		fields: [{ label: "From", value: from }, ...fields],
	};
}
