import { expect, it } from "vitest";
import { type Message, message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

const status = message("conformance.status-with-code", { status: "404", code: "not_found" });

it.each<[Message, string]>([
	[
		message("conformance.instead-of", { answer: status, wanted: "400 invalid_cursor" }),
		"status 404 not_found in place of 400 invalid_cursor",
	],
	[message("conformance.refused", { answer: status }), "refused: status 404 not_found"],
	[
		message("conformance.args.token-characters", { name: message("conformance.args.the-token") }),
		"The token has characters that can’t be sent in a header.",
	],
	[
		message("conformance.no-answer", { why: message("conformance.connection-failed") }),
		"The service does not answer: the connection failed.",
	],
	[message("conformance.more", { details: "one; two", count: "6" }), "one; two; and 6 more"],
])("a text of the conformance run reads whole: %j", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
