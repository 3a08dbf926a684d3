/** Formatting of numbers and identifiers. */

/** Groups decimal digits: "1,234,567". Other text stays unchanged. */
export function grouped(digits: string): string {
	return /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
}

/** Adds a missing full stop. */
export const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Keeps both ends of a long id: "rd_9f2c…41ab". */
export function ends(id: string, keep = 8): string {
	return id.length <= keep * 2 + 1 ? id : `${id.slice(0, keep)}…${id.slice(-keep)}`;
}

/** Splits hex into groups of four: "7f3a 91c2 …". */
export function groups(hex: string): readonly string[] {
	return hex.match(/.{1,4}/gs) ?? [];
}

/**
 * Splits a hash or address for comparison into prefix and groups of four. Keeps the case, which matters in
 * base58 and checksums.
 */
export function comparable(value: string): { readonly prefix: string; readonly groups: readonly string[] } {
	const prefix = /^0x/i.test(value) ? value.slice(0, 2) : "";
	return { prefix, groups: groups(value.slice(prefix.length)) };
}

/** Splits an address into groups of four, with the prefix in the first: "0x6fF5", "693b", … */
export function wholeGroups(address: string): readonly string[] {
	const { prefix, groups: parts } = comparable(address);
	return parts.length === 0 ? [address] : parts.map((part, at) => (at === 0 ? `${prefix}${part}` : part));
}

/** EVM addresses are case-insensitive; Solana addresses are not. */
const faceOf = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);

/** Returns for each character of the first address whether the second differs there. */
export function characterPairs(address: string, other: string): readonly boolean[] {
	const [left, right] = [faceOf(address), faceOf(other)];
	return Array.from({ length: address.length }, (_, at) => left[at] !== right[at]);
}

/** Returns how many characters two addresses share at each end, without 0x. */
export function sharedEnds(
	address: string,
	other: string,
): { readonly first: number; readonly last: number } {
	const [left, right] = [faceOf(address), faceOf(other)];
	const { prefix } = comparable(address);
	const length = Math.min(left.length, right.length) - prefix.length;
	const same = (at: (step: number) => boolean) => {
		let count = 0;
		while (count < length && at(count)) count += 1;
		return count;
	};
	return {
		first: same((step) => left[prefix.length + step] === right[prefix.length + step]),
		last: same((step) => left.at(-1 - step) === right.at(-1 - step)),
	};
}
