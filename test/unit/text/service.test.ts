import { expect, it } from "vitest";
import { message, sentences } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

it.each([
	[message("service.wait.seconds", { seconds: 1 }), "It asks to wait 1 second."],
	[message("service.wait.seconds", { seconds: 30 }), "It asks to wait 30 seconds."],
	[message("service.wait.minutes", { minutes: 3 }), "It asks to wait 3 minutes."],
	[
		sentences(message("service.refused"), message("service.stated", { text: "At most {32} of 'these'." })),
		"The request was refused. Nothing was done. The service’s own words: “At most {32} of 'these'.”",
	],
	[
		message("session.fault", { fault: "event 5: sequence 4 is not after 3" }),
		"The service sent something that breaks its own rules (event 5: sequence 4 is not after 3). That part is left out; the rest goes on, and nothing is signed from it.",
	],
	[
		message("storage.newer", { file: "/home/ana/journal.db" }),
		"The file /home/ana/journal.db was written by a newer Countersign. It is left as it is; no funds are touched. Install the newer version.",
	],
])("%j reads as before", (told, text) => {
	expect(textOf(told)).toBe(text);
});
