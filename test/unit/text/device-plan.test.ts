import { expect, test } from "vitest";
import { type Message, message } from "../../../src/core/message.ts";
import { textOf } from "../../../src/text/index.ts";

/** Those with values; the plain ones stand in the catalogue as they are. */
test.each<[Message, string]>([
	[
		message("device-plan.evm.message-too-long", { most: "32766" }),
		"A Ledger can’t sign a message of more than 32766 bytes.",
	],
	[
		message("device-plan.setting.unseen", { app: "Ethereum" }),
		"Its Ethereum app refuses this unless blind signing is on: on the device, open the Ethereum app, then Settings → Blind signing. How it is set has not been seen yet.",
	],
	[
		message("device-plan.setting.off", { app: "Solana" }),
		"Its Solana app refuses this now, since blind signing is off: on the device, open the Solana app, then Settings → Blind signing, and turn it on.",
	],
	[
		message("device-plan.caveat.unseen", { app: "Ethereum", version: "1.22.0" }),
		"This is told as Ethereum 1.22.0 shows it; the app on your Ledger has not been seen yet, and may show it differently.",
	],
	[
		message("device-plan.caveat.version", { app: "Ethereum", version: "1.22.0", found: "1.23.0" }),
		"This is told as Ethereum 1.22.0 shows it; your Ledger has 1.23.0, which may show it differently.",
	],
	[
		message("device-plan.caveat.model", { app: "Ethereum", version: "1.22.0", model: "Ledger Flex" }),
		"This is told as Ethereum 1.22.0 shows it on a Nano; your Ledger Flex lays its screens out differently.",
	],
])("%j is “%s”", (told, sentence) => {
	expect(textOf(told)).toBe(sentence);
});
