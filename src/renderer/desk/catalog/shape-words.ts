import type { Shape } from "./shape.ts";

const FORMATS = new Map([
	["uri", "a link"],
	["date-time", "a date and time such as 2026-11-21T14:00:00Z"],
	["date", "a date such as 2026-11-21"],
	["uuid", "a UUID"],
	["email", "an email address"],
]);

function between(least: string | null, most: string | null): string | null {
	if (least !== null && most !== null) return least === most ? least : `${least} to ${most}`;
	if (least !== null) return `at least ${least}`;
	return most === null ? null : `at most ${most}`;
}

/** What a schema asks of a value, on one line; empty where it asks nothing. Holds the schema's own words. */
export function asked(shape: Shape): string {
	if (shape.kind === "text") {
		const { minLength, maxLength, format, pattern } = shape;
		const length = between(minLength?.toString() ?? null, maxLength?.toString() ?? null);
		return [
			format === null ? null : (FORMATS.get(format) ?? format),
			length === null ? null : `${length} characters`,
			pattern === null ? null : `pattern ${pattern}`,
		]
			.filter((part) => part !== null)
			.join(" · ");
	}
	if (shape.kind === "number") {
		const { least, most, integer } = shape;
		const open = (bound: typeof least) => bound?.open === true;
		const range =
			open(least) || open(most)
				? [
						least === null ? null : `${open(least) ? "more than" : "at least"} ${least.numeral}`,
						most === null ? null : `${open(most) ? "less than" : "at most"} ${most.numeral}`,
					]
						.filter((part) => part !== null)
						.join(", ")
				: between(least?.numeral ?? null, most?.numeral ?? null);
		return [integer ? "whole number" : "number", range]
			.filter((part) => part !== null && part !== "")
			.join(", ");
	}
	if (shape.kind === "list") {
		const count = between(shape.least === 0 ? null : String(shape.least), shape.most?.toString() ?? null);
		return count === null ? "" : `${count} of them`;
	}
	return "";
}
