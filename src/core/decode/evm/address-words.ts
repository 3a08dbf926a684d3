import type { Hex } from "../../format/numeral.ts";
import { readAddress } from "../../format/numeral.ts";

const WORD = 64;
const SELECTOR = 8;
const PADDING = "0".repeat(24);
/**
 * A validator's withdrawal credentials, which contain the address that receives its stake. Source: Ethereum's
 * consensus specs.
 */
const CREDENTIALS = /^0[12]0{22}/;
/**
 * Smallest value that counts as an address. A smaller number is almost certainly an amount, because such an
 * address would have to be mined.
 */
const MIN_ADDRESS = 2n ** 104n;
/**
 * Runs of zeros that are too long to mine: inside an address (about 2^75 attempts), and at its end (2^64).
 */
const GAP = "0".repeat(20);
const NO_END = "0".repeat(16);
const SMALL = 8;
/** Each level of nested calls shifts the words by the four bytes of its selector. */
const SHIFTS = [0, 8, 16, 24];
const MAX_DIGITS = 64_000;
/** Uniswap's maximum pool price, and one less. Swaps without a price limit contain one of these values. */
const PRICES: ReadonlySet<bigint> = new Set([
	0xfffd8963efd1fc6a506488495d951d5263988d25n,
	0xfffd8963efd1fc6a506488495d951d5263988d26n,
]);

interface Candidate {
	readonly digits: string;
	readonly start: number;
	readonly value: bigint;
	readonly bytes: string;
	readonly isShifted: boolean;
}

const isZeros = (digits: string): boolean => /^0*$/.test(digits);

/**
 * Returns whether the word spans two values: it starts inside a number, and either no padding follows the
 * word or the number is small.
 */
function straddles({ digits, start }: Candidate): boolean {
	return SHIFTS.some((shift) => {
		const from = start - shift;
		if (shift === 0 || from < 0 || !isZeros(digits.slice(from, start))) return false;
		const isSmall = isZeros(digits.slice(from, from + WORD - SMALL));
		return isSmall || !isZeros(digits.slice(start + WORD, start + WORD + PADDING.length));
	});
}

/**
 * Reasons why a padded word isn't an address. An address with zeros at either end can be mined within
 * minutes, so such a word still counts at a word boundary. The surrounding bytes only matter at shifted
 * positions.
 */
const NO_ADDRESS: Readonly<Record<string, (candidate: Candidate) => boolean>> = {
	number: ({ value }) => value < MIN_ADDRESS,
	mask: ({ value }) => (value & (value + 1n)) === 0n,
	price: ({ value }) => PRICES.has(value),
	gap: ({ bytes }) => bytes.includes(GAP) || bytes.endsWith(NO_END),
	cut: ({ bytes, isShifted }) => isShifted && bytes.endsWith("0".repeat(8)),
	straddling: (candidate) => candidate.isShifted && straddles(candidate),
};

function addressAt(digits: string, start: number, isShifted: boolean): Hex | null {
	const word = digits.slice(start, start + WORD);
	if (!word.startsWith(PADDING) && (isShifted || !CREDENTIALS.test(word))) return null;
	const bytes = word.slice(PADDING.length);
	const candidate = { digits, start, value: BigInt(`0x${bytes}`), bytes, isShifted };
	return Object.values(NO_ADDRESS).some((isNone) => isNone(candidate)) ? null : readAddress(`0x${bytes}`);
}

interface AddressInWords {
	readonly place: number;
	readonly address: Hex;
}

function byLayout(digits: string): readonly AddressInWords[] {
	const found: AddressInWords[] = [];
	const seen = new Set<number>();
	const regions = [{ start: 0, end: digits.length }];
	for (let region = regions.pop(); region !== undefined; region = regions.pop()) {
		for (let offset = region.start; offset + WORD <= region.end; offset += WORD) {
			if (seen.has(offset)) break;
			seen.add(offset);
			const word = digits.slice(offset, offset + WORD);
			const address = addressAt(digits, offset, false);
			if (address !== null) found.push({ place: offset, address });
			if (!word.startsWith("0".repeat(WORD - 8))) continue;
			const length = 2 * Number.parseInt(word.slice(-8), 16);
			const start = offset + WORD;
			if (length % WORD === SELECTOR && length > SELECTOR && start + length <= region.end)
				regions.push({ start: start + SELECTOR, end: start + length });
		}
	}
	return found;
}

function byShift(digits: string): readonly AddressInWords[] {
	return SHIFTS.flatMap((shift) => {
		const count = Math.max(0, Math.floor((digits.length - shift) / WORD));
		return Array.from({ length: count }, (_, at) => shift + at * WORD).flatMap((offset) => {
			const address = addressAt(digits, offset, shift !== 0);
			return address === null ? [] : [{ place: offset, address }];
		});
	});
}

export function addressWordsOf(data: Hex): readonly Hex[] {
	const digits = data.slice(2 + SELECTOR, 2 + SELECTOR + MAX_DIGITS);
	const sorted = [...byLayout(digits), ...byShift(digits)].toSorted(
		(left, right) => left.place - right.place,
	);
	return [...new Set(sorted.map(({ address }) => address))];
}
