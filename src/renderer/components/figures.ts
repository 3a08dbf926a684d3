export function grouped(digits: string): string {
	return /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
}

export const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Shortens an ID, e.g. to "rd_9f2c…41ab". */
export function ends(id: string, keep = 8): string {
	return id.length <= keep * 2 + 1 ? id : `${id.slice(0, keep)}…${id.slice(-keep)}`;
}

export function groups(hex: string): readonly string[] {
	return hex.match(/.{1,4}/gs) ?? [];
}

/** Splits a value into groups. Keeps the case, which matters in base58 and in checksums. */
export function comparable(value: string): { readonly prefix: string; readonly groups: readonly string[] } {
	const prefix = /^0x/i.test(value) ? value.slice(0, 2) : "";
	return { prefix, groups: groups(value.slice(prefix.length)) };
}

export function wholeGroups(address: string): readonly string[] {
	const { prefix, groups: parts } = comparable(address);
	return parts.length === 0 ? [address] : parts.map((part, at) => (at === 0 ? `${prefix}${part}` : part));
}

/** EVM addresses are case-insensitive, but Solana addresses aren't. */
const faceOf = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);

export function characterPairs(address: string, other: string): readonly boolean[] {
	const [left, right] = [faceOf(address), faceOf(other)];
	return Array.from({ length: address.length }, (_, at) => left[at] !== right[at]);
}

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
