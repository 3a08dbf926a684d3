import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import type { CommitView } from "../../src/service-api/commit.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** Commits that belong together: one approval each, in order, the whole in view. */

const here = staged();

const demo = () =>
	here().world.chain.publicClient.readContract({
		address: here().world.demo.token,
		abi: tokenAbi,
		functionName: "balanceOf",
		args: [here().person],
	});

/** The members of the batch that was made last, in their order. */
async function members(): Promise<[CommitView, CommitView]> {
	const stage = here();
	const { batch } = await stage.lastCommit();
	const [first, second] = await Promise.all(
		(batch?.ordered_commit_ids ?? []).map((commitId) => stage.commit(commitId)),
	);
	if (first === undefined || second === undefined) throw new Error("the last commit is of no batch of two");
	return [first, second];
}

test("approve, then swap: the second can be approved only after the first is confirmed", async () => {
	const stage = here();
	const { trusted, desk, app } = stage;
	const before = await demo();
	const { index } = await stage.ask("approve 100 DEMO for the router and swap 50 DEMO");
	const [first, second] = await members();

	await desk.go("Inbox");
	await expect.poll(() => desk.waiting()).toBe(2);
	await desk.openEntry(/unknown function/);
	await expect.poll(() => trusted.refusal()).toContain("an earlier step comes first. Nothing was signed.");
	await expect(trusted.hold.button).toHaveCount(0);
	const places = trusted.region("Steps of the batch").getByRole("listitem");
	await expect(places.nth(0)).toContainText("waits for your answer");
	await expect(places.nth(1)).toContainText("waits for step 1 to be confirmed");

	await app.clickNotification(index);
	await trusted.reviewing(/spend up to 100 DEMO$/);
	await expect(places.nth(0)).toContainText("(this one)");
	const told = (await app.notifications()).length;
	await trusted.approve();
	await trusted.step("Confirmed");
	expect(await stage.signatures(second.commit_id)).toEqual([]);

	const next = await stage.requestTold(told);
	await app.clickNotification(next.index);
	await trusted.reviewing(/unknown function/);
	await trusted.approve("space");
	await trusted.step("Confirmed");
	expect(before - (await demo())).toBe(parseEther("50"));
	for (const { commit_id } of [first, second]) {
		expect(await stage.signatures(commit_id)).toMatchObject([{ outcome: "taken" }]);
		expect(await stage.commit(commit_id)).toMatchObject({ state: "confirmed" });
	}
	await desk.turnIs("complete");

	// What the swap did not use is still allowed: the receipt leads to a review that revokes it.
	const left = trusted.page.locator('[data-progress="left"]').getByRole("listitem");
	await expect(left).toHaveCount(1);
	await expect(left).toContainText("50 DEMO");
	await left.getByRole("button", { name: /^Revoke/ }).click();
	await trusted.reviewing(/^Revoke .+ DEMO allowance$/);
	await trusted.approve();
	await trusted.step("Confirmed");
	await expect(left).toHaveCount(0);
});

test("rejecting the first leaves the second behind, unsigned", async () => {
	const stage = here();
	const { trusted, desk } = stage;
	await stage.review(`send 0.01 ETH to ${SOMEBODY} and 0.02 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
	const [first, second] = await members();
	await trusted.reject("not now");
	await expect.poll(async () => (await stage.commit(first.commit_id)).state).toBe("rejected");
	await expect.poll(async () => (await stage.commit(second.commit_id)).state).toBe("expired");
	await desk.go("Inbox");
	await expect.poll(() => desk.waiting()).toBe(0);
	for (const { commit_id } of [first, second]) expect(await stage.signatures(commit_id)).toEqual([]);
});
