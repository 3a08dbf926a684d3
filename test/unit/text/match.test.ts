import { expect, it } from "vitest";
import { type Message, message, sentences } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

/** Sentences of the match, of freezing and of completing that have a count, a choice or a part of their own. */

const NOTHING_SIGNED = message("nothing-signed");

const TOLD: readonly (readonly [Message, string])[] = [
	[
		message("match.step", { step: "2", check: message("match.data.differs", { byte: "1204" }) }),
		"Step 2: The transaction carries other data than the review, from byte 1204 on.",
	],
	[
		message("match.canonical.number", { path: "a[0].b" }),
		"“a[0].b” is not a whole number below 2^53, so its meaning is not certain. Nothing was signed.",
	],
	[
		message("match.legs.several", { count: 3, step: "2" }),
		"The review holds 3 transactions; this is number 2.",
	],
	[
		message("match.legs.alone", { count: 3, step: "2" }),
		"The review holds this transaction alone, which is number 2 of the 3 of its batch.",
	],
	[message("match.legs.count", { legs: 1, count: 2 }), "The review has 1 legs where 2 are expected."],
	[message("match.legs.not-of-type", { type: "execute_evm" }), "The leg is not an EVM transaction."],
	[message("match.legs.not-of-type", { type: "execute_svm" }), "The leg is not a Solana transaction."],
	[message("match.request.not-of-type", { type: "execute_evm" }), "The review is not of an EVM transaction."],
	[
		message("match.request.not-of-type", { type: "execute_svm" }),
		"The review is not of a Solana transaction.",
	],
	[
		message("match.request.count-of-legs", { transactions: 1, count: 2 }),
		"The request holds 1 transactions where the legs hold 2.",
	],
	[
		message("match.batch-members.not-seen", { count: 2 }),
		"2 of the batch’s other commits have not been seen yet.",
	],
	[
		sentences(message("match.target.same"), message("match.address.wrong-checksum")),
		"Both name the same target. Its checksum is written wrongly, so it was compared by its bytes.",
	],
	[message("match.budget.twice", { kind: "units" }), "The transaction sets its compute unit limit twice."],
	[
		message("match.budget.differs", { kind: "price" }),
		"The transaction sets another price per compute unit than the review states.",
	],
	[
		sentences(
			message("match.unsigned-bytes.unreadable"),
			sentences(message("match.svm-bytes.too-long", { bytes: "1232" }), NOTHING_SIGNED),
		),
		"The review’s own bytes can’t be read. The transaction has more than 1232 bytes. Nothing was signed.",
	],
	[
		message("match.typed-data.value-unreadable", { member: "message.value", type: "uint256" }),
		"“message.value” can’t be read as uint256, which its type says.",
	],
	[
		sentences(message("freeze.action.expired"), message("freeze.action.nothing-signed")),
		"This request has expired. Nothing is signed for it.",
	],
	[
		sentences(
			message("contract.safety.not-eligible-because", { reason: "revoked_grant" }),
			message("nothing-signed"),
		),
		"The service’s own safety check does not say that this may be signed (“revoked_grant”). Nothing was signed.",
	],
	[
		sentences(message("contract.signing-mode.unknown", { mode: "delegated" }), NOTHING_SIGNED),
		"The signing mode “delegated” is unknown to this version: this needs a newer Countersign. Nothing was signed.",
	],
	[
		message("completing.would-fail.step", { step: "2" }),
		"Step 2 would fail on the chain as it is now, by your RPC. Nothing was signed.",
	],
];

it.each(TOLD)("%j", (told, text) => {
	expect(textOf(told)).toBe(text);
});
