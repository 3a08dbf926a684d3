import { fullText } from "../format/amount.ts";
import { readUint } from "../format/numeral.ts";
import type { Check } from "../match/check.ts";
import { type Message, message, type Text } from "../message.ts";
import { nativeAmount } from "../subject/subject.ts";

/** Fields of the amount that a payload sends, of one or of several steps: "value", "[2].value". */
const VALUE = /^(\[[0-9]+\]\.)?value$/;

/** To the last digit: two values that differ never read the same. */
function inCoin(chainRef: string, value: string): Message | string {
	const raw = readUint(value);
	if (raw === null) return value;
	const { decimals, symbol } = nativeAmount(chainRef, raw);
	return message("amount.exact", { amount: fullText(raw, decimals), symbol });
}

/**
 * Both values of a check as people read them: what is sent stands in the chain's coin, all else as it is.
 * @param chainRef a decimal chain id; of anything else nothing is turned
 */
export function readableValues(
	{ field, reviewed, payload }: Pick<Check, "field" | "reviewed" | "payload">,
	chainRef: string,
): { readonly reviewed: Text | null; readonly payload: Text | null } {
	if (!VALUE.test(field) || !/^[0-9]+$/.test(chainRef)) return { reviewed, payload };
	const readable = (value: string | null) => (value === null ? null : inCoin(chainRef, value));
	return { reviewed: readable(reviewed), payload: readable(payload) };
}
