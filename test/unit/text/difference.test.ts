import { expect, test } from "vitest";
import { amountParam, type Message, message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

const ETH = amountParam({ raw: 15n * 10n ** 17n, decimals: 18, symbol: "ETH", checked: true });
const out = message("difference.moves", { kind: "out", amount: ETH });
const fee = message("difference.moves", {
	kind: message("difference.fee"),
	amount: message("amount.base-units", { amount: "5000", symbol: "USDC" }),
});
const list = message("difference.list", { first: out, next: fee });

test.each<[Message, string]>([
	[list, "out 1.5 ETH, fee 5000 base units of USDC"],
	[message("difference.list.more", { list }), "out 1.5 ETH, fee 5000 base units of USDC, …"],
	[
		message("difference.approval", { who: "0xb2", amount: message("difference.unlimited") }),
		"0xb2: unlimited",
	],
	[message("difference.clipped", { text: "0x00", length: "4096" }), "0x00… (4096 characters)"],
	[
		message("difference.of-step", { step: "1", field: message("difference.field.gas-limit") }),
		"Step 1: Gas limit",
	],
])("%j is “%s”", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
