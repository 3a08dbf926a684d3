import type { Hex } from "../../format/numeral.ts";
import { readAddress } from "../../format/numeral.ts";

/** Finds words in undecoded call arguments that may be addresses. */

/** Hex digits of one word. */
const WORD = 64;
const SELECTOR = 8;
const PADDING = "0".repeat(24);
/**
 * Validator withdrawal credentials, whose stake is paid back to the contained address (Ethereum's consensus
 * specs).
 */
const CREDENTIALS = /^0[12]0{22}/;
/** Numbers below 2^104 are far more often amounts: such small addresses have to be mined. */
const MIN_ADDRESS = 2n ** 104n;
/** Zeros inside and at the end that nobody mines in an address: about 2^75 and 2^64 attempts. */
const GAP = "0".repeat(20);
const NO_END = "0".repeat(16);
/** Maximum digits of offsets, lengths, fees, ids and times. */
const SMALL = 8;
/** Offsets of words in nested calls, whose selectors shift them by four bytes each. */
const SHIFTS = [0, 8, 16, 24];
/** Maximum hex digits searched. */
const MAX_DIGITS = 64_000;
/** Uniswap's maximum pool price and one below, used by swaps without a limit. */
const PRICES: ReadonlySet<bigint> = new Set([
	0xfffd8963efd1fc6a506488495d951d5263988d25n,
	0xfffd8963efd1fc6a506488495d951d5263988d26n,
]);

/** A word of call data, in hex digits, padded like an address. */
interface Candidate {
	readonly digits: string;
	readonly start: number;
	readonly value: bigint;
	/** Its 20 bytes. */
	readonly bytes: string;
	/** Found at an offset that only nested calls use. */
	readonly isShifted: boolean;
}

const isZeros = (digits: string): boolean => /^0*$/.test(digits);

/**
 * Returns whether the bytes are the end of one number and the start of the next word: the word starting
 * earlier is a complete number, and no padding follows as it would at a word boundary; or the number is
 * small.
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
 * Reasons why a padded word is not an address. At word boundaries, addresses with leading or trailing zeros
 * count, as they can be mined in minutes. Only shifted positions are judged by their surroundings.
 */
const NO_ADDRESS: Readonly<Record<string, (candidate: Candidate) => boolean>> = {
	// Amounts, ids, ticks, fees, offsets and lengths.
	number: ({ value }) => value < MIN_ADDRESS,
	// All ones, as for "no limit".
	mask: ({ value }) => (value & (value + 1n)) === 0n,
	price: ({ value }) => PRICES.has(value),
	// Two values with padding between them, such as a length, a selector and the start of an argument.
	gap: ({ bytes }) => bytes.includes(GAP) || bytes.endsWith(NO_END),
	// A number or selector read some bytes too late or too early.
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

/** Finds addresses in ABI words, and in nested calls: a length, a selector, then words. */
function byLayout(digits: string): readonly AddressInWords[] {
	const found: AddressInWords[] = [];
	const seen = new Set<number>();
	const regions = [{ start: 0, end: digits.length }];
	for (let region = regions.pop(); region !== undefined; region = regions.pop()) {
		for (let place = region.start; place + WORD <= region.end; place += WORD) {
			if (seen.has(place)) break;
			seen.add(place);
			const word = digits.slice(place, place + WORD);
			const address = addressAt(digits, place, false);
			if (address !== null) found.push({ place, address });
			if (!word.startsWith("0".repeat(WORD - 8))) continue;
			const length = 2 * Number.parseInt(word.slice(-8), 16);
			const start = place + WORD;
			if (length % WORD === SELECTOR && length > SELECTOR && start + length <= region.end)
				regions.push({ start: start + SELECTOR, end: start + length });
		}
	}
	return found;
}

/** Finds addresses at every offset that nested calls may use. */
function byShift(digits: string): readonly AddressInWords[] {
	return SHIFTS.flatMap((shift) => {
		const count = Math.max(0, Math.floor((digits.length - shift) / WORD));
		return Array.from({ length: count }, (_, at) => shift + at * WORD).flatMap((place) => {
			const address = addressAt(digits, place, shift !== 0);
			return address === null ? [] : [{ place, address }];
		});
	});
}

/** Returns address-like words of call data without duplicates, in order, including nested calls. */
export function addressWordsOf(data: Hex): readonly Hex[] {
	const digits = data.slice(2 + SELECTOR, 2 + SELECTOR + MAX_DIGITS);
	const sorted = [...byLayout(digits), ...byShift(digits)].toSorted(
		(left, right) => left.place - right.place,
	);
	return [...new Set(sorted.map(({ address }) => address))];
}
