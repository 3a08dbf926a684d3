import { expect, test } from "vitest";
import { amountParam, type Message, message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

const USDC = amountParam({ raw: 25_000_000n, decimals: 6, symbol: "USDC", checked: true });
const amountOf = message("message.amount-of", { amount: USDC, token: "0xa0" });

test.each<[Message, string]>([
	[amountOf, "25 USDC (0xa0)"],
	[message("message.at-least", { amount: amountOf }), "at least 25 USDC (0xa0)"],
	[
		message("message.sent-to", {
			what: message("message.at-least", { amount: amountOf }),
			to: message("message.own-address", { address: "0x12" }),
		}),
		"at least 25 USDC (0xa0), sent to your account (0x12)",
	],
	[message("message.amount", { amount: USDC }), "25 USDC"],
	[message("message.item", { item: "41", collection: "0xc0" }), "item 41 of the collection 0xc0"],
	[
		message("message.item.any.several", { count: "3", collection: "0xc0" }),
		"3 of any item that fits its list of the collection 0xc0",
	],
	[
		message("message.item.several", { count: "3", item: "41", collection: "0xc0" }),
		"3 of item 41 of the collection 0xc0",
	],
	[
		message("message.refund", { amount: USDC, to: "Bob" }),
		"at least 25 USDC, and more with the gas that it takes, to Bob",
	],
	[
		message("message.refund.anybody", { amount: USDC }),
		"at least 25 USDC, and more with the gas that it takes, to whoever carries this out",
	],
	[
		message("message.swaps", {
			given: message("message.at-most", { amount: USDC }),
			gained: message("message.at-least", {
				amount: { amount: { raw: "9", decimals: null, symbol: "0xb0", checked: false } },
			}),
		}),
		"Swap at most 25 USDC for at least 9 base units of 0xb0",
	],
	[
		message("message.offers", {
			given: message("message.item", { item: "41", collection: "0xc0" }),
			gained: message("message.things", { count: 2 }),
			where: "Seaport",
		}),
		"Offer item 41 of the collection 0xc0 for 2 things on Seaport",
	],
	[
		message("message.acts-as-account.code", {
			who: "0xb2",
			chain: message("message.chain", { chain: "8453" }),
		}),
		"Let the contract 0xb2 act as your account on chain 8453",
	],
	[message("message.lets-take.several", { who: "Bob", count: 2 }), "Approve Bob to spend 2 tokens"],
	[
		message("message.unknown-kind.claimed", {
			claim: "In the words of Post Office: “Send mail”",
			name: "Mail",
		}),
		"In the words of Post Office: “Send mail” — signs typed data, “Mail”, that Countersign can’t read",
	],
	[message("message.signs-bytes", { length: "51" }), "Sign 51 bytes that can’t be read"],
])("%j is “%s”", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
