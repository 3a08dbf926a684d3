import { expect, test } from "vitest";
import { message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

test.each([
	[message("notice.count", { count: 0 }), "Nothing is waiting for you"],
	[message("notice.count", { count: 3 }), "3 waiting for you"],
	[message("notice.count.waits", { count: 1 }), "1 request is waiting"],
	[message("notice.count.waits", { count: 12 }), "12 requests are waiting"],
	[message("notice.count.locked", { count: 12 }), "Unlock to see them"],
	[message("notice.more", { count: 1 }), "1 more request needs you"],
	[message("notice.more", { count: 12 }), "12 more requests need you"],
	[
		message("notice.ended", { ending: message("notice.ending.failed"), headline: "Send 1 ETH to Ana" }),
		"Failed on chain: Send 1 ETH to Ana",
	],
])("%j is told as a sentence", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
