import { describe, expect, it } from "vitest";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { ServiceError } from "../../../../../src/main/service/errors.ts";
import { StorageError } from "../../../../../src/main/storage/database.ts";
import { MESSAGE, offline, rejectCommit, runNextTimer, scene, settlePending } from "./rejections-scene.ts";

/** The user's rejection and its reason each arrive once, whatever fails in between. */

describe("a rejection", () => {
	it("is sent, followed by its reason, and nothing is left to do", async () => {
		const one = scene();
		expect(await rejectCommit(one)).toEqual({ ok: true });
		await settlePending();
		expect(one.posts).toHaveLength(1);
		expect(one.messages).toEqual([MESSAGE]);
		expect(one.kinds()).toEqual([]);
		expect(one.world.hidden).toBe(1);
		expect(one.clock.waiting()).toBe(0);
	});

	it("of a Build's request is sent, and its reason starts no turn", async () => {
		const one = scene();
		one.buildCommits.add("c");
		expect(await rejectCommit(one)).toEqual({ ok: true });
		await settlePending();
		expect(one.posts).toHaveLength(1);
		expect(one.messages).toEqual([]);
		expect(one.kinds()).toEqual([]);
	});

	it("is sent again with the same key, less and less often, up to a minute apart", async () => {
		const one = scene();
		one.postFaults.push(...Array(8).fill(offline()));
		expect(await rejectCommit(one)).toEqual({ ok: true });
		expect(one.rejections.isPending("commit:c")).toBe(true);
		const gaps: number[] = [];
		for (let times = 0; times < 8; times += 1) gaps.push(await runNextTimer(one));
		expect(gaps).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
		expect(new Set(one.posts).size).toBe(1);
		expect(one.messages).toEqual([MESSAGE]);
		expect(one.rejections.isPending("commit:c")).toBe(false);
	});

	it("is sent again not sooner than the service requested", async () => {
		const one = scene();
		one.postFaults.push(new ServiceError("rateLimited", { retryAfterMs: 45_000 }), offline());
		await rejectCommit(one);
		expect(await runNextTimer(one)).toBe(45_000);
		expect(await runNextTimer(one)).toBe(4_000);
		expect(one.kinds()).toEqual([]);
	});

	it("is sent once, although the user rejects again while the first is pending", async () => {
		const one = scene();
		one.postFaults.push(offline());
		const first = rejectCommit(one);
		const second = rejectCommit(one);
		expect(await Promise.all([first, second])).toEqual([{ ok: true }, { ok: true }]);
		expect(await rejectCommit(one)).toEqual({ ok: true });
		expect(one.kinds()).toEqual(["reject"]);
		await runNextTimer(one);
		expect(new Set(one.posts).size).toBe(1);
		expect(one.messages).toHaveLength(1);
	});

	it("is not called unsent if the service has it and only the disk fails, and its reason follows", async () => {
		const one = scene();
		const full = new StorageError("full", "journal.db", { detail: "no space" });
		const remember = one.intents.remember.bind(one.intents);
		let filled = true;
		Object.assign(one.intents, {
			remember: (kind: string, scope: string, body: unknown) => {
				if (filled && kind === "reason") throw full;
				return remember(kind, scope, body);
			},
		});
		expect(await rejectCommit(one)).toEqual({ ok: true });
		expect(one.kinds()).toEqual(["reject"]);
		expect(one.lines.join()).toMatch(/no space/);
		filled = false;
		await runNextTimer(one);
		expect(one.posts).toHaveLength(1);
		expect(one.messages).toEqual([MESSAGE]);
		expect(one.kinds()).toEqual([]);
	});

	it("is not called unsent if the service's answer can't be processed", async () => {
		const one = scene();
		one.world.account.sessions.acceptCommit = () => {
			throw new TypeError("of undefined");
		};
		expect(await rejectCommit(one)).toEqual({ ok: true });
		await settlePending();
		expect(one.messages).toEqual([MESSAGE]);
	});

	it("is over if the service refuses it, in the service's words, and sends no reason to the agent", async () => {
		const one = scene();
		one.postFaults.push(new ServiceError("conflict", { text: verbatim("It was answered elsewhere.") }));
		expect(await rejectCommit(one)).toEqual({ ok: false, text: verbatim("It was answered elsewhere.") });
		await settlePending();
		expect(one.kinds()).toEqual([]);
		expect(one.messages).toEqual([]);
	});

	it.each(["notFound", "notOffered"] as const)(
		"removes a commit without a service route (%s), and is sent calmly once it has one",
		async (kind) => {
			const one = scene();
			one.postFaults.push(new ServiceError(kind));
			expect(await rejectCommit(one)).toEqual({ ok: true });
			expect(one.rejections.isPending("commit:c")).toBe(true);
			expect(one.world.hidden).toBe(1);
			expect(await runNextTimer(one)).toBe(600_000);
			expect(one.kinds()).toEqual([]);
		},
	);

	it("survives a restart", async () => {
		const one = scene();
		one.postFaults.push(offline());
		await rejectCommit(one);
		one.restart();
		await settlePending();
		while (one.clock.next()) await settlePending();
		expect(new Set(one.posts).size).toBe(1);
		expect(one.messages).toEqual([MESSAGE]);
		expect(one.kinds()).toEqual([]);
	});
});

describe("the reason of a rejection", () => {
	it("waits until the agent's turn has ended", async () => {
		const one = scene();
		one.session.turnState = "processing";
		await rejectCommit(one);
		for (let times = 0; times < 200; times += 1) await runNextTimer(one);
		expect(one.messages).toEqual([]);
		expect(one.kinds()).toEqual(["reason"]);
		one.session.turnState = "complete";
		await runNextTimer(one);
		expect(one.messages).toEqual([MESSAGE]);
		expect(one.kinds()).toEqual([]);
	});

	it("waits until the token is accepted", async () => {
		const one = scene();
		one.session.connection.state = "unauthorized";
		await rejectCommit(one);
		await runNextTimer(one);
		expect(one.messages).toEqual([]);
		one.session.connection.state = "live";
		await runNextTimer(one);
		expect(one.messages).toEqual([MESSAGE]);
	});

	it("is sent again later, and nothing breaks, if a message can't be sent now", async () => {
		const one = scene();
		const { startTurn } = one.world.account.sessions;
		let tries = 0;
		one.world.account.sessions.startTurn = (id, body) => {
			tries += 1;
			if (tries < 3) throw new ServiceError("conflict", { text: verbatim("Still on its way.") });
			return startTurn(id, body);
		};
		expect(await rejectCommit(one)).toEqual({ ok: true });
		expect(tries).toBe(1);
		expect(await runNextTimer(one)).toBe(2_000);
		expect(await runNextTimer(one)).toBe(4_000);
		expect(tries).toBe(3);
		expect(one.kinds()).toEqual([]);
		expect(one.lines.join("\n")).toMatch(/reason/);
	});

	it("survives a restart that came before it could be sent", async () => {
		const one = scene();
		one.session.turnState = "processing";
		await rejectCommit(one);
		one.session.turnState = "complete";
		one.restart();
		await settlePending();
		while (one.clock.next()) await settlePending();
		expect(one.messages).toEqual([MESSAGE]);
		expect(one.posts).toHaveLength(1);
		expect(one.kinds()).toEqual([]);
	});

	it("is stored if the app ended before the answer, and is not sent twice: its message has its own key", async () => {
		const one = scene();
		one.turns.push(async () => {
			one.world.running = false;
			return { ok: false, text: verbatim("Countersign was closed before the answer came.") };
		});
		await rejectCommit(one);
		await settlePending();
		expect(one.kinds()).toEqual(["reason"]);
		one.world.running = true;
		one.intents.remember("start", "s", { sessionId: "ses", message: MESSAGE });
		one.restart();
		await settlePending();
		expect(one.messages).toHaveLength(1);
		expect(one.kinds()).toEqual(["start"]);
	});

	it("is sent again if the agent took its next turn just then, and the service refused it as busy", async () => {
		const one = scene();
		one.turns.push(async () => ({ ok: false, text: verbatim("Busy.") }));
		await rejectCommit(one);
		await settlePending();
		expect(one.kinds()).toEqual(["reason"]);
		expect(await runNextTimer(one)).toBe(2_000);
		expect(one.messages).toEqual([MESSAGE, MESSAGE]);
		expect(one.kinds()).toEqual([]);
	});

	it("is over if the service refuses it for good", async () => {
		const one = scene();
		one.turns.push(...Array(50).fill(async () => ({ ok: false, text: "No." })));
		await rejectCommit(one);
		await settlePending();
		while (one.clock.next()) await settlePending();
		expect(one.messages).toHaveLength(10);
		expect(one.kinds()).toEqual([]);
	});

	it("is not sent again if a long wait ended without a clear answer", async () => {
		const one = scene();
		one.turns.push(async () => {
			one.clock.advance(600_000);
			return { ok: false, text: verbatim("It may or may not have reached the agent.") };
		});
		await rejectCommit(one);
		await settlePending();
		expect(one.messages).toHaveLength(1);
		expect(one.kinds()).toEqual([]);
	});

	it("is not sent twice if the crash came between its intent and the end of the rejection's", async () => {
		const one = scene();
		const body = { commitId: "c", sessionId: "ses", headline: "this request", reason: "too much" };
		one.intents.remember("reject", "s", body);
		one.intents.remember("reason", "s", body);
		one.restart();
		await settlePending();
		while (one.clock.next()) await settlePending();
		expect(one.posts).toEqual([]);
		expect(one.messages).toEqual([MESSAGE]);
		expect(one.kinds()).toEqual([]);
	});

	it("stays with its own identity: another sign-in meanwhile sends nothing", async () => {
		const one = scene();
		one.session.turnState = "processing";
		await rejectCommit(one);
		one.session.turnState = "complete";
		one.restart("another");
		while (one.clock.next()) await settlePending();
		expect(one.messages).toEqual([]);
		expect(one.kinds()).toEqual(["reason"]);
	});
});
