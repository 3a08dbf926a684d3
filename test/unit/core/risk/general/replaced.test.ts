import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/message.ts";
import type { Finding, Severity } from "../../../../../src/core/risk/finding.ts";
import { withoutReplaced } from "../../../../../src/core/risk/general/replaced.ts";

const finding = (id: string, severity: Severity): Finding => ({
	id,
	severity,
	text: message("finding.partial"),
	needsWord: severity === "danger",
});

const left = (old: Finding, general: Finding) => withoutReplaced([old], [general]).map((each) => each?.id);

describe("a loss that a general rule tells", () => {
	it("is told once, and always by the graver", () => {
		expect(left(finding("large-outflow", "caution"), finding("loss", "danger"))).toEqual([]);
		expect(left(finding("large-outflow", "danger"), finding("loss", "danger"))).toEqual([]);
		expect(left(finding("large-outflow", "danger"), finding("loss", "caution"))).toEqual(["large-outflow"]);
	});

	it("is no matter of other rules", () => {
		expect(left(finding("look-alike", "caution"), finding("loss", "danger"))).toEqual(["look-alike"]);
		expect(left(finding("large-approval", "caution"), finding("loss", "danger"))).toEqual(["large-approval"]);
	});
});
