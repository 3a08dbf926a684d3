import { afterEach, describe, expect, it } from "vitest";
import { LOCAL_SCOPE } from "../../../../src/core/journal/intent-id.ts";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import type { FrozenReplacement } from "../../../../src/core/match/frozen.ts";
import { statusOf } from "../../../../src/main/agents/status.ts";
import { freezeReplacement, replaceable } from "../../../../src/main/reviewing/own/replacement.ts";
import type { ApprovedReview, Authorization } from "../../../../src/main/signing/authorize.ts";
import { PROPOSAL_ID } from "../../../fixtures/proposals.ts";
import { changed, commit, OWNER, SIGNER } from "../../core/match/honest.ts";
import { PLAIN_RULE_FACTS } from "../storage/kept.ts";
import { evmAction, openActionScene } from "./actions-scene.ts";
import { offline } from "./fakes.ts";
import { openProposalScene } from "./proposals-scene.ts";
import { approvalOf, openScene, SCOPE, type Scene, withoutRules } from "./scene.ts";
import { rowTextCodes } from "./told.ts";

/** Replacements of a stuck transaction: with the same nonce, so that only one of them can be mined. */

let scene: Scene;
afterEach(() => scene.close());

const CALM = { baseFee: 1_000n, tip: 1n };
let made = 0;

function frozen(root: JournalRow, purpose: "speed_up" | "cancel", fees = CALM): FrozenReplacement {
	made += 1;
	const earlier = scene.journal.replacementsOf(root.id);
	const found = freezeReplacement(root, earlier, purpose, fees, OWNER, `r${made}`);
	if ("refused" in found) throw new Error(rowTextCodes(found.refused).join());
	return found;
}

function approvalFor(
	root: JournalRow,
	one: FrozenReplacement,
	change: Partial<ApprovedReview> = {},
): ApprovedReview {
	return {
		scope: SCOPE,
		entryId: `replacement:${one.replacement_id}`,
		headline: one.purpose === "cancel" ? "Cancel it" : "Speed it up",
		frozen: one,
		fingerprint: fingerprintOf(one),
		steps: [
			{
				headline: "",
				predicted: { nativeSymbol: "ETH", mostFee: "0", value: "0", moves: [], ...PLAIN_RULE_FACTS },
			},
		],
		replaces: root.id,
		policy: withoutRules(one),
		...change,
	};
}

const pass = (
	root: JournalRow,
	one: FrozenReplacement,
	change: Partial<ApprovedReview> = {},
): Authorization => scene.approve(approvalFor(root, one, change));

async function turns(): Promise<void> {
	for (let times = 0; times < 40; times += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

async function until(holds: () => boolean): Promise<void> {
	for (let times = 0; times < 400; times += 1) {
		await turns();
		if (holds()) return;
		if (!scene.clock.next()) break;
	}
	throw new Error(
		scene.journal
			.unsettled()
			.map((row) => `${row.state} ${rowTextCodes(row.text).join()}`)
			.join("\n"),
	);
}

const now = (row: JournalRow) => scene.journal.row(row.id) ?? row;

/** Creates a commit's transaction that is pending and not mined. */
async function stuck(): Promise<JournalRow> {
	scene = openScene("wallet");
	scene.approve();
	return await scene.carry("reported");
}

async function replaced(purpose: "speed_up" | "cancel"): Promise<{ root: JournalRow; other: JournalRow }> {
	const root = await stuck();
	const passage = pass(root, frozen(root, purpose));
	if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
	await until(() => now(passage.row).state === "submitted");
	return { root: now(root), other: now(passage.row) };
}

describe("a replaceable transaction", () => {
	it("is one that we sent and that isn't mined, either by a speed-up or a cancellation", async () => {
		const root = await stuck();
		expect(replaceable(root)).toEqual(["speed_up", "cancel"]);
		expect(replaceable({ ...root, state: "held" })).toEqual(["cancel"]);
		for (const state of ["sending", "submitted", "reporting"] as const)
			expect(replaceable({ ...root, state })).toHaveLength(2);
		for (const state of ["approved", "signing", "settled", "refused"] as const)
			expect(replaceable({ ...root, state })).toEqual([]);
		expect(replaceable({ ...root, state: "signed", text: null })).toEqual([]);
		expect(replaceable({ ...root, state: "signed", text: verbatim("The service is away.") })).toEqual([
			"cancel",
		]);
	});

	it("is one that the service has and has not let us send, but only by a cancellation", async () => {
		const root = await stuck();
		for (const state of ["handing_in", "handed_in"] as const) {
			expect(replaceable({ ...root, state })).toEqual(["cancel"]);
			expect(replaceable({ ...root, state, broadcaster: "hosted" })).toEqual(["cancel"]);
		}
	});

	it("is one that another party is to send, but only by a cancellation, so that no one blocks a nonce forever", async () => {
		const root = await stuck();
		for (const broadcaster of ["hosted", "venue"] as const)
			expect(replaceable({ ...root, broadcaster })).toEqual(["cancel"]);
	});

	it("is never mined, unsigned, without a nonce, or a replacement itself", async () => {
		const root = await stuck();
		expect(replaceable({ ...root, live: false })).toEqual([]);
		expect(replaceable({ ...root, signature: null })).toEqual([]);
		expect(replaceable({ ...root, nonce: null })).toEqual([]);
		expect(replaceable({ ...root, kind: "replacement" })).toEqual([]);
		expect(replaceable({ ...root, kind: "action" })).toEqual([]);
	});
});

describe("the fees of a replacement", () => {
	it("are a tenth above the first one's on a calm chain, rounded up", async () => {
		const { payload } = frozen(await stuck(), "speed_up");
		expect(payload.transaction).toMatchObject({
			max_fee_per_gas: "2200000000",
			max_priority_fee_per_gas: "110000000",
			gas_limit: 60_000,
		});
	});

	it("are twice the base fee and the tip if the chain needs more", async () => {
		const { payload } = frozen(await stuck(), "speed_up", { baseFee: 9_000_000_000n, tip: 300_000_000n });
		expect(payload.transaction).toMatchObject({
			max_fee_per_gas: "18300000000",
			max_priority_fee_per_gas: "300000000",
		});
	});

	it("exceed the highest so far, and name it as replaced", async () => {
		const { root, other } = await replaced("speed_up");
		const next = frozen(root, "cancel");
		expect(next.replaces.transaction_id).toBe(other.transactionId);
		expect(next.payload.transaction).toMatchObject({
			max_fee_per_gas: "2420000000",
			max_priority_fee_per_gas: "121000000",
		});
	});

	it("of a cancellation pay for a plain transfer of nothing to oneself", async () => {
		expect(frozen(await stuck(), "cancel").payload.transaction).toMatchObject({
			to: SIGNER,
			value: "0",
			data: "0x",
			gas_limit: 21_000,
		});
	});

	it("are not chosen while another replacement is being signed", async () => {
		const root = await stuck();
		scene.signer.stands = "locked";
		expect(pass(root, frozen(root, "cancel")).ok).toBe(true);
		const earlier = scene.journal.replacementsOf(root.id);
		expect(freezeReplacement(root, earlier, "cancel", CALM, OWNER, "r")).toMatchObject({
			refused: sentences(
				message("signing.replacement.under-way"),
				message("signing.replacement.wait-for-it"),
			),
		});
	});
});

describe("the authorization", () => {
	it("refuses a replacement for another user's, a mined, or an undisplayed transaction", async () => {
		const root = await stuck();
		const one = frozen(root, "cancel");
		expect(pass(root, one, { scope: "staging/other" })).toMatchObject({ ok: false });
		expect(pass(root, one, { replaces: null })).toMatchObject({ ok: false });
		expect(pass(root, one, { replaces: "no such row" })).toMatchObject({ ok: false });
		expect(scene.approve({ replaces: root.id })).toMatchObject({ ok: false });
		const lie = changed(one, (copy) => {
			copy.replaces.payload.transaction.max_fee_per_gas = "1";
		});
		expect(pass(root, lie)).toMatchObject({
			ok: false,
			text: sentences(message("signing.replacement.other-signed"), message("nothing-signed")),
		});
		scene.journal.release(root.id);
		expect(pass(root, one)).toMatchObject({
			ok: false,
			text: sentences(message("signing.replacement.gone"), message("nothing-signed")),
		});
		expect(scene.signer.signed).toBe(1);
	});

	it("refuses one whose fees were chosen before another one was signed", async () => {
		const root = await stuck();
		const late = frozen(root, "cancel");
		const first = pass(root, frozen(root, "speed_up"));
		if (!first.ok) throw new Error(rowTextCodes(first.text).join());
		expect(pass(root, late)).toMatchObject({ ok: false });
		await until(() => now(first.row).state === "submitted");
		expect(pass(root, late)).toMatchObject({
			ok: false,
			text: sentences(message("signing.replacement.other-signed"), message("nothing-signed")),
		});
	});

	it("refuses the nonce to every other transaction while a replacement is pending", async () => {
		const { root } = await replaced("speed_up");
		expect(scene.approve(approvalOf(commit({ commit_id: "commit-2" })))).toMatchObject({ ok: false });
		expect(scene.journal.holder(root.chainRef, root.signer, 11n)?.id).toBe(root.id);
	});
});

describe("a replacement", () => {
	it("that is mined settles the replaced one at once, with the text of the same call", async () => {
		const { root, other } = await replaced("speed_up");
		scene.chain.mine(other.transactionId ?? "");
		await until(() => now(other).state === "settled" && now(root).state === "settled");
		expect(now(other)).toMatchObject({ outcome: "confirmed", live: false });
		expect(now(root)).toMatchObject({ outcome: "replaced", live: false });
		expect(now(root).text).toEqual(
			sentences(
				message("signing.taken-by.speed-up", { id: other.transactionId ?? "" }),
				message("signing.taken-by.costs-nothing"),
			),
		);
	});

	it("that failed on the chain is not reported as a completed call", async () => {
		const { root, other } = await replaced("speed_up");
		scene.chain.mine(other.transactionId ?? "", false);
		await until(() => now(root).state === "settled");
		expect(rowTextCodes(now(root).text)).toEqual([
			"signing.taken-by.speed-up-failed",
			"signing.taken-by.failed",
			"signing.taken-by.costs-nothing",
		]);
	});

	it("whose block is reverted reopens both, with the same nonce, until either is mined", async () => {
		const { root, other } = await replaced("cancel");
		scene.chain.deep = "shallow";
		scene.chain.mine(other.transactionId ?? "");
		await until(() => now(other).state === "settled" && now(root).state === "settled");
		scene.chain.revertBlock(other.transactionId ?? "");
		await until(() => now(other).state === "submitted");
		expect(now(root)).toMatchObject({ state: "reported", live: true, outcome: null });
		expect(scene.journal.holder(root.chainRef, root.signer, 11n)?.id).toBe(root.id);
		scene.chain.mine(root.transactionId ?? "");
		scene.service.become({ state: "confirmed" });
		await until(() => now(other).state === "settled" && now(root).state === "settled");
		expect([now(root).outcome, now(other).outcome]).toEqual(["confirmed", "replaced"]);
		expect(scene.signer.signed).toBe(2);
	});

	it("that comes too late settles at once, as the replaced one was mined first", async () => {
		const { root, other } = await replaced("cancel");
		scene.chain.mine(root.transactionId ?? "");
		scene.service.become({ state: "confirmed" });
		await until(() => now(other).state === "settled" && now(root).state === "settled");
		expect(now(root)).toMatchObject({ outcome: "confirmed" });
		expect(now(other)).toMatchObject({ outcome: "replaced", live: false });
		expect(rowTextCodes(now(other).text)).toEqual([
			"signing.taken-by.first",
			"signing.taken-by.costs-nothing",
		]);
	});

	it("is not signed if the nonce is used by then", async () => {
		const root = await stuck();
		const one = frozen(root, "cancel");
		scene.chain.useNonce();
		const passage = pass(root, one);
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		await until(() => now(passage.row).state === "refused");
		expect(now(passage.row).text).toEqual(
			sentences(message("signing.nonce-used", { nonce: "11" }), message("nothing-signed")),
		);
		expect(scene.signer.signed).toBe(1);
	});

	it("that cancels releases a held signature, which settles", async () => {
		scene = openScene("wallet");
		scene.service.returnedBytes = "0x02f8ab";
		scene.approve();
		const root = await scene.carry("held");
		expect(freezeReplacement(root, [], "speed_up", CALM, OWNER, "r")).toMatchObject({
			refused: sentences(message("signing.replacement.not-possible"), message("nothing-signed")),
		});
		const passage = pass(root, frozen(root, "cancel"));
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		await until(() => now(passage.row).state === "submitted");
		const since = scene.clock.now();
		scene.chain.mine(now(passage.row).transactionId ?? "");
		await until(() => now(root).state === "settled");
		// Deferred rows are checked every 15 s, so this row was woken.
		expect(scene.clock.now() - since).toBeLessThan(3_000);
		expect(now(root)).toMatchObject({ outcome: "replaced", live: false });
		expect(rowTextCodes(now(root).text)).toEqual([
			"signing.taken-by.cancel",
			"signing.taken-by.costs-nothing",
		]);
	});

	it("that cancels releases a nonce that a silent service would block forever", async () => {
		scene = openScene("wallet");
		const lost = () => ({ when: "after" as const, fault: offline() });
		scene.service.failManuals(...Array.from({ length: 500 }, lost));
		scene.service.onRead = () => {
			if (scene.signer.signed > 0) throw offline();
		};
		scene.approve();
		const root = await scene.carry("handing_in");
		await scene.rest();
		const passage = pass(root, frozen(root, "cancel"));
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		await until(() => now(passage.row).state === "submitted");
		scene.chain.mine(now(passage.row).transactionId ?? "");
		await until(() => now(root).state === "settled");
		expect(now(root)).toMatchObject({ outcome: "replaced", live: false });
		expect(rowTextCodes(now(root).text)).toEqual([
			"signing.taken-by.cancel",
			"signing.taken-by.costs-nothing",
		]);
	});

	it("of an action's step is the step's own call: the next one follows, and the answer names it", async () => {
		const action = openActionScene(evmAction(2));
		scene = action;
		action.begin();
		await action.until(() => action.stepRow(1).state === "submitted");
		const passage = pass(action.stepRow(1), frozen(action.stepRow(1), "speed_up"));
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		await until(() => now(passage.row).state === "submitted");
		scene.chain.mine(now(passage.row).transactionId ?? "");
		await action.until(() => action.stepRow(2).state === "submitted");
		scene.chain.mine(action.stepRow(2).transactionId ?? "");
		await action.until(() => action.parent().state === "settled");
		expect(action.parent().outcome).toBe("confirmed");
		expect(action.actions.answers[0]?.body).toMatchObject({
			result: { legs: [{ status: "submitted", transactionId: now(passage.row).transactionId }, {}] },
		});
	});

	it("that cancels an action's step skips the next one", async () => {
		const action = openActionScene(evmAction(2));
		scene = action;
		action.begin();
		await action.until(() => action.stepRow(1).state === "submitted");
		const passage = pass(action.stepRow(1), frozen(action.stepRow(1), "cancel"));
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		await until(() => now(passage.row).state === "submitted");
		scene.chain.mine(now(passage.row).transactionId ?? "");
		await action.until(() => action.parent().state === "settled");
		expect(action.signer.signed).toBe(2);
		expect(action.stepRow(2)).toMatchObject({ outcome: "skipped" });
		expect(action.actions.answers[0]?.body).toMatchObject({
			result: {
				legs: [{ status: "failed", reason: expect.stringMatching(/Canceled/) }, { status: "skipped" }],
			},
		});
	});

	it("of a proposal's step belongs to this computer too, and its agent reads the mined transaction", async () => {
		const proposal = openProposalScene(evmAction(1));
		scene = proposal;
		proposal.begin();
		await proposal.until(() => proposal.stepRow(1).state === "submitted");
		const root = proposal.stepRow(1);
		const one = frozen(root, "speed_up");
		expect(pass(root, one)).toEqual({
			ok: false,
			text: sentences(message("signing.authorize.others-transaction"), message("nothing-signed")),
		});
		const passage = pass(root, one, { scope: LOCAL_SCOPE });
		if (!passage.ok) throw new Error(rowTextCodes(passage.text).join());
		await until(() => now(passage.row).state === "submitted");
		scene.chain.mine(now(passage.row).transactionId ?? "");
		await proposal.until(() => proposal.parent().state === "settled");
		expect(proposal.parent().outcome).toBe("confirmed");
		const stored = proposal.proposals.get(PROPOSAL_ID);
		if (stored === null) throw new Error("gone");
		expect(statusOf(stored, proposal.journal, LOCAL_SCOPE, scene.clock.now())).toMatchObject({
			state: "confirmed",
			transactionIds: [now(passage.row).transactionId],
		});
	});
});
