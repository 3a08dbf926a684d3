import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/**
 * Inbox, notifications and Activity for requests that are pending or were never signed, through the real
 * windows.
 */

const here = staged();

// Activity lists requests that were never signed: a lie with its proof, a rejection with its reason, and the
// week's totals.
test.describe("Activity", () => {
	test("a lie and a rejection appear in Activity, can be filtered, and are counted in the week", async () => {
		const stage = here();
		const { desk, trusted } = stage;
		await stage.review(`lie about the target: send 0.1 ETH to ${SOMEBODY}`, /./);
		await expect.poll(() => trusted.refusal()).toContain("Nothing was signed");
		await trusted.reject("it lies");

		await desk.go("Activity");
		const main = desk.page.getByRole("main");
		const rows = main.getByRole("listitem");
		await expect(rows).toHaveCount(2);
		await desk.page.getByLabel("Filter by state", { exact: true }).selectOption({ label: "lie caught" });
		await expect(rows).toHaveCount(1);
		await rows.getByRole("button").first().click();
		await expect(rows).toContainText("The transaction didn’t match its review.");
		await expect(desk.button("Save proof…")).toBeVisible();

		await desk.page.getByLabel("Filter by text").fill("nothing like it");
		await expect(main).toContainText("No rows match these filters.");
		await desk.button("Clear filters").click();
		await desk.page.getByLabel("Filter by state", { exact: true }).selectOption({ label: "rejected by you" });
		await expect(rows).toHaveCount(1);
		await rows.getByRole("button").first().click();
		await expect(rows).toContainText("You rejected this and the service was notified. Nothing was signed.");
		await expect(rows).toContainText("it lies");
		await expect(desk.button("Save proof…")).toHaveCount(0);

		await desk.page.getByRole("radio", { name: "By week" }).click();
		const week = desk.page.getByRole("region", { name: /^Week of/ });
		await expect(week).toHaveCount(1);
		await expect(week).toContainText("1 lie caught");
		await expect(week).toContainText("1 rejected");
	});
});

// Rejects one request with one click, rejects many at once, and stops an agent.
test.describe("the inbox", () => {
	/** Waits until the badge shows this many waiting requests. */
	const waits = (count: number) => expect.poll(() => here().desk.waiting(), { timeout: 60_000 }).toBe(count);

	test("one click in the review rejects, and Undo takes it back before the service is notified", async () => {
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

	test("search and filters show matches, and the total", async () => {
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
		await desk.inbox.getByRole("button", { name: "Clear the Session filter" }).click();
		await expect(desk.waitingRows).toHaveCount(3);
	});

	test("three requests are selected with keys and rejected with one reason, and none is signed", async () => {
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

	test("stopping an agent rejects all its waiting requests, and shows its allowances", async () => {
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
		await expect
			.poll(async () => (await stage.commit(commit_id)).state, { timeout: 60_000 })
			.toBe("rejected");
		await waits(0);
	});

	test("F6 moves from region to region, and a snoozed request is not counted", async () => {
		const stage = here();
		const { desk } = stage;
		await stage.ask(`send 0.03 ETH to ${SOMEBODY}`);
		await desk.go("Inbox");
		await waits(1);
		const row = desk.waitingRows.first();
		await row.hover();
		await row.getByRole("button", { name: /^More about/ }).click();
		await desk.button("1 hour").click();
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
});

// The user is notified of every pending request and can answer it, even if it is unreadable or a duplicate.
test.describe("unusual requests", () => {
	test("an unreadable request is notified and names the faulty member, and can be rejected", async () => {
		const stage = here();
		const { trusted, world } = stage;
		await world.service.control.settings({ oddities: ["no_approvals"] });
		await stage
			.ask(`execute: send 0.1 ETH to ${SOMEBODY}`)
			.then(({ index }) => stage.app.clickNotification(index));
		await trusted.at(/^A request that can.t be read$/);
		await expect.poll(() => trusted.refusal()).toContain("request.simulation.approvals");
		await expect(trusted.hold.button).toHaveCount(0);
		await trusted.reject("it can't be read");
		const rejected = async () =>
			(await world.service.control.records()).resolutions.map(({ status }) => status);
		await expect.poll(rejected).toEqual(["rejected"]);
		await world.service.control.settings({ oddities: [] });
		await stage.desk.go("Inbox");
		await expect.poll(() => stage.desk.waiting()).toBe(0);
	});

	test("“pay Bob again” is a separate request, is reported as a repetition, and requires a typed word", async () => {
		const stage = here();
		const { trusted, desk, app } = stage;
		const theirs = await stage.balance(SOMEBODY);
		await stage.review(`send 0.1 ETH to ${SOMEBODY}`, /^Send 0.1 ETH to /);
		await trusted.approve();
		await trusted.step("Confirmed");
		await desk.turnIs("complete");
		const before = (await app.notifications()).length;
		await desk.send(`execute: send 0.1 ETH to ${SOMEBODY}`);
		const { index } = await stage.requestNotified(before);
		await app.clickNotification(index);
		await trusted.reviewing(/^Send 0.1 ETH to /);
		await expect(trusted.page.locator("main")).toContainText(t("finding.done-before.conversation"));
		await trusted.approve();
		await trusted.step("Confirmed");
		await expect.poll(async () => (await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.2"));
	});
});

// Choices other than approving and rejecting: the user asks for a change, or withdraws an approval.
test.describe("between approving and rejecting", () => {
	test("a change is requested with the user's own message, and the request keeps waiting", async () => {
		const stage = here();
		const { trusted, world } = stage;
		await stage.review(`send 0.05 ETH to ${SOMEBODY}`, /0\.05 ETH/);
		const { commit_id } = await stage.lastCommit();
		await trusted.hold.enabled();
		await trusted.button("Ask for a change…").click();
		const dialog = trusted.page.getByRole("dialog");
		await dialog.getByRole("radio", { name: "Lower amount" }).check();
		const send = dialog.getByRole("button", { name: "Send", exact: true });
		await expect(send).toHaveAttribute("aria-disabled", "true");
		await dialog.getByRole("textbox", { name: /^Lower amount in ETH/ }).fill("0.01");
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
		await trusted.hold.enabled();
		await world.service.control.fault({ kind: "lost_request", count: 100_000, match: { path: "commits" } });
		await trusted.approve();
		await trusted.button("Withdraw").click();
		await trusted.ended("Withdrawn by you");
		expect(await stage.signatures(commit_id)).toEqual([]);
		await world.service.control.clearFaults();
		await trusted.button("Review again").click();
		await trusted.hold.button.waitFor();
	});

	test("Approve is disabled while the service is known to be down, and enabled once the service responds", async () => {
		const stage = here();
		const { trusted, world } = stage;
		await stage.review(`send 0.03 ETH to ${SOMEBODY}`, /0\.03 ETH/);
		const { commit_id } = await stage.lastCommit();
		await trusted.hold.enabled();
		await world.service.down();
		const disabled = trusted.button("Can’t send now");
		await expect(disabled).toHaveAttribute("data-blocker", "offline", { timeout: 60_000 });
		await expect(trusted.page.getByText(t("trusted.review.offline"))).toBeVisible();
		await world.service.up();
		await trusted.hold.enabled();
		expect(await stage.signatures(commit_id)).toEqual([]);
		await trusted.approve();
		await expect.poll(async () => (await stage.signatures(commit_id)).length, { timeout: 60_000 }).toBe(1);
		await expect(trusted.page.getByText("signed on this computer", { exact: true })).toBeVisible();
	});
});
