import type { Finding } from "../../finding.ts";
import type { SeenToken } from "../../seen.ts";
import { nameContradiction } from "./claims.ts";

/** The service gives a token another name than the chain: red only where the name is a well-known token's. */
export function tokenName(tokens: readonly SeenToken[]): Finding | null {
	const all = tokens.flatMap((token) =>
		token.claims.map((claim) => nameContradiction(token, claim)).filter((each) => each !== null),
	);
	const found = all.find(({ borrowed }) => borrowed) ?? all[0];
	if (found === undefined) return null;
	const { borrowed, text } = found;
	return { id: "token-name", severity: borrowed ? "danger" : "info", text, needsWord: borrowed };
}
