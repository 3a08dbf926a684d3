/** The person's own names for addresses, and the addresses that are known to them. */

const ADDRESS = /^0x[0-9a-f]{40}$/;

/** The address in lower case; null for what is not 20 bytes of hex. */
function readAddress(text: string): string | null {
	const lower = text.toLowerCase();
	return text.startsWith("0x") && ADDRESS.test(lower) ? lower : null;
}

/** By address in lower case. Never the service's words. */
export type Labels = Readonly<Record<string, string>>;

/** The person's own name for an address; null where there is none. */
export function labelOf(labels: Labels, address: string): string | null {
	const key = address.toLowerCase();
	return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null;
}

/** Are these the same 20 bytes? Text that is no address is the same only letter by letter. */
export function sameAddress(left: string, right: string): boolean {
	const [a, b] = [readAddress(left), readAddress(right)];
	return a === null || b === null ? left === right : a === b;
}

/** Every address that the person has or has named, in lower case. */
export function knownAddresses(accounts: readonly string[], labels: Labels): readonly string[] {
	return [...new Set([...accounts, ...Object.keys(labels)].map((each) => each.toLowerCase()))];
}

/** Digits at each end that people compare by eye. */
const ENDS = 4;

/** The known address that this one imitates: both ends alike, the middle not. Null where none is imitated. */
export function lookAlikeOf(address: string, known: readonly string[]): string | null {
	const bytes = readAddress(address);
	if (bytes === null || known.includes(bytes)) return null;
	const alike = (other: string) =>
		other.slice(2, 2 + ENDS) === bytes.slice(2, 2 + ENDS) && other.slice(-ENDS) === bytes.slice(-ENDS);
	return known.find(alike) ?? null;
}
