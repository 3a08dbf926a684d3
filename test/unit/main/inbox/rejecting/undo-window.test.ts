import { describe, expect, it } from "vitest";
import { UNDO_WINDOW_MS, WRITING_MS } from "../../../../../src/main/inbox/rejecting/rejections.ts";
import { ServiceError } from "../../../../../src/main/service/errors.ts";
import { StorageError } from "../../../../../src/main/storage/database.ts";
import { requestOfAction } from "../../../../fixtures/requests.ts";
import { saying } from "../../../../support/saying.ts";
import { request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { ACTION, COMMIT, offline, scene, settlePending } from "./rejections-scene.ts";

/**
 * A one-click rejection is stored at once, held back for the undo window, then sent; it is never lost or sent twice.
 */

const ID = "commit:c";
const reject = (one: ReturnType<typeof scene>, ids: readonly string[] = [ID], reason = "") =>
	one.rejections.rejectWithUndo(ids, reason);
const states = (one: ReturnType<typeof scene>) =>
	one.rejections.views().map(({ state, entryIds }) => [state, entryIds.length]);

async function pass(one: ReturnType<typeof scene>, ms: number): Promise<void> {
	one.clock.advance(ms);
	await settlePending();
}

describe("a one-click rejection", () => {
	it("is stored before anything is sent, and sent after its undo window", async () => {
		const one = scene();
		expect(reject(one)).toEqual({ ok: true });
		expect(one.kinds()).toEqual(["reject"]);
		await pass(one, UNDO_WINDOW_MS - 1);
		expect(one.posts).toEqual([]);
		expect(states(one)).toEqual([["undoable", 1]]);
		await pass(one, 1);
		expect(one.posts).toHaveLength(1);
		expect(one.kinds()).toEqual([]);
		expect(states(one)).toEqual([["arrived", 1]]);
		expect(one.clock.waiting()).toBe(0);
	});

	it("without a reason sends the agent no message", async () => {
		const one = scene();
		reject(one);
		await pass(one, UNDO_WINDOW_MS);
		expect(one.messages).toEqual([]);
	});

	it("of an action has a default reason, since the interface requires one", async () => {
		const one = scene();
		one.world.request = ACTION;
		reject(one, ["action:ses/act"]);
		await pass(one, UNDO_WINDOW_MS);
		const [answer] = one.answers;
		expect(answer?.body).toMatchObject({ revision: 3, result: { status: "rejected" } });
		expect(JSON.stringify(answer?.body)).not.toContain('"reason":""');
	});

	it("is undone within its undo window, and no one is notified", async () => {
		const one = scene();
		reject(one);
		expect(one.rejections.undo([ID])).toEqual({ ok: true });
		expect(one.kinds()).toEqual([]);
		expect(one.rejections.isPending(ID)).toBe(false);
		await pass(one, UNDO_WINDOW_MS * 3);
		expect([one.posts, one.messages]).toEqual([[], []]);
	});

	it("can't be undone, or explained, once it is being sent", async () => {
		const one = scene();
		one.postFaults.push(offline());
		reject(one);
		await pass(one, UNDO_WINDOW_MS);
		expect(states(one)).toEqual([["sending", 1]]);
		expect(one.rejections.undo([ID])).toMatchObject({ ok: false, text: saying("app.reject.sent") });
		expect(one.rejections.explain([ID], "late")).toMatchObject({ ok: false });
		await pass(one, 2_000);
		expect(new Set(one.posts).size).toBe(1);
		expect(states(one)).toEqual([["arrived", 1]]);
	});

	it("is delayed longer while a reason is written, and the reason follows it", async () => {
		const one = scene();
		reject(one);
		expect(one.rejections.explain([ID], null)).toEqual({ ok: true });
		await pass(one, WRITING_MS - 1);
		expect(one.posts).toEqual([]);
		expect(one.rejections.explain([ID], "too much")).toEqual({ ok: true });
		await pass(one, UNDO_WINDOW_MS);
		expect(one.posts).toHaveLength(1);
		expect(one.messages).toEqual(["I rejected “this request”: too much"]);
	});

	it("is sent without a reason if a started one is never finished", async () => {
		const one = scene();
		reject(one);
		one.rejections.explain([ID], null);
		await pass(one, WRITING_MS);
		expect([one.posts.length, one.messages]).toEqual([1, []]);
	});

	it("is made once, after any number of clicks", async () => {
		const one = scene();
		reject(one);
		expect(reject(one)).toEqual({ ok: true });
		expect(one.kinds()).toEqual(["reject"]);
		await pass(one, UNDO_WINDOW_MS);
		expect(one.posts).toHaveLength(1);
	});

	it("is not made if it can't be stored", () => {
		const one = scene();
		const full = new StorageError("full", "journal.db", { detail: "no space" });
		Object.assign(one.intents, {
			rememberAll: () => {
				throw full;
			},
		});
		expect(() => reject(one)).toThrow(full);
		expect(one.clock.waiting()).toBe(0);
		expect(one.rejections.isPending(ID)).toBe(false);
	});

	it("gives the reason if nothing can be rejected, and skips impossible ones among others", () => {
		const one = scene();
		expect(reject(one, ["revocation:r"])).toMatchObject({ ok: false, text: saying("app.request-gone") });
		expect(reject(one, ["revocation:r", ID])).toEqual({ ok: true });
		expect(one.kinds()).toEqual(["reject"]);
	});

	it("is forgotten once the user has read its outcome", async () => {
		const one = scene();
		reject(one);
		await pass(one, UNDO_WINDOW_MS);
		const [shown] = one.rejections.views();
		one.rejections.dismiss("another group");
		expect(one.rejections.views()).toHaveLength(1);
		one.rejections.dismiss(shown?.group ?? "");
		expect(one.rejections.views()).toEqual([]);
	});

	it("names the service's refusal, and that nothing was signed", async () => {
		const one = scene();
		one.postFaults.push(new ServiceError("conflict"));
		reject(one);
		await pass(one, UNDO_WINDOW_MS);
		expect(states(one)).toEqual([["failed", 1]]);
		expect(one.kinds()).toEqual([]);
	});
});

describe("a newer revision", () => {
	const revise = (one: ReturnType<typeof scene>) => {
		one.world.request = requestOfAction(actionOf(request(), { id: "act", revision: 4 }));
	};
	const ACT = "action:ses/act";
	const held = () => {
		const one = scene();
		one.world.request = ACTION;
		reject(one, [ACT]);
		return one;
	};

	it("ends the rejection as soon as it is known, which is reported, and nothing is sent", async () => {
		const one = held();
		revise(one);
		one.rejections.onRevised(ACT);
		await settlePending();
		expect(states(one)).toEqual([["changed", 1]]);
		expect(one.rejections.view(ACT, true)?.text).toMatchObject(saying("app.reject.changed"));
		await pass(one, UNDO_WINDOW_MS);
		expect([one.answers, one.kinds()]).toEqual([[], []]);
	});

	it("ends it at the latest when it would be sent, also after a restart", async () => {
		const one = held();
		revise(one);
		one.restart();
		while (one.clock.next()) await settlePending();
		expect([one.answers, one.kinds()]).toEqual([[], []]);
	});

	it("waits for the user, since it was not rejected", () => {
		const one = held();
		const entry = () => ({ id: ACT, request: one.world.request });
		expect(one.rejections.answers(entry())).toBe(true);
		revise(one);
		expect(one.rejections.answers(entry())).toBe(false);
	});
});

describe("the end of the app", () => {
	it("sends pending rejections, once, and failed ones at the next start with the same key", async () => {
		const one = scene();
		reject(one);
		one.postFaults.push(offline());
		one.world.running = false;
		await one.rejections.flush();
		expect(one.posts).toHaveLength(1);
		expect(one.kinds()).toEqual(["reject"]);
		one.world.running = true;
		one.restart();
		while (one.clock.next()) await settlePending();
		expect(one.posts).toHaveLength(2);
		expect(new Set(one.posts).size).toBe(1);
		expect(one.kinds()).toEqual([]);
	});

	it("by a crash loses nothing: the next start sends the rejection, which can't be undone any more", async () => {
		const one = scene();
		reject(one, [ID], "too much");
		one.restart();
		expect(one.rejections.undo([ID])).toMatchObject({ ok: false });
		await settlePending();
		while (one.clock.next()) await settlePending();
		expect(one.posts).toHaveLength(1);
		expect(one.messages).toHaveLength(1);
		expect(one.kinds()).toEqual([]);
	});

	it("leaves pending ones on disk, and no timer sends them after the end", async () => {
		const one = scene();
		reject(one);
		one.world.running = false;
		await pass(one, UNDO_WINDOW_MS);
		expect([one.posts, one.kinds()]).toEqual([[], ["reject"]]);
	});

	it("does not wait for a silent service", async () => {
		const one = scene();
		reject(one);
		one.world.account.service.postManual = async () => await new Promise<never>(() => {});
		const ended = one.rejections.flush();
		one.clock.advance(2_000);
		await ended;
		expect(one.kinds()).toEqual(["reject"]);
	});
});

describe("many rejections at once", () => {
	const many = Array.from({ length: 300 }, (_, index) => `commit:c${index}`);
	const scened = () => {
		const one = scene();
		one.world.request = COMMIT;
		return one;
	};

	it("share one write, one undo window, and one message with the reason", async () => {
		const one = scened();
		let writes = 0;
		const rememberAll = one.intents.rememberAll.bind(one.intents);
		Object.assign(one.intents, {
			rememberAll: (...args: Parameters<typeof rememberAll>) => {
				writes += 1;
				return rememberAll(...args);
			},
		});
		expect(reject(one, many, "not what I asked for")).toEqual({ ok: true });
		expect([writes, one.kinds().length, one.clock.waiting()]).toEqual([1, 300, 1]);
		one.clock.advance(UNDO_WINDOW_MS);
		for (let turns = 0; turns < 40; turns += 1) await settlePending();
		while (one.clock.next()) await settlePending();
		expect(new Set(one.posts).size).toBe(300);
		expect(one.messages).toHaveLength(1);
		expect(one.messages[0]).toContain("300 requests: not what I asked for");
		expect(one.kinds()).toEqual([]);
	});

	it("keep the one message over a crash in the middle of it", async () => {
		const one = scened();
		reject(one, many.slice(0, 6), "no");
		one.postFaults.push(undefined, undefined, offline(), offline(), offline(), offline());
		await pass(one, UNDO_WINDOW_MS);
		expect(one.messages).toEqual([]);
		one.restart();
		for (let turns = 0; turns < 60; turns += 1) {
			one.clock.next();
			await settlePending();
		}
		expect(new Set(one.posts).size).toBe(6);
		expect(one.messages).toHaveLength(1);
		expect(one.messages[0]).toContain("6 requests: no");
		expect(one.kinds()).toEqual([]);
	});
});
