import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { maxUint256, parseEther } from "viem";
import { mnemonicToAccount } from "viem/accounts";
import { t } from "../../src/text/index.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import { fieldName } from "./pages/rows.ts";
import { PASSWORD, SOMEBODY, type Stage } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** The main job through the real windows, compared with the service's records and the chain. */

const here = staged();

const allowance = ({ world, person }: Stage) =>
	world.chain.publicClient.readContract({
		address: world.demo.token,
		abi: tokenAbi,
		functionName: "allowance",
		args: [person, world.demo.router],
	});

test("first run creates the phrase's account, and stores neither phrase nor password in clear", async () => {
	const { words, person, app } = here();
	expect(mnemonicToAccount(words.join(" ")).address).toBe(person);
	const files = await readdir(app.userData, { recursive: true, withFileTypes: true });
	expect(files.map((file) => file.name)).toContain("vault.json");
	for (const file of files.filter((each) => each.isFile())) {
		const text = (await readFile(join(file.parentPath, file.name))).toString("latin1");
		expect(text, file.name).not.toContain(words.slice(0, 3).join(" "));
		expect(text, file.name).not.toContain(PASSWORD);
	}
});

test("an agent's transfer is notified, reviewed, approved by a hold, and settled as reviewed", async () => {
	const stage = here();
	const { trusted, desk } = stage;
	const [mine, theirs] = [await stage.balance(stage.person), await stage.balance(SOMEBODY)];
	const { index, title, body } = await stage.ask(`send 0.05 ETH to ${SOMEBODY}`);
	expect(title).toMatch(/^Send 0.05 ETH to /);
	expect(body).toMatch(/ · demo$/);
	await stage.app.clickNotification(index);
	const facts = await trusted.reviewing(/^Send 0.05 ETH to /);
	expect(facts).toMatchObject({
		verdict: "matched",
		changes: [{ direction: "out", amount: "0.05", unit: "ETH" }],
	});
	const commit = await stage.lastCommit();
	expect((await trusted.checks()).every(({ status }) => status === "matches")).toBe(true);
	await trusted.copy("the review digest");
	expect(await stage.app.clipboard()).toBe(commit.review?.digest);

	await trusted.approve("mouse");
	await trusted.step("Confirmed");
	expect((await trusted.steps()).map((step) => step.state)).toEqual(Array(6).fill("done"));
	expect((await trusted.receipt()).every((line) => line.same)).toBe(true);
	const { hash, block } = await trusted.transaction();
	const receipt = await stage.receiptOf(hash);
	expect(String(receipt.blockNumber)).toBe(block);
	const fee = receipt.gasUsed * receipt.effectiveGasPrice;
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.05"));
	expect(mine - (await stage.balance(stage.person))).toBe(parseEther("0.05") + fee);
	expect(await stage.signatures(commit.commit_id)).toMatchObject([{ outcome: "taken" }]);
	expect(await stage.commit(commit.commit_id)).toMatchObject({ state: "confirmed", transaction_id: hash });
	await stage.notified(/^Confirmed: /);
	await desk.turnIs("complete");
	await desk.says(/^Done: Send 0.05 ETH/);
});

test("an allowance is approved by holding Space, and has the reviewed amount on the chain", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review("approve 100 DEMO for the router", /spend up to 100 DEMO$/);
	await expect(trusted.region("Allowances")).toContainText("100 DEMO");
	await trusted.approve("space");
	await trusted.step("Confirmed");
	expect(await allowance(stage)).toBe(parseEther("100"));
});

test("an unlimited allowance requires a typed word before the hold", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review("approve unlimited DEMO for the router", /spend unlimited DEMO$/);
	const { commit_id } = await stage.lastCommit();
	await expect(trusted.region("Allowances").getByText("unlimited", { exact: true })).toBeVisible();
	await expect(trusted.hold.button).toHaveText(t("trusted.review.words.word"));
	await trusted.hold.down("mouse");
	await expect(trusted.region("Steps")).not.toBeVisible();
	await trusted.page.waitForTimeout(1200);
	await trusted.hold.up("mouse");
	expect(await stage.signatures(commit_id)).toEqual([]);
	expect(await trusted.requiredWord()).toBe("UNLIMITED");
	await trusted.typeWord();
	await trusted.approve();
	await trusted.step("Confirmed");
	expect(await allowance(stage)).toBe(maxUint256);
});

test("a hosted transaction is submitted only by the service", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review(`send 20 DEMO to ${SOMEBODY}, hosted`, /^Send 20 DEMO to /);
	await expect(trusted.page.getByText(t("review.submits.hosted"))).toBeVisible();
	const { commit_id } = await stage.lastCommit();
	await trusted.approve();
	await trusted.step("Confirmed");
	const { hash } = await trusted.transaction();
	const { broadcasts } = await stage.world.service.control.records();
	expect(broadcasts.filter((each) => each.commitId === commit_id)).toMatchObject([{ by: "hosted", hash }]);
});

test("a rejection with a reason signs nothing, and the agent responds to the reason", async () => {
	const stage = here();
	const { trusted, desk } = stage;
	await stage.review(`send 0.01 ETH to ${SOMEBODY}`, /^Send 0.01 ETH/);
	const { commit_id } = await stage.lastCommit();
	await trusted.reject("wrong person");
	await desk.says(/^Understood, you rejected it because: wrong person/);
	await desk.turnIs("complete");
	expect(await stage.commit(commit_id)).toMatchObject({ state: "rejected" });
	expect(await stage.signatures(commit_id)).toEqual([]);
});

for (const [lie, field] of [
	["target", "to"],
	["value", "value"],
	["data", "data"],
	["chain", "chain_id"],
	["signer", "signer"],
] as const)
	test(`a payload with a false ${lie} is refused, and the field is named`, async () => {
		const stage = here();
		const { trusted } = stage;
		const facts = await stage.review(`lie about the ${lie}: send 0.01 ETH to ${SOMEBODY}`, /./);
		const { commit_id } = await stage.lastCommit();
		expect(facts.verdict).toBe("refused");
		const differing = (await trusted.checks()).filter(({ status }) => status === "differs");
		expect(differing.map((check) => check.field)).toContain(fieldName(field));
		await expect(trusted.hold.button).toHaveCount(0);
		await trusted.reject("it lies");
		await expect.poll(async () => (await stage.commit(commit_id)).state).toBe("rejected");
		expect(await stage.signatures(commit_id)).toEqual([]);
	});

test("a review with a different digest than the service's is refused", async () => {
	const stage = here();
	await stage.ask(`lie about the digest: send 0.01 ETH to ${SOMEBODY}`);
	const { commit_id } = await stage.lastCommit();
	await stage.desk.go("Inbox");
	await stage.desk.openEntry(/0.01 ETH/);
	await expect.poll(() => stage.trusted.refusal()).toMatch(/digest/i);
	await expect(stage.trusted.hold.button).toHaveCount(0);
	await stage.trusted.reject("two reviews");
	expect(await stage.signatures(commit_id)).toEqual([]);
});

test("a revised review shows the changes and disables Approve, and only the new version is signed", async () => {
	const stage = here();
	const { trusted, world } = stage;
	const theirs = await stage.balance(SOMEBODY);
	const first = await stage.review(`send 0.01 ETH to ${SOMEBODY} then revise in 600 s`, /^Send 0.01 ETH/);
	const { commit_id } = await stage.lastCommit();
	await trusted.hold.enabled();
	await world.service.control.reviseCommit({ commitId: commit_id });
	const changed = trusted.region("Changed since you last looked");
	await expect(changed).toContainText("before: 0.01 ETH");
	await expect(changed).toContainText("now: 0.02 ETH");
	expect(await trusted.hold.isEnabled()).toBe(false);
	const second = await trusted.reviewing(/^Send 0.02 ETH/);
	expect(second.fingerprint).not.toBe(first.fingerprint);
	await trusted.approve();
	await trusted.step("Confirmed");
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.02"));
	expect(await stage.signatures(commit_id)).toHaveLength(1);
});

test("a press held while the review changes approves nothing", async () => {
	const stage = here();
	const { trusted, world } = stage;
	await stage.review(`send 0.01 ETH to ${SOMEBODY} then revise in 600 s`, /^Send 0.01 ETH/);
	const { commit_id } = await stage.lastCommit();
	await trusted.hold.enabled();
	await trusted.hold.down("mouse");
	await world.service.control.reviseCommit({ commitId: commit_id });
	await trusted.at(/^Send 0.02 ETH/);
	await trusted.hold.enabled();
	await trusted.page.waitForTimeout(1100);
	await trusted.hold.up("mouse");
	expect(await stage.signatures(commit_id)).toEqual([]);
	await trusted.reject("changed");
});

for (const [sentence, text] of [
	["no review", /review/i],
	["unknown member", /Update Countersign/],
	["fail simulation", /simulation/i],
] as const)
	test(`“${sentence}” is shown with the reason why it can't be signed`, async () => {
		const stage = here();
		const { index } = await stage.ask(sentence);
		await stage.app.clickNotification(index);
		await expect.poll(() => stage.trusted.refusal()).toMatch(text);
		await expect(stage.trusted.hold.button).toHaveCount(0);
		const { commit_id } = await stage.lastCommit();
		expect(await stage.signatures(commit_id)).toEqual([]);
	});
