import { IntlMessageFormat } from "intl-messageformat";
import { shortText } from "../core/format/amount.ts";
import {
	type AmountParam,
	message,
	type Param,
	type Params,
	type Text,
	type TextArguments,
	type TimeParam,
} from "../core/localized-text.ts";
import type { PlainCode, TaggedCode } from "../core/text-codes.ts";
import { en } from "./en/index.ts";

/**
 * The only module that turns codes into text. `src/core` must not import it. All patterns are ICU messages.
 */

const LANGUAGE = "en-GB";

export type Patterns = Readonly<Record<string, string>>;

let patterns: Patterns = en;
type Format = Pick<IntlMessageFormat, "format">;
const formats = new Map<string, Format>();

/** @returns a function that restores the English patterns */
export function usePatterns(others: Patterns): () => void {
	const before = patterns;
	patterns = others;
	formats.clear();
	return () => {
		patterns = before;
		formats.clear();
	};
}

/** Patterns without ICU syntax, which need no parser. */
const PATTERN_WITHOUT_SYNTAX = /^[^{}<>'#|]*$/;

function formatOf(code: string): Format | null {
	const known = formats.get(code);
	if (known !== undefined) return known;
	const pattern = Object.hasOwn(patterns, code) ? patterns[code] : undefined;
	if (pattern === undefined) return null;
	const made = PATTERN_WITHOUT_SYNTAX.test(pattern)
		? { format: () => pattern }
		: new IntlMessageFormat(pattern, LANGUAGE);
	formats.set(code, made);
	return made;
}

const LIST = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });

const TIMES: Readonly<Record<"month" | "day" | "time" | "minute" | "second", Intl.DateTimeFormatOptions>> = {
	month: { month: "long", year: "numeric" },
	day: { dateStyle: "medium" },
	time: { timeStyle: "short" },
	minute: { dateStyle: "medium", timeStyle: "short" },
	second: { dateStyle: "medium", timeStyle: "medium" },
};

const withoutCapital = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** Formats an amount. If its decimals aren't verified, base units are displayed. */
function amountText({ amount: { raw, decimals, symbol, checked } }: AmountParam): string {
	const amount = shortText(BigInt(raw), checked ? decimals : 0);
	return checked ? `${amount} ${textOf(symbol)}` : textOf(message("amount.base-units", { amount, symbol }));
}

/** Latest time that a Date can represent. Some tokens specify later times. */
const LAST_TIME_MS = 8.64e15;

const timeText = ({ at, style }: TimeParam): string =>
	new Intl.DateTimeFormat(LANGUAGE, TIMES[style]).format(Math.min(Math.max(at, -LAST_TIME_MS), LAST_TIME_MS));

function valueText(param: Param): string | number | boolean {
	if (typeof param !== "object") return param;
	if (Array.isArray(param)) return LIST.format(param.map((each: Param) => String(valueText(each))));
	if ("amount" in param) return amountText(param);
	if ("style" in param) return timeText(param);
	if ("inner" in param) return withoutCapital(textOf(param.inner));
	return "code" in param ? textOf(param) : "";
}

function valuesOf(params: Params): Record<string, string | number | boolean> {
	return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, valueText(param)]));
}

/** Fallback text for a code or parameters from another version. */
const unknown = (code: string) => `(${code})`;

export const isKnownCode = (code: string): boolean =>
	code === "verbatim" || code === "sentences" || Object.hasOwn(en, code);

/** Never throws. */
export function textOf(text: Text): string {
	if (typeof text === "string") return text;
	const { code, params = {} } = text;
	if (code === "verbatim") return typeof params.text === "string" ? params.text : unknown(code);
	try {
		if (code === "sentences") {
			const { parts } = params;
			return Array.isArray(parts) ? parts.map((part: Param) => valueText(part)).join(" ") : unknown(code);
		}
		const format = formatOf(code);
		return format === null ? unknown(code) : String(format.format(valuesOf(params)));
	} catch {
		return unknown(code);
	}
}

const MAX_HEADLINE_LENGTH = 600;

export function headlineText(headline: Text): string {
	const characters = Array.from(textOf(headline));
	if (characters.length <= MAX_HEADLINE_LENGTH) return characters.join("");
	return `${characters.slice(0, MAX_HEADLINE_LENGTH).join("")}…`;
}

export const t = <Code extends PlainCode>(code: Code, ...params: TextArguments<Code>): string =>
	textOf(message(code, ...params));

export const textOrNull = (text: Text | null): string | null => (text === null ? null : textOf(text));

/** Returns the text and the results of `tags`, in order. */
export function richText<T>(
	code: TaggedCode,
	params: Params,
	tags: Readonly<Record<string, (children: (string | T)[]) => T>>,
): (string | T)[] {
	const format = formatOf(code);
	if (format === null) return [unknown(code)];
	const made = format.format<T>({ ...valuesOf(params), ...tags });
	return Array.isArray(made) ? made : [made];
}
