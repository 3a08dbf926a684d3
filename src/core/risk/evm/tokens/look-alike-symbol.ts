import { standingOf, wellKnownAt } from "../../../chain/tokens/known.ts";
import { plain } from "../../../format/plain.ts";
import { message } from "../../../message.ts";
import type { Finding } from "../../finding.ts";
import type { SeenToken } from "../../seen.ts";

/** Who says so: a value of messages. */
export type SymbolSource = "chain" | "service";

/** Symbols of a token by the chain first, then as the service claims. */
export function symbolsOf({
	chain,
	claims,
}: SeenToken): readonly (readonly [by: SymbolSource, symbol: string])[] {
	const claimed = claims.flatMap(({ symbol }) => (symbol === null ? [] : [["service", symbol] as const]));
	return chain.symbol === null ? claimed : [["chain", chain.symbol] as const, ...claimed];
}

/** A token whose symbol is drawn like a well-known one's, and which is another token: a fake. */
export function lookAlikeSymbol(tokens: readonly SeenToken[]): Finding | null {
	for (const token of tokens) {
		if (wellKnownAt(token.chainRef, token.address) !== null) continue;
		for (const [by, symbol] of symbolsOf(token)) {
			const standing = standingOf(token.chainRef, symbol);
			if (standing.kind !== "alike") continue;
			const what =
				standing.token === null
					? message("finding.look-alike-symbol.coin")
					: message("finding.look-alike-symbol.token", { address: standing.token.address });
			return {
				id: "look-alike-symbol",
				severity: "danger",
				text: message("finding.look-alike-symbol", {
					by,
					token: token.shown,
					symbol: plain(symbol),
					real: standing.symbol,
					what,
				}),
				needsWord: true,
			};
		}
	}
	return null;
}
