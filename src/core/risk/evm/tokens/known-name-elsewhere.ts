import { plain } from "../../../format/plain.ts";
import { message } from "../../../message.ts";
import { knownCollectionNamed } from "../../../subject/known-contracts.ts";
import type { Finding } from "../../finding.ts";
import type { SeenToken } from "../../seen.ts";
import type { SymbolSource } from "./look-alike-symbol.ts";

/** What a collection is called, by the chain first, then as the service claims. */
function namesOf({ chain, claims }: SeenToken): readonly (readonly [by: SymbolSource, name: string])[] {
	const by = (who: SymbolSource, each: { readonly name: string | null; readonly symbol: string | null }) =>
		[each.name, each.symbol].flatMap((name) => (name === null ? [] : [[who, name] as const]));
	return [...by("chain", chain), ...claims.flatMap((claim) => by("service", claim))];
}

/** A collection that is called like a well-known one of its chain, and is another: markets show the name alone. */
export function knownNameElsewhere(tokens: readonly SeenToken[]): Finding | null {
	for (const token of tokens) {
		// A token in parts of an item may bear its name: only items are taken for those of the collection.
		if (token.chain.standard === "erc20") continue;
		for (const [by, name] of namesOf(token)) {
			const real = knownCollectionNamed(token.chainRef, token.address, name);
			if (real === null) continue;
			return {
				id: "known-name-elsewhere",
				severity: "danger",
				text: message("finding.known-name-elsewhere", {
					by,
					token: token.shown,
					name: plain(name),
					real: real.name,
					address: real.address,
				}),
				needsWord: true,
			};
		}
	}
	return null;
}
