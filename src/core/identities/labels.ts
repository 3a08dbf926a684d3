import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/;
const SVM_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

function readAddress(text: string): string | null {
	const lower = text.toLowerCase();
	return text.startsWith("0x") && EVM_ADDRESS.test(lower) ? lower : null;
}

/** EVM addresses are case-insensitive, but Solana addresses aren't. */
const keyOf = (address: string): string => readAddress(address) ?? address;

/**
 * Labels by address. EVM addresses are in lower case, and Solana addresses are unchanged. They never contain
 * text from the service.
 */
export type Labels = Readonly<Record<string, string>>;

export function labelOf(labels: Labels, address: string): string | null {
	const key = keyOf(address);
	return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
}

export function sameAddress(left: string, right: string): boolean {
	return keyOf(left) === keyOf(right);
}

/** Number of characters at each end that people compare, regardless of case. */
const ENDS = 4;

export function visibleEndsOf(address: string): string | null {
	const evm = readAddress(address);
	if (evm !== null) return `evm ${evm.slice(2, 2 + ENDS)} ${evm.slice(-ENDS)}`;
	if (!SVM_ADDRESS.test(address)) return null;
	return `svm ${address.slice(0, ENDS)} ${address.slice(-ENDS)}`.toLowerCase();
}

export function lookAlikeOf(address: string, known: readonly string[]): string | null {
	const looks = visibleEndsOf(address);
	if (looks === null || known.some((each) => sameAddress(each, address))) return null;
	return known.find((each) => visibleEndsOf(each) === looks) ?? null;
}

/** In UTF-16 units. The interface document and rules have the same limit. */
export const MAX_APP_NAME = 160;
const BEGINNING = 40;
/** Number of hex digits. A name with a colliding digest gains no more than a copy of the name would. */
const DIGEST = 16;

/**
 * Returns an app's name as stated in a request, which is used to list, mute, block and summarize the app. Names
 * have no length limit, so longer ones are shortened and get a digest.
 */
export function appNamed(stated: string | null | undefined): string | null {
	const name = stated?.trim() ?? "";
	if (name === "") return null;
	if (name.length <= MAX_APP_NAME) return name;
	// A character has at most two UTF-16 units.
	const beginning = Array.from(name.slice(0, 2 * BEGINNING))
		.slice(0, BEGINNING)
		.join("")
		.toWellFormed();
	const digest = bytesToHex(sha256(utf8ToBytes(name.toWellFormed()))).slice(0, DIGEST);
	return `${beginning}… ${digest}`;
}
