/** The user's own names for addresses, and the addresses that are known to them. */

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/;
/** As long as base58 writes 32 bytes, in its alphabet (no 0, O, I, l). */
const SVM_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** The address in lower case; null for what is not 20 bytes of hex. */
function readAddress(text: string): string | null {
	const lower = text.toLowerCase();
	return text.startsWith("0x") && EVM_ADDRESS.test(lower) ? lower : null;
}

/** An EVM address is the same in any case; a Solana address in another case is another one. */
const keyOf = (address: string): string => readAddress(address) ?? address;

/** By address: of EVM in lower case, of Solana letter by letter. Never the service's words. */
export type Labels = Readonly<Record<string, string>>;

/** The user's own name for an address; null where there is none. */
export function labelOf(labels: Labels, address: string): string | null {
	const key = keyOf(address);
	return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
}

/** Are these the same 20 bytes? Text that is no EVM address is the same only letter by letter. */
export function sameAddress(left: string, right: string): boolean {
	return keyOf(left) === keyOf(right);
}

/** Letters at each end that people compare by eye, whatever their case. */
const ENDS = 4;

/** What people compare of an address, with its family before it; null for text that is no address. */
export function looksOf(address: string): string | null {
	const evm = readAddress(address);
	if (evm !== null) return `evm ${evm.slice(2, 2 + ENDS)} ${evm.slice(-ENDS)}`;
	if (!SVM_ADDRESS.test(address)) return null;
	return `svm ${address.slice(0, ENDS)} ${address.slice(-ENDS)}`.toLowerCase();
}

/** The known address that this one imitates: both ends alike, the middle not. Null where none is imitated. */
export function lookAlikeOf(address: string, known: readonly string[]): string | null {
	const looks = looksOf(address);
	if (looks === null || known.some((each) => sameAddress(each, address))) return null;
	return known.find((each) => looksOf(each) === looks) ?? null;
}
