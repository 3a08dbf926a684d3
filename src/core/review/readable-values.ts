import { fullText } from "../format/amount.ts";
import { readUint } from "../format/numeral.ts";
import type { Check } from "../match/check.ts";
import { type Message, message, type Text } from "../message.ts";
import { nativeAmount } from "../subject/subject.ts";

/** Fields of the amount that a payload sends, of one or of several steps: "value", "[2].value". */
const VALUE = /^(\[[0-9]+\]\.)?value$/;

/** Formats an amount to the last digit: two different values never read the same. */
function inCoin(chainRef: string, value: string): Message | string {
	const raw = readUint(value);
	if (raw === null) return value;
	const { decimals, symbol } = nativeAmount(chainRef, raw);
	return message("amount.exact", { amount: fullText(raw, decimals), symbol });
}

/**
 * Formats both values of a check for people: sent amounts in the chain's coin, all others unchanged.
 * @param chainRef a decimal chain id; for any other nothing is converted
 */
export function readableValues(
	{ field, reviewed, payload }: Pick<Check, "field" | "reviewed" | "payload">,
	chainRef: string,
): { readonly reviewed: Text | null; readonly payload: Text | null } {
	if (!VALUE.test(field) || !/^[0-9]+$/.test(chainRef)) return { reviewed, payload };
	const readable = (value: string | null) => (value === null ? null : inCoin(chainRef, value));
	return { reviewed: readable(reviewed), payload: readable(payload) };
}
