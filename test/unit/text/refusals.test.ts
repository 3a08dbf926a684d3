import { describe, expect, it } from "vitest";
import { textOf } from "../../../src/text/index.ts";
import { REFUSED } from "../core/review/refused.ts";
import { review } from "../core/review/scene.ts";

describe("an objection to an approval", () => {
	it.each(REFUSED.map(([what, , , view, patch]) => ({ what, view, patch })))(
		"is stated in whole sentences if $what",
		({ view, patch }) => {
			const { refusals } = review(view, patch).approval;
			expect(refusals.length).toBeGreaterThan(0);
			for (const refusal of refusals) expect(textOf(refusal)).toMatch(/^[A-Z“].*\.$/s);
		},
	);

	it("says of every request that still waits that nothing was signed", () => {
		for (const [, , , view, patch] of REFUSED.filter(
			([, , , waiting]) => waiting.state === "needs_signature",
		))
			for (const refusal of review(view, patch).approval.refusals)
				expect(textOf(refusal)).toMatch(/[Nn]othing was s|signs nothing|never signed again/);
	});
});
