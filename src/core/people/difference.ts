import { getAddress } from "viem/utils";
import { readAddress } from "../format/numeral.ts";

/** The characters that tell an address from another that it imitates. */
export interface AddressDifference {
	/** As they are shown. */
	readonly text: string;
	/** Positions of the first and the last, counted from 1; of an EVM address after its 0x. */
	readonly from: number;
	readonly to: number;
}

/** As many characters as people compare of an address. */
const LENGTH = 4;

/** Returns an address as it is shown: an EVM one checksummed (EIP-55), without its 0x. */
function shownOf(address: string): string {
	const bytes = readAddress(address);
	return bytes === null ? address : getAddress(bytes).slice(2);
}

/**
 * Returns the first four characters in a row of which most differ: all four whatever their case, if there are such.
 * A difference in case alone counts less, since the word is typed in whatever case.
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
