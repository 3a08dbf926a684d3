import { afterEach, describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { type Message, message, verbatim } from "../../../../src/core/localized-text.ts";
import { signedBytesOf } from "../../../../src/main/signing/sign-step.ts";
import { commit } from "../../core/match/honest.ts";
import { type ActionScene, evmAction, openActionScene } from "./actions-scene.ts";
import { mined, rpcFault } from "./fakes.ts";
import { approvalOf, openScene, type Scene } from "./scene.ts";

/** A reorganization can undo blocks, so settled rows are watched until their block is deep enough. */

let scene: Scene;
afterEach(() => scene.close());

const OTHER_BLOCK = `0x${"b2".repeat(32)}`;
const HALF_HOUR = 30 * 60_000;

async function pass(ms: number): Promise<void> {
	const end = scene.clock.now() + ms;
	for (;;) {
		for (let times = 0; times < 40; times += 1) await new Promise<void>((resolve) => setImmediate(resolve));
		if (scene.clock.now() >= end || !scene.clock.next()) return;
	}
}

/** Returns a confirmed row, by default in a block that can still be undone. */
async function settled(deep: "final" | "shallow" = "shallow"): Promise<JournalRow> {
	scene = openScene("wallet");
	scene.chain.deep = deep;
	scene.approve();
	const row = await scene.carry("reported");
	scene.chain.mine(row.transactionId ?? "");
	scene.service.become({ state: "confirmed" });
	return await scene.carry("settled");
}

const id = (row: JournalRow) => row.transactionId ?? "";

describe("a settled transaction", () => {
	it("is no longer checked once its block is final", async () => {
		await settled("final");
		await pass(1_000);
		const { lookups } = scene.chain;
		expect(scene.clock.waiting()).toBe(0);
		await pass(60_000);
		expect(scene.chain.lookups).toBe(lookups);
	});

	it("is watched until half an hour has passed, and no longer", async () => {
		await settled();
		await pass(HALF_HOUR - 60_000);
		expect(scene.clock.waiting()).toBe(1);
		await pass(90_000);
		expect(scene.clock.waiting()).toBe(0);
		expect(scene.row()).toMatchObject({ state: "settled", outcome: "confirmed", text: null });
	});

	it("whose block is reverted is followed again, sent again, and settles in its new block", async () => {
		const row = await settled();
		scene.chain.revertBlock(id(row));
		await pass(17_000);
		expect(scene.row()).toMatchObject({ state: "reported", live: true, outcome: null, receipt: null });
		await pass(20_000);
		expect(scene.chain.sent).toEqual([signedBytesOf(row), signedBytesOf(row)]);
		scene.chain.mine(id(row), true, OTHER_BLOCK);
		expect(await scene.carry("settled")).toMatchObject({ outcome: "confirmed", live: false, text: null });
		expect(scene.row().receipt).toMatchObject({ blockHash: OTHER_BLOCK });
		expect(scene.signer.signed).toBe(1);
		expect(scene.journal.verify().ok).toBe(true);
	});

	it("says that the chain reverted its block, and that nothing was signed again", async () => {
		const row = await settled();
		const texts: (Message | null)[] = [];
		scene.onChange = (each) => texts.push(each.text);
		scene.chain.revertBlock(id(row));
		await pass(17_000);
		expect(texts[0]).toEqual(message("signing.reorg"));
	});

	it("is not reset by one answer of an RPC that is behind", async () => {
		const row = await settled();
		scene.chain.standings.set(id(row), { state: "pending" });
		await pass(15_000);
		scene.chain.standings.set(id(row), mined(true));
		await pass(30_000);
		expect(scene.history().filter((step) => step === "settled")).toHaveLength(1);
	});

	it("in another block gets that block's receipt", async () => {
		const row = await settled();
		scene.chain.mine(id(row), false, OTHER_BLOCK);
		await pass(20_000);
		expect(scene.row()).toMatchObject({ state: "settled", outcome: "failed" });
		expect(scene.row().receipt).toMatchObject({ blockHash: OTHER_BLOCK });
	});

	it("keeps its text while the RPC is down, and stays watched", async () => {
		await settled();
		scene.chain.down = rpcFault("Your RPC does not answer.");
		await pass(60_000);
		expect(scene.row()).toMatchObject({ state: "settled", text: null });
		expect(scene.clock.waiting()).toBe(1);
	});

	it("stays settled, and says so, if another row has its nonce by now", async () => {
		const row = await settled();
		scene.signer.stands = "locked";
		const other = scene.approve({
			...approvalOf(commit({ commit_id: "commit-2" })),
			headline: "Another one",
		});
		expect(other.ok).toBe(true);
		scene.chain.revertBlock(id(row));
		await pass(20_000);
		expect(scene.row()).toMatchObject({ state: "settled", outcome: "confirmed", live: false });
		expect(scene.row().text).toEqual(message("signing.reorg.by", { headline: verbatim("Another one") }));
	});

	it("is watched again after a restart, if it settled within the last half hour", async () => {
		const row = await settled();
		await scene.runner().stop();
		scene.clock.advance(60_000);
		scene.chain.revertBlock(id(row));
		await scene.restart();
		await pass(3_000);
		expect(scene.row().state).toBe("reported");
	});

	it("is not watched after a restart an hour later", async () => {
		const row = await settled();
		await scene.runner().stop();
		scene.clock.advance(2 * HALF_HOUR);
		scene.chain.revertBlock(id(row));
		await scene.restart();
		await pass(3_000);
		expect(scene.row().state).toBe("settled");
	});

	it("that was held is held again, and never sent by the app", async () => {
		scene = openScene("wallet");
		scene.chain.deep = "shallow";
		scene.service.returnedBytes = "0x02f8ab";
		scene.approve();
		const row = await scene.carry("held");
		scene.chain.mine(id(row));
		await scene.carry("settled");
		scene.chain.revertBlock(id(row));
		await pass(60_000);
		expect(scene.row()).toMatchObject({ state: "held", live: true });
		expect(scene.chain.sent).toEqual([]);
	});
});

describe("a mined transaction that the service has not seen", () => {
	it("reserves its nonce again if its block is reverted", async () => {
		scene = openScene("wallet");
		scene.approve();
		const row = await scene.carry("reported");
		scene.chain.mine(id(row));
		await pass(2_000);
		expect(scene.row()).toMatchObject({ state: "reported", live: false });
		scene.chain.revertBlock(id(row));
		await pass(2_000);
		expect(scene.row()).toMatchObject({ state: "reported", live: true });
	});

	it("leaves its nonce to another that has it by now", async () => {
		scene = openScene("wallet");
		scene.approve();
		const row = await scene.carry("reported");
		scene.chain.mine(id(row));
		await pass(2_000);
		scene.signer.stands = "locked";
		expect(scene.approve(approvalOf(commit({ commit_id: "commit-2" }))).ok).toBe(true);
		scene.chain.revertBlock(id(row), { state: "pending" });
		await pass(5_000);
		expect(scene.row()).toMatchObject({
			state: "reported",
			live: false,
			text: message("signing.not-final"),
		});
	});
});

describe("an action's step with a reverted block", () => {
	it("is followed again with the action, which ends again with the step", async () => {
		const action: ActionScene = openActionScene(evmAction(1));
		scene = action;
		scene.chain.deep = "shallow";
		action.begin();
		await action.until(() => action.stepRow(1).state === "submitted");
		scene.chain.mine(id(action.stepRow(1)));
		await action.until(() => action.parent().state === "settled");
		scene.chain.revertBlock(id(action.stepRow(1)), { state: "pending" });
		await action.until(() => action.stepRow(1).state === "submitted");
		expect(action.parent()).toMatchObject({ state: "reported", outcome: null });
		scene.chain.mine(id(action.stepRow(1)), false, OTHER_BLOCK);
		await action.until(() => action.parent().state === "settled");
		expect(action.parent()).toMatchObject({ outcome: "failed", live: false });
		expect(action.actions.answers).toHaveLength(1);
		expect(action.signer.signed).toBe(1);
	});
});
