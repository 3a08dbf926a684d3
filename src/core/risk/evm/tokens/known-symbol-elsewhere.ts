import { standingOf, wellKnownAt } from "../../../chain/tokens/known.ts";
import { message, sentences } from "../../../message.ts";
import type { Finding } from "../../finding.ts";
import type { SeenToken } from "../../seen.ts";
import { symbolsOf } from "./look-alike-symbol.ts";
import type { Wraps } from "./wraps-as.ts";

/** A token with the very symbol of a well-known one of its chain, at another address. */
export function knownSymbolElsewhere(
	tokens: readonly SeenToken[],
	wrapper: Wraps | null = null,
): Finding | null {
	for (const token of tokens) {
		if (wellKnownAt(token.chainRef, token.address) !== null) continue;
		for (const [by, symbol] of symbolsOf(token)) {
			const standing = standingOf(token.chainRef, symbol);
			if (standing.kind !== "same") continue;
			const real =
				standing.token === null
					? message("finding.known-symbol-elsewhere.coin", { symbol })
					: message("finding.known-symbol-elsewhere.token", { symbol, address: standing.token.address });
			const text = message("finding.known-symbol-elsewhere", { by, token: token.shown, symbol, real });
			if (wrapper?.token === token.address) {
				// What it is called no longer matters to whoever gets rid of it.
				if (!wrapper.into) continue;
				return {
					id: "known-symbol-elsewhere",
					severity: "caution",
					text: sentences(text, message("finding.known-symbol-elsewhere.wrapper")),
					needsWord: false,
				};
			}
			return {
				id: "known-symbol-elsewhere",
				severity: "danger",
				text: sentences(text, message("finding.known-symbol-elsewhere.other")),
				needsWord: true,
			};
		}
	}
	return null;
}
