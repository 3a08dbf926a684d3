import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { message, type Text } from "../../../../src/core/localized-text.ts";
import { Amount } from "../../../../src/renderer/components/amount.tsx";

const shown = (unit: Text) =>
	renderToStaticMarkup(<Amount view={{ text: "10", full: "10", unit, raw: "10", checked: true }} />);

describe("the unit of an amount", () => {
	it("is truncated if a token named it", () => {
		expect(shown("x".repeat(50))).toContain(`<bdi>${"x".repeat(16)}…</bdi>`);
	});
	it("keeps the raw amount visible", () => {
		const counted = "1,234,567.12345678";
		expect(shown(message("amount.unit.scaled", { symbol: "CRWX", counted }))).toContain(counted);
	});
});
