import { expect, test } from "vitest";
import { message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

test.each([
	[
		message("desktop.development.refused", {
			variable: "COUNTERSIGN_RPC",
			what: message("desktop.development.not-json"),
		}),
		"COUNTERSIGN_RPC is not JSON. Countersign has not started and no funds are touched. Correct or unset it.",
	],
	[
		message("desktop.setting-refused", {
			reason: message("desktop.settings.member", { where: "theme", what: "Invalid option" }),
		}),
		"The setting was not kept (theme: Invalid option). What held before still holds; no funds are touched.",
	],
	[
		message("desktop.file-not-read", { what: message("desktop.file.none") }),
		"This is no file. Nothing was read from it, and nothing changed. Choose another file.",
	],
	[message("desktop.tray.review-next", { count: 2 }), "Review next (2 waiting)…"],
])("%j is told as a sentence", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
