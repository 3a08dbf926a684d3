import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { AllowanceEditView } from "../../../../src/ipc/review.ts";
import { EarlierAllowance, isTooMuch } from "../../../../src/renderer/trusted/review/edit/edits.tsx";
import { t } from "../../../../src/text/index.ts";

const rendered = (change: Partial<AllowanceEditView>) =>
	renderToStaticMarkup(
		<EarlierAllowance
			edit={{
				place: 0,
				isOwn: true,
				symbol: "DEMO",
				decimals: 18,
				proposed: "100",
				lowered: null,
				exact: null,
				...change,
			}}
		/>,
	);

describe("the allowance that the user lowers or revokes", () => {
	const now = t("trusted.edit.allowance.own.from", { amount: "100", unit: "DEMO" });
	const first = t("trusted.edit.allowance.own.first");

	it("is shown with its present amount, even before it is lowered", () => {
		expect(rendered({})).toContain(now);
		expect(rendered({})).not.toContain(first);
		expect(rendered({ proposed: null })).toContain(t("trusted.edit.allowance.own.from-unlimited"));
	});

	it("can be spent before the lower one: once lowered, it says so", () => {
		expect(rendered({ lowered: "40" })).toContain(now);
		expect(rendered({ lowered: "40" })).toContain(first);
	});

	it("is shown for an agent's proposal only once it is lowered", () => {
		expect(rendered({ isOwn: false })).toBe("");
		expect(rendered({ isOwn: false, lowered: "40" })).not.toContain(first);
	});
});

it("rejects the present amount as too high, and accepts the one that an agent proposed", () => {
	expect([39n, 40n, 41n].map((raw) => isTooMuch(raw, 40n, true))).toEqual([false, true, true]);
	expect([39n, 40n, 41n].map((raw) => isTooMuch(raw, 40n, false))).toEqual([false, false, true]);
	expect(isTooMuch(41n, null, true)).toBe(false);
});
