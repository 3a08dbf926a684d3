import { expect, test } from "@playwright/test";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** Between approving and rejecting: a change is asked for, and an approval is taken back. */

const here = staged();

test("a change is asked for by the user's own message, and the request still waits", async () => {
	const stage = here();
	const { trusted, world } = stage;
	await stage.review(`send 0.05 ETH to ${SOMEBODY}`, /0\.05 ETH/);
	const { commit_id } = await stage.lastCommit();
	await trusted.hold.awake();
	await trusted.button("Ask for a change…").click();
	const dialog = trusted.page.getByRole("dialog");
	await dialog.getByRole("radio", { name: "Lower amount" }).check();
	const send = dialog.getByRole("button", { name: "Send", exact: true });
	await expect(send).toHaveAttribute("aria-disabled", "true");
	await dialog.getByRole("textbox").focus();
	await trusted.page.keyboard.press("End");
	await trusted.page.keyboard.type("0.01 ETH");
	await send.click();
	await expect(dialog.getByRole("alert")).toBeVisible();
	await expect
		.poll(async () => JSON.stringify((await world.service.control.records()).requests), { timeout: 60_000 })
		.toMatch(/lower amount: 0\.01 ETH/);
	expect(await stage.signatures(commit_id)).toEqual([]);
	await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
	await trusted.hold.button.waitFor();
});

test("an approval that waits for the service is withdrawn, and nothing is signed", async () => {
	const stage = here();
	const { trusted, world } = stage;
	await stage.review(`send 0.02 ETH to ${SOMEBODY}`, /0\.02 ETH/);
	const { commit_id } = await stage.lastCommit();
	await trusted.hold.awake();
	await world.service.control.fault({ kind: "lost_request", count: 100_000, match: { path: "commits" } });
	await trusted.approve();
	await trusted.button("Withdraw").click();
	await trusted.ended("Withdrawn by you");
	expect(await stage.signatures(commit_id)).toEqual([]);
	await world.service.control.clearFaults();
	await trusted.button("Review again").click();
	await trusted.hold.button.waitFor();
});
