import { standingOf, wellKnownAt } from "../tokens/known.ts";
import type { SeenToken } from "../tokens/seen.ts";
import type { Finding } from "./finding.ts";
import { symbolsOf } from "./look-alike-symbol.ts";

/** A token with the very symbol of a well-known one of its chain, at another address. */
export function knownSymbolElsewhere(tokens: readonly SeenToken[]): Finding | null {
	for (const token of tokens) {
		if (wellKnownAt(token.chainRef, token.address) !== null) continue;
		for (const [by, symbol] of symbolsOf(token)) {
			const standing = standingOf(token.chainRef, symbol);
			if (standing.kind !== "same") continue;
			const real =
				standing.token === null
					? `${symbol} is this chain's own coin, and no token`
					: `the well-known ${symbol} of this chain is ${standing.token.address}`;
			return {
				id: "known-symbol-elsewhere",
				severity: "danger",
				words: `${by} calls ${token.shown} “${symbol}”, but ${real}. This is another token.`,
				needsWord: true,
			};
		}
	}
	return null;
}
