import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/message.ts";
import type { Finding, Severity } from "../../../../../src/core/risk/finding.ts";
import { withoutRefused, withoutReplaced } from "../../../../../src/core/risk/general/replaced.ts";

const finding = (id: string, severity: Severity): Finding => ({
	id,
	severity,
	text: message("finding.partial"),
	needsWord: severity === "danger",
});

const left = (old: Finding, general: Finding) => withoutReplaced([old], [general]).map((each) => each?.id);

it("leaves a loss that nothing explains to the refusal of what the service does not declare", () => {
	const all = [finding("unexplained-loss", "danger"), finding("loss", "danger")];
	const left = (...old: readonly Finding[]) => withoutRefused(all, old).map(({ id }) => id);
	expect(left(finding("declared-differs", "block"))).toEqual(["loss"]);
	expect(left(finding("first-time", "info"), finding("loss", "danger"))).toEqual([
		"unexplained-loss",
		"loss",
	]);
});

describe("a loss that a general rule tells", () => {
	it("is told once, and always by the graver", () => {
		expect(left(finding("large-outflow", "caution"), finding("loss", "danger"))).toEqual([]);
		expect(left(finding("large-outflow", "danger"), finding("loss", "danger"))).toEqual([]);
		expect(left(finding("large-outflow", "danger"), finding("loss", "caution"))).toEqual(["large-outflow"]);
	});

	it("is no matter of other rules", () => {
		expect(left(finding("look-alike", "caution"), finding("loss", "danger"))).toEqual(["look-alike"]);
	});
});
