import { expect, test } from "vitest";
import { type Message, message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

const BARE = {
	hasStep: false,
	step: "null",
	direction: "out",
	amount: "25 USDC",
	hasItem: false,
	item: "",
	mine: true,
	account: "0x12",
	hasOther: false,
	other: "",
	source: "both",
};
const done = message("explain.simulation", { simulation: "done" });

test.each<[Message, string]>([
	[message("explain.effect", BARE), "out 25 USDC (yours; both)"],
	[
		message("explain.effect", {
			...BARE,
			hasStep: true,
			step: "2",
			hasItem: true,
			item: "41",
			mine: false,
			hasOther: true,
			other: "0x34",
		}),
		"step 2: out 25 USDC item 41 (0x12, other side 0x34; both)",
	],
	[message("explain.outcome", { outcome: "word" }), "APPROVABLE WITH A WORD"],
	[
		message("explain.simulation.why", {
			simulation: message("explain.simulation.compared", { simulation: done, comparison: "agrees" }),
			words: "no funds",
		}),
		"simulated on your RPC, against the service’s: agrees: no funds",
	],
	[
		message("explain.claim.row", { kind: "left_out", label: "keeper", value: "0x12" }),
		"not in the description: keeper: 0x12",
	],
	[message("explain.claim.row", { kind: "said", label: "To", value: "Bob" }), "To: Bob"],
	[message("explain.approval", { possible: "later" }), "Approval  not possible now"],
	[message("explain.approval.word", { possible: "yes", word: "TUSD" }), "Approval  possible, by typing TUSD"],
	[
		message("explain.file-unread", { what: "rules", path: "/x.json" }),
		"The rules file can’t be read: /x.json",
	],
])("%j is “%s”", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
