import { expect, test } from "@playwright/test";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** The wallet's first page, in the real windows: what is held, what waits, what was spent, and the way to each account. */

const here = staged();

test("shows what the account holds, takes to what waits, and tells what was spent of it", async () => {
	const stage = here();
	const { desk, trusted } = stage;
	await desk.go("Home");
	const main = desk.page.getByRole("main");
	const tokens = main.getByRole("list", { name: "Tokens" }).first();
	// The account got its coins a moment ago.
	await desk.button("Refresh").click();
	await expect(tokens).toContainText("Ether");
	await expect(tokens).toContainText("10 ETH");
	await expect(main).toContainText("You’re all caught up.");
	await desk.startConversation(`send 0.25 ETH to ${SOMEBODY}`);
	await desk.go("Home");
	await main
		.getByRole("region", { name: "Waiting for you" })
		.getByRole("button", { name: "Review next" })
		.click();
	await trusted.reviewing(/^Send 0.25 ETH/);
	await trusted.approve();
	await trusted.step("Confirmed");
	await expect(tokens).toContainText(/9\.7\d* ETH/);
	await expect(main.getByRole("region", { name: "Agents this week" })).toContainText("1 signed");
});

test("shows a token that was met in a request behind the fold, as a claim", async () => {
	const stage = here();
	const { desk } = stage;
	await stage.review("approve 100 DEMO for the router", /DEMO/);
	await stage.trusted.approve();
	await stage.trusted.step("Confirmed");
	await desk.go("Home");
	const fold = desk.page.getByRole("button", { name: "1 token hidden: not on the list" });
	await fold.click();
	await expect(desk.page.getByRole("main")).toContainText("“DEMO”");
	const risk = desk.page.getByRole("region", { name: "Allowances at risk" });
	await risk.getByRole("button", { name: /^Revoke/ }).click();
	await stage.trusted.reviewing(/Revoke/);
});

test("is reached and read by the keyboard alone", async () => {
	const { desk } = here();
	const { keyboard } = desk.page;
	await keyboard.press("Escape");
	await keyboard.press("1");
	const main = desk.page.getByRole("main");
	await main.getByRole("heading", { name: "Home" }).waitFor();
	const add = main.getByRole("button", { name: "Add account" });
	for (let presses = 0; presses < 40; presses += 1) {
		if (await add.evaluate((button) => button === document.activeElement)) break;
		await keyboard.press("Tab");
	}
	await expect(add).toBeFocused();
});
