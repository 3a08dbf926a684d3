import { firstOf, standardContradiction } from "../tokens/claims.ts";
import type { SeenToken } from "../tokens/seen.ts";
import type { Finding } from "./finding.ts";

const MEANS = "What is told as an amount may be an item, or the other way round.";

/** The service states another standard than the contract itself answers. */
export function tokenStandard(tokens: readonly SeenToken[]): Finding | null {
	const words = firstOf(tokens, standardContradiction);
	return words === null
		? null
		: { id: "token-standard", severity: "danger", words: `${words} ${MEANS}`, needsWord: true };
}
