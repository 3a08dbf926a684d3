import type { Comparison } from "../opinion.ts";
import { isUndeclared } from "../simulate/compare.ts";
import type { Finding } from "./finding.ts";

/** More of them are counted, not told: the review lists them all. */
const MOST_TOLD = 3;

/** What the person's own RPC shows, what costs them, and what the service does not declare: by name. */
export function undeclared({ comparison }: { readonly comparison: Comparison }): Finding | null {
	const effects = comparison.effects.filter(isUndeclared);
	if (effects.length === 0) return null;
	const told = effects.slice(0, MOST_TOLD).map(({ words }) => words);
	const more = effects.length - told.length;
	const rest = more === 0 ? "" : ` And ${more} more, below.`;
	return {
		id: "undeclared",
		severity: "block",
		words: `Your own simulation shows what the service does not declare. ${told.join(" ")}${rest} Nothing was signed; reject the request.`,
		needsWord: false,
	};
}
