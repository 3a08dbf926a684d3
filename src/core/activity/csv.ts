import { withHiddenNamed } from "../format/plain.ts";

/** Tables for spreadsheets (RFC 4180), in which nothing that others wrote is taken for a formula. */

const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;
/**
 * With what a cell begins that a spreadsheet computes (owasp.org, CSV injection), also behind white space; and behind
 * what another reading of the file would part cells by, since quotes inside of a cell of commas hold nothing together.
 */
const FORMULA = /(^|[;\t\r\n])(?=\s*[=+\-@\t\r＝＋－＠])/gu;

/** A cell as it is written: what could be computed is led by an apostrophe, which makes it text; nothing hides in it. */
function cell(text: string): string {
	const seen = withHiddenNamed(text);
	const safe = NUMBER.test(seen) ? seen : seen.replace(FORMULA, "$1'");
	return /["\t\r\n,;]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvText = (rows: readonly (readonly string[])[]): string =>
	rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");

/** Every digit, with a point and without groups: "-1234.5". In base units where nobody said how many decimals there are. */
export function decimalText(raw: bigint, decimals: number | null): string {
	const places = decimals ?? 0;
	const digits = (raw < 0n ? -raw : raw).toString().padStart(places + 1, "0");
	const [whole, fraction] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
	const rest = fraction.replace(/0+$/, "");
	return `${raw < 0n ? "-" : ""}${whole}${rest === "" ? "" : `.${rest}`}`;
}

/** "-1234.05" of US cents. */
export const centsText = (cents: bigint): string => {
	const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
	return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
