import { fromRlp, keccak256, numberToHex, recoverAddress, serializeTransaction } from "viem/utils";
import type { EvmTransactionPayload } from "../../contract/commit.ts";
import { type Hex, readAddress, readBytes, readUint } from "./numeral.ts";

/** EIP-1559 transactions (EIP-2718 type 2) of a payload, and proof that signed bytes are exactly that payload. */

/** secp256k1 signature: 32-byte r and s, and the parity of R's y. */
export interface EvmSignature {
	readonly r: Hex;
	readonly s: Hex;
	readonly yParity: 0 | 1;
}

/** A payload that can't be written as an EIP-1559 transaction. Nothing was signed. */
export class PayloadError extends Error {
	readonly field: string;

	constructor(field: string) {
		super(`The payload's ${field} can't be written into a transaction. Nothing was signed.`);
		this.name = "PayloadError";
		this.field = field;
	}
}

function need<T>(value: T | null, field: string): T {
	if (value === null) throw new PayloadError(field);
	return value;
}

function fields(payload: EvmTransactionPayload) {
	const { transaction: tx } = payload;
	for (const [field, count] of Object.entries({ nonce: payload.nonce, gas_limit: tx.gas_limit }))
		if (!Number.isSafeInteger(count) || count < 0) throw new PayloadError(field);
	if (!Number.isSafeInteger(payload.chain_id) || payload.chain_id < 1) throw new PayloadError("chain_id");
	return {
		type: "eip1559",
		chainId: payload.chain_id,
		nonce: payload.nonce,
		to: need(readAddress(tx.to), "to"),
		value: need(readUint(tx.value), "value"),
		data: need(readBytes(tx.data), "data"),
		gas: BigInt(tx.gas_limit),
		maxFeePerGas: need(readUint(tx.max_fee_per_gas), "max_fee_per_gas"),
		maxPriorityFeePerGas: need(readUint(tx.max_priority_fee_per_gas), "max_priority_fee_per_gas"),
		accessList: [],
	} as const;
}

/** The unsigned bytes whose keccak-256 is signed (EIP-1559). Throws PayloadError. */
export function unsignedEvm(payload: EvmTransactionPayload): Hex {
	return serializeTransaction(fields(payload));
}

/** The 32-byte hash that a signer signs for this payload. */
export function signingHashEvm(payload: EvmTransactionPayload): Hex {
	return keccak256(unsignedEvm(payload));
}

/** The raw transaction of a payload and its signature. */
export function signedEvm(payload: EvmTransactionPayload, signature: EvmSignature): Hex {
	return serializeTransaction(fields(payload), signature);
}

export type SignedCheck =
	| { readonly ok: true; readonly hash: Hex; readonly raw: Hex }
	| { readonly ok: false; readonly field: string; readonly words: string };

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const refused = (field: string, words: string): SignedCheck => ({ ok: false, field, words });

/** The list inside a type-2 envelope; null where the bytes are not one. */
function listOf(raw: Hex): readonly unknown[] | null {
	if (!raw.startsWith("0x02")) return null;
	try {
		const list = fromRlp(`0x${raw.slice(4)}`, "hex");
		return Array.isArray(list) ? list : null;
	} catch {
		return null;
	}
}

/** Big-endian without leading zeros; zero is no bytes at all. */
function quantity(value: bigint): Hex {
	const hex = value === 0n ? "" : value.toString(16);
	return hex.length % 2 === 0 ? `0x${hex}` : `0x0${hex}`;
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

function expectedList(payload: EvmTransactionPayload): Hex[] {
	const tx = fields(payload);
	return [
		quantity(BigInt(tx.chainId)),
		quantity(BigInt(tx.nonce)),
		quantity(tx.maxPriorityFeePerGas),
		quantity(tx.maxFeePerGas),
		quantity(tx.gas),
		tx.to,
		quantity(tx.value),
		tx.data,
	];
}

function signatureOf(list: readonly unknown[]): EvmSignature | string {
	const [parity, r, s] = list.slice(9);
	if (parity !== "0x" && parity !== "0x01") return "y_parity";
	const [rValue, sValue] = [r, s].map((part) =>
		typeof part === "string" && part.length > 2 && part.length <= 66 ? BigInt(part) : 0n,
	);
	if (rValue === undefined || rValue < 1n || rValue >= N) return "r";
	// EIP-2: the lower half only, so that nobody can make a second valid form of the same signature.
	if (sValue === undefined || sValue < 1n || sValue > N / 2n) return "s";
	return {
		r: numberToHex(rValue, { size: 32 }),
		s: numberToHex(sValue, { size: 32 }),
		yParity: parity === "0x" ? 0 : 1,
	};
}

/**
 * Is `raw` exactly this payload, signed by its signer? Every field equal, no access list, canonical RLP,
 * no surplus byte, low s (EIP-2), signer recovered. `hash` is the transaction's: keccak-256 of the raw bytes.
 */
export async function checkSignedEvm(raw: string, payload: EvmTransactionPayload): Promise<SignedCheck> {
	const bytes = readBytes(raw);
	const list = bytes === null ? null : listOf(bytes);
	if (bytes === null || list === null) return refused("raw", "These bytes are not an EIP-1559 transaction.");
	if (list.length !== 12) return refused("raw", "The transaction has another number of members than 12.");
	const expected = expectedList(payload);
	for (const [at, field] of FIELDS.entries())
		if (list[at] !== expected[at]) return refused(field, `The signed ${field} is not the payload's.`);
	if (!Array.isArray(list[8]) || list[8].length > 0)
		return refused("access_list", "The transaction carries an access list that nobody reviewed.");
	const signature = signatureOf(list);
	if (typeof signature === "string")
		return refused(signature, `The signature's ${signature} is out of its range.`);
	// Written anew from what was understood: any surplus or non-canonical byte makes a difference.
	if (signedEvm(payload, signature) !== bytes)
		return refused("raw", "The transaction is not written in its one canonical form.");
	return recovered(bytes, payload, signature);
}

async function recovered(
	raw: Hex,
	payload: EvmTransactionPayload,
	signature: EvmSignature,
): Promise<SignedCheck> {
	const wrong = refused("signer", "The signature is not of the signer that the payload names.");
	try {
		const signer = await recoverAddress({ hash: signingHashEvm(payload), signature });
		if (readAddress(signer) !== readAddress(payload.signer)) return wrong;
	} catch {
		return wrong;
	}
	return { ok: true, hash: keccak256(raw), raw };
}
