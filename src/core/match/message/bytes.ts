import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromRlp } from "viem/utils";
import { type Hex, readBytes } from "../../format/numeral.ts";
import { readsAsText } from "./readable.ts";
import { readBase64 } from "./text.ts";

/** The bytes that a message stands for, and what they must not be. */

/** 128 KiB: far above any message that a user reads. */
export const MAX_MESSAGE_BYTES = 128 * 1024;

/**
 * The bytes of an `evm_personal` message: `0x` and an even number of hex digits are bytes, any other text is UTF-8
 * (docs/service-api/records.md#signing-rules).
 */
export function personalBytes(message: string): Uint8Array {
	const bytes = readBytes(message);
	return bytes === null ? utf8ToBytes(message) : hexToBytes(bytes.slice(2));
}

/** The hash that is signed for an `evm_personal` message (EIP-191, version 0x45). */
export function personalHash(message: string): Hex {
	const bytes = personalBytes(message);
	const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`);
	return `0x${bytesToHex(keccak_256(concatBytes(prefix, bytes)))}`;
}

/** The bytes of an `svm_message`, which are signed as they are; null for base64 that is not canonical. */
export function svmMessageBytes(message_base64: string): Uint8Array | null {
	return readBase64(message_base64);
}

const HASH_BYTES = 32;

export const isHashSized = (bytes: Uint8Array): boolean => bytes.length === HASH_BYTES;

/** A bare hash: nobody can tell what it stands for. 32 bytes that read as a text no hash can be searched for are none. */
export const isBareHash = (bytes: Uint8Array): boolean => isHashSized(bytes) && !readsAsText(bytes);

/** Members of the list that RLP holds here; 0 where there is none. */
function rlpMembers(bytes: Uint8Array): number {
	if ((bytes[0] ?? 0) < 0xc0) return 0;
	try {
		const list: unknown = fromRlp(bytes, "bytes");
		return Array.isArray(list) ? list.length : 0;
	} catch {
		return 0;
	}
}

const LEGACY_MEMBERS = 6;
const MIN_MEMBERS = 3;

/** Typed envelopes (EIP-2718), EIP-7702 authorisations (0x05) and legacy transactions, signed or not. */
export function looksLikeEvmTransaction(bytes: Uint8Array): boolean {
	const first = bytes[0] ?? 0xff;
	// No text begins with such a control character, so every envelope type below it may be refused.
	if (first < 0x20) return rlpMembers(bytes.subarray(1)) >= MIN_MEMBERS;
	return rlpMembers(bytes) >= LEGACY_MEMBERS;
}

/** Begins as the bytes that EIP-191 and EIP-712 hash: signed data inside of a message. */
export function looksLikeSignedData(bytes: Uint8Array): boolean {
	return bytes[0] === 0x19 && [0x00, 0x01, 0x45].includes(bytes[1] ?? -1);
}
