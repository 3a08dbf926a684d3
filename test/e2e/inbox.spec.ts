import { expect, test } from "@playwright/test";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** The inbox through the real windows: one click rejects, many are rejected together, and an agent is stopped. */

const here = staged();

/** How many requests wait, by the badge. */
const waits = (count: number) => expect.poll(() => here().desk.waiting(), { timeout: 60_000 }).toBe(count);

test("one click in the review rejects, Undo takes it back, and nobody was told", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
	const { commit_id } = await stage.lastCommit();
	await trusted.rejectByOneClick();
	await trusted.button("Undo").click();
	await trusted.reviewing(/^Send 0.01 ETH/);
	expect((await stage.commit(commit_id)).state).toBe("needs_signature");
	await trusted.rejectByOneClick();
	await trusted.rejection("arrived").waitFor();
	expect((await stage.commit(commit_id)).state).toBe("rejected");
	expect(await stage.signatures(commit_id)).toEqual([]);
});

test("search and filters show what fits, and say of how many", async () => {
	const stage = here();
	const { desk } = stage;
	for (const amount of ["0.021", "0.022", "0.023"]) await stage.ask(`send ${amount} ETH to ${SOMEBODY}`);
	await desk.go("Inbox");
	await waits(3);
	await expect(desk.waitingRows).toHaveCount(3);
	await desk.search("0.022 eth");
	await expect(desk.waitingRows).toHaveCount(1);
	await expect(desk.entry(/0\.022 ETH/)).toBeVisible();
	await desk.search("");
	await desk.inbox.getByRole("combobox", { name: "Session", exact: true }).selectOption({ index: 1 });
	await expect(desk.waitingRows).toHaveCount(1);
	await desk.inbox.getByRole("button", { name: "Clear the filter Session" }).click();
	await expect(desk.waitingRows).toHaveCount(3);
});

test("three are selected by keys and rejected with one reason; none is signed", async () => {
	const stage = here();
	const { desk } = stage;
	const { keyboard } = desk.page;
	await desk.go("Inbox");
	await desk.waitingRows.first().locator("[data-entry]").focus();
	await keyboard.press("x");
	await keyboard.press("Shift+J");
	await keyboard.press("Shift+J");
	await desk.button(/^Reject 3 /).click();
	await desk.page.getByRole("dialog").getByRole("button", { name: "Not what I asked for" }).click();
	await desk.rejection("arrived").waitFor();
	await waits(0);
	const { signatures } = await stage.world.service.control.records();
	expect(signatures).toEqual([]);
});

test("stopping an agent rejects all that waits of it, and shows what it was allowed", async () => {
	const stage = here();
	const { desk } = stage;
	await stage.ask("approve 100 DEMO for the router");
	const { commit_id } = await stage.lastCommit();
	await desk.go("Inbox");
	const row = desk.waitingRows.first();
	await row.hover();
	await row.getByRole("button", { name: /^More about/ }).click();
	await desk.button("Stop this agent").click();
	await desk.page.getByRole("dialog", { name: "Agent stopped" }).waitFor();
	await desk.page.keyboard.press("Escape");
	await expect.poll(async () => (await stage.commit(commit_id)).state, { timeout: 60_000 }).toBe("rejected");
	await waits(0);
});

test("F6 leads from region to region, and a snoozed request is out of the count", async () => {
	const stage = here();
	const { desk } = stage;
	await stage.ask(`send 0.03 ETH to ${SOMEBODY}`);
	await desk.go("Inbox");
	await waits(1);
	const row = desk.waitingRows.first();
	await row.hover();
	await row.getByRole("button", { name: /^More about/ }).click();
	await desk.button("An hour").click();
	await waits(0);
	const region = () =>
		desk.page.evaluate(() => {
			const all = [...document.querySelectorAll("[data-region]")];
			return document.activeElement === null ? -1 : all.indexOf(document.activeElement);
		});
	await desk.page.keyboard.press("F6");
	const first = await region();
	await desk.page.keyboard.press("F6");
	expect(await region()).not.toBe(first);
});
