import { wellKnownNamed } from "../../../chain/tokens/known.ts";
import { skeletonOf } from "../../../format/confusable.ts";
import { plain } from "../../../format/plain.ts";
import { type Message, message, sentences } from "../../../message.ts";
import type { SeenToken, TokenClaim } from "../../seen.ts";

/** What the service states of a token, held against the chain. Each gives a whole sentence, or null where they agree. */

type Contradiction = (token: SeenToken, claim: TokenClaim) => Message | null;

/** Another symbol or other decimals: the amounts would read differently. */
export const amountContradiction: Contradiction = ({ shown, chain }, claim) => {
	if (chain.decimals !== null && claim.decimals !== null && claim.decimals !== chain.decimals)
		return message("token.decimals-differ", {
			token: shown,
			claimed: claim.decimals,
			decimals: chain.decimals,
		});
	if (chain.symbol !== null && claim.symbol !== null && claim.symbol !== chain.symbol)
		return message("token.symbol-differs", {
			token: shown,
			claimed: plain(claim.symbol),
			symbol: plain(chain.symbol),
		});
	return null;
};

const STANDARDS: ReadonlyMap<string, Message> = new Map([
	["erc20", message("token.standard.erc20")],
	["erc721", message("token.standard.erc721")],
	["erc1155", message("token.standard.erc1155")],
	["erc721_or_erc1155", message("token.standard.collection")],
]);
const nameOfStandard = (standard: string): Message | string => STANDARDS.get(standard) ?? plain(standard);

/** Which stated standards say the same as the chain. */
const FITS = { erc20: ["erc20"], erc721: ["erc721", "erc721_or_erc1155"] } as const;

/** Another standard: what reads as an amount would be an item, or the other way. */
export const standardContradiction: Contradiction = ({ shown, chain }, { standard }) => {
	if (standard === null) return null;
	if (standard === "native") return message("token.standard-differs.native", { token: shown });
	if (chain.standard === null) return null;
	const fits: readonly string[] = FITS[chain.standard];
	return fits.includes(standard)
		? null
		: message("token.standard-differs", {
				token: shown,
				claimed: nameOfStandard(standard),
				standard: nameOfStandard(chain.standard),
			});
};

/**
 * Another name. Lists shorten and translate names, so that one which merely differs means little; the name of a
 * well-known token does not get onto another by chance.
 */
export function nameContradiction(
	{ chainRef, shown, chain }: SeenToken,
	{ name }: TokenClaim,
): { readonly borrowed: boolean; readonly text: Message } | null {
	if (name === null || chain.name === null || skeletonOf(name) === skeletonOf(chain.name)) return null;
	const differs = message("token.name-differs", {
		token: shown,
		claimed: plain(name),
		name: plain(chain.name),
	});
	const owner = wellKnownNamed(chainRef, name);
	return owner === null
		? { borrowed: false, text: differs }
		: {
				borrowed: true,
				text: sentences(
					differs,
					message("token.name-borrowed", { symbol: owner.symbol, address: owner.address }),
				),
			};
}

/** The first contradiction among all claims of all tokens. */
export function firstOf(tokens: readonly SeenToken[], contradiction: Contradiction): Message | null {
	for (const token of tokens)
		for (const claim of token.claims) {
			const found = contradiction(token, claim);
			if (found !== null) return found;
		}
	return null;
}
