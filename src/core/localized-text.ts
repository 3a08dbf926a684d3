import { fullText } from "./format/decimal-units.ts";
import { type Scale, scaled } from "./format/scale.ts";
import { sameValue } from "./same-value.ts";
import type { Catalogue, PlainCode, TextCode, ValuesIn } from "./text-codes.ts";

/**
 * A text for the user, stored as a code with values. It is passed between processes and files as plain data.
 * The catalogue (`src/text`) formats it for display.
 */
export interface Message {
	/** Key in the catalogue. A stored message may use a key from a different version. */
	readonly code: string;
	readonly params?: Params;
}

export type Params = Readonly<Record<string, Param>>;

/** Strings are displayed unchanged, so sanitize untrusted text first. */
export type Param =
	| string
	| number
	| boolean
	| Message
	| AmountParam
	| TimeParam
	| InnerParam
	| readonly Param[];

export interface AmountParam {
	readonly amount: {
		readonly raw: string;
		readonly decimals: number | null;
		readonly symbol: Text;
		readonly checked: boolean;
	};
}

export interface TimeParam {
	readonly at: number;
	readonly style: "month" | "day" | "time" | "minute" | "second";
}

export interface InnerParam {
	readonly inner: Message;
}

export type Text = Message | string;

type TextParams<Code extends TextCode> = [ValuesIn<Catalogue[Code]>] extends [never]
	? Readonly<Record<string, never>>
	: Readonly<Record<ValuesIn<Catalogue[Code]>, Param>>;

export type TextArguments<Code extends TextCode> = [ValuesIn<Catalogue[Code]>] extends [never]
	? []
	: [params: TextParams<Code>];

export const message = <Code extends PlainCode>(code: Code, ...[params]: TextArguments<Code>): Message =>
	params === undefined ? { code } : { code, params };

interface ShownAmount extends Omit<AmountParam["amount"], "raw"> {
	readonly raw: bigint;
	readonly scale?: Scale;
}

/** Number of wei below which an amount in ether would consist mostly of zeros. */
const MANY_WEI = 1_000_000n;
const ETHER_DECIMALS = 18;

export function displayedAmount(amount: ShownAmount, towards: "up" | "down" = "down"): ShownAmount {
	const { raw, scale, decimals, symbol, checked } = amount;
	const isTiny = raw !== 0n && raw < MANY_WEI && raw > -MANY_WEI;
	if (isTiny && checked && decimals === ETHER_DECIMALS)
		return {
			raw,
			decimals: 0,
			symbol: symbol === "ETH" ? "wei" : message("amount.unit.wei", { symbol }),
			checked,
		};
	if (scale === undefined || !checked || decimals === null) return amount;
	const counted = fullText(raw < 0n ? -raw : raw, decimals);
	const unit = message("amount.unit.scaled", { symbol, counted });
	return { raw: scaled(raw, scale, towards), decimals, symbol: unit, checked };
}

export function amountParam(amount: ShownAmount): AmountParam {
	const { raw, decimals, symbol, checked } = displayedAmount(amount);
	return { amount: { raw: raw.toString(), decimals, symbol, checked } };
}

export const asMessage = (text: Text): Message => (typeof text === "string" ? verbatim(text) : text);

export const verbatim = (text: string): Message => ({ code: "verbatim", params: { text } });

export const sentences = (...parts: readonly Text[]): Message => ({
	code: "sentences",
	params: { parts: parts.map(asMessage) },
});

export const inner = (text: Text): InnerParam => ({ inner: asMessage(text) });

export const isMessage = (value: unknown): value is Message =>
	typeof value === "object" && value !== null && "code" in value && typeof value.code === "string";

export function codesOf(text: Text): readonly string[] {
	if (typeof text === "string") return [text];
	const { code, params = {} } = text;
	const { parts } = params;
	if (code !== "sentences" || !Array.isArray(parts)) return [code];
	return parts.flatMap((part: Param) => (isMessage(part) ? codesOf(part) : []));
}

const sentencesIn = ({ code, params = {} }: Message): readonly Message[] | null => {
	const { parts } = params;
	if (code !== "sentences") return null;
	return Array.isArray(parts) ? parts.filter((part: Param): part is Message => isMessage(part)) : [];
};

export function firstSentence(text: Text): Text {
	const [first] = typeof text === "string" ? [] : (sentencesIn(text) ?? []);
	return first === undefined ? text : firstSentence(first);
}

export function withoutSentence(text: Text, sentence: Message): Text {
	if (typeof text === "string") return text;
	const all = sentencesIn(text);
	const rest = (all ?? []).filter((part) => !sameText(part, sentence));
	const [only, ...more] = rest;
	if (only === undefined) return text;
	return more.length === 0 ? only : sentences(...rest);
}

export function sameText(left: Text | null, right: Text | null): boolean {
	return sameValue(left, right);
}
