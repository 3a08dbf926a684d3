/** Figures and identifiers of the windows. */

/** Decimal digits in groups of three: "1,234,567". Anything else is given back as it is. */
export function grouped(digits: string): string {
	return /^\d+$/.test(digits) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
}

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
