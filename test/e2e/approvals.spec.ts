import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import type { CommitView } from "../../src/service-api/commit.ts";
import { t } from "../../src/text/index.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/**
 * Approvals of more than one transaction, and of payloads that are only signed: batches, messages and
 * replacements.
 */

const here = staged();

// Commits that belong together. Each needs its own approval, in order, and the user sees all of them.
test.describe("a batch", () => {
	const demo = () =>
		here().world.chain.publicClient.readContract({
			address: here().world.demo.token,
			abi: tokenAbi,
			functionName: "balanceOf",
			args: [here().person],
		});

	/** Returns the commits in the latest batch, in order. */
	async function members(): Promise<[CommitView, CommitView]> {
		const stage = here();
		const { batch } = await stage.lastCommit();
		const [first, second] = await Promise.all(
			(batch?.ordered_commit_ids ?? []).map((commitId) => stage.commit(commitId)),
		);
		if (first === undefined || second === undefined) throw new Error("the last commit is of no batch of two");
		return [first, second];
	}

	test("a swap can be approved only after its allowance is confirmed", async () => {
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
		const steps = trusted.region("Batch steps").getByRole("listitem");
		await expect(steps.nth(0)).toContainText(t("trusted.review.status.needs-signature"));
		await expect(steps.nth(1)).toContainText(t("trusted.review.step.waiting", { step: 1 }));

		await app.clickNotification(index);
		await trusted.reviewing(/spend up to 100 DEMO$/);
		await expect(steps.nth(0)).toContainText("(this one)");
		const notified = (await app.notifications()).length;
		await trusted.approve();
		await trusted.step("Confirmed");
		expect(await stage.signatures(second.commit_id)).toEqual([]);

		const next = await stage.requestNotified(notified);
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

		// The swap didn't use the whole allowance. The receipt leads to a review that revokes it.
		const left = trusted.page.locator('[data-progress="left"]').getByRole("listitem");
		await expect(left).toHaveCount(1);
		await expect(left).toContainText("50 DEMO");
		await left.getByRole("button", { name: /^Revoke/ }).click();
		await trusted.reviewing(/^Revoke .+ DEMO allowance$/);
		await trusted.approve();
		await trusted.step("Confirmed");
		await expect(left).toHaveCount(0);
	});

	test("rejecting the first step leaves the second unsigned", async () => {
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
});

// Messages and typed data are only signed. They are shown in full and answered once.
test.describe("messages", () => {
	const allowance = () =>
		here().world.chain.publicClient.readContract({
			address: here().world.demo.token,
			abi: tokenAbi,
			functionName: "allowance",
			args: [here().person, here().world.demo.router],
		});

	/** Approves the open request and returns the answers submitted for it. */
	async function answered() {
		const { trusted } = here();
		const { id } = await here().lastAction();
		await trusted.approve();
		await trusted.ended("Answered");
		expect((await trusted.steps()).map(({ name, state }) => `${name} ${state}`)).toEqual([
			"Matched done",
			"Signed done",
			"Recorded done",
			"Answered done",
		]);
		return here().resolutions(id);
	}

	test("a personal message is shown with its hidden characters, and signed", async () => {
		const stage = here();
		const { trusted } = stage;
		const facts = await stage.review(
			"sign the message: pay \u202Eeerht\u202C \u200Bnow",
			/^Sign the text “pay /,
		);
		expect(facts.changes).toEqual([]);
		const shown = (await trusted.page.getByRole("main").textContent()) ?? "";
		for (const mark of ["U+202E", "U+202C", "U+200B"]) expect(shown).toContain(mark);
		for (const hidden of ["\u202E", "\u202C", "\u200B"]) expect(shown).not.toContain(hidden);
		await trusted.band.getByRole("button").click();
		await expect(trusted.page.getByText(/contains invisible characters/).first()).toBeVisible();
		expect(await answered()).toMatchObject([{ outcome: "taken", status: "signed" }]);
		await stage.notified(/^Signed: /);
	});

	test("unreadable bytes require a typed word", async () => {
		const stage = here();
		const { trusted } = stage;
		await stage.review("sign the bytes: 0x00ff00ff", "Sign 4 unreadable bytes");
		await expect(trusted.hold.button).toHaveText("Type the word above");
		await expect(trusted.region(t("trusted.content.what-you-sign"))).toContainText("0x00ff00ff");
		await trusted.typeWord();
		expect(await answered()).toMatchObject([{ outcome: "taken" }]);
	});

	test("a sign-in names its site, its account and its expiry", async () => {
		const stage = here();
		await stage.review("sign in", "Sign in to ledger-desk.example");
		const what = stage.trusted.region(t("trusted.content.what-you-sign"));
		await expect(what).toContainText("ledger-desk.example");
		await expect(what).toContainText(stage.person);
		expect(await answered()).toMatchObject([{ outcome: "taken" }]);
	});

	test("a Permit is explained, costs no fee, and approves exactly its amount on the chain", async () => {
		const stage = here();
		const { trusted, world } = stage;
		const nonce = await world.chain.publicClient.getTransactionCount({ address: stage.person });
		await stage.review("permit the router 25 DEMO", /spend up to 25 DEMO$/);
		await expect(trusted.region(t("trusted.content.what-you-sign"))).toContainText("Permit (EIP-2612)");
		await expect(trusted.region("Allowances")).toContainText("25 DEMO");
		await expect(trusted.page.getByText(/Signing costs nothing/)).toBeVisible();
		expect(await answered()).toMatchObject([{ outcome: "taken" }]);
		await expect.poll(allowance).toBe(parseEther("25"));
		expect(await world.chain.publicClient.getTransactionCount({ address: stage.person })).toBe(nonce);
	});

	test("two messages are answered together, and each is shown", async () => {
		const stage = here();
		const { trusted } = stage;
		await stage.review(
			"sign two messages: first things | second things",
			"Sign the text “first things”, and 1 other",
		);
		const list = trusted.region(t("trusted.content.sign-order"));
		await expect(list).toContainText("first things");
		await expect(list).toContainText("second things");
		expect(await answered()).toMatchObject([{ outcome: "taken" }]);
		expect((await trusted.legs()).map(({ at, state }) => ({ at, state }))).toEqual([
			{ at: 1, state: "signed" },
			{ at: 2, state: "signed" },
		]);
	});
});

// One of the user's transactions that no block includes. It can be sped up or cancelled in a separate review.
test.describe("a replacement", () => {
	const nonce = () =>
		here().world.chain.publicClient.getTransactionCount({ address: here().person, blockTag: "latest" });

	/** Approves and sends a transaction that no block includes. Returns its hash. */
	async function stuck(sentence: string, headline: RegExp): Promise<string> {
		const { trusted, world } = here();
		await world.chain.setAutomine(false);
		await here().review(sentence, headline);
		await trusted.approve();
		await trusted.step("Submitted");
		return (await trusted.transaction()).hash;
	}

	test.afterEach(async () => {
		await here().world.chain.setAutomine(true);
	});

	test("“Speed up” shows the replaced transaction, and only one of the two is mined", async () => {
		const stage = here();
		const { trusted, world } = stage;
		const [theirs, before] = [await stage.balance(SOMEBODY), await nonce()];
		const hash = await stuck(`send 0.05 ETH to ${SOMEBODY}`, /^Send 0.05 ETH/);
		const { commit_id } = await stage.lastCommit();
		await trusted.button(/^Speed up/).click();
		await trusted.region(t("trusted.review.what-it-replaces")).waitFor();
		await expect(trusted.region(t("trusted.review.what-it-replaces"))).toContainText(hash);
		await expect(trusted.region(t("trusted.review.what-it-replaces"))).toContainText(
			"Only one of the two transactions can happen",
		);
		const facts = await trusted.facts();
		expect(facts.verdict).toBe("matched");
		await trusted.approve();
		await trusted.step("Submitted");
		await world.chain.setAutomine(true);
		await world.chain.mine();
		await trusted.step("Confirmed");
		expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.05"));
		expect((await nonce()) - before).toBe(1);
		expect((await trusted.transaction()).hash).not.toBe(hash);
		expect((await stage.signatures(commit_id)).filter(({ outcome }) => outcome === "taken")).toHaveLength(1);
	});

	test("“Cancel” costs only a fee", async () => {
		const stage = here();
		const { trusted, world } = stage;
		const [theirs, before] = [await stage.balance(SOMEBODY), await nonce()];
		const hash = await stuck(`send 0.07 ETH to ${SOMEBODY}`, /^Send 0.07 ETH/);
		await trusted.button(/^Cancel/).click();
		await expect(trusted.region(t("trusted.review.what-it-replaces"))).toContainText(hash);
		await trusted.approve();
		await trusted.step("Submitted");
		await world.chain.setAutomine(true);
		await world.chain.mine();
		await trusted.step("Confirmed");
		expect((await stage.balance(SOMEBODY)) - theirs).toBe(0n);
		expect((await nonce()) - before).toBe(1);
	});
});
