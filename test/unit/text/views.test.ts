import { expect, test } from "vitest";
import { amountParam, message, sentences } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

const amount = amountParam({ raw: 5_000_000n, decimals: 6, symbol: "USDC", checked: true });

test.each([
	[message("review.match.all", { count: 22 }), "All 22 fields match the review"],
	[message("review.match.more", { count: 1 }), "1 more does not match."],
	[message("review.match.more", { count: 2 }), "2 more do not match."],
	[message("review.match.open", { open: 3, count: 22 }), "3 of 22 fields could not be checked yet"],
	[message("calls.more", { count: 1 }), "1 more call that can’t be shown here."],
	[message("calls.more", { count: 300 }), "300 more calls that can’t be shown here."],
	[message("receipt.of-step", { step: "2", what: message("receipt.fee") }), "2. Network fee"],
	[message("receipt.out", { amount }), "−5 USDC"],
	[message("receipt.at-most", { amount }), "at most 5 USDC"],
	[message("receipt.succeeded.block", { block: "38500000" }), "succeeded in block 38500000"],
	[message("credits.one", { amount: "−1" }), "−1 credit"],
	[
		sentences(message("progress.not-taken"), message("progress.on-chain")),
		"The service did not take the answer. What you approved is on the chain by your RPC.",
	],
	[
		message("opinion.how.block", { how: "eth_simulateV1", at: "38500000" }),
		"Simulated on your RPC (eth_simulateV1), on top of block 38500000",
	],
])("%j is told as a sentence", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
