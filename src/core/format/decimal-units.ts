export function grouped(whole: bigint): string {
	return whole.toString().replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
}

export interface AmountParts {
	readonly sign: string;
	readonly whole: bigint;
	readonly fraction: string;
}

export function parts(raw: bigint, decimals: number): AmountParts {
	const magnitude = raw < 0n ? -raw : raw;
	const scale = 10n ** BigInt(decimals);
	const fraction = decimals === 0 ? "" : (magnitude % scale).toString().padStart(decimals, "0");
	return { sign: raw < 0n ? "−" : "", whole: magnitude / scale, fraction: fraction.replace(/0+$/, "") };
}

export function joined({ sign, whole, fraction }: AmountParts, more: string): string {
	return `${sign}${grouped(whole)}${fraction === "" ? "" : `.${fraction}`}${more}`;
}

export function fullText(raw: bigint, decimals: number | null): string {
	return joined(parts(raw, decimals ?? 0), "");
}

const GWEI_DECIMALS = 9;

const DECIMAL = /^(?<whole>[0-9]{1,60})(?:\.(?<part>[0-9]{1,60}))?$/;

/** Formats a plain number without separators or trailing zeros for an input field. */
export function decimalOf(raw: bigint, decimals: number): string {
	const digits = raw.toString().padStart(decimals + 1, "0");
	const whole = digits.slice(0, digits.length - decimals);
	const part = digits.slice(digits.length - decimals).replace(/0+$/, "");
	return part === "" ? whole : `${whole}.${part}`;
}

/**
 * Returns base units. Returns `null` unless the text is a plain number with at most `decimals` decimals.
 * Rejects signs, exponents, and separators, because people read them differently.
 */
export function readDecimal(text: string, decimals: number): bigint | null {
	const { whole, part = "" } = DECIMAL.exec(text)?.groups ?? {};
	if (whole === undefined) return null;
	const significant = part.replace(/0+$/, "");
	return significant.length > decimals ? null : BigInt(whole + significant.padEnd(decimals, "0"));
}

export const gweiOf = (wei: bigint): string => decimalOf(wei, GWEI_DECIMALS);

/** Returns wei, or `null` if the text isn't a plain number. */
export const readGwei = (text: string): bigint | null => readDecimal(text, GWEI_DECIMALS);
