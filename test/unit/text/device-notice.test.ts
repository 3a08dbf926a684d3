import { expect, it } from "vitest";
import { message } from "../../../src/core/localized-text.ts";
import { textOf } from "../../../src/text/index.ts";
import { recordingsOf } from "../core/device/recorded.ts";

/** The window uses the same names for the buttons of a device's notice as the device. */

it("names the buttons that a Flex was recorded to show with blind signing off", () => {
	const refused = recordingsOf("ethereum-1.22.0-flex").find(
		({ name }) => name === "contract call with blind signing off",
	);
	const buttons = ["Reject transaction", "Go to settings"];
	for (const button of buttons) {
		expect(refused?.screens.join()).toContain(button);
		expect(textOf(message("device.notice.touch"))).toContain(button);
	}
});
