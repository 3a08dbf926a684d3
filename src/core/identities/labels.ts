import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/;
const SVM_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

function readAddress(text: string): string | null {
	const lower = text.toLowerCase();
	return text.startsWith("0x") && EVM_ADDRESS.test(lower) ? lower : null;
}

/** EVM addresses ignore case; Solana addresses don't. */
const keyOf = (address: string): string => readAddress(address) ?? address;

/** Keyed by address: EVM in lower case, Solana unchanged. Never contains text from the service. */
export type Labels = Readonly<Record<string, string>>;

export function labelOf(labels: Labels, address: string): string | null {
	const key = keyOf(address);
	return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
}

export function sameAddress(left: string, right: string): boolean {
	return keyOf(left) === keyOf(right);
}

/** Number of characters at each end that people compare. Case is ignored. */
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

/**
 * App names as stated in requests, used to list, mute, block and summarize an app. Names have no length
 * limit, so longer ones are shortened and get a digest.
 */

/** UTF-16 units: the maximum of the interface document, and of a rule. */
export const MAX_APP_NAME = 160;
const BEGINNING = 40;
/** Hex digits. A name with a colliding digest gains no more than a copy of the name. */
const DIGEST = 16;

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
