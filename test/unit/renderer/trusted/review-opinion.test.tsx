import { Tooltip } from "radix-ui";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { bandOf, waitsForOpinion } from "../../../../src/core/review/band.ts";
import { opinionText } from "../../../../src/renderer/components/review/proven.ts";
import { arrivalText, differenceOf } from "../../../../src/renderer/components/review/sentences.ts";
import { Opinion } from "../../../../src/renderer/trusted/review/opinion.tsx";
import { t } from "../../../../src/text/index.ts";
import { amount, MAIN } from "../../../preview/samples/common.ts";
import { opined } from "../../../preview/samples/opinion.ts";
import { review } from "../../../preview/samples/review.ts";

const rendered = (element: React.ReactElement) =>
	renderToStaticMarkup(<Tooltip.Provider>{element}</Tooltip.Provider>);
const opinionOf = (state: Parameters<typeof opined>[0]) => {
	const { opinion } = opined(state);
	if (opinion === null) throw new Error("no opinion");
	return opinion;
};

describe("the line of the second opinion", () => {
	it.each([
		["running", "running"],
		["agrees", "agrees"],
		["drifts", "prices moved"],
		["differs", "differs"],
		["undeclared", "undeclared"],
		["unproven", "not proven"],
	] as const)("says that it is %s", (state, word) => {
		expect(rendered(<Opinion opinion={opinionOf(state)} />)).toContain(`>${word}</span>`);
	});

	it("is folded, except for undeclared effects", () => {
		for (const state of ["agrees", "drifts", "differs"] as const)
			expect(rendered(<Opinion opinion={opinionOf(state)} />)).not.toContain("on top of block");
		const open = rendered(<Opinion opinion={opinionOf("undeclared")} />);
		expect(open).toContain("1,250");
		expect(open.indexOf("1,250 USDC leaves")).toBeLessThan(open.indexOf("1.5 ETH leaves"));
	});

	it("is not called unproven if only the user's RPC has an answer", () => {
		const found = rendered(<Opinion opinion={{ ...opinionOf("agrees"), state: "unproven" }} />);
		expect(found).toContain("your RPC only");
		expect(found).not.toContain("not proven");
	});

	it("blocks at the top of the review for undeclared effects only", () => {
		expect(bandOf(opined("undeclared")).tone).toBe("blocked");
		for (const state of ["agrees", "drifts"] as const) expect(bandOf(opined(state)).tone).toBe("calm");
		for (const state of ["differs", "unproven", "unseen"] as const)
			expect(bandOf(opined(state)).tone).toBe("caution");
		expect(bandOf(opined("running")).tone).toBe("checking");
	});
});

describe("the short form", () => {
	it("never says that nothing changes while rows are displayed", () => {
		const unseen = { ...opinionOf("unseen"), state: "unseen" as const };
		const partly = opinionText({ opinion: { ...unseen, rows: opinionOf("agrees").rows } });
		expect(partly).toBe(t("trusted.preview.opinion.partly_unseen"));
		expect(opinionText({ opinion: { ...unseen, rows: [] } })).toBe(t("trusted.preview.opinion.unseen"));
	});
});

describe("before the second opinion is there", () => {
	it("Approve is disabled in its usual position, unless something else blocks it", () => {
		const running = opined("running");
		expect(waitsForOpinion(running)).toBe(true);
		const refusals = [...running.approval.refusals, "The vault is locked."];
		expect(waitsForOpinion({ ...running, approval: { ...running.approval, refusals } })).toBe(false);
		expect(waitsForOpinion({ ...running, fingerprint: null })).toBe(false);
		expect(waitsForOpinion(opined("undeclared"))).toBe(false);
		expect(waitsForOpinion(review())).toBe(false);
	});

	it("announces its arrival once", () => {
		expect(arrivalText("running", opinionOf("agrees"))).toContain("shows the same");
		expect(arrivalText("agrees", opinionOf("agrees"))).toBeNull();
		expect(arrivalText(null, opinionOf("agrees"))).toBeNull();
		expect(arrivalText("running", opinionOf("running"))).toBeNull();
	});
});

describe("the difference of the two", () => {
	const side = (raw: string, direction: "in" | "out", unit = "USDC") => ({
		...amount(raw, unit, raw),
		direction,
	});
	const row = (theirs: ReturnType<typeof side> | null, ours: ReturnType<typeof side> | null) => ({
		kind: "balance" as const,
		status: "differs" as const,
		costs: false,
		account: MAIN,
		other: null,
		theirs,
		ours,
		text: "",
		step: null,
	});

	it("is shown in percent of the service's amount, with its sign", () => {
		expect(differenceOf(row(side("1000", "in"), side("965", "in")))).toBe("3.50 % less");
		expect(differenceOf(row(side("1000", "out"), side("1005", "out")))).toBe("0.50 % more");
		expect(differenceOf(row(side("1000", "out"), side("500", "out")))).toBe("50.00 % less");
	});

	it("is absent if they are equal, if one is missing, or in other units", () => {
		expect(differenceOf(row(side("5", "in"), side("5", "in")))).toBeNull();
		expect(differenceOf(row(null, side("5", "in")))).toBeNull();
		expect(differenceOf(row(side("5", "in"), side("4", "in", "ETH")))).toBeNull();
	});
});
