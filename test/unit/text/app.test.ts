import { expect, test } from "vitest";
import { message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

test.each([
	[
		message("app.elsewhere.environment", { count: 2, environment: "There" }),
		"2 approvals of There are on their way. They go on when you are back there.",
	],
	[
		message("app.elsewhere.environment", { count: 1, environment: "There" }),
		"1 approval of There is on its way. It goes on when you are back there.",
	],
	[
		message("app.elsewhere.sign-in", { count: 1, environment: "Here" }),
		"1 approval of another sign-in at Here is on its way. It goes on when that person is signed in again.",
	],
	[
		message("storage.record-unreadable", { record: "receipt" }),
		"What the journal keeps of this (its receipt) can’t be read: it is damaged, or a newer Countersign wrote it. It is left as it is, and nothing is done by it. Install the newer version, or keep the file and ask for help.",
	],
	[message("catalog.wait", { seconds: 1 }), "It asks to wait a second."],
	[message("catalog.wait", { seconds: 5 }), "It asks to wait 5 seconds."],
	[message("catalog.listing.full", { most: 1_000 }), "Only the first 1,000 entries are shown."],
	[
		message("catalog.input.fault", { where: message("catalog.input.whole"), fault: "0 is less than 1." }),
		"The input: 0 is less than 1.",
	],
	[
		message("build.unreadable", { where: message("build.unreadable.shape") }),
		"This is no Build that Countersign can read (its shape). It is not opened.",
	],
	[
		message("app.journal.changed", { place: message("app.journal.unknown-place") }),
		"The journal was changed from outside, or a part of it is missing (unknown place). It is left as it is, and no funds were moved by this.",
	],
	[
		message("identity.kept.in-memory", { why: message("identity.kept.not-by-keychain") }),
		"Kept in memory until Countersign quits: the system’s keychain could not keep it.",
	],
	[
		message("build.action.evm", {
			label: "Send",
			to: "0x01",
			chain: "1",
			wei: "7",
			data: message("build.action.data", { bytes: "2048" }),
		}),
		"Send: to 0x01 on chain 1, 7 wei, 2048 bytes of data",
	],
	[
		message("build.action.transaction", { label: "Move", count: 1, cluster: "devnet" }),
		"Move: 1 instruction on devnet",
	],
	[
		message("build.action.transaction", { label: "Move", count: 2, cluster: "devnet" }),
		"Move: 2 instructions on devnet",
	],
	[
		message("app.malformed.part", { part: "list.0", fault: "Invalid input" }),
		"list.0 Invalid input. Nothing was done.",
	],
])("%j is told as a sentence", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
