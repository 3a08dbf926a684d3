import { expect, test } from "@playwright/test";
import { parseEther } from "viem";
import { fieldName } from "./pages/rows.ts";
import { isOfRequest, SOMEBODY, SVM_SOMEBODY } from "./pages/stage.ts";
import { staged } from "./pages/staged.ts";

/**
 * Every lie that the new kinds of requests make possible. Each one is opened and refused with its name, and
 * nothing is signed.
 */

const here = staged({ solana: true });

/**
 * Returns everything that the service received or used: signatures, answers other than rejections, and
 * broadcasts.
 */
async function receivedCount() {
	const { signatures, resolutions, broadcasts } = await here().world.service.control.records();
	const answers = resolutions.filter(({ status }) => status !== "rejected");
	return signatures.length + answers.length + broadcasts.length;
}

/** Checks that the open request can't be approved and that these fields are named, and rejects it. */
async function refused(fields: readonly string[], text: RegExp): Promise<void> {
	const { trusted } = here();
	await expect.poll(() => trusted.refusal()).toContain("Nothing was signed");
	await expect(trusted.hold.button).toHaveCount(0);
	const { verdict, match } = await trusted.facts();
	expect(verdict).toBe("refused");
	expect(match).toMatch(/differ|failed/);
	const names = fields.map(fieldName);
	expect(await trusted.differing()).toEqual(expect.arrayContaining(names));
	await expect(
		trusted
			.region("Proof")
			.getByText(names[0] ?? "", { exact: true })
			.first(),
	).toBeVisible();
	await expect(trusted.page.getByRole("main")).toContainText(text);
	expect(await receivedCount()).toBe(0);
	await trusted.reject("it lies");
}

const USDX = `send 5 USDX to ${SVM_SOMEBODY}`;
const SOL = `send 0.1 SOL to ${SVM_SOMEBODY}`;

for (const [what, sentence, fields, text] of [
	[
		"swapped accounts",
		`lie about the accounts: ${USDX}`,
		["instructions[1].accounts"],
		/Account \d+ isn’t the one in the review/,
	],
	[
		"an extra instruction",
		`lie about the instruction: ${USDX}`,
		["instructions.count"],
		/different numbers of instructions/,
	],
	[
		"another lookup table",
		`lie about the table: ${USDX} with a table`,
		["lookup_tables"],
		/a lookup table that the review doesn’t list/,
	],
	[
		"another mint",
		`lie about the mint: ${USDX}`,
		["instructions[1].accounts"],
		/Account \d+ isn’t the one in the review/,
	],
	[
		"another payer",
		`lie about the payer: ${SOL}`,
		["signer", "fee_payer"],
		/signer differs from the expected signer/,
	],
	["an invalid blockhash", `lie about the blockhash: ${SOL}`, ["blockhash"], /blockhash/],
	[
		"instructions reordered",
		`lie about the order: ${USDX}`,
		["instructions[0].program_id"],
		/a different program/,
	],
	[
		"swapped accounts in an action's own transaction",
		`lie about the accounts: execute as built: ${SOL}`,
		["instructions[0].accounts"],
		/Account \d+ isn’t the one in the review/,
	],
	[
		"a message that is really a transaction",
		"lie about the message: sign the message: hello",
		["message"],
		/message is a transaction in disguise/,
	],
	[
		"a Solana message that is really a transaction",
		"lie about the message: sign the solana message: hello",
		["message_base64"],
		/message is a transaction in disguise/,
	],
	[
		"typed data for another chain",
		"lie about the chain: permit the router 25 DEMO",
		["domain.chainId"],
		/typed data is for a different network/,
	],
	[
		"typed data of another owner",
		"lie about the owner: permit the router 25 DEMO",
		["message.owner"],
		/different account than the signer’s/,
	],
] as const)
	test(`${what}: is refused, and the field is named`, async () => {
		await here().review(sentence, /./);
		await refused(fields, text);
	});

test("an expired Permit and another signer's Permit can't be approved", async () => {
	const { trusted } = here();
	for (const [sentence, text] of [
		["lie about the deadline: permit the router 25 DEMO", /this expired at .+ nothing was signed/i],
		["lie about the signer: sign the message: hello", /isn’t one of yours/],
	] as const) {
		await here().review(sentence, /./);
		await expect.poll(() => trusted.refusal()).toMatch(text);
		await expect(trusted.hold.button).toHaveCount(0);
		expect(await receivedCount()).toBe(0);
		await trusted.reject("not so");
	}
});

test("a second step that repeats the first one is refused", async () => {
	const stage = here();
	const { trusted, app } = stage;
	const sends = `send 0.01 ETH to ${SOMEBODY} and 0.02 ETH to ${SOMEBODY}`;
	await stage.review(`lie about the order: ${sends}`, /^Send 0.01 ETH/);
	const notified = (await app.notifications()).length;
	await trusted.approve();
	await trusted.step("Confirmed");
	const before = await receivedCount();
	const next = await stage.requestNotified(notified);
	await app.clickNotification(next.index);
	await expect.poll(() => trusted.differing()).toContain(fieldName("value"));
	await expect.poll(() => trusted.refusal()).toContain("Nothing was signed");
	await expect(trusted.hold.button).toHaveCount(0);
	expect(await receivedCount()).toBe(before);
	await trusted.reject("it lies");
});

test("an action that repeats a commit's transactions can't send them twice, and needs no answer", async () => {
	const stage = here();
	const { trusted, world, desk } = stage;
	const nonce = () => world.chain.publicClient.getTransactionCount({ address: stage.person });
	const [theirs, sent] = [await stage.balance(SOMEBODY), await nonce()];
	await stage.review(`lie about the repeat: send 0.03 ETH to ${SOMEBODY}`, /^Send 0.03 ETH/);
	const notified = (await stage.app.notifications()).length;
	await trusted.approve();
	await trusted.step("Confirmed");
	const before = await receivedCount();
	await desk.says("One thing more: please submit this.");
	const { id } = await stage.lastAction();
	await desk.turnIs("complete");
	// The desk updates a moment after the approval.
	await expect.poll(() => desk.waiting()).toBe(0);
	const since = (await stage.app.notifications()).slice(notified);
	expect(since.filter(isOfRequest)).toEqual([]);
	expect(await stage.resolutions(id)).toEqual([]);
	expect(await receivedCount()).toBe(before);
	expect((await nonce()) - sent).toBe(1);
	expect((await stage.balance(SOMEBODY)) - theirs).toBe(parseEther("0.03"));
});
