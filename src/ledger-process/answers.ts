import { keccak_256 } from "@noble/hashes/sha3.js";
import { base58 } from "@scure/base";
import { type ApduExchange, STATUS_OK } from "./app-channel.ts";
import type { AppInfo } from "./engine.ts";
import { DeviceError } from "./faults.ts";

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function bad(): DeviceError {
	return new DeviceError("badAnswer");
}

function field(body: Uint8Array, at: number): Uint8Array {
	const length = body[at];
	const bytes = length === undefined ? null : body.subarray(at + 1, at + 1 + length);
	if (bytes === null || bytes.byteLength !== length) throw bad();
	return bytes;
}

function printable(bytes: Uint8Array): string {
	const text = Buffer.from(bytes).toString("latin1");
	if (!/^[\x20-\x7e]{1,64}$/.test(text)) throw bad();
	return text;
}

/** Some firmware terminates the dashboard's name with a zero byte. */
const withoutEnd = (bytes: Uint8Array) => (bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes);

export function appInfoOf(body: Uint8Array): AppInfo {
	if (body[0] !== 1) throw bad();
	const name = field(body, 1);
	const version = field(body, 2 + name.byteLength);
	return { name: printable(withoutEnd(name)), version: printable(version) };
}

function checksummed(hex: string): string {
	const low = hex.toLowerCase();
	const hash = hexOf(keccak_256(Buffer.from(low, "ascii")));
	const digits = [...low].map((digit, index) =>
		Number.parseInt(hash[index] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit,
	);
	return `0x${digits.join("")}`;
}

/** Checks that the address matches the public key in the same response. */
export function evmAddressOf(body: Uint8Array): string {
	const key = field(body, 0);
	const digits = field(body, 1 + key.byteLength);
	if (key.byteLength !== 65 || key[0] !== 4 || body.byteLength !== 107) throw bad();
	const text = Buffer.from(digits).toString("latin1");
	const own = hexOf(keccak_256(key.subarray(1)).subarray(12));
	if (text.toLowerCase() !== own) throw bad();
	return checksummed(own);
}

export function svmAddressOf(body: Uint8Array): string {
	if (body.byteLength !== 32) throw bad();
	return base58.encode(body);
}

/** @param quiet instructions (CLA and INS) that may return data before the last exchange */
export function lastBody(
	exchanges: readonly ApduExchange[],
	length: number,
	quiet: readonly number[] = [],
): Uint8Array {
	const last = exchanges.at(-1);
	if (last === undefined || last.status !== STATUS_OK || last.body.byteLength !== length) throw bad();
	for (const each of exchanges.slice(0, -1)) {
		const instruction = (each.request[0] ?? 0) * 256 + (each.request[1] ?? 0);
		if (each.body.byteLength !== 0 && !quiet.includes(instruction)) throw bad();
	}
	return last.body;
}
