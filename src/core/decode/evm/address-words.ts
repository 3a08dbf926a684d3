import type { Hex } from "../../format/numeral.ts";
import { readAddress } from "../../format/numeral.ts";

/** Addresses inside of a call's arguments, for calls that we can't read: every word that may be one. */

/** In hex digits. */
const WORD = 64;
const SELECTOR = 8;
const PADDING = "0".repeat(24);
/** Numbers below 2^104 are amounts far more often than addresses: an address has to be mined to be as small. */
const MIN_ADDRESS = 2n ** 104n;
/** Calls inside of calls begin with a selector each, which moves their words by four bytes. */
const SHIFTS = [0, 8, 16, 24];
/** Longer data is looked through no further, in hex digits. */
const MAX_DIGITS = 64_000;
/** Uniswap's greatest price of a pool, and one below: what a swap without a limit names. */
const PRICES: ReadonlySet<bigint> = new Set([
	0xfffd8963efd1fc6a506488495d951d5263988d25n,
	0xfffd8963efd1fc6a506488495d951d5263988d26n,
]);

function addressIn(word: string): Hex | null {
	if (!word.startsWith(PADDING)) return null;
	const value = BigInt(`0x${word}`);
	// All ones is a mask or "no limit".
	if (value < MIN_ADDRESS || (value & (value + 1n)) === 0n || PRICES.has(value)) return null;
	return readAddress(`0x${word.slice(PADDING.length)}`);
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
			const address = addressIn(word);
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
			const word = digits.slice(place, place + WORD);
			// A number read some bytes too early or too late ends in zeros; an address that does has to be mined.
			const address = shift !== 0 && word.endsWith("0".repeat(8)) ? null : addressIn(word);
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
