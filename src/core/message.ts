import { sameValue } from "./same-value.ts";

/**
 * What the user is told, without language: a code, and the values that its text needs. The text itself stands in the
 * catalogue (src/text) and is made where it is shown. A message is plain data, so it crosses processes and files.
 */
export interface Message {
	/** A key of the catalogue, like "finding.unlimited-approval". */
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
		/** Of what has no symbol what it is called in a sentence. */
		readonly symbol: Text;
		readonly checked: boolean;
	};
}

/** A moment, in Unix milliseconds. */
interface TimeParam {
	readonly at: number;
	readonly style: "month" | "day" | "time" | "minute" | "second";
}

/** A message that continues a sentence: it does not begin with a capital letter there. */
export interface InnerParam {
	readonly inner: Message;
}

/**
 * A message that has a text in the catalogue, or a text of somebody else that is shown as it is. Until every sentence
 * has moved to the catalogue, a string is also a sentence that has not yet.
 */
export type Text = Message | string;

/** @param code a literal: `scripts/lint/catalogue.mjs` holds it, and the names in `params`, against the catalogue */
export const message = (code: string, params?: Params): Message =>
	params === undefined ? { code } : { code, params };

/** An amount in base units, with what is known of its unit (format/amount.ts). */
interface ShownAmount extends Omit<AmountParam["amount"], "raw"> {
	readonly raw: bigint;
}

export const amountParam = ({ raw, decimals, symbol, checked }: ShownAmount): AmountParam => ({
	amount: { raw: raw.toString(), decimals, symbol, checked },
});

/** A text as a message, for those who are given one that may still be a sentence. */
export const asMessage = (text: Text): Message => (typeof text === "string" ? verbatim(text) : text);

/** A text of somebody else. */
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

/** The same code with the same values, or nothing on both sides. */
export function sameText(left: Text | null, right: Text | null): boolean {
	return sameValue(left, right);
}
