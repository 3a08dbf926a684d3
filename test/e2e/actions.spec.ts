import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { t } from "../../src/text/index.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** Actions: transactions that the app sends itself before it answers, and events while one is open. */

const here = staged();

/** Checks that no answer was submitted for the action and that it can't be approved. */
async function nothingAnswered(actionId: string): Promise<void> {
	await expect(here().trusted.hold.button).toHaveCount(0);
	expect(await here().resolutions(actionId)).toEqual([]);
}

test("two transactions need one approval, and each is followed until it is confirmed", async () => {
	const stage = here();
	const { trusted, world } = stage;
	const theirs = await stage.balance(SOMEBODY);
	await stage.review(
		`execute: send 0.1 ETH to ${SOMEBODY}, then send 0.2 ETH to ${SOMEBODY}`,
		/^Send 0.1 ETH to .+, then send 0.2 ETH to /,
	);
	const { id } = await stage.lastAction();
	await expect(trusted.region(t("trusted.content.sign-order"))).toContainText("Step 2 of 2");
	await world.chain.setAutomine(false);
	await trusted.approve();
	const states = async () => (await trusted.legs()).map(({ state }) => state);
	await expect.poll(async () => (await states())[0]).toBe(t("trusted.progress.states.submitted"));
	expect(await states()).not.toContain("confirmed");
	expect(await stage.resolutions(id)).toEqual([]);
	await world.chain.mine();
	await expect.poll(async () => (await states())[0]).toBe("confirmed");
	await world.chain.setAutomine(true);
	await world.chain.mine();
	await trusted.step("Confirmed");
	expect(await states()).toEqual(["confirmed", "confirmed"]);
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.3"));
	expect(await stage.resolutions(id)).toMatchObject([{ outcome: "taken", status: "submitted" }]);
});

test("an answer that the service refuses is reported, and not shown as Confirmed", async () => {
	const stage = here();
	const { trusted, world } = stage;
	await stage.review(`execute: send 0.1 ETH to ${SOMEBODY}`, /^Send 0.1 ETH to /);
	const { id } = await stage.lastAction();
	const body = { error: { code: "action_closed" } };
	const match = { method: "POST", path: `/actions/${id}/result$` };
	await world.service.control.fault({ kind: "status", status: 409, body, count: 1_000, match });
	await trusted.approve();
	await trusted.page
		.getByText(t("trusted.progress.outcomes.unanswered.title"), { exact: true })
		.waitFor({ timeout: 60_000 });
	await expect(trusted.page.locator("main")).toContainText(
		t("signing.answer.not-taken.said", { said: "action_closed" }),
	);
	await expect(trusted.page.locator("main")).toContainText(t("trusted.review.effect.taken"));
	await expect(trusted.page.locator("main")).not.toContainText(/nothing was done/i);
	await world.service.control.clearFaults();
});

test("an action that is answered on another device is closed here", async () => {
	const stage = here();
	const { trusted, world, desk } = stage;
	await stage.review("sign the message: from here or there", /^Sign the text/);
	const { id } = await stage.lastAction();
	await trusted.hold.settled().waitFor();
	await world.service.control.anotherDevice({
		actionId: id,
		result: { status: "rejected", reason: "Not from there." },
	});
	await expect(trusted.hold.button).toHaveCount(0, { timeout: 60_000 });
	const { resolutions } = await world.service.control.records();
	expect(resolutions.filter(({ actionId, status }) => actionId === id && status !== "rejected")).toEqual([]);
	await desk.go("Inbox");
	await expect.poll(() => desk.waiting()).toBe(0);
});

test("an action that is revised while it is open shows the changes, and only the new version is answered", async () => {
	const stage = here();
	const { trusted, world } = stage;
	const theirs = await stage.balance(SOMEBODY);
	const first = await stage.review(`execute: send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
	const { id } = await stage.lastAction();
	await trusted.hold.enabled();
	await world.service.control.reviseAction({ actionId: id });
	const changed = trusted.region("Changed since you last looked");
	await expect(changed).toContainText("before: 0.01 ETH");
	await expect(changed).toContainText("now: 0.02 ETH");
	expect(await trusted.hold.isEnabled()).toBe(false);
	const second = await trusted.reviewing(/^Send 0.02 ETH/);
	expect(second.fingerprint).not.toBe(first.fingerprint);
	await trusted.approve();
	await trusted.step("Confirmed");
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.02"));
	expect(await stage.resolutions(id)).toMatchObject([{ outcome: "taken", revision: 1 }]);
});

test("an action that expires while it is open says so, and signs nothing", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review("sign the message: only for now expiring in 6 s", /^Sign the text “only for now”/);
	const { id } = await stage.lastAction();
	await trusted.page.getByText(/Expires in/).waitFor();
	await expect(trusted.hold.button).toHaveCount(0, { timeout: 60_000 });
	await expect(trusted.page.getByText(/expired/i).first()).toBeVisible();
	await nothingAnswered(id);
});

test("the agent responds to the reason of a rejection", async () => {
	const stage = here();
	const { trusted, desk } = stage;
	await stage.review("permit the router 25 DEMO", /spend up to 25 DEMO$/);
	const { id } = await stage.lastAction();
	await trusted.reject("no standing permissions");
	await desk.says(/no standing permissions/);
	await desk.turnIs("complete");
	expect(await stage.resolutions(id)).toMatchObject([{ outcome: "taken", status: "rejected" }]);
});
