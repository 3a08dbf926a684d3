import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import type { Entry } from "../../../../../src/main/inbox/entries/entry.ts";
import {
	NotificationThrottle,
	SUMMARY_ID,
	SUMMARY_MS,
	WINDOW_MS,
} from "../../../../../src/main/inbox/notifications/notification-throttle.ts";
import type { NotificationSpec } from "../../../../../src/main/ports.ts";
import { commitOfRead } from "../../../../fixtures/requests.ts";
import { commit } from "../../../core/match/honest.ts";
import { fakeClock } from "../../chains/fake-rpc.ts";

function entry(at: number): Entry {
	const view = commit({ commit_id: `${at}` });
	return {
		id: `commit:${at}`,
		sessionId: view.thread_id,
		request: commitOfRead({ kind: "known", view, reviewFault: null }),
		row: null,
		state: "waiting",
		actionable: true,
		firstSeen: at,
		expiresAt: null,
		note: null,
	};
}

function scene() {
	const clock = fakeClock();
	const told: NotificationSpec[] = [];
	const withdrawn: string[] = [];
	let waiting: Entry[] = [];
	const dangers = new Set<string>();
	const throttle = new NotificationThrottle(
		{
			clock,
			desktop: { notify: (spec) => told.push(spec), withdraw: (id) => withdrawn.push(id) },
			log: () => {},
		},
		{
			waiting: () => waiting,
			dangers: (entries) => entries.filter(({ id }) => dangers.has(id)).length,
			headline: ({ id }) => `Send for ${id}`,
		},
	);
	return {
		clock,
		/** Ids of the high-risk requests. */
		dangers,
		flood: throttle,
		told,
		withdrawn,
		/** Notifies of a request again, because more is known about it. */
		tellAgain(at: number) {
			const { id } = entry(at);
			throttle.notify({ id, entryId: id, title: "", body: "" });
		},
		arrive(from: number, to: number, silent = false) {
			for (let at = from; at <= to; at += 1) {
				const one = entry(at);
				waiting.push(one);
				throttle.notify({
					id: one.id,
					entryId: one.id,
					title: "",
					body: "",
					silent,
				});
			}
		},
		answer(at: number) {
			waiting = waiting.filter(({ id }) => id !== `commit:${at}`);
			throttle.removeEntry(`commit:${at}`);
		},
		summaries: () => told.filter(({ id }) => id === SUMMARY_ID),
	};
}

describe("a flood of requests", () => {
	it("notifies of the first five separately, and of the rest in one", () => {
		const one = scene();
		one.arrive(1, 17);
		expect(one.told.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((at) => `commit:${at}`));
		one.clock.advance(SUMMARY_MS);
		expect(one.told.slice(5)).toEqual([
			{
				id: SUMMARY_ID,
				silent: false,
				entryId: "commit:1",
				title: message("notice.more", { count: 12 }),
				body: message("notice.first", { headline: "Send for commit:1" }),
			},
		]);
	});

	it("is summarised with its number of high-risk requests, and again once there are more", () => {
		const one = scene();
		const bodyWith = (count: number) =>
			message("notice.and", {
				left: message("notice.count.danger", { count }),
				right: message("notice.first", { headline: "Send for commit:1" }),
			});
		// The first five get their own notifications.
		for (const at of [1, 7, 9]) one.dangers.add(`commit:${at}`);
		one.arrive(1, 10);
		one.clock.advance(SUMMARY_MS);
		expect(one.summaries().map(({ body }) => body)).toEqual([bodyWith(2)]);
		one.dangers.add("commit:8");
		one.tellAgain(8);
		one.clock.advance(SUMMARY_MS);
		expect(one.summaries().map(({ body }) => body)).toEqual([bodyWith(2), bodyWith(3)]);
	});

	it("is silent if only silent requests were added since the last notification", () => {
		const one = scene();
		one.arrive(1, 7);
		one.clock.advance(SUMMARY_MS);
		one.arrive(8, 20, true);
		one.clock.advance(SUMMARY_MS);
		one.arrive(21, 22);
		one.arrive(23, 24, true);
		one.clock.advance(SUMMARY_MS);
		expect(one.summaries().map(({ silent }) => silent)).toEqual([false, true, false]);
	});

	it("does not occur if each is answered before the next comes", () => {
		const one = scene();
		for (let at = 1; at <= 20; at += 1) {
			one.arrive(at, at);
			one.answer(at);
		}
		one.clock.advance(SUMMARY_MS);
		expect(one.told).toHaveLength(20);
		expect(one.summaries()).toEqual([]);
	});

	it("updates the single summary once for all requests added meanwhile", () => {
		const one = scene();
		one.arrive(1, 17);
		one.clock.advance(SUMMARY_MS);
		one.arrive(18, 1_000);
		one.clock.advance(SUMMARY_MS);
		expect(one.summaries().map(({ title }) => title)).toEqual([
			message("notice.more", { count: 12 }),
			message("notice.more", { count: 995 }),
		]);
	});

	it("is followed by separate notifications again", () => {
		const one = scene();
		one.arrive(1, 6);
		one.clock.advance(WINDOW_MS);
		one.arrive(7, 7);
		expect(one.told.at(-1)?.id).toBe("commit:7");
	});

	it("leads on to the next waiting one once the first is answered, and counts the rest", () => {
		const one = scene();
		one.arrive(1, 8);
		one.clock.advance(SUMMARY_MS);
		one.answer(7);
		one.clock.advance(SUMMARY_MS);
		// A smaller number causes no new summary.
		expect(one.summaries()).toHaveLength(1);
		one.answer(1);
		one.clock.advance(SUMMARY_MS);
		expect(one.withdrawn).toContain("commit:1");
		expect(one.summaries().at(-1)).toMatchObject({
			entryId: "commit:2",
			title: message("notice.more", { count: 2 }),
		});
	});

	it("withdraws the summary once all counted requests have ended", () => {
		const one = scene();
		one.arrive(1, 6);
		one.clock.advance(SUMMARY_MS);
		expect(one.summaries()[0]?.title).toEqual(message("notice.more", { count: 1 }));
		one.answer(6);
		one.clock.advance(SUMMARY_MS);
		expect(one.withdrawn).toContain(SUMMARY_ID);
		expect(one.summaries()).toHaveLength(1);
	});

	it("is notified again if others replaced the answered ones", () => {
		const one = scene();
		one.arrive(1, 8);
		one.clock.advance(SUMMARY_MS);
		one.answer(7);
		one.answer(8);
		one.clock.advance(SUMMARY_MS);
		one.arrive(9, 10);
		one.clock.advance(SUMMARY_MS);
		expect(one.summaries().map(({ title }) => title)).toEqual([
			message("notice.more", { count: 3 }),
			message("notice.more", { count: 3 }),
		]);
	});

	it("ends after its time even if the clock was set back meanwhile", () => {
		const one = scene();
		one.arrive(1, 6);
		one.clock.advance(-24 * 60 * 60_000);
		one.arrive(7, 7);
		expect(one.told.at(-1)?.id).toBe("commit:7");
	});
});
