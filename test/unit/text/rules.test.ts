import { expect, it } from "vitest";
import { type Message, message, sentences } from "../../../src/core/message.ts";
import { hoursText } from "../../../src/core/rules/rule-text.ts";
import { textOf } from "../../../src/text/index.ts";

/** Sentences of rules and of the address book that have a count, a choice or a part of their own. */

const amount = (digits: string) => message("rule.amount", { amount: digits, symbol: "USDC" });
const stops = (fault: Message, waiting = false) =>
	message("rule.stops", { name: "Small sums", fault, waiting });
const next = "change the rule in Settings → Signing → Rules, or reject the request.";

const TOLD: readonly (readonly [Message, string])[] = [
	[
		stops(message("rule.fault.over-once", { amount: amount("12.5"), most: amount("10") })),
		`Your rule “Small sums” stops this: it can spend 12.5 USDC, with fees and allowances; the rule allows 10 USDC in one transaction. You can ${next}`,
	],
	[
		stops(
			message("rule.fault.hours", {
				hours: hoursText({ from: 1320, to: 360, days: [1, 3] }),
				timeZone: "UTC",
			}),
			true,
		),
		`Your rule “Small sums” stops this: it allows approvals only from 22:00 to 06:00 the next day, Monday and Wednesday (UTC). You can wait, ${next}`,
	],
	[
		stops(message("rule.fault.ledger.no-limit", { symbol: message("rule.it") })),
		`Your rule “Small sums” stops this: it approves unlimited tokens, and this account’s key is not on a Ledger. You can ${next}`,
	],
	[
		hoursText({ from: 0, to: 60, days: [1, 2, 3, 4, 6] }),
		"from 00:00 to 01:00, Monday, Tuesday, Wednesday and 2 more",
	],
	[message("rule.addresses", { count: 1 }), "1 address"],
	[message("rule.addresses", { count: 4 }), "4 addresses"],
	[message("book.file.cells", { count: 1 }), "It has 1 cell and needs three."],
	[message("book.file.cells", { count: 4 }), "It has 4 cells and needs three."],
	[
		message("book.look-alike", { whom: message("book.an-own-account"), address: "0x123456…abcdef" }),
		"This address looks like that of “one of your own accounts” (0x123456…abcdef) at both ends, but it is another one. Compare every character.",
	],
	[
		sentences(message("book.name-too-long", { most: 60 }), message("book.nothing-saved")),
		"A name has at most 60 characters. Nothing was saved.",
	],
	[
		message("rule.not-kept", { fault: message("rule.malformed.choose-chains") }),
		"These rules can’t be kept: An amount belongs to chains: choose them. Nothing was saved.",
	],
];

it.each(TOLD)("%j", (told, text) => {
	expect(textOf(told)).toBe(text);
});
