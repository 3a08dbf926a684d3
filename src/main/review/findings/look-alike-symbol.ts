import { plain } from "../plain.ts";
import { standingOf, wellKnownAt } from "../tokens/known.ts";
import type { SeenToken } from "../tokens/seen.ts";
import type { Finding } from "./finding.ts";

/** Symbols of a token by the chain first, then as the service claims. */
export function symbolsOf({ chain, claims }: SeenToken): readonly (readonly [by: string, symbol: string])[] {
	const claimed = claims.flatMap(({ symbol }) => (symbol === null ? [] : [["The service", symbol] as const]));
	return chain.symbol === null ? claimed : [["The chain", chain.symbol] as const, ...claimed];
}

/** A token whose symbol is drawn like a well-known one's, and which is another token: a fake. */
export function lookAlikeSymbol(tokens: readonly SeenToken[]): Finding | null {
	for (const token of tokens) {
		if (wellKnownAt(token.chainRef, token.address) !== null) continue;
		for (const [by, symbol] of symbolsOf(token)) {
			const standing = standingOf(token.chainRef, symbol);
			if (standing.kind !== "alike") continue;
			const real = standing.token === null ? "the chain's own coin" : `the token ${standing.token.address}`;
			return {
				id: "look-alike-symbol",
				severity: "danger",
				words: `${by} calls ${token.shown} “${plain(symbol)}”, which looks like ${standing.symbol} and is not: ${standing.symbol} is ${real}.`,
				needsWord: true,
			};
		}
	}
	return null;
}
