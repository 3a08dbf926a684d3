import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromRlp, numberToHex, recoverAddress, toRlp } from "viem/utils";
import type { EvmTransactionPayload } from "../../../service-api/commit.ts";
import { AppError } from "../../app-error.ts";
import { type Hex, readAddress, readUint } from "../../format/numeral.ts";
import { memoizedIfLong } from "../../format/remembered.ts";
import { type Message, message } from "../../localized-text.ts";

/**
 * EIP-1559 transactions (EIP-2718 type 2). Operates on bytes, because converting 128 KiB of calldata to hex
 * and back would take half as long as hashing it.
 */

export interface EvmSignature {
	readonly r: Hex;
	readonly s: Hex;
	readonly yParity: 0 | 1;
}

export class PayloadError extends AppError {
	readonly field: string;
	readonly saysUnsigned = true;

	constructor(field: string) {
		super(message("match.payload.unwritable", { field }));
		this.name = "PayloadError";
		this.field = field;
	}
}

function need<T>(value: T | null, field: string): T {
	if (value === null) throw new PayloadError(field);
	return value;
}

const ENVELOPE = Uint8Array.of(0x02);

const NO_DIGIT = 0xff;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (const [value, letter] of [..."0123456789abcdef"].entries())
	for (const each of [letter, letter.toUpperCase()]) DIGITS[each.charCodeAt(0)] = value;

/** Each transaction uses two cache entries: its calldata and its signed form. */
const TEXTS_REMEMBERED = 2;

/** Results are cached, so callers must not modify them. */
const bytesOf: (text: string) => Uint8Array | null = memoizedIfLong(TEXTS_REMEMBERED, decoded);

function decoded(text: string): Uint8Array | null {
	if (text.length % 2 !== 0 || !text.startsWith("0x")) return null;
	const letters = utf8ToBytes(text);
	if (letters.length !== text.length) return null;
	const bytes = new Uint8Array(letters.length / 2 - 1);
	for (let at = 0, next = 2; at < bytes.length; at += 1, next += 2) {
		const high = DIGITS[letters[next] ?? 0] ?? NO_DIGIT;
		const low = DIGITS[letters[next + 1] ?? 0] ?? NO_DIGIT;
		if (high === NO_DIGIT || low === NO_DIGIT) return null;
		bytes[at] = high * 16 + low;
	}
	return bytes;
}

const hexOf = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`;
const keccak = (bytes: Uint8Array): Hex => hexOf(keccak_256(bytes));

function quantity(value: bigint): Uint8Array {
	const hex = value === 0n ? "" : value.toString(16);
	return hexToBytes(hex.length % 2 === 0 ? hex : `0${hex}`);
}

function count(value: number, field: string, least = 0): Uint8Array {
	if (!Number.isSafeInteger(value) || value < least) throw new PayloadError(field);
	return quantity(BigInt(value));
}

const FIELDS = [
	"chain_id",
	"nonce",
	"max_priority_fee_per_gas",
	"max_fee_per_gas",
	"gas_limit",
	"to",
	"value",
	"data",
] as const;

function fields(payload: EvmTransactionPayload): readonly Uint8Array[] {
	const { transaction: tx } = payload;
	const most = need(readUint(tx.max_fee_per_gas), "max_fee_per_gas");
	const tip = need(readUint(tx.max_priority_fee_per_gas), "max_priority_fee_per_gas");
	// Chains reject a priority fee that exceeds the maximum fee per gas (EIP-1559).
	if (tip > most) throw new PayloadError("max_priority_fee_per_gas");
	return [
		count(payload.chain_id, "chain_id", 1),
		count(payload.nonce, "nonce"),
		quantity(tip),
		quantity(most),
		count(tx.gas_limit, "gas_limit"),
		need(bytesOf(need(readAddress(tx.to), "to")), "to"),
		quantity(need(readUint(tx.value), "value")),
		need(bytesOf(tx.data), "data"),
	];
}

function written(members: readonly Uint8Array[], signature: readonly Uint8Array[] = []): Uint8Array {
	return concatBytes(ENVELOPE, toRlp([...members, [], ...signature], "bytes"));
}

const signatureMembers = ({ r, s, yParity }: EvmSignature): readonly Uint8Array[] => [
	quantity(BigInt(yParity)),
	quantity(BigInt(r)),
	quantity(BigInt(s)),
];

export function unsignedEvm(payload: EvmTransactionPayload): Hex {
	return hexOf(written(fields(payload)));
}

export function signingHashEvm(payload: EvmTransactionPayload): Hex {
	return keccak(written(fields(payload)));
}

export function signedEvm(payload: EvmTransactionPayload, signature: EvmSignature): Hex {
	return hexOf(written(fields(payload), signatureMembers(signature)));
}

export type SignedCheck =
	| { readonly ok: true; readonly hash: Hex; readonly raw: Hex }
	| { readonly ok: false; readonly field: string; readonly text: Message };

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const refused = (field: string, text: Message): SignedCheck => ({ ok: false, field, text });

function listOf(raw: Uint8Array): readonly unknown[] | null {
	if (raw[0] !== ENVELOPE[0]) return null;
	try {
		const list: unknown = fromRlp(raw.subarray(1), "bytes");
		return Array.isArray(list) ? list : null;
	} catch {
		return null;
	}
}

/** Exits on the first difference, because the bytes may be hostile but aren't secret. */
function isSame(left: unknown, right: Uint8Array | undefined): boolean {
	if (!(left instanceof Uint8Array) || left.length !== right?.length) return false;
	for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return false;
	return true;
}

const isBytes = (value: unknown, least: number, most: number): value is Uint8Array =>
	value instanceof Uint8Array && value.length >= least && value.length <= most;

const scalar = (value: unknown): bigint => (isBytes(value, 1, 32) ? BigInt(hexOf(value)) : 0n);

function signatureOf(list: readonly unknown[]): EvmSignature | string {
	const [parity, r, s] = list.slice(9);
	if (!isBytes(parity, 0, 1) || (parity.length === 1 && parity[0] !== 1)) return "y_parity";
	const [rValue, sValue] = [scalar(r), scalar(s)];
	if (rValue < 1n || rValue >= N) return "r";
	// EIP-2 only allows the lower half of `s`. Otherwise, anyone could derive a second valid signature.
	if (sValue < 1n || sValue > N / 2n) return "s";
	return {
		r: numberToHex(rValue, { size: 32 }),
		s: numberToHex(sValue, { size: 32 }),
		yParity: parity.length === 0 ? 0 : 1,
	};
}

/** Checks that `raw` is this payload, signed by its signer, in canonical RLP with a low s (EIP-2). */
export async function checkSignedEvm(raw: string, payload: EvmTransactionPayload): Promise<SignedCheck> {
	const bytes = bytesOf(raw);
	const list = bytes === null ? null : listOf(bytes);
	if (bytes === null || list === null) return refused("raw", message("match.evm-bytes.not-eip1559"));
	if (list.length !== 12) return refused("raw", message("match.evm-bytes.member-count"));
	const expected = fields(payload);
	for (const [at, field] of FIELDS.entries())
		if (!isSame(list[at], expected[at]))
			return refused(field, message("match.evm-bytes.field-differs", { field }));
	if (!Array.isArray(list[8]) || list[8].length > 0)
		return refused("access_list", message("match.evm-bytes.access-list"));
	const signature = signatureOf(list);
	if (typeof signature === "string")
		return refused(signature, message("match.signature.out-of-range", { part: signature }));
	// Re-encoding the parsed fields reveals excess or non-canonical bytes.
	if (!isSame(bytes, written(expected, signatureMembers(signature))))
		return refused("raw", message("match.evm-bytes.not-canonical"));
	if (!(await isSignedBy(payload.signer, keccak(written(expected)), signature)))
		return refused("signer", message("match.signature.other-signer"));
	return { ok: true, hash: keccak(bytes), raw: hexOf(bytes) };
}

async function isSignedBy(signer: string, hash: Hex, signature: EvmSignature): Promise<boolean> {
	try {
		return readAddress(await recoverAddress({ hash, signature })) === readAddress(signer);
	} catch {
		return false;
	}
}
