/** The user's labels, and the addresses that they know. */

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/;
/** Length of 32 bytes in base58, and its alphabet (without 0, O, I, l). */
const SVM_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Returns the address in lower case; `null` unless it is 20 bytes of hex. */
function readAddress(text: string): string | null {
	const lower = text.toLowerCase();
	return text.startsWith("0x") && EVM_ADDRESS.test(lower) ? lower : null;
}

/** EVM addresses are case-insensitive; Solana addresses are not. */
const keyOf = (address: string): string => readAddress(address) ?? address;

/** Keyed by address: EVM in lower case, Solana unchanged. Never text of the service. */
export type Labels = Readonly<Record<string, string>>;

/** Returns the user's label; `null` if there is none. */
export function labelOf(labels: Labels, address: string): string | null {
	const key = keyOf(address);
	return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
}

/** Returns whether two addresses are the same 20 bytes. Other text must match exactly. */
export function sameAddress(left: string, right: string): boolean {
	return keyOf(left) === keyOf(right);
}

/** Number of characters at each end that people compare, ignoring case. */
const ENDS = 4;

/** Returns the ends that people compare, with the family; `null` for text that is not an address. */
export function visibleEndsOf(address: string): string | null {
	const evm = readAddress(address);
	if (evm !== null) return `evm ${evm.slice(2, 2 + ENDS)} ${evm.slice(-ENDS)}`;
	if (!SVM_ADDRESS.test(address)) return null;
	return `svm ${address.slice(0, ENDS)} ${address.slice(-ENDS)}`.toLowerCase();
}

/** Returns the known address that this one imitates: same ends, different middle. `null` if there is none. */
export function lookAlikeOf(address: string, known: readonly string[]): string | null {
	const looks = visibleEndsOf(address);
	if (looks === null || known.some((each) => sameAddress(each, address))) return null;
	return known.find((each) => visibleEndsOf(each) === looks) ?? null;
}
