import { fullText } from "./format/decimal-text.ts";
import { type Scale, scaled } from "./format/scale.ts";
import { sameValue } from "./same-value.ts";
import type { Catalogue, PlainCode, TextCode, ValuesIn } from "./text-codes.ts";

/**
 * What the user is told, without language: a code, and the values that its text needs. The text itself stands in the
 * catalogue (src/text) and is made where it is shown. A message is plain data, so it crosses processes and files.
 */
export interface Message {
	/** A key of the catalogue, like "finding.rights". One that was stored may be of another version. */
	readonly code: string;
	readonly params?: Params;
}

export type Params = Readonly<Record<string, Param>>;

/** Strings are shown as they are: names, addresses, identifiers, and texts of others that were sanitised before. */
export type Param =
	| string
	| number
	| boolean
	| Message
	| AmountParam
	| TimeParam
	| InnerParam
	| readonly Param[];

/** An amount of a token or coin; `raw` is in base units, as decimal digits. */
export interface AmountParam {
	readonly amount: {
		readonly raw: string;
		readonly decimals: number | null;
		/** The token's symbol, or a description of a token without one. */
		readonly symbol: Text;
		readonly checked: boolean;
	};
}

/** A moment, in Unix milliseconds. */
export interface TimeParam {
	readonly at: number;
	readonly style: "month" | "day" | "time" | "minute" | "second";
}

/** A message that continues a sentence: it does not begin with a capital letter there. */
export interface InnerParam {
	readonly inner: Message;
}

/** A message of the catalogue, or as a string a text of somebody else, shown as it is. */
export type Text = Message | string;

/** Exactly the values that a text needs. */
export type TextParams<Code extends TextCode> = [ValuesIn<Catalogue[Code]>] extends [never]
	? Readonly<Record<string, never>>
	: Readonly<Record<ValuesIn<Catalogue[Code]>, Param>>;

/** `TextParams` as the last parameter of a function, absent for a text without values. */
export type TextArguments<Code extends TextCode> = [ValuesIn<Catalogue[Code]>] extends [never]
	? []
	: [params: TextParams<Code>];

/** Makes a message. Its code and the names of its values are checked against the catalogue's pattern. */
export const message = <Code extends PlainCode>(code: Code, ...[params]: TextArguments<Code>): Message =>
	params === undefined ? { code } : { code, params };

/** An amount in base units, with what is known of its unit (format/amount.ts). */
interface ShownAmount extends Omit<AmountParam["amount"], "raw"> {
	readonly raw: bigint;
	readonly scale?: Scale;
}

/** Scales an amount as its token shows it to people; what the chain counts stands beside its symbol. */
export function asPeopleSee(amount: ShownAmount, towards: "up" | "down" = "down"): ShownAmount {
	const { raw, scale, decimals, symbol, checked } = amount;
	if (scale === undefined || !checked || decimals === null) return amount;
	const counted = fullText(raw < 0n ? -raw : raw, decimals);
	const unit = message("amount.unit.scaled", { symbol, counted });
	return { raw: scaled(raw, scale, towards), decimals, symbol: unit, checked };
}

export function amountParam(amount: ShownAmount): AmountParam {
	const { raw, decimals, symbol, checked } = asPeopleSee(amount);
	return { amount: { raw: raw.toString(), decimals, symbol, checked } };
}

/** Returns the text as a message; a text of somebody else becomes `verbatim`. */
export const asMessage = (text: Text): Message => (typeof text === "string" ? verbatim(text) : text);

/** Makes a message of a text of somebody else. */
export const verbatim = (text: string): Message => ({ code: "verbatim", params: { text } });

/** Whole sentences, one after the other. */
export const sentences = (...parts: readonly Text[]): Message => ({
	code: "sentences",
	params: { parts: parts.map(asMessage) },
});

/** Continues a sentence of another message. */
export const inner = (text: Text): InnerParam => ({ inner: asMessage(text) });

export const isMessage = (value: unknown): value is Message =>
	typeof value === "object" && value !== null && "code" in value && typeof value.code === "string";

/** What is told, by its codes alone: of several sentences one each. For logs and for tests. */
export function codesOf(text: Text): readonly string[] {
	if (typeof text === "string") return [text];
	const { code, params = {} } = text;
	const { parts } = params;
	if (code !== "sentences" || !Array.isArray(parts)) return [code];
	return parts.flatMap((part: Param) => (isMessage(part) ? codesOf(part) : []));
}

/** Messages that a text is made of: of whole sentences each, of anything else the one. */
const sentencesIn = ({ code, params = {} }: Message): readonly Message[] | null => {
	const { parts } = params;
	if (code !== "sentences") return null;
	return Array.isArray(parts) ? parts.filter((part: Param): part is Message => isMessage(part)) : [];
};

/** Returns the message that says the main thing: of several sentences the first. */
export function firstSentence(text: Text): Text {
	const [first] = typeof text === "string" ? [] : (sentencesIn(text) ?? []);
	return first === undefined ? text : firstSentence(first);
}

/** Returns the text without a sentence, unless it is the only one. */
export function withoutSentence(text: Text, sentence: Message): Text {
	if (typeof text === "string") return text;
	const all = sentencesIn(text);
	const rest = (all ?? []).filter((part) => !sameText(part, sentence));
	const [only, ...more] = rest;
	if (only === undefined) return text;
	return more.length === 0 ? only : sentences(...rest);
}

/** The same code with the same values, or nothing on both sides. */
export function sameText(left: Text | null, right: Text | null): boolean {
	return sameValue(left, right);
}
