import { describe, expect, it } from "vitest";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import { actionEntryId } from "../../../../../src/main/inbox/entries/entry.ts";
import { ServiceError } from "../../../../../src/main/service/errors.ts";
import { createService } from "../../../../../src/main/service/service.ts";
import type { AnyEvent } from "../../../../../src/service-api/events.ts";
import { requestOfAction, requestOfUnreadable } from "../../../../fixtures/requests.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { saying } from "../../../../support/saying.ts";
import { request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { ACTION, offline, runNextTimer, scene, settlePending } from "./rejections-scene.ts";

/** A rejection of an action has its own answer, which includes the reason. */

describe("the rejection of an action", () => {
	const ENTRY = "action:ses/act";
	const SAID = {
		at: "ses/act",
		body: { revision: 3, result: { status: "rejected", reason: "too much" } },
	};
	const sayNo = (one: ReturnType<typeof scene>) => {
		one.world.request = ACTION;
		return one.rejections.reject(ENTRY, "too much");
	};

	it("is its own answer with the reason inside, and no message to the agent follows it", async () => {
		const one = scene();
		expect(await sayNo(one)).toEqual({ ok: true });
		await settlePending();
		expect(one.answers).toEqual([SAID]);
		expect(one.messages).toEqual([]);
		expect(one.kinds()).toEqual([]);
		expect(one.reads).toEqual(["ses"]);
		expect(one.clock.waiting()).toBe(0);
		expect(one.recorded).toEqual(["s action:ses/act telling", "s action:ses/act arrived"]);
	});

	it.each(["a/b", "../x", "ünï code", "a#1@2", "%2F"])(
		"whose id is “%s” is answered under that very id",
		async (id) => {
			const one = scene();
			one.world.request = requestOfAction(actionOf(request(), { id, revision: 3 }));
			expect(await one.rejections.reject(actionEntryId("ses", id), "too much")).toEqual({ ok: true });
			expect(one.answers).toEqual([{ ...SAID, at: `ses/${id}` }]);
		},
	);

	it.each([".", "..", "\ud800"])(
		"whose id is %j fails at once with a text that names it, and nothing is sent",
		async (id) => {
			const one = scene();
			const asked: unknown[] = [];
			const service = createService({
				fetch: async (...call) => {
					asked.push(call);
					return new Response();
				},
				clock: one.clock,
				baseUrl: () => "https://service.example",
				token: () => "token",
			});
			Object.assign(one.world.account.service, { resolveAction: service.resolveAction });
			one.world.request = requestOfAction(actionOf(request(), { id, revision: 3 }));
			expect(await one.rejections.reject(actionEntryId("ses", id), "too much")).toMatchObject({
				ok: false,
				text: saying("service.id.unusable"),
			});
			expect(asked).toEqual([]);
			expect(one.kinds()).toEqual([]);
		},
	);

	it("keeps its key, revision and reason over retries and a restart", async () => {
		const one = scene();
		one.postFaults.push(offline(), offline(), offline());
		expect(await sayNo(one)).toEqual({ ok: true });
		expect(one.rejections.isPending(ENTRY)).toBe(true);
		await runNextTimer(one);
		// The service revises the action meanwhile. The stored answer still belongs to the old revision.
		one.world.request = requestOfAction(actionOf(request(), { id: "act", revision: 4 }));
		one.restart();
		await settlePending();
		while (one.clock.next()) await settlePending();
		expect(one.answers).toEqual([SAID, SAID, SAID, SAID]);
		expect(new Set(one.posts).size).toBe(1);
		expect(one.kinds()).toEqual([]);
		expect(one.rejections.isPending(ENTRY)).toBe(false);
	});

	it("is over if it was answered elsewhere: the user is notified, and the session is read again", async () => {
		const one = scene();
		one.postFaults.push(
			new ServiceError("conflict", { status: 409, text: verbatim("It was answered elsewhere.") }),
		);
		expect(await sayNo(one)).toEqual({ ok: false, text: verbatim("It was answered elsewhere.") });
		expect(one.kinds()).toEqual([]);
		expect(one.reads).toEqual(["ses"]);
		expect(one.messages).toEqual([]);
		expect(one.recorded.at(-1)).toBe("s action:ses/act failed");
	});

	it("of a revision differs from that of the previous revision, which was not sent yet", async () => {
		const one = scene();
		one.postFaults.push(offline(), offline());
		await sayNo(one);
		one.world.request = requestOfAction(actionOf(request(), { id: "act", revision: 4 }));
		expect(await one.rejections.reject(ENTRY, "still too much")).toEqual({ ok: true });
		expect(one.kinds()).toEqual(["reject", "reject"]);
		one.postFaults.push(new ServiceError("conflict"));
		while (one.clock.next()) await settlePending();
		expect(one.answers.at(-1)?.body).toEqual({
			revision: 4,
			result: { status: "rejected", reason: "still too much" },
		});
		expect(new Set(one.posts).size).toBe(2);
		expect(one.kinds()).toEqual([]);
	});

	it("is done although the session can't be read after it", async () => {
		const one = scene();
		one.world.account.sessions.refreshSession = async () => {
			throw offline();
		};
		expect(await sayNo(one)).toEqual({ ok: true });
		expect(one.answers).toHaveLength(1);
		expect(one.kinds()).toEqual([]);
	});

	it("does not affect another action or a commit of the same id", async () => {
		const one = scene();
		one.postFaults.push(offline());
		await sayNo(one);
		expect(one.rejections.isPending("action:ses/other")).toBe(false);
		expect(one.rejections.isPending("action:other/act")).toBe(false);
		expect(one.rejections.isPending("commit:act")).toBe(false);
	});

	const unread = (revision: number | null) =>
		requestOfUnreadable({
			id: "act",
			revision,
			state: null,
			reason: "request: odd",
			raw: stub<AnyEvent>({}),
		});

	it("needs no more than id and revision, even if nothing else can be read", async () => {
		const one = scene();
		one.world.request = unread(3);
		expect(await one.rejections.reject(ENTRY, "too much")).toEqual({ ok: true });
		expect(one.answers).toEqual([SAID]);
	});

	it("is not possible if its revision can't be read, and nothing is sent", async () => {
		const one = scene();
		one.world.request = unread(null);
		expect(await one.rejections.reject(ENTRY, "too much")).toMatchObject({
			ok: false,
			text: saying("app.reject.no-revision"),
		});
		expect([one.answers, one.kinds()]).toEqual([[], []]);
	});
});
