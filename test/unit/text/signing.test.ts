import { expect, it } from "vitest";
import { type Message, message, sentences, verbatim } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

/** Sentences about what became of an approval that have a choice or a part of their own. */

const used = message("signing.life.nonce", { nonce: "1234" });
const gone = message("signing.life.blockhash");

const TOLD: readonly (readonly [Message, string])[] = [
	[
		message("signing.could-be-sent", { life: used }),
		"Until nonce 1234 is used, the transaction could still be sent.",
	],
	[
		message("signing.signed-exists", { life: gone }),
		"Until its blockhash has run out, a signed transaction exists.",
	],
	[
		sentences(
			message("signing.refused-signature.said", { said: "code_409" }),
			message("signing.refused-signature.seen", { life: used }),
		),
		"The service refused the signature (it says “code_409”). It has seen it, so until nonce 1234 is used the transaction could still be sent.",
	],
	[
		message("signing.spent.unknown", { life: gone }),
		"By your RPC its blockhash has run out, and it does not know the signed transaction.",
	],
	[
		message("signing.no-longer-asked.action", { state: "submitted" }),
		"The service no longer asks for this: it is answered elsewhere already.",
	],
	[
		message("signing.no-longer-asked.action", { state: "completed" }),
		"The service no longer asks for this: it is answered elsewhere already.",
	],
	[
		message("signing.no-longer-asked.action", { state: "rejected" }),
		"The service no longer asks for this: it is rejected.",
	],
	[
		message("signing.no-longer-asked.action", { state: "expired" }),
		"The service no longer asks for this: it is expired.",
	],
	[
		message("signing.no-longer-asked.action", { state: "failed" }),
		"The service no longer asks for this: it is failed.",
	],
	[
		message("signing.shown-elsewhere", { state: "confirmed" }),
		"The service says that the transaction is confirmed, but your RPC does not know it. Waiting until your RPC shows it.",
	],
	[
		message("signing.shown-elsewhere", { state: "submitted" }),
		"The service says that the transaction is submitted, but your RPC does not know it. Waiting until your RPC shows it.",
	],
	[
		sentences(
			message("signing.unknown-to-rpc"),
			message("signing.unknown-to-rpc.of-others", { who: "venue" }),
		),
		"Your RPC does not know the transaction (any more). It is for the venue to send it.",
	],
	[message("signing.unknown-to-rpc.of-others", { who: "hosted" }), "It is for the service to send it."],
	[
		message("signing.step", {
			step: "1001",
			told: sentences(message("signing.waits-for-vault"), message("signing.not-signed.yet")),
		}),
		"Step 1001: You approved this, and it waits for the vault to be unlocked. Nothing is signed yet.",
	],
	[
		sentences(
			message("signing.attempt.refused", { why: verbatim("The service answered 422.") }),
			message("nothing-signed"),
		),
		"The service did not give this to Countersign to send: The service answered 422. Nothing was signed.",
	],
	[
		message("signing.door.held", { nonce: "11", headline: verbatim("Allow 25 TUSD") }),
		"Nonce 11 of this account is held by “Allow 25 TUSD”, which is not settled yet: open that one under Activity to see what can be done.",
	],
];

it.each(TOLD)("%j", (told, text) => {
	expect(textOf(told)).toBe(text);
});
