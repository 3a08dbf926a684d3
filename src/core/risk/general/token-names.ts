import { matchSymbol, wellKnownAt, wellKnownNamed } from "../../chain/tokens/known.ts";
import { knownCollectionNamed } from "../../decoded-transaction/known-contracts.ts";
import type { MentionedToken, TokenClaim } from "../../effects/effects.ts";
import { gainsOf } from "../../effects/losses.ts";
import { fullText } from "../../format/amount.ts";
import { skeletonOf } from "../../format/confusable.ts";
import { plain } from "../../format/plain.ts";
import type { Scale } from "../../format/scale.ts";
import { sameAddress } from "../../identities/labels.ts";
import { type Message, message, sentences } from "../../localized-text.ts";
import { type Finding, gravestFirst, newFinding } from "../finding.ts";
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
	const mild = (severity: "info" | "caution", text: Message): Finding =>
		newFinding("scaled-amount", severity, text);
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
	return newFinding("scaled-amount", "danger", text, atStakeAddress(address));
}

export const scaledAmount = ({ effects, now }: GeneralEvidence): Finding | null =>
	gravestFirst(effects.tokens.map((token) => findingOf(token, now)))[0] ?? null;

type Contradiction = (token: MentionedToken, claim: TokenClaim) => Finding | null;

const danger = (id: string, text: Message): Finding => newFinding(id, "danger", text);

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
 * Lists shorten and translate names, so a different name alone means little. Another token with a well-known
 * token's name, however, is no coincidence.
 */
const names: Contradiction = ({ chainRef, shown, chain }, { name }) => {
	if (name === null || chain.name === null || skeletonOf(name) === skeletonOf(chain.name)) return null;
	const text = message("token.name-differs", {
		token: shown,
		claimed: plain(name),
		name: plain(chain.name),
	});
	const owner = wellKnownNamed(chainRef, name);
	if (owner === null) return newFinding("token-name", "info", text);
	const { symbol, address } = owner;
	return danger("token-name", sentences(text, message("token.name-borrowed", { symbol, address })));
};

const claimRule =
	(contradiction: Contradiction) =>
	({ effects }: GeneralEvidence): Finding | null =>
		gravestFirst(
			effects.tokens.flatMap((token) => token.claims.map((claim) => contradiction(token, claim))),
		)[0] ?? null;

export const claimedAmounts = claimRule(amounts);
export const claimedStandards = claimRule(standards);
export const claimedNames = claimRule(names);

const BASES = ["observed", "decoded", "permitted"] as const;

type TokenRule = (token: MentionedToken, comesIn: boolean) => Finding | null;
type Named = readonly [by: "chain" | "service", name: string];

const present = (by: Named[0], names: readonly (string | null)[]): readonly Named[] =>
	names.flatMap((name): Named[] => (name === null ? [] : [[by, name]]));

const symbolsOf = ({ chain, claims }: MentionedToken): readonly Named[] => [
	...present("chain", [chain.symbol]),
	...present(
		"service",
		claims.map(({ symbol }) => symbol),
	),
];

const namesOf = ({ chain, claims }: MentionedToken): readonly Named[] => [
	...present("chain", [chain.name, chain.symbol]),
	...present(
		"service",
		claims.flatMap(({ name, symbol }) => [name, symbol]),
	),
];

const isWellKnown = ({ chainRef, address }: MentionedToken): boolean =>
	wellKnownAt(chainRef, address) !== null;

/** If the user gets this token, the band says so first. */
const imitated = (found: Finding, comesIn: boolean, real: string): Finding =>
	comesIn ? { ...found, short: message("reason.gets-imitation", { real }) } : found;

const alike: TokenRule = (token, comesIn) => {
	if (isWellKnown(token)) return null;
	for (const [by, symbol] of symbolsOf(token)) {
		const symbolMatch = matchSymbol(token.chainRef, symbol);
		if (symbolMatch.kind !== "alike") continue;
		const what =
			symbolMatch.token === null
				? message("finding.look-alike-symbol.coin")
				: message("finding.look-alike-symbol.token", { address: symbolMatch.token.address });
		const text = message("finding.look-alike-symbol", {
			by,
			token: token.shown,
			symbol: plain(symbol),
			real: symbolMatch.symbol,
			what,
		});
		return imitated(danger("look-alike-symbol", text), comesIn, symbolMatch.symbol);
	}
	return null;
};

/** Exempts unwrapping a coin's wrapper, because the wrapper's name no longer matters. */
const same: TokenRule = (token, comesIn) => {
	if (isWellKnown(token) || token.wraps === "out") return null;
	for (const [by, symbol] of symbolsOf(token)) {
		const symbolMatch = matchSymbol(token.chainRef, symbol);
		if (symbolMatch.kind !== "same") continue;
		const real =
			symbolMatch.token === null
				? message("finding.known-symbol-elsewhere.coin", { symbol })
				: message("finding.known-symbol-elsewhere.token", { symbol, address: symbolMatch.token.address });
		const text = message("finding.known-symbol-elsewhere", { by, token: token.shown, symbol, real });
		return token.wraps === "into"
			? newFinding(
					"known-symbol-elsewhere",
					"caution",
					sentences(text, message("finding.known-symbol-elsewhere.wrapper")),
				)
			: imitated(
					danger("known-symbol-elsewhere", sentences(text, message("finding.known-symbol-elsewhere.other"))),
					comesIn,
					symbol,
				);
	}
	return null;
};

/** Marketplaces only show a collection's name. */
const collection: TokenRule = (token) => {
	// A token for fractions of an item may share the collection's name. Only items can be mistaken for items
	// from the collection.
	if (token.chain.standard === "erc20") return null;
	for (const [by, name] of namesOf(token)) {
		const real = knownCollectionNamed(token.chainRef, token.address, name);
		if (real === null) continue;
		return danger(
			"known-name-elsewhere",
			message("finding.known-name-elsewhere", {
				by,
				token: token.shown,
				name: plain(name),
				real: real.name,
				address: real.address,
			}),
		);
	}
	return null;
};

/** Names for the same bridged token: “USDC” and “USDC.e”, “USDT” and “USDT0”. */
const isVariant = (left: string, right: string): boolean => left.startsWith(right) || right.startsWith(left);

/**
 * Decimals never change. An issuer may change a token's symbol, but not to that of another well-known token.
 */
const differs: TokenRule = ({ chainRef, address, shown, chain }) => {
	const listed = wellKnownAt(chainRef, address);
	if (listed === null) return null;
	const found = (text: Message) =>
		danger("known-token-differs", sentences(text, message("finding.known-token-differs")));
	const { decimals, symbol } = chain;
	if (decimals !== null && decimals !== listed.decimals)
		return found(
			message("finding.known-token-differs.decimals", {
				token: shown,
				decimals,
				symbol: listed.symbol,
				known: listed.decimals,
			}),
		);
	if (symbol === null || symbol === listed.symbol) return null;
	const symbolMatch = matchSymbol(chainRef, symbol);
	return symbolMatch.kind === "same" && symbolMatch.token !== null && !isVariant(symbol, listed.symbol)
		? found(
				message("finding.known-token-differs.symbol", {
					token: shown,
					symbol: plain(symbol),
					known: listed.symbol,
				}),
			)
		: null;
};

const ruleOf =
	(rule: TokenRule) =>
	({ effects }: GeneralEvidence): Finding | null => {
		const gained = BASES.flatMap((basis) => gainsOf(effects, basis)).flatMap(
			({ asset }) => asset.address ?? [],
		);
		const comesIn = ({ address }: MentionedToken) => gained.some((each) => sameAddress(each, address));
		return gravestFirst(effects.tokens.map((token) => rule(token, comesIn(token))))[0] ?? null;
	};

export const lookAlikeSymbol = ruleOf(alike);
export const knownSymbol = ruleOf(same);
export const knownCollection = ruleOf(collection);
export const knownTokenDiffers = ruleOf(differs);
