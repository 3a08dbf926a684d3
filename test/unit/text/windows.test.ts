import { describe, expect, it } from "vitest";
import { message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

/** The windows' sentences with plurals and choices, each once. */
const SENTENCES = [
	[message("components.changes", { count: 1 }), "1 change"],
	[message("components.changes", { count: 3 }), "3 changes"],
	[message("components.line-character", { line: 3, character: 14 }), "line 3, character 14"],
	[
		message("components.more-characters-not-shown-yet", { count: 1204 }),
		"1,204 more characters not shown yet. Show all of it",
	],
	[message("desk.catalog.number.too-small", { open: "yes", numeral: "0" }), "It must be more than 0."],
	[message("desk.catalog.number.too-small", { open: "no", numeral: "1" }), "It must be at least 1."],
	[message("desk.session.unknown-events", { count: 1 }), "1 event of a kind that this version does not know"],
	[
		message("desk.session.unknown-events", { count: 2 }),
		"2 events of a kind that this version does not know",
	],
	[
		message("desk.settings.keys-lock-after-minutes-without", { count: 1 }),
		"Keys lock after 1 minute without use, on sleep and on quit.",
	],
	[
		message("desk.shell.environment.at", { name: "Staging", baseUrl: "https://staging.example.com" }),
		"Environment: Staging, https://staging.example.com",
	],
	[message("trusted.account.credits", { amount: "1", one: "yes" }), "1 credit"],
	[message("trusted.account.credits", { amount: "0.5", one: "no" }), "0.5 credits"],
	[message("trusted.contacts.importing.already", { already: 1 }), " 1 is in your address book already."],
	[message("trusted.contacts.importing.already", { already: 4 }), " 4 are in your address book already."],
	[message("trusted.content.message.bytes", { count: 1312 }), "1,312 bytes"],
	[
		message("trusted.device.app.blind-signing", { name: "Ethereum 1.22.0", blindSigning: "no" }),
		"Ethereum 1.22.0, blind signing off",
	],
	[
		message("trusted.review.cant-go-step", { step: 2, state: "rejected" }),
		"can’t go on: step 2 was rejected",
	],
	[message("trusted.review.cant-go-step", { step: 2, state: "failed" }), "can’t go on: step 2 failed"],
	[message("trusted.review.match.all-fields", { count: 1 }), "The one field matches the review"],
	[message("trusted.review.match.all-fields", { count: 9 }), "All 9 fields match the review"],
	[message("trusted.review.match.unknown-checks", { count: 2 }), "2 checks can’t be made"],
	[
		message("trusted.settings.auto-lock.saved", { minutes: 1 }),
		"Saved. Keys lock after 1 minute without use.",
	],
	[message("trusted.setup.password.missing", { missing: 1 }), "1 more character"],
	[message("trusted.setup.password.missing", { missing: 5 }), "5 more characters"],
	[
		message("trusted.setup.phrase.word-count", { count: 13 }),
		"13 words: a recovery phrase has 12, 15, 18, 21 or 24",
	],
	[
		message("trusted.sign-in.qr-code", { host: "sign-in.example.com", withCode: "yes" }),
		"QR code of the sign-in page at sign-in.example.com, with your code",
	],
] as const;

describe("the windows' sentences", () => {
	it.each(SENTENCES.map(([told, sentence]) => [sentence, told] as const))("%s", (sentence, told) => {
		expect(textOf(told)).toBe(sentence);
	});
});
