import { expect, test } from "vitest";
import { message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

test.each([
	[message("notice.count", { count: 0 }), "Nothing is waiting for you"],
	[message("notice.count", { count: 3 }), "3 waiting for you"],
	[message("notice.more", { count: 1 }), "1 more request needs you"],
	[message("notice.more", { count: 12 }), "12 more requests need you"],
	[
		message("notice.ended", { ending: message("notice.ending.failed"), conversation: "Vault deposit" }),
		"Failed on chain: Vault deposit",
	],
])("%j is told as a sentence", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
