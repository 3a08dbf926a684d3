const GWEI_DECIMALS = 9;

const DECIMAL = /^(?<whole>[0-9]{1,60})(?:\.(?<part>[0-9]{1,60}))?$/;

/** Formats a plain number without separators or trailing zeros, for an input field. */
export function decimalOf(raw: bigint, decimals: number): string {
	const digits = raw.toString().padStart(decimals + 1, "0");
	const whole = digits.slice(0, digits.length - decimals);
	const part = digits.slice(digits.length - decimals).replace(/0+$/, "");
	return part === "" ? whole : `${whole}.${part}`;
}

/**
 * Returns base units. `null` unless the text is a plain number with at most the given decimals. Rejects
 * signs, exponents and separators, because people read them differently.
 */
export function readDecimal(text: string, decimals: number): bigint | null {
	const { whole, part = "" } = DECIMAL.exec(text)?.groups ?? {};
	if (whole === undefined) return null;
	const significant = part.replace(/0+$/, "");
	return significant.length > decimals ? null : BigInt(whole + significant.padEnd(decimals, "0"));
}

export const gweiOf = (wei: bigint): string => decimalOf(wei, GWEI_DECIMALS);

/** Returns wei. `null` for anything but a plain number. */
export const readGwei = (text: string): bigint | null => readDecimal(text, GWEI_DECIMALS);
