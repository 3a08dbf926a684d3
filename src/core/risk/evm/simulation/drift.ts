import { sentences } from "../../../message.ts";
import type { Comparison } from "../../../subject/opinion.ts";
import { aboutEffect, type Finding } from "../../finding.ts";

/** Prices have moved since the service simulated: told, and no reason against. */
export function drift({ comparison }: { readonly comparison: Comparison }): Finding | null {
	const found = comparison.effects.find(({ status }) => status === "drift");
	if (found === undefined) return null;
	// More leaves than was said: within what prices do, and still more than the user was told.
	const leaves = comparison.effects.some(
		({ status, costs, ours }) => status === "drift" && costs && ours !== null && ours.raw < 0n,
	);
	return {
		id: "drift",
		severity: leaves ? "caution" : "info",
		text: sentences(found.text),
		needsWord: false,
		about: aboutEffect(found),
	};
}
