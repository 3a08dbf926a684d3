import { skeletonOf } from "../../policy/confusable.ts";
import { plain } from "../plain.ts";
import { wellKnownNamed } from "./known.ts";
import type { SeenToken, TokenClaim } from "./seen.ts";

/** What the service states of a token, held against the chain. Each gives a whole sentence, or null where they agree. */

type Contradiction = (token: SeenToken, claim: TokenClaim) => string | null;

/** Another symbol or other decimals: the amounts would read differently. */
export const amountContradiction: Contradiction = ({ shown, chain }, claim) => {
	if (chain.decimals !== null && claim.decimals !== null && claim.decimals !== chain.decimals)
		return `The service counts ${shown} with ${claim.decimals} decimals; the chain says ${chain.decimals}.`;
	if (chain.symbol !== null && claim.symbol !== null && claim.symbol !== chain.symbol)
		return `The service calls ${shown} “${plain(claim.symbol)}”; the chain calls it “${plain(chain.symbol)}”.`;
	return null;
};

const STANDARDS: Readonly<Record<string, string>> = {
	native: "the chain's own coin",
	erc20: "a token (EIP-20)",
	erc721: "a collection of single items (EIP-721)",
	erc1155: "a collection (EIP-1155)",
	erc721_or_erc1155: "a collection",
};
const words = (standard: string): string =>
	Object.hasOwn(STANDARDS, standard) ? (STANDARDS[standard] ?? standard) : plain(standard);

/** Which stated standards say the same as the chain. */
const FITS = { erc20: ["erc20"], erc721: ["erc721", "erc721_or_erc1155"] } as const;

/** Another standard: what reads as an amount would be an item, or the other way. */
export const standardContradiction: Contradiction = ({ shown, chain }, { standard }) => {
	if (standard === null) return null;
	if (standard === "native")
		return `The service states that ${shown} is the chain's own coin; it is a contract of its own.`;
	if (chain.standard === null) return null;
	const fits: readonly string[] = FITS[chain.standard];
	return fits.includes(standard)
		? null
		: `The service states that ${shown} is ${words(standard)}; the chain says that it is ${words(chain.standard)}.`;
};

/**
 * Another name. Lists shorten and translate names, so that one which merely differs means little; the name of a
 * well-known token does not get onto another by chance.
 */
export function nameContradiction(
	{ chainRef, shown, chain }: SeenToken,
	{ name }: TokenClaim,
): { readonly borrowed: boolean; readonly words: string } | null {
	if (name === null || chain.name === null || skeletonOf(name) === skeletonOf(chain.name)) return null;
	const differs = `The service names ${shown} “${plain(name)}”; the chain names it “${plain(chain.name)}”.`;
	const owner = wellKnownNamed(chainRef, name);
	return owner === null
		? { borrowed: false, words: differs }
		: { borrowed: true, words: `${differs} That is the name of ${owner.symbol}, ${owner.address}.` };
}

/** The first contradiction among all claims of all tokens. */
export function firstOf(tokens: readonly SeenToken[], contradiction: Contradiction): string | null {
	for (const token of tokens)
		for (const claim of token.claims) {
			const found = contradiction(token, claim);
			if (found !== null) return found;
		}
	return null;
}
