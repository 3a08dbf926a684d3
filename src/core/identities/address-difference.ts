import { getAddress } from "viem/utils";
import { readAddress } from "../format/numeral.ts";

export interface AddressDifference {
	readonly text: string;
	/** Positions of the first and last character, counted from 1. On EVM, they are counted after 0x. */
	readonly from: number;
	readonly to: number;
}

const LENGTH = 4;

function shownOf(address: string): string {
	const bytes = readAddress(address);
	return bytes === null ? address : getAddress(bytes).slice(2);
}

/**
 * Returns the four consecutive characters that differ most, ideally in all four positions. Differences in
 * case count less, because typing ignores case.
 */
export function differenceOf(address: string, imitated: string): AddressDifference {
	const [shown, other] = [shownOf(address), shownOf(imitated)];
	const weights = [...shown].map((character, at) =>
		character.toLowerCase() !== other[at]?.toLowerCase() ? LENGTH + 1 : character === other[at] ? 0 : 1,
	);
	const starts = weights.slice(0, Math.max(1, shown.length - LENGTH + 1));
	const sums = starts.map((_, at) => weights.slice(at, at + LENGTH).reduce((sum, each) => sum + each, 0));
	const at = sums.indexOf(Math.max(...sums));
	const text = shown.slice(at, at + LENGTH);
	return { text, from: at + 1, to: at + text.length };
}
