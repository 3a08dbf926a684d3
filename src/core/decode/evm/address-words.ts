import type { Hex } from "../../format/numeral.ts";
import { readAddress } from "../../format/numeral.ts";

/** Addresses inside of a call's arguments, for calls that we can't read: every word that may be one. */

/** In hex digits. */
const WORD = 64;
const SELECTOR = 8;
const PADDING = "0".repeat(24);
/** Withdrawal credentials of a validator, whose stake is paid back to the address in them (Ethereum's consensus specs). */
const CREDENTIALS = /^0[12]0{22}/;
/** Numbers below 2^104 are amounts far more often than addresses: an address has to be mined to be as small. */
const MIN_ADDRESS = 2n ** 104n;
/** Zeros in a row, and at the end, that nobody mines in an address: some 2^75 and 2^64 tries. */
const GAP = "0".repeat(20);
const NO_END = "0".repeat(16);
/** Offsets, lengths, fees, ids and times have at most so many digits. */
const SMALL = 8;
/** Calls inside of calls begin with a selector each, which moves their words by four bytes. */
const SHIFTS = [0, 8, 16, 24];
/** Longer data is looked through no further, in hex digits. */
const MAX_DIGITS = 64_000;
/** Uniswap's greatest price of a pool, and one below: what a swap without a limit names. */
const PRICES: ReadonlySet<bigint> = new Set([
	0xfffd8963efd1fc6a506488495d951d5263988d25n,
	0xfffd8963efd1fc6a506488495d951d5263988d26n,
]);

/** A word of a call's data, in hex digits, that is padded like an address. */
interface Candidate {
	readonly digits: string;
	readonly start: number;
	readonly value: bigint;
	/** Its 20 bytes. */
	readonly bytes: string;
	/** Read at a place where only a call inside of calls would put a word. */
	readonly isShifted: boolean;
}

const isZeros = (digits: string): boolean => /^0*$/.test(digits);

/**
 * Is it the end of a number and the head of the next word? Then the word that begins some bytes before is a number as a
 * whole, and no padding follows, as it would if words began here: or the number is a small one.
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
 * Why a word is no address, though it is padded like one. In its own place an address with leading or trailing zeros
 * counts as one: those are mined in minutes. Only a place between words is judged by what surrounds it.
 */
const NO_ADDRESS: Readonly<Record<string, (candidate: Candidate) => boolean>> = {
	// Amounts, ids, ticks, fees, offsets and lengths.
	number: ({ value }) => value < MIN_ADDRESS,
	// All ones, as of "no limit".
	mask: ({ value }) => (value & (value + 1n)) === 0n,
	price: ({ value }) => PRICES.has(value),
	// Two values with the padding between them, such as a length, a selector and the head of an argument.
	gap: ({ bytes }) => bytes.includes(GAP) || bytes.endsWith(NO_END),
	// A number or a selector that is read some bytes too late or too early.
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

/** By the words of ABI data, and of each call among its bytes: a length, then a selector, then words again. */
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

/** By words at any place where a call inside of calls may put them. */
function byShift(digits: string): readonly AddressInWords[] {
	return SHIFTS.flatMap((shift) => {
		const count = Math.max(0, Math.floor((digits.length - shift) / WORD));
		return Array.from({ length: count }, (_, at) => shift + at * WORD).flatMap((place) => {
			const address = addressAt(digits, place, shift !== 0);
			return address === null ? [] : [{ place, address }];
		});
	});
}

/** Words of a call's data that look like addresses, each once, in their order; nested calls too. */
export function addressWordsOf(data: Hex): readonly Hex[] {
	const digits = data.slice(2 + SELECTOR, 2 + SELECTOR + MAX_DIGITS);
	const sorted = [...byLayout(digits), ...byShift(digits)].toSorted(
		(left, right) => left.place - right.place,
	);
	return [...new Set(sorted.map(({ address }) => address))];
}
