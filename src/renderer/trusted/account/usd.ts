/** Amounts of prepaid credit, in micro-USD as bigint: never a float. Limits as in interface.md, top-up. */

export const LEAST_MICRO = 10_000n;
export const MOST_MICRO = 1_000_000_000n;
const MICRO_PER_USD = 1_000_000n;
const MICRO_PER_CREDIT = 10_000n;
const DECIMALS = 6;

export type ParsedUsd =
	| { readonly ok: true; readonly micro: bigint }
	/** `words` null: nothing is typed yet. */
	| { readonly ok: false; readonly words: string | null };

const no = (words: string | null): ParsedUsd => ({ ok: false, words });

/** Micro-USD of an amount of USD as a person types it: digits, with a point before the cents. Within the limits. */
export function parseUsd(text: string): ParsedUsd {
	const typed = text.trim();
	if (typed === "") return no(null);
	if (/^[0-9.]*,[0-9.,]*$/.test(typed))
		return no("Without commas: a point stands before the cents, as in 12.50");
	const found = /^(\d{1,9})(?:\.(\d*))?$/.exec(typed) ?? /^()\.(\d+)$/.exec(typed);
	if (found === null) return no("An amount in USD, such as 20 or 12.50");
	const whole = found[1] ?? "";
	const part = found[2] ?? "";
	if (part.length > DECIMALS) return no("At most six digits after the point");
	const micro = BigInt(whole === "" ? "0" : whole) * MICRO_PER_USD + BigInt(part.padEnd(DECIMALS, "0"));
	if (micro < LEAST_MICRO) return no(`At least ${usdText(LEAST_MICRO)}`);
	if (micro > MOST_MICRO) return no(`At most ${usdText(MOST_MICRO)} at once`);
	return { ok: true, micro };
}

/** "1,234.50 USD": two decimals, more only where they are not zero. */
export function usdText(micro: bigint): string {
	return `${decimal(micro, MICRO_PER_USD, DECIMALS, 2)} USD`;
}

/** "1,250 credits", "1 credit", "0.5 credits": 10,000 micro-USD are one. */
export function creditsText(micro: bigint): string {
	return `${decimal(micro, MICRO_PER_CREDIT, 4, 0)} ${micro === MICRO_PER_CREDIT ? "credit" : "credits"}`;
}

/** `amount` of a unit that has `per` parts, `per` being a one with `digits` zeros; at least `least` decimals. */
function decimal(amount: bigint, per: bigint, digits: number, least: number): string {
	const whole = (amount / per).toString().replace(/\B(?=(\d{3})+$)/g, ",");
	const part = (amount % per).toString().padStart(digits, "0").replace(/0+$/, "").padEnd(least, "0");
	return part === "" ? whole : `${whole}.${part}`;
}
