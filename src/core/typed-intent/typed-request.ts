import type { Labels } from "../identities/labels.ts";
import { type Decimal, type Sentence, sentencesOf, type Token, tokensOf } from "./sentences.ts";
import {
	ABOUT_SYMBOL,
	ARTICLES,
	ASKING,
	AT_MOST,
	BARE_WORDS,
	BEFORE_BARE,
	CHAIN_AFTER,
	CHAIN_BEFORE,
	CHAINS,
	CORRECTIONS,
	COUNTED,
	COUNTS,
	CURRENCIES,
	type Currency,
	DENIALS,
	FOREIGN_BEFORE_NAME,
	FOREIGN_FILLERS,
	FOREIGN_SEND,
	FRACTIONS,
	FUNCTION_WORDS,
	HOLDINGS,
	isYes,
	LARGE_NUMBERS,
	NO_RECIPIENT,
	OF_MINE,
	PRICE_AFTER,
	PRICE_BEFORE,
	REQUEST_WORDS,
	SHARES,
	SUBUNITS,
	symbolNamed,
	VAGUE,
	VERBS,
	type VerbKind,
	WITHOUT_LIMIT,
	WORD_NUMBERS,
} from "./vocabulary.ts";

export interface TypedText {
	readonly text: string;
	readonly at: number;
	/** Addresses in the text that the service or agent mentioned first. EVM addresses are lowercase. */
	readonly foreign: readonly string[];
}

type TypedUnit =
	| { readonly kind: "none" }
	| { readonly kind: "symbol"; readonly symbol: string }
	| { readonly kind: "fiat"; readonly currency: Currency }
	/** A subunit of a coin, e.g. gwei. `values` are in units of the coin itself. */
	| { readonly kind: "subunit"; readonly symbol: string }
	| { readonly kind: "share"; readonly part: bigint; readonly of: bigint }
	| { readonly kind: "word"; readonly word: string };

export interface TypedAmount {
	readonly values: readonly Decimal[];
	readonly unit: TypedUnit;
	readonly most: boolean;
	readonly or?: TypedAmount;
}

export interface Clause {
	readonly verb: VerbKind;
	readonly amounts: readonly TypedAmount[];
	readonly vague: boolean;
	readonly symbols: readonly string[];
	readonly unlimited: boolean;
	readonly ofRequest: boolean;
}

export type Recipient =
	/** `isUsers`: the user mentioned the address before anyone else did. */
	| { readonly kind: "address"; readonly address: string; readonly isUsers: boolean }
	| { readonly kind: "contact"; readonly name: string; readonly addresses: readonly string[] }
	| { readonly kind: "ends"; readonly head: string; readonly tail: string }
	| { readonly kind: "name"; readonly name: string };

export interface TypedRequest {
	readonly clauses: readonly Clause[];
	readonly recipients: readonly Recipient[];
	readonly otherAddresses: readonly string[];
	readonly networks: readonly (readonly string[])[];
	readonly bridges: boolean;
}

interface Part extends Omit<TypedRequest, "clauses"> {
	readonly clauses: readonly Clause[];
	readonly loose: Clause;
	readonly yes: boolean;
	readonly corrects: boolean;
	readonly bare: boolean;
	/** Whether the text contains anything unrecognized, so earlier words may no longer apply. */
	readonly other: boolean;
}

const lowerOf = (token: Token | undefined): string => (token?.kind === "word" ? token.lower : "");
const markOf = (token: Token | undefined): string => (token?.kind === "mark" ? token.text : "");
const isRecipient = (token: Token | undefined): boolean =>
	token !== undefined && ["address", "contact", "ends", "name"].includes(token.kind);

function wordBefore(tokens: readonly Token[], at: number): string {
	const before = tokens
		.slice(0, at)
		.findLast(
			(token) => !(token.kind === "mark" && "(:[`\"'“".includes(token.text)) && !ARTICLES.has(lowerOf(token)),
		);
	return lowerOf(before);
}

function namesChain(tokens: readonly Token[], at: number): boolean {
	if (!CHAINS.has(lowerOf(tokens[at]))) return false;
	if (CHAIN_BEFORE.has(wordBefore(tokens, at))) return true;
	if (CHAIN_AFTER.has(lowerOf(tokens[at + 1]))) return true;
	return at > 0 && CHAINS.has(lowerOf(tokens[at - 1])) && namesChain(tokens, at - 1);
}

function networksIn(tokens: readonly Token[]): readonly (readonly string[])[] {
	const found: (readonly string[])[] = [];
	tokens.forEach((token, at) => {
		if (!namesChain(tokens, at)) return;
		const here = CHAINS.get(lowerOf(token)) ?? [];
		const last = found.at(-1);
		const both = last?.filter((each) => here.includes(each)) ?? [];
		if (last !== undefined && both.length > 0 && namesChain(tokens, at - 1)) found[found.length - 1] = both;
		else found.push(here);
	});
	return found;
}

function symbolAt(tokens: readonly Token[], at: number): string | null {
	const token = tokens[at];
	if (token?.kind !== "word" || namesChain(tokens, at)) return null;
	return ABOUT_SYMBOL.has(lowerOf(tokens[at + 1])) ? null : symbolNamed(token.text);
}

function pastOf(tokens: readonly Token[], at: number): number {
	let next = at;
	while (OF_MINE.has(lowerOf(tokens[next]))) next += 1;
	return next;
}

function isMost(tokens: readonly Token[], at: number): boolean {
	const [last, before, first] = [lowerOf(tokens[at - 1]), lowerOf(tokens[at - 2]), lowerOf(tokens[at - 3])];
	if (last === "to") return before === "up";
	if (last === "than") return before === "less" || (before === "more" && (first === "no" || first === "not"));
	return AT_MOST.has(last);
}

interface Found {
	readonly amount?: TypedAmount;
	readonly vague?: boolean;
	readonly price?: boolean;
}

const NOTHING: Found = {};
const UNCLEAR: Found = { vague: true };

const amountOf = (values: readonly Decimal[], unit: TypedUnit, most: boolean): Found =>
	values.length === 0 ? UNCLEAR : { amount: { values, unit, most } };

/**
 * Marks that can be next to a number without changing it. Other marks might join two numbers, as in "1/2" or
 * "3×20".
 */
const PLAIN_BEFORE = ",.:;([{\"'“”‘’`=";
const PLAIN_AFTER = ",.:;)]}\"'“”‘’`";

const isPlainContext = (before: Token | undefined, next: Token | undefined): boolean =>
	PLAIN_BEFORE.includes(markOf(before)) && PLAIN_AFTER.includes(markOf(next)) && next?.kind !== "number";

const isIndefinite = (token: Token | undefined): boolean => /^an?$/.test(lowerOf(token));

function counted(tokens: readonly Token[], at: number): string | null {
	const isOf = lowerOf(tokens[at]) === "of" && isIndefinite(tokens[at + 1]);
	return symbolAt(tokens, isOf ? at + 2 : isIndefinite(tokens[at]) ? at + 1 : at);
}

function fractionBehind(tokens: readonly Token[], at: number): number | null {
	if (lowerOf(tokens[at + 1]) !== "and") return null;
	const index = isIndefinite(tokens[at + 2]) ? at + 3 : at + 2;
	return FRACTIONS.has(lowerOf(tokens[index])) ? index : null;
}

function withFraction(
	tokens: readonly Token[],
	at: number,
	index: number,
	values: readonly Decimal[],
): Found {
	const fraction = FRACTIONS.get(lowerOf(tokens[index]));
	const symbol = counted(tokens, index + 1);
	if (fraction === undefined || symbol === null || values.some(({ scale }) => scale > 0)) return UNCLEAR;
	const { digits, scale } = fraction;
	const sums = values.map((each) => ({ digits: each.digits * 10n ** BigInt(scale) + digits, scale }));
	return amountOf(sums, { kind: "symbol", symbol }, isMost(tokens, at));
}

function subunitAt(tokens: readonly Token[], at: number, values: readonly Decimal[]): Found | null {
	const [symbol, decimals] = SUBUNITS.get(lowerOf(tokens[at + 1])) ?? [null, 0];
	if (symbol === null) return null;
	const before = tokens[at - 1];
	if (markOf(before) === "@" || PRICE_BEFORE.has(lowerOf(before)) || PRICE_AFTER.has(lowerOf(tokens[at + 2])))
		return { price: true };
	const parts = values.map(({ digits, scale }) => ({ digits, scale: scale + decimals }));
	return amountOf(parts, { kind: "subunit", symbol }, isMost(tokens, at));
}

function numberAt(tokens: readonly Token[], at: number, token: Extract<Token, { kind: "number" }>): Found {
	const [before, next] = [tokens[at - 1], tokens[at + 1]];
	const { values } = token;
	const [value] = values;
	const most = isMost(tokens, at);
	const word = lowerOf(next);
	if (token.percent) {
		if (/^(?:slippage|fee|fees|interest|apy|apr)$/.test(word) || lowerOf(before) === "slippage")
			return NOTHING;
		if (value === undefined || values.length > 1) return UNCLEAR;
		const unit = { kind: "share", part: value.digits, of: 100n * 10n ** BigInt(value.scale) } as const;
		return { amount: { values: [], unit, most } };
	}
	if (markOf(before) === "#" || COUNTS.has(lowerOf(before))) return NOTHING;
	const subunit = subunitAt(tokens, at, values);
	if (subunit?.price === true) return subunit;
	if (!isPlainContext(before, next) || (word === "to" && tokens[at + 2]?.kind === "number")) return UNCLEAR;
	if (subunit !== null) return subunit;
	const fraction = fractionBehind(tokens, at);
	if (fraction !== null) return withFraction(tokens, at, fraction, values);
	const currency = token.currency ?? CURRENCIES.get(word) ?? CURRENCIES.get(lowerOf(before));
	if (currency !== undefined) return amountOf(values, { kind: "fiat", currency }, most);
	if (COUNTED.has(word)) return NOTHING;
	const past = pastOf(tokens, at + 1);
	const symbol = symbolAt(tokens, past === at + 1 || lowerOf(tokens[at + 1]) === "of" ? past : at + 1);
	if (symbol !== null) return amountOf(values, { kind: "symbol", symbol }, most);
	if (word !== "" && !FUNCTION_WORDS.has(word) && !namesChain(tokens, at + 1))
		return amountOf(values, { kind: "word", word }, most);
	const isBare = at === 0 || isRecipient(before) || BEFORE_BARE.has(lowerOf(before)) || most;
	return isBare ? amountOf(values, { kind: "none" }, most) : NOTHING;
}

function wordNumberAt(tokens: readonly Token[], at: number, digits: bigint): Found {
	const values = [{ digits, scale: 0 }];
	const [before, next] = [lowerOf(tokens[at - 1]), lowerOf(tokens[at + 1])];
	const isPart = WORD_NUMBERS.has(before) || LARGE_NUMBERS.has(before);
	const fraction = fractionBehind(tokens, at);
	if (fraction !== null) return isPart ? UNCLEAR : withFraction(tokens, at, fraction, values);
	if (SUBUNITS.has(next) || CURRENCIES.has(next)) return UNCLEAR;
	const symbol = symbolAt(tokens, at + 1);
	if (symbol === null) return NOTHING;
	return isPart ? UNCLEAR : amountOf(values, { kind: "symbol", symbol }, isMost(tokens, at));
}

function endsNumber(tokens: readonly Token[], at: number): boolean {
	const and = isIndefinite(tokens[at - 1]) ? at - 2 : at - 1;
	const number = tokens[and - 1];
	return lowerOf(tokens[and]) === "and" && (number?.kind === "number" || WORD_NUMBERS.has(lowerOf(number)));
}

function shareAt(tokens: readonly Token[], at: number, word: string): Found {
	const [part, of] = word === "all" || word === "max" ? [1n, 1n] : (SHARES.get(word) ?? [0n, 0n]);
	if (part === 0n) return NOTHING;
	const share = { values: [], unit: { kind: "share", part, of }, most: false } as const;
	const fraction = FRACTIONS.get(word);
	if (fraction !== undefined) {
		if (endsNumber(tokens, at)) return NOTHING;
		const symbol = counted(tokens, at + 1);
		if (symbol !== null) {
			const amount = {
				values: [fraction],
				unit: { kind: "symbol", symbol },
				most: isMost(tokens, at),
			} as const;
			// "Half ETH" can mean half of the balance, but "half an ETH" can't.
			return { amount: symbolAt(tokens, at + 1) === null ? amount : { ...amount, or: share } };
		}
	}
	const past = pastOf(tokens, at + 1);
	const isStated =
		symbolAt(tokens, past) !== null || HOLDINGS.has(lowerOf(tokens[past])) || word === "everything";
	if (isStated) return { amount: share };
	return word === "all" || word === "max" || word === "entire" || word === "whole" ? NOTHING : UNCLEAR;
}

function wordAt(tokens: readonly Token[], at: number, word: string): Found {
	if (VAGUE.has(word)) {
		// "No more than five" has only one meaning.
		const limit =
			/^(?:more|less)$/.test(word) && lowerOf(tokens[at + 1]) === "than" && isMost(tokens, at + 2);
		return limit ? NOTHING : UNCLEAR;
	}
	if (LARGE_NUMBERS.has(word)) return UNCLEAR;
	const digits = WORD_NUMBERS.get(word);
	return digits === undefined ? shareAt(tokens, at, word) : wordNumberAt(tokens, at, digits);
}

/**
 * A gas price can accompany an amount. If it appears alone, or next to a subunit of the coin, it could itself
 * be the amount.
 */
function isMixed(found: readonly Found[]): boolean {
	const kinds = found.flatMap(({ amount, price }) => (price === true ? "price" : (amount?.unit.kind ?? [])));
	const isOnlyPriced = kinds.includes("price") && kinds.every((kind) => kind === "price");
	return isOnlyPriced || (kinds.includes("subunit") && kinds.length > 1);
}

function clauseOf(verb: VerbKind, tokens: readonly Token[]): Clause {
	const found = tokens.map((token, at): Found => {
		if (token.kind === "number") return numberAt(tokens, at, token);
		return token.kind === "word" ? wordAt(tokens, at, token.lower) : NOTHING;
	});
	const symbols = tokens.flatMap((_, at) => symbolAt(tokens, at) ?? []);
	const isRequest = (token: Token | undefined) => REQUEST_WORDS.has(lowerOf(token));
	return {
		verb,
		amounts: found.flatMap(({ amount }) => amount ?? []),
		vague: isMixed(found) || found.some(({ vague }) => vague === true),
		symbols: [...new Set(symbols)],
		unlimited: tokens.some((token) => WITHOUT_LIMIT.has(lowerOf(token))),
		ofRequest: isRequest(tokens[0]) || (ARTICLES.has(lowerOf(tokens[0])) && isRequest(tokens[1])),
	};
}

/** A verb that follows one of these words is a noun, as in "the swap" or "my exchange". */
const isNoun = (tokens: readonly Token[], at: number) =>
	/^(?:the|a|an|this|that|my|your|last|first|each)$/.test(lowerOf(tokens[at - 1]));

const isForeignPayment = ({ tokens }: Sentence): boolean =>
	tokens.some((token) => FOREIGN_SEND.has(lowerOf(token))) &&
	tokens.every((token) => {
		if (token.kind === "mark") return ",:".includes(token.text);
		if (token.kind !== "word") return true;
		const isKnown = [FOREIGN_SEND, FOREIGN_BEFORE_NAME, FOREIGN_FILLERS].some((all) => all.has(token.lower));
		return isKnown || symbolNamed(token.text) !== null;
	});

const verbAt = (tokens: readonly Token[], at: number, isForeign: boolean): VerbKind | undefined =>
	isForeign && FOREIGN_SEND.has(lowerOf(tokens[at])) ? "send" : VERBS.get(lowerOf(tokens[at]));

function clausesIn(
	tokens: readonly Token[],
	isForeign: boolean,
): {
	readonly clauses: readonly Clause[];
	readonly head: readonly Token[];
} {
	const places = tokens.flatMap((_, at) => {
		const verb = verbAt(tokens, at, isForeign);
		return verb === undefined || isNoun(tokens, at) ? [] : [{ at, verb }];
	});
	const clauses = places.map(({ at, verb }, index) =>
		clauseOf(verb, tokens.slice(at + 1, places[index + 1]?.at ?? tokens.length)),
	);
	return { clauses, head: tokens.slice(0, places[0]?.at ?? tokens.length) };
}

function denies(tokens: readonly Token[]): boolean {
	return tokens.some((token, at) => {
		const word = lowerOf(token);
		const next = lowerOf(tokens[at + 1]);
		if (!DENIALS.has(word)) return false;
		if (word === "no")
			return !/^(?:more|rush|hurry|problem|need)$/.test(next) && markOf(tokens[at + 1]) !== ",";
		if (word === "not") return next !== "more";
		return !((word === "don't" || word === "dont") && next === "forget");
	});
}

const isReturnQuestion = ({ tokens, isQuestion: asks }: Sentence): boolean =>
	asks && ASKING.has(lowerOf(tokens.find((token) => token.kind === "word")));

function recipientsIn(
	tokens: readonly Token[],
	foreign: ReadonlySet<string>,
): Pick<TypedRequest, "recipients" | "otherAddresses"> {
	const recipients: Recipient[] = [];
	const elsewhere: string[] = [];
	tokens.forEach((token, at) => {
		const isOther = NO_RECIPIENT.has(wordBefore(tokens, at));
		if (token.kind === "address" && isOther) elsewhere.push(token.address);
		else if (token.kind === "address") recipients.push({ ...token, isUsers: !foreign.has(token.address) });
		else if (token.kind === "contact" && isOther) elsewhere.push(...token.addresses);
		else if (token.kind === "contact" || ((token.kind === "ends" || token.kind === "name") && !isOther))
			recipients.push(token);
	});
	return { recipients, otherAddresses: elsewhere };
}

const addressesIn = (tokens: readonly Token[]): readonly string[] =>
	tokens.flatMap((token) =>
		token.kind === "address" ? [token.address] : token.kind === "contact" ? token.addresses : [],
	);

function isBare(tokens: readonly Token[]): boolean {
	return tokens.every((token, at) => {
		if (token.kind === "mark") return ",.".includes(token.text);
		if (token.kind !== "word") return true;
		return BARE_WORDS.has(token.lower) || symbolNamed(token.text) !== null || namesChain(tokens, at);
	});
}

const wordsOf = (tokens: readonly Token[]) =>
	tokens.flatMap((token) => (token.kind === "word" ? [token.lower] : token.kind === "mark" ? [] : ["#"]));

function partOf({ text, foreign }: TypedText, labels: Labels): Part {
	const tokens = tokensOf(text, labels);
	const sentences = sentencesOf(tokens);
	const positive = sentences.filter((each) => !denies(each.tokens) && !isReturnQuestion(each));
	const left = sentences.filter((each) => !positive.includes(each));
	const isForeign = sentences.every(isForeignPayment);
	const read = positive.map((each) => clausesIn(each.tokens, isForeign));
	const withoutVerb = read
		.filter(({ clauses }) => clauses.length === 0)
		.map(({ head }) => clauseOf("other", head));
	const isVague = withoutVerb.some(({ vague }) => vague);
	const clauses = read
		.flatMap((each) => each.clauses)
		.map((each) => ({ ...each, vague: each.vague || isVague }));
	const named = positive.map((each) => recipientsIn(each.tokens, new Set(foreign)));
	return {
		clauses,
		loose: {
			verb: "other",
			amounts: withoutVerb.flatMap(({ amounts }) => amounts),
			vague: isVague,
			symbols: withoutVerb.flatMap(({ symbols }) => symbols),
			unlimited: false,
			ofRequest: false,
		},
		recipients: named.flatMap(({ recipients }) => recipients),
		otherAddresses: [
			...named.flatMap(({ otherAddresses: elsewhere }) => elsewhere),
			...left.flatMap((each) => addressesIn(each.tokens)),
		],
		networks: positive.flatMap((each) => networksIn(each.tokens)),
		bridges: tokens.some((token) => /^bridg/.test(lowerOf(token))),
		yes: isYes(wordsOf(tokens)),
		corrects: tokens.some((token) => CORRECTIONS.has(lowerOf(token))),
		bare: left.length === 0 && isBare(tokens),
		other: left.length > 0 && clauses.length === 0,
	};
}

function refined(clause: Clause, { loose, corrects }: Part): Clause {
	if (clause.verb === "other" || loose.amounts.length + loose.symbols.length === 0)
		return { ...clause, vague: clause.vague || loose.vague };
	return corrects && loose.amounts.length > 0
		? {
				...clause,
				amounts: loose.amounts,
				vague: loose.vague,
				symbols: loose.symbols.length > 0 ? loose.symbols : clause.symbols,
			}
		: {
				...clause,
				amounts: [...clause.amounts, ...loose.amounts],
				symbols: [...clause.symbols, ...loose.symbols],
				vague: clause.vague || loose.vague,
			};
}

function merged(base: TypedRequest, part: Part): TypedRequest {
	const replaces = <T>(before: readonly T[], now: readonly T[]) =>
		part.corrects && now.length > 0 ? now : [...before, ...now];
	return {
		clauses: base.clauses.map((clause) => refined(clause, part)),
		recipients: replaces(base.recipients, part.recipients),
		otherAddresses: [...base.otherAddresses, ...part.otherAddresses],
		networks: replaces(base.networks, part.networks),
		bridges: base.bridges || part.bridges,
	};
}

export function isCorrection(typed: TypedText, labels: Labels): boolean {
	const { corrects, clauses } = partOf(typed, labels);
	return corrects && clauses.length === 0;
}

export const MAX_LOOKBACK = 6;

/**
 * Returns the last request in these messages, together with later additions. Returns `null` if the last
 * message isn't understood, because it may have revoked the request. `typed` starts with the oldest message.
 */
export function typedRequestOf(typed: readonly TypedText[], labels: Labels): TypedRequest | null {
	const later: Part[] = [];
	for (const each of typed.slice(-MAX_LOOKBACK).toReversed()) {
		const part = partOf(each, labels);
		if (part.yes) continue;
		if (part.other) return null;
		const hasAmount = part.loose.amounts.length > 0;
		const isPayment = part.bare && hasAmount && part.recipients.length > 0;
		if (part.clauses.length > 0 || isPayment) {
			const clauses: readonly Clause[] =
				part.clauses.length > 0 ? part.clauses : [{ ...part.loose, verb: "send" }];
			return later.toReversed().reduce(merged, { ...part, clauses });
		}
		const isAdded = hasAmount || part.recipients.length > 0 || part.networks.length > 0;
		if (!isAdded) return null;
		later.push(part);
	}
	return null;
}
