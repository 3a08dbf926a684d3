import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** A transaction of ours that no block takes: sped up, or cancelled, by a review of its own. */

const here = staged();

const nonce = () =>
	here().world.chain.publicClient.getTransactionCount({ address: here().person, blockTag: "latest" });

/** Approved and sent, and no block takes it; gives its hash. */
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

test("“Speed up” shows what it replaces, and one of the two happens", async () => {
	const stage = here();
	const { trusted, world } = stage;
	const [theirs, before] = [await stage.balance(SOMEBODY), await nonce()];
	const hash = await stuck(`send 0.05 ETH to ${SOMEBODY}`, /^Send 0.05 ETH/);
	const { commit_id } = await stage.lastCommit();
	await trusted.button(/^Speed up/).click();
	await trusted.region("What it replaces").waitFor();
	await expect(trusted.region("What it replaces")).toContainText(hash);
	await expect(trusted.region("What it replaces")).toContainText("Only one of the two can happen");
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

test("“Cancel” leaves nothing but a fee", async () => {
	const stage = here();
	const { trusted, world } = stage;
	const [theirs, before] = [await stage.balance(SOMEBODY), await nonce()];
	const hash = await stuck(`send 0.07 ETH to ${SOMEBODY}`, /^Send 0.07 ETH/);
	await trusted.button(/^Cancel/).click();
	await expect(trusted.region("What it replaces")).toContainText(hash);
	await trusted.approve();
	await trusted.step("Submitted");
	await world.chain.setAutomine(true);
	await world.chain.mine();
	await trusted.step("Confirmed");
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(0n);
	expect((await nonce()) - before).toBe(1);
});
