import type { Comparison } from "../opinion.ts";
import type { Finding } from "./finding.ts";

/** Prices have moved since the service simulated: told, and no reason against. */
export function drift({ comparison }: { readonly comparison: Comparison }): Finding | null {
	const found = comparison.effects.find(({ status }) => status === "drift");
	return found === undefined ? null : { id: "drift", severity: "info", words: found.words, needsWord: false };
}
