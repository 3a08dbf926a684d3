import { wellKnownNamed } from "../../chain/tokens/known.ts";
import type { SeenToken, TokenClaim } from "../../effects/effects.ts";
import { skeletonOf } from "../../format/confusable.ts";
import { plain } from "../../format/plain.ts";
import { type Message, message, sentences } from "../../message.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import type { GeneralEvidence } from "./evidence.ts";

/** Statements of the service on a token that the chain contradicts. */

type Contradiction = (token: SeenToken, claim: TokenClaim) => Finding | null;

const danger = (id: string, text: Message): Finding => ({ id, severity: "danger", text, needsWord: true });

/** Another symbol or other decimals: the amounts would read differently. */
const amounts: Contradiction = ({ shown, chain }, claim) => {
	const found = (text: Message) =>
		danger("token-claims", sentences(text, message("finding.token-claims.shown")));
	if (chain.decimals !== null && claim.decimals !== null && claim.decimals !== chain.decimals)
		return found(
			message("token.decimals-differ", { token: shown, claimed: claim.decimals, decimals: chain.decimals }),
		);
	if (chain.symbol !== null && claim.symbol !== null && claim.symbol !== chain.symbol)
		return found(
			message("token.symbol-differs", {
				token: shown,
				claimed: plain(claim.symbol),
				symbol: plain(chain.symbol),
			}),
		);
	return null;
};

const STANDARDS: ReadonlyMap<string, Message> = new Map([
	["erc20", message("token.standard.erc20")],
	["erc721", message("token.standard.erc721")],
	["erc1155", message("token.standard.erc1155")],
	["erc721_or_erc1155", message("token.standard.collection")],
]);
const nameOfStandard = (standard: string): Message | string => STANDARDS.get(standard) ?? plain(standard);

/** Standards that say the same as the chain. */
const FITS = { erc20: ["erc20"], erc721: ["erc721", "erc721_or_erc1155"] } as const;

/** Another standard: what reads as an amount would be an item, or the other way. */
const standards: Contradiction = ({ shown, chain }, { standard }) => {
	if (standard === null) return null;
	const found = (text: Message) =>
		danger("token-standard", sentences(text, message("finding.token-standard.means")));
	if (standard === "native") return found(message("token.standard-differs.native", { token: shown }));
	if (chain.standard === null) return null;
	const fits: readonly string[] = FITS[chain.standard];
	return fits.includes(standard)
		? null
		: found(
				message("token.standard-differs", {
					token: shown,
					claimed: nameOfStandard(standard),
					standard: nameOfStandard(chain.standard),
				}),
			);
};

/**
 * Another name. Lists shorten and translate names, so that one which merely differs means little; the name of a
 * well-known token does not get onto another by chance.
 */
const names: Contradiction = ({ chainRef, shown, chain }, { name }) => {
	if (name === null || chain.name === null || skeletonOf(name) === skeletonOf(chain.name)) return null;
	const text = message("token.name-differs", {
		token: shown,
		claimed: plain(name),
		name: plain(chain.name),
	});
	const owner = wellKnownNamed(chainRef, name);
	if (owner === null) return { id: "token-name", severity: "info", text, needsWord: false };
	const { symbol, address } = owner;
	return danger("token-name", sentences(text, message("token.name-borrowed", { symbol, address })));
};

/** The gravest of one kind, over all claims on all tokens. */
const ruleOf =
	(contradiction: Contradiction) =>
	({ effects }: GeneralEvidence): Finding | null =>
		gravestFirst(
			effects.tokens.flatMap((token) => token.claims.map((claim) => contradiction(token, claim))),
		)[0] ?? null;

export const claimedAmounts = ruleOf(amounts);
export const claimedStandards = ruleOf(standards);
export const claimedNames = ruleOf(names);
