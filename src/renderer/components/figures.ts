/** Figures and identifiers of the windows. */

/** Decimal digits in groups of three: "1,234,567". Anything else is given back as it is. */
export function grouped(digits: string): string {
	return /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
}

/** With the full stop that a text lacks where another follows it. */
export const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Keeps both ends of a long id: "rd_9f2c…41ab". */
export function ends(id: string, keep = 8): string {
	return id.length <= keep * 2 + 1 ? id : `${id.slice(0, keep)}…${id.slice(-keep)}`;
}

/** "7f3a 91c2 …": hex in groups of four. */
export function groups(hex: string): readonly string[] {
	return hex.match(/.{1,4}/gs) ?? [];
}

/**
 * A hash or address as it is compared with another screen: what stands in front of it, and its characters in groups
 * of four. Letter case is kept: it means something in base58 and in a checksummed address.
 */
export function comparable(value: string): { readonly prefix: string; readonly groups: readonly string[] } {
	const prefix = /^0x/i.test(value) ? value.slice(0, 2) : "";
	return { prefix, groups: groups(value.slice(prefix.length)) };
}

/** An address in groups of four, what stands in front of it with the first: "0x6fF5", "693b", … */
export function wholeGroups(address: string): readonly string[] {
	const { prefix, groups: parts } = comparable(address);
	return parts.length === 0 ? [address] : parts.map((part, at) => (at === 0 ? `${prefix}${part}` : part));
}

/** An EVM address is the same in any letter case; a Solana address in another case is another one. */
const faceOf = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);

/** For each character of the first whether the other has another one at its place. */
export function characterPairs(address: string, other: string): readonly boolean[] {
	const [left, right] = [faceOf(address), faceOf(other)];
	return Array.from({ length: address.length }, (_, at) => left[at] !== right[at]);
}

/** How many characters two addresses share at either end, without the 0x in front. */
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
