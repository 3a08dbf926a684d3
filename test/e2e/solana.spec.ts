import { createHmac, createPrivateKey, createPublicKey } from "node:crypto";
import { expect, test } from "@playwright/test";
import { base58 } from "@scure/base";
import { mnemonicToSeedSync } from "@scure/bip39";
import { t } from "../../src/text/index.ts";
import { SVM_SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/** Solana through the real windows, compared with the service's records and a real runtime. */

const here = staged({ solana: true });

/** Independent implementation of m/44'/501'/0'/0' (SLIP-0010). Returns the public key in base58. */
function phraseAccount(words: readonly string[]): string {
	const hmac = (key: Uint8Array | string, data: Uint8Array) =>
		createHmac("sha512", key).update(data).digest();
	let node = hmac("ed25519 seed", mnemonicToSeedSync(words.join(" ")));
	for (const index of [44, 501, 0, 0]) {
		const hardened = Buffer.alloc(4);
		hardened.writeUInt32BE(index + 2 ** 31);
		node = hmac(node.subarray(32), Buffer.concat([Buffer.of(0), node.subarray(0, 32), hardened]));
	}
	const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
	const der = Buffer.concat([prefix, node.subarray(0, 32)]);
	const key = createPublicKey(createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
	return base58.encode(key.export({ format: "der", type: "spki" }).subarray(-32));
}

test("the phrase yields the same Solana account as in other wallets", () => {
	expect(here().svmPerson).toBe(phraseAccount(here().words));
});

test("a payment is decoded by the app, approved by a hold, and settled as reviewed", async () => {
	const stage = here();
	const { trusted } = stage;
	const [mine, theirs] = [stage.lamports(stage.svmPerson), stage.lamports(SVM_SOMEBODY)];
	const facts = await stage.review(`send 0.5 SOL to ${SVM_SOMEBODY}`, /^Send 0\.5 SOL to /);
	expect(facts).toMatchObject({
		verdict: "matched",
		changes: [{ direction: "out", amount: "0.5", unit: "SOL" }],
	});
	expect((await trusted.checks()).every(({ status }) => status === "matches")).toBe(true);
	await expect(trusted.region(t("trusted.content.what-it-runs"))).toContainText("Send 0.5 SOL to ");
	const commit = await stage.lastCommit();
	await trusted.approve("mouse");
	await trusted.step("Confirmed");
	expect((await trusted.steps()).map((step) => step.state)).toEqual(Array(6).fill("done"));
	const lines = await trusted.receipt();
	expect(lines.length).toBeGreaterThan(1);
	expect(lines.every((line) => line.same)).toBe(true);
	const fee = 5_120n;
	expect(stage.lamports(SVM_SOMEBODY) - theirs).toBe(500_000_000n);
	expect(mine - stage.lamports(stage.svmPerson)).toBe(500_000_000n + fee);
	expect(await stage.signatures(commit.commit_id)).toMatchObject([{ outcome: "taken" }]);
	const settled = await stage.commit(commit.commit_id);
	expect(settled.state).toBe("confirmed");
	await trusted.copy(t("ui.transaction-id"));
	expect(await stage.app.clipboard()).toBe(settled.transaction_id);
	await stage.notified(/^Confirmed: /);
});

test("a token payment with a lookup table is approved by holding Space", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review(`send 5 USDX to ${SVM_SOMEBODY} with a table`, /^Send 5 /);
	expect((await trusted.checks()).every(({ status }) => status === "matches")).toBe(true);
	await expect(trusted.page.getByText(/0\.002039… SOL/).first()).toBeVisible();
	await trusted.approve("space");
	await trusted.step("Confirmed");
	expect(stage.usdx(SVM_SOMEBODY)).toBe(5_000_000n);
	expect(stage.usdx(stage.svmPerson)).toBe(995_000_000n);
});

test("a hosted transaction is submitted only by the service", async () => {
	const stage = here();
	const { trusted } = stage;
	const theirs = stage.lamports(SVM_SOMEBODY);
	await stage.review(`send 0.1 SOL to ${SVM_SOMEBODY}, hosted`, /^Send 0\.1 SOL to /);
	await expect(trusted.page.getByText("the service submits it for you")).toBeVisible();
	const { commit_id } = await stage.lastCommit();
	await trusted.approve();
	await trusted.step("Confirmed");
	const { broadcasts } = await stage.world.service.control.records();
	expect(broadcasts.filter((each) => each.commitId === commit_id)).toMatchObject([{ by: "hosted" }]);
	expect(stage.lamports(SVM_SOMEBODY) - theirs).toBe(100_000_000n);
});

test("a transaction that the app builds is sent, and its ID answers the action", async () => {
	const stage = here();
	const { trusted } = stage;
	const theirs = stage.lamports(SVM_SOMEBODY);
	await stage.review(`execute: send 0.2 SOL to ${SVM_SOMEBODY}`, /^Send 0\.2 SOL to /);
	await expect(trusted.page.getByText(/described by the service only/).first()).toBeVisible();
	const { id } = await stage.lastAction();
	await trusted.approve();
	await trusted.step("Confirmed");
	expect((await trusted.steps()).map((step) => step.name)).toEqual([
		"Matched",
		"Signed",
		"Recorded",
		"Submitted",
		"Answered",
		"Confirmed",
	]);
	expect(await stage.resolutions(id)).toMatchObject([{ outcome: "taken" }]);
	expect(stage.lamports(SVM_SOMEBODY) - theirs).toBe(200_000_000n);
});

test("a message and a sign-only transaction are signed", async () => {
	const stage = here();
	const { trusted } = stage;
	await stage.review("sign the solana message: hello from here", /^Sign the text “hello from here”/);
	await expect(trusted.region(t("trusted.content.what-you-sign"))).toContainText("Solana message");
	const message = await stage.lastAction();
	await trusted.approve();
	await trusted.ended("Answered");
	expect(await stage.resolutions(message.id)).toMatchObject([{ outcome: "taken" }]);
	await stage.review(`sign the solana transaction: send 0.1 SOL to ${SVM_SOMEBODY}`, /^Send 0\.1 SOL to /);
	const transaction = await stage.lastAction();
	await trusted.approve();
	await trusted.ended("Answered");
	expect(await stage.resolutions(transaction.id)).toMatchObject([{ outcome: "taken" }]);
});

test("a blockhash that expires during the review is replaced, and the approval still works", async () => {
	const stage = here();
	const { trusted } = stage;
	const theirs = stage.lamports(SVM_SOMEBODY);
	await stage.review(`send 0.3 SOL to ${SVM_SOMEBODY}`, /^Send 0\.3 SOL to /);
	await trusted.hold.enabled();
	stage.solana.svm.advance(160);
	await trusted.page.waitForTimeout(500);
	const { commit_id } = await stage.lastCommit();
	await trusted.reviewing(/^Send 0\.3 SOL to /);
	await trusted.approve();
	await trusted.step("Confirmed");
	expect(stage.lamports(SVM_SOMEBODY) - theirs).toBe(300_000_000n);
	expect(await stage.signatures(commit_id)).toHaveLength(1);
});
