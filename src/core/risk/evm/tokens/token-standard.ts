import { message, sentences } from "../../../message.ts";
import type { Finding } from "../../finding.ts";
import type { SeenToken } from "../../seen.ts";
import { firstOf, standardContradiction } from "./claims.ts";

const MEANS = message("finding.token-standard.means");

/** The service states another standard than the contract itself answers. */
export function tokenStandard(tokens: readonly SeenToken[]): Finding | null {
	const text = firstOf(tokens, standardContradiction);
	return text === null
		? null
		: { id: "token-standard", severity: "danger", text: sentences(text, MEANS), needsWord: true };
}
