import { matchSymbol, wellKnownAt } from "../../chain/tokens/known.ts";
import { knownCollectionNamed } from "../../decoded-transaction/known-contracts.ts";
import type { MentionedToken } from "../../effects/effects.ts";
import { plain } from "../../format/plain.ts";
import { type Message, message, sentences } from "../../localized-text.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import type { GeneralEvidence } from "./evidence.ts";

type TokenRule = (token: MentionedToken) => Finding | null;
type Named = readonly [by: "chain" | "service", name: string];

const danger = (id: string, text: Message): Finding => ({ id, severity: "danger", text, needsWord: true });

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

const alike: TokenRule = (token) => {
	if (isWellKnown(token)) return null;
	for (const [by, symbol] of symbolsOf(token)) {
		const symbolMatch = matchSymbol(token.chainRef, symbol);
		if (symbolMatch.kind !== "alike") continue;
		const what =
			symbolMatch.token === null
				? message("finding.look-alike-symbol.coin")
				: message("finding.look-alike-symbol.token", { address: symbolMatch.token.address });
		return danger(
			"look-alike-symbol",
			message("finding.look-alike-symbol", {
				by,
				token: token.shown,
				symbol: plain(symbol),
				real: symbolMatch.symbol,
				what,
			}),
		);
	}
	return null;
};

/** Unwrapping a coin's wrapper is exempt, because its name no longer matters. */
const same: TokenRule = (token) => {
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
			? {
					id: "known-symbol-elsewhere",
					severity: "caution",
					text: sentences(text, message("finding.known-symbol-elsewhere.wrapper")),
					needsWord: false,
				}
			: danger("known-symbol-elsewhere", sentences(text, message("finding.known-symbol-elsewhere.other")));
	}
	return null;
};

/** Marketplaces show only the name of a collection. */
const collection: TokenRule = (token) => {
	// A token for fractions of an item may share its name. Only items are mistaken for items of the
	// collection.
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

/** Names of one bridged token: “USDC” and “USDC.e”, “USDT” and “USDT0”. */
const isVariant = (left: string, right: string): boolean => left.startsWith(right) || right.startsWith(left);

/** Decimals never change. An issuer may change a symbol, but not to another well-known token's. */
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
	({ effects }: GeneralEvidence): Finding | null =>
		gravestFirst(effects.tokens.map(rule))[0] ?? null;

export const lookAlikeSymbol = ruleOf(alike);
export const knownSymbol = ruleOf(same);
export const knownCollection = ruleOf(collection);
export const knownTokenDiffers = ruleOf(differs);
