import { fullText } from "./format/decimal-text.ts";
import { type Scale, scaled } from "./format/scale.ts";
import { sameValue } from "./same-value.ts";
import type { Catalogue, PlainCode, TextCode, ValuesIn } from "./text-codes.ts";

/**
 * Text for the user in language-neutral form: a code and its values. The catalogue (src/text) formats it
 * where it is displayed. Messages are plain data that crosses processes and files.
 */
export interface Message {
	/** Catalogue key such as "finding.rights". A stored one may belong to another version. */
	readonly code: string;
	readonly params?: Params;
}

export type Params = Readonly<Record<string, Param>>;

/**
 * Strings are displayed unchanged: names, addresses, identifiers, and foreign text that was sanitized before.
 */
export type Param =
	| string
	| number
	| boolean
	| Message
	| AmountParam
	| TimeParam
	| InnerParam
	| readonly Param[];

/** Amount of a token or coin; `raw` is base units in decimal digits. */
export interface AmountParam {
	readonly amount: {
		readonly raw: string;
		readonly decimals: number | null;
		/** The token's symbol, or a description of a token without one. */
		readonly symbol: Text;
		readonly checked: boolean;
	};
}

/** Time in Unix milliseconds. */
export interface TimeParam {
	readonly at: number;
	readonly style: "month" | "day" | "time" | "minute" | "second";
}

/** Message that continues a sentence and therefore does not start with a capital. */
export interface InnerParam {
	readonly inner: Message;
}

/** A catalogue message, or foreign text displayed unchanged. */
export type Text = Message | string;

/** Exact values that a text requires. */
export type TextParams<Code extends TextCode> = [ValuesIn<Catalogue[Code]>] extends [never]
	? Readonly<Record<string, never>>
	: Readonly<Record<ValuesIn<Catalogue[Code]>, Param>>;

/** `TextParams` as a function's last parameter; omitted for texts without values. */
export type TextArguments<Code extends TextCode> = [ValuesIn<Catalogue[Code]>] extends [never]
	? []
	: [params: TextParams<Code>];

/** Creates a message. Code and value names are type-checked against the catalogue's pattern. */
export const message = <Code extends PlainCode>(code: Code, ...[params]: TextArguments<Code>): Message =>
	params === undefined ? { code } : { code, params };

/** Amount in base units with its unit (format/amount.ts). */
interface ShownAmount extends Omit<AmountParam["amount"], "raw"> {
	readonly raw: bigint;
	readonly scale?: Scale;
}

/** Scales an amount to the token's display; its symbol is followed by what the chain counts. */
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

/** Returns the text as a message; foreign text becomes `verbatim`. */
export const asMessage = (text: Text): Message => (typeof text === "string" ? verbatim(text) : text);

/** Creates a message from foreign text. */
export const verbatim = (text: string): Message => ({ code: "verbatim", params: { text } });

/** Joins whole sentences. */
export const sentences = (...parts: readonly Text[]): Message => ({
	code: "sentences",
	params: { parts: parts.map(asMessage) },
});

/** Creates a parameter that continues a sentence. */
export const inner = (text: Text): InnerParam => ({ inner: asMessage(text) });

export const isMessage = (value: unknown): value is Message =>
	typeof value === "object" && value !== null && "code" in value && typeof value.code === "string";

/** Returns the codes of a text, one per sentence. For logs and tests. */
export function codesOf(text: Text): readonly string[] {
	if (typeof text === "string") return [text];
	const { code, params = {} } = text;
	const { parts } = params;
	if (code !== "sentences" || !Array.isArray(parts)) return [code];
	return parts.flatMap((part: Param) => (isMessage(part) ? codesOf(part) : []));
}

/** Returns the sentences of a text, or the single message. */
const sentencesIn = ({ code, params = {} }: Message): readonly Message[] | null => {
	const { parts } = params;
	if (code !== "sentences") return null;
	return Array.isArray(parts) ? parts.filter((part: Param): part is Message => isMessage(part)) : [];
};

/** Returns the first sentence, which carries the main statement. */
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

/** Returns whether both texts have equal codes and values, or both are absent. */
export function sameText(left: Text | null, right: Text | null): boolean {
	return sameValue(left, right);
}
