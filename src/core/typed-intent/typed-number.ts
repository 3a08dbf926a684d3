export interface Decimal {
	readonly digits: bigint;
	readonly scale: number;
}

/**
 * No-break, narrow no-break, thin and figure space. Formatters put them between digit groups, while people
 * never put them between two numbers.
 */
const JOINING_SPACES = "\u00a0\u202f\u2009\u2007";

export const NUMBER = `(?:[1-9]\\d{0,2}(?:[ ${JOINING_SPACES}]\\d{3})+(?!['’_\\d])(?:[.,]\\d+)?|\\d+(?:[.,'’_]+\\d+)*|\\.\\d+)`;

const WHOLE = /^(?:0|[1-9]\d*)$/;
const FRACTION = /^(0|[1-9]\d*)?[.,](\d+)$/;
const GROUPED = new RegExp(
	`^(?<whole>[1-9]\\d{0,2}(?<mark>[.,'’_ ${JOINING_SPACES}])\\d{3}(?:\\k<mark>\\d{3})*)(?:(?!\\k<mark>)[.,](?<part>\\d+))?$`,
	"u",
);
const INDIAN = /^(?<whole>[1-9]\d?(?:,\d\d)+,\d{3})(?:\.(?<part>\d+))?$/;

function decimal(whole: string, fraction = ""): Decimal {
	const digits = `${whole.replace(/\D/g, "")}${fraction}`;
	return { digits: BigInt(digits), scale: fraction.length };
}

function behindSpace(written: string): readonly Decimal[] {
	const at = written.indexOf(" ");
	return at < 0 ? [] : readingsOf(written.slice(at + 1));
}

/**
 * Returns every number that the text could mean: "1,000" is a thousand or one. Empty if the format is
 * unknown.
 */
export function readingsOf(written: string): readonly Decimal[] {
	if (WHOLE.test(written)) return [decimal(written)];
	const fraction = FRACTION.exec(written);
	const grouped = (GROUPED.exec(written) ?? INDIAN.exec(written))?.groups ?? null;
	return [
		...(grouped === null ? [] : [decimal(grouped["whole"] ?? "", grouped["part"])]),
		...(fraction === null ? [] : [decimal(fraction[1] ?? "", fraction[2])]),
		...behindSpace(written),
	];
}

export function timesTenTo({ digits, scale }: Decimal, power: number): Decimal {
	return power <= scale
		? { digits, scale: scale - power }
		: { digits: digits * 10n ** BigInt(power - scale), scale: 0 };
}
