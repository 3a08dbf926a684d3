import { expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import type { Finding, Severity } from "../../../../../src/core/risk/finding.ts";
import { withoutRefused } from "../../../../../src/core/risk/general/declared-differs.ts";

const finding = (id: string, severity: Severity): Finding => ({
	id,
	severity,
	text: message("finding.partial"),
	needsWord: severity === "danger",
});

it("leaves an unexplained loss to the refusal of undeclared effects", () => {
	const all = [finding("unexplained-loss", "danger"), finding("loss", "danger")];
	const left = (...old: readonly Finding[]) => withoutRefused(all, old).map(({ id }) => id);
	expect(left(finding("declared-differs", "block"))).toEqual(["loss"]);
	expect(left(finding("first-time", "info"), finding("loss", "danger"))).toEqual([
		"unexplained-loss",
		"loss",
	]);
});
