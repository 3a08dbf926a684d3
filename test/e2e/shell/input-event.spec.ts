import { expect, test } from "@playwright/test";
import { SOMEBODY } from "../pages/stage.ts";
import { staged } from "../pages/staged.ts";

/**
 * Main counts a hold by Electron's `input-event`: a mouse's buttons stand in `modifiers`, a key in `code` and `key`
 * (src/main/desktop/windows/gesture.ts, by Electron's blink_converter.cc). Do they, in the shell that is shipped? The host makes
 * its own by the same source.
 */

const here = staged();

for (const by of ["mouse", "space"] as const)
	test(`a hold by ${by} is one that main saw`, async () => {
		const stage = here();
		await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
		await stage.trusted.approve(by);
		await stage.trusted.step("Confirmed");
		expect(await stage.signatures((await stage.lastCommit()).commit_id)).toHaveLength(1);
	});

test("a press that a page makes by itself is none", async () => {
	const stage = here();
	await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
	await stage.trusted.hold.awake();
	await stage.trusted.hold.button.evaluate((button) => {
		for (const type of ["pointerdown", "mousedown"])
			button.dispatchEvent(new MouseEvent(type, { bubbles: true }));
		button.dispatchEvent(new KeyboardEvent("keydown", { key: " ", code: "Space", bubbles: true }));
	});
	await stage.trusted.hold.awake();
	expect(await stage.signatures((await stage.lastCommit()).commit_id)).toEqual([]);
});
