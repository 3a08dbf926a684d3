import { withHiddenNamed } from "../format/plain.ts";

/**
 * Writes CSV tables (RFC 4180) and escapes untrusted text, so a spreadsheet never evaluates it as a formula.
 */

const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;
/**
 * Start of a cell that a spreadsheet would evaluate as a formula (owasp.org, CSV Injection). Covers leading
 * whitespace and other delimiters, because quotes only protect comma-separated cells.
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@\t\r＝＋－＠])/gu;

function cell(text: string): string {
	const seen = withHiddenNamed(text);
	const safe = NUMBER.test(seen) ? seen : seen.replace(FORMULA, "$1'");
	return /["\t\r\n,;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvText = (rows: readonly (readonly string[])[]): string =>
	rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/**
 * Formats a number with all its digits and no grouping, e.g. "-1234.5". Uses base units if the decimals are
 * unknown.
 */
export function decimalText(raw: bigint, decimals: number | null): string {
	const places = decimals ?? 0;
	const digits = (raw < 0n ? -raw : raw).toString().padStart(places + 1, "0");
	const [whole, fraction] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
	const rest = fraction.replace(/0+$/, "");
	return `${raw < 0n ? "-" : ""}${whole}${rest === "" ? "" : `.${rest}`}`;
}

export const centsText = (cents: bigint): string => {
	const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
	return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
