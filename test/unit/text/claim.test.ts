import { expect, test } from "vitest";
import { type Message, message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

const AMOUNT = { amount: { raw: "25000000", decimals: 6, symbol: "USDC", checked: true } };
const day = (count: string, isOne: boolean) => message("claim.duration.day", { count, isOne });

test.each<[Message, string]>([
	[
		message("claim.amount.described", {
			amount: message("claim.amount.unlimited", { amount: message("claim.amount", { amount: AMOUNT }) }),
			text: "All",
		}),
		"no limit: 25 USDC (the description says “All”)",
	],
	[
		message("claim.amount.no-token", { amount: "1,000" }),
		"1,000 base units of a token that it does not name",
	],
	[day("1", true), "1 day"],
	[
		message("claim.duration.then", {
			longer: day("365", false),
			shorter: message("claim.duration.second", { count: "1", isOne: true }),
		}),
		"365 days 1 second",
	],
	[message("claim.duration.hour", { count: "2", isOne: false }), "2 hours"],
	[message("claim.duration.minute", { count: "1", isOne: true }), "1 minute"],
	[
		message("claim.item", { id: "7", collection: message("claim.collection.none") }),
		"number 7 of a collection that it does not name",
	],
	[
		message("claim.address.sender", { address: message("message.own-address", { address: "0x12" }) }),
		"your account (0x12), which the description says stands for you",
	],
	[message("claim.label.hidden", { label: "keeper" }), "keeper (hidden by it)"],
	[message("claim.tail", { count: 1, bytes: "0x00" }), "1 more byte, no part of the call: 0x00"],
	[message("claim.tail", { count: 3, bytes: "0x000000" }), "3 more bytes, no part of the call: 0x000000"],
	[
		message("claim.audited.unchecked", { who: "Ann (0x12)" }),
		"audited by Ann (0x12); revocation not checked",
	],
])("%j is “%s”", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
