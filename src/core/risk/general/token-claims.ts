import { wellKnownNamed } from "../../chain/tokens/known.ts";
import type { MentionedToken, TokenClaim } from "../../effects/effects.ts";
import { fullText } from "../../format/amount.ts";
import { skeletonOf } from "../../format/confusable.ts";
import { plain } from "../../format/plain.ts";
import type { Scale } from "../../format/scale.ts";
import { type Message, message, sentences } from "../../localized-text.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import { atStakeAddress, type GeneralEvidence } from "./evidence.ts";

const SECOND = 1_000;
/** Longest expected time between signing and inclusion. */
const LANDS_WITHIN_SECONDS = 3_600n;
const MUCH = 10n;

const DIGITS = 6;

const factorText = ({ numerator, denominator }: Scale): string =>
	fullText((numerator * 10n ** BigInt(DIGITS)) / denominator, DIGITS);

function changesMuch(before: Scale, after: Scale): boolean {
	const [old, fresh] = [before.numerator * after.denominator, after.numerator * before.denominator];
	const difference = fresh > old ? fresh - old : old - fresh;
	return difference * 100n >= old * MUCH;
}

function findingOf({ address, scaled }: MentionedToken, nowMs: number | null): Finding | null {
	if (scaled === null) return null;
	const { symbol, scaling } = scaled;
	const { now, next } = scaling;
	const mild = (severity: "info" | "caution", text: Message): Finding => ({
		id: "scaled-amount",
		severity,
		text,
		needsWord: false,
	});
	if (now === null || (next !== null && next.scale === null))
		return mild("caution", message("finding.scaled.unread", { symbol }));
	if (next === null || next.scale === null)
		return mild("info", message("finding.scaled", { symbol, factor: factorText(now) }));
	const text = message("finding.scaled.changes", {
		symbol,
		factor: factorText(now),
		next: factorText(next.scale),
		at: { at: Number(next.atSeconds) * SECOND, style: "minute" },
	});
	const isSoon =
		nowMs === null || next.atSeconds <= BigInt(Math.floor(nowMs / SECOND)) + LANDS_WITHIN_SECONDS;
	if (!isSoon || !changesMuch(now, next.scale)) return mild("caution", text);
	return {
		id: "scaled-amount",
		severity: "danger",
		text,
		needsWord: true,
		...atStakeAddress(address),
	};
}

export const scaledAmount = ({ effects, now }: GeneralEvidence): Finding | null =>
	gravestFirst(effects.tokens.map((token) => findingOf(token, now)))[0] ?? null;

type Contradiction = (token: MentionedToken, claim: TokenClaim) => Finding | null;

const danger = (id: string, text: Message): Finding => ({ id, severity: "danger", text, needsWord: true });

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

const FITS = { erc20: ["erc20"], erc721: ["erc721", "erc721_or_erc1155"] } as const;

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
 * Lists shorten and translate names, so a difference alone means little. A well-known token's name on a
 * different token is no coincidence.
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

const ruleOf =
	(contradiction: Contradiction) =>
	({ effects }: GeneralEvidence): Finding | null =>
		gravestFirst(
			effects.tokens.flatMap((token) => token.claims.map((claim) => contradiction(token, claim))),
		)[0] ?? null;

export const claimedAmounts = ruleOf(amounts);
export const claimedStandards = ruleOf(standards);
export const claimedNames = ruleOf(names);
