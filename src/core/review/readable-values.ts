import { nativeAmount } from "../decoded-transaction/decoded-transaction.ts";
import { fullText } from "../format/amount.ts";
import { readUint } from "../format/numeral.ts";
import { type Message, message, type Text } from "../localized-text.ts";
import type { Check } from "../match/check.ts";

/** The amount of a payload with one or several steps: "value", "[2].value". */
const VALUE = /^(\[[0-9]+\]\.)?value$/;

/** Formats every digit, so different values never look equal. */
function inCoin(chainRef: string, value: string): Message | string {
	const raw = readUint(value);
	if (raw === null) return value;
	const { decimals, symbol } = nativeAmount(chainRef, raw);
	return message("amount.exact", { amount: fullText(raw, decimals), symbol });
}

/** @param chainRef decimal chain id; other text isn't converted */
export function readableValues(
	{ field, reviewed, payload }: Pick<Check, "field" | "reviewed" | "payload">,
	chainRef: string,
): { readonly reviewed: Text | null; readonly payload: Text | null } {
	if (!VALUE.test(field) || !/^[0-9]+$/.test(chainRef)) return { reviewed, payload };
	const readable = (value: string | null) => (value === null ? null : inCoin(chainRef, value));
	return { reviewed: readable(reviewed), payload: readable(payload) };
}
