import { describe, expect, it } from "vitest";
import type { Entry } from "../../../../../src/main/inbox/entries/entry.ts";
import { planRejection } from "../../../../../src/main/inbox/rejecting/rejection.ts";
import { UNDO_WINDOW_MS } from "../../../../../src/main/inbox/rejecting/rejections.ts";
import { PROPOSAL_ID, proposedAction, requestOfProposal } from "../../../../fixtures/proposals.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { saying } from "../../../../support/saying.ts";
import { evmAction } from "../../signing/actions-scene.ts";
import { rowOf } from "../entries/rows.ts";
import { scene as bareScene, settlePending } from "./rejections-scene.ts";

/** A rejection of a proposal ends it on this computer, in any scope, and its agent reads the reason. */

const ID = `proposal:${PROPOSAL_ID}`;

function scene() {
	const one = bareScene();
	one.world.request = requestOfProposal(proposedAction(evmAction(1).action));
	return one;
}

async function pass(one: ReturnType<typeof scene>, ms: number): Promise<void> {
	one.clock.advance(ms);
	await settlePending();
}

const endedWith = (answer: string, change = false) => ({ id: PROPOSAL_ID, as: "rejected", answer, change });
const states = (one: ReturnType<typeof scene>) => one.rejections.views().map(({ state }) => state);
const silent = (one: ReturnType<typeof scene>) => [one.posts, one.messages, one.answers, one.reads];

describe("the rejection of a proposal", () => {
	it("ends it with the reason after the undo window, and reaches no service", async () => {
		const one = scene();
		expect(one.rejections.rejectWithUndo([ID], "too much")).toEqual({ ok: true });
		expect(one.rejections.isPending(ID)).toBe(true);
		await pass(one, UNDO_WINDOW_MS - 1);
		expect([one.ended, states(one)]).toEqual([[], ["undoable"]]);
		await pass(one, 1);
		expect(one.ended).toEqual([endedWith("too much")]);
		expect(states(one)).toEqual(["arrived"]);
		expect(one.rejections.isPending(ID)).toBe(false);
		await pass(one, 600_000);
		expect(silent(one)).toEqual([[], [], [], []]);
		expect(one.ended).toHaveLength(1);
	});

	it("ends it at once if the user has written the reason first", async () => {
		const one = scene();
		expect(await one.rejections.reject(ID, "wrong account")).toEqual({ ok: true });
		expect(one.ended).toEqual([endedWith("wrong account")]);
		expect(one.recorded).toEqual([`s ${ID} telling`, `s ${ID} arrived`]);
		expect(silent(one)).toEqual([[], [], [], []]);
	});

	it("asks for a change instead, in the user's words", async () => {
		const one = scene();
		expect(await one.rejections.requestChange(ID, "pay half")).toEqual({ ok: true });
		expect(one.ended).toEqual([endedWith("pay half", true)]);
		expect(silent(one)).toEqual([[], [], [], []]);
	});

	it("has no reason if the user gives none", async () => {
		const one = scene();
		one.rejections.rejectWithUndo([ID], "");
		await pass(one, UNDO_WINDOW_MS);
		expect(one.ended).toEqual([endedWith("")]);
	});

	it("includes the reason that is written within the undo window", async () => {
		const one = scene();
		one.rejections.rejectWithUndo([ID], "");
		expect(one.rejections.explain([ID], null)).toEqual({ ok: true });
		await pass(one, UNDO_WINDOW_MS * 3);
		expect(one.rejections.explain([ID], "half of it")).toEqual({ ok: true });
		await pass(one, UNDO_WINDOW_MS);
		expect(one.ended).toEqual([endedWith("half of it")]);
	});

	it("is undone within the undo window", async () => {
		const one = scene();
		one.rejections.rejectWithUndo([ID], "");
		expect(one.rejections.undo([ID])).toEqual({ ok: true });
		expect(one.rejections.isPending(ID)).toBe(false);
		await pass(one, UNDO_WINDOW_MS * 3);
		expect(one.ended).toEqual([]);
	});

	it("is retried until the disk accepts it", async () => {
		const one = scene();
		one.endFaults.push(new Error("the disk is full"), new Error("the disk is full"));
		one.rejections.rejectWithUndo([ID], "no");
		await pass(one, UNDO_WINDOW_MS);
		expect([one.ended, states(one), one.rejections.isPending(ID)]).toEqual([[], ["sending"], true]);
		for (const ms of [2_000, 4_000]) await pass(one, ms);
		expect(one.ended).toEqual([endedWith("no")]);
		expect(states(one)).toEqual(["arrived"]);
	});

	it("is refused while it is being signed", async () => {
		const one = scene();
		one.world.row = stub<Entry["row"] & object>({ live: true });
		expect(await one.rejections.reject(ID, "no")).toMatchObject({
			ok: false,
			text: saying("app.reject.carried-out"),
		});
		expect(one.rejections.rejectWithUndo([ID], "no")).toMatchObject({ ok: false });
		await pass(one, UNDO_WINDOW_MS);
		expect(one.ended).toEqual([]);
	});

	it("is not carried out if its signature began within the undo window", async () => {
		const one = scene();
		one.rejections.rejectWithUndo([ID], "no");
		one.world.row = stub<Entry["row"] & object>({ live: true });
		await pass(one, UNDO_WINDOW_MS);
		expect([one.ended, states(one)]).toEqual([[], ["changed"]]);
	});

	it.each(["s", "another sign-in"])(
		"survives a restart within the undo window, signed in as “%s”",
		async (scope) => {
			const one = scene();
			one.rejections.rejectWithUndo([ID], "no");
			one.restart(scope);
			expect(one.rejections.isPending(ID)).toBe(true);
			await pass(one, 60_000);
			expect(one.ended).toEqual([endedWith("no")]);
			expect(one.rejections.isPending(ID)).toBe(false);
			one.restart("s");
			await pass(one, 60_000);
			expect(one.ended).toHaveLength(1);
		},
	);

	it("can be undone after another sign-in, if that comes within the undo window", async () => {
		const one = scene();
		one.rejections.rejectWithUndo([ID], "no");
		one.world.account = bareScene().world.account;
		expect(one.rejections.undo([ID])).toEqual({ ok: true });
		await pass(one, 60_000);
		expect(one.ended).toEqual([]);
	});

	it("is carried out at shutdown", async () => {
		const one = scene();
		one.rejections.rejectWithUndo([ID], "no");
		await one.rejections.flush();
		expect(one.ended).toEqual([endedWith("no")]);
	});

	it("is carried out together with that of a commit, each at its own recipient", async () => {
		const one = scene();
		one.rejections.rejectWithUndo([ID, "commit:c"], "no");
		await pass(one, UNDO_WINDOW_MS);
		expect(one.ended).toHaveLength(1);
		expect(one.posts).toHaveLength(1);
		expect(one.messages).toHaveLength(1);
	});

	it("does not prevent that of another proposal", () => {
		const one = scene();
		one.rejections.rejectWithUndo([ID], "no");
		expect(one.rejections.isPending(`proposal:${"f".repeat(32)}`)).toBe(false);
	});

	it.each([
		[{ state: "settled", outcome: "answered", live: false, dead: false }, "app.reject.carried-out"],
		[{ state: "settled", outcome: "confirmed", live: false, dead: false }, "app.reject.carried-out"],
		[{ state: "signing", outcome: null, live: true, dead: false }, "app.reject.carried-out"],
	] as const)("is refused once it was signed: %o", (row, code) => {
		const request = requestOfProposal(proposedAction(evmAction(1).action));
		const entry = stub<Entry>({ id: ID, sessionId: request.sessionId, request, row: rowOf(row) });
		expect(planRejection(entry, null, "no")).toMatchObject({ ok: false, text: { code } });
	});

	it.each([
		{ state: "refused", outcome: "unsigned", live: false, dead: false },
		{ state: "settled", outcome: "dropped", live: false, dead: true },
	] as const)("is possible after an approval that ended without effect: %o", (row) => {
		const request = requestOfProposal(proposedAction(evmAction(1).action));
		const entry = stub<Entry>({ id: ID, sessionId: request.sessionId, request, row: rowOf(row) });
		expect(planRejection(entry, null, "no").ok).toBe(true);
	});
});
