import { message } from "../../../core/message.ts";
import { t, textOf } from "../../../text/index.ts";
import type { Shape } from "./shape.ts";

const FORMATS = new Map([
	["uri", message("desk.catalog.a-link")],
	["date-time", message("desk.catalog.date-time-such-2026-11")],
	["date", message("desk.catalog.date-such-2026-11-21")],
	["uuid", message("desk.catalog.a-uuid")],
	["email", message("desk.catalog.an-email-address")],
]);

function between(least: string | null, most: string | null): string | null {
	if (least !== null && most !== null) return least === most ? least : t("desk.catalog.to", { least, most });
	if (least !== null) return t("desk.catalog.at-least", { least });
	return most === null ? null : t("desk.catalog.at-most", { most });
}

/** What a schema asks of a value, on one line; empty where it asks nothing. Holds the schema's own words. */
export function asked(shape: Shape): string {
	if (shape.kind === "text") {
		const { minLength, maxLength, format, pattern } = shape;
		const length = between(minLength?.toString() ?? null, maxLength?.toString() ?? null);
		return [
			format === null ? null : textOf(FORMATS.get(format) ?? format),
			length === null ? null : t("desk.catalog.characters", { length }),
			pattern === null ? null : t("desk.catalog.pattern", { pattern }),
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
						least === null
							? null
							: t("desk.catalog.range.from", { open: open(least) ? "yes" : "no", numeral: least.numeral }),
						most === null
							? null
							: t("desk.catalog.range.to", { open: open(most) ? "yes" : "no", numeral: most.numeral }),
					]
						.filter((part) => part !== null)
						.join(", ")
				: between(least?.numeral ?? null, most?.numeral ?? null);
		return [integer ? t("desk.catalog.whole-number") : t("desk.catalog.number"), range]
			.filter((part) => part !== null && part !== "")
			.join(", ");
	}
	if (shape.kind === "list") {
		const count = between(shape.least === 0 ? null : String(shape.least), shape.most?.toString() ?? null);
		return count === null ? "" : t("desk.catalog.of-them", { count });
	}
	return "";
}
