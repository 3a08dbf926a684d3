import { describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../../../../src/ipc/inbox.ts";
import { entryIdOf } from "../../../../../src/main/inbox/entries/entry.ts";
import { ACTION, scene } from "./scene.ts";

describe("a notification about an unchecked request", () => {
	const DANGER: Partial<InboxEntryView> = {
		match: "matched",
		worst: {
			severity: "danger",
			text: message("finding.look-alike", {
				from: 5,
				to: 8,
				hex: true,
				whom: "Ana",
				address: "0x1",
				imitated: "0x2",
			}),
		},
	};

	function beingRead() {
		const one = scene();
		one.world.badge = { match: "checking" };
		one.world.reading = { finish: () => {} };
		one.asks();
		return {
			...one,
			/** Finishes the reading of the review, with this result. */
			async isRead(badge: Partial<InboxEntryView>) {
				const { reading } = one.world;
				one.world.badge = badge;
				one.world.reading = null;
				reading?.finish();
				await Promise.resolve();
				await Promise.resolve();
			},
			acts: () => one.told.map(({ offer }) => offer?.acts[0]),
		};
	}

	it("waits a moment, and reports the result", async () => {
		const one = beingRead();
		expect(one.told).toEqual([]);
		await one.isRead(DANGER);
		one.clock.advance(2_000);
		expect(one.acts()).toEqual(["reject"]);
	});

	it("is sent after the moment, and says that nothing was checked", () => {
		const one = beingRead();
		one.clock.advance(2_000);
		expect(one.begins()).toEqual([message("notice.not-checked")]);
	});

	it("is replaced once a severe result is known, and not by a mild one", async () => {
		const one = beingRead();
		one.clock.advance(2_000);
		await one.isRead(DANGER);
		expect(one.told.map(({ id }) => id)).toEqual([ACTION, ACTION]);
		expect(one.acts()).toEqual(["review", "reject"]);
		const calm = beingRead();
		calm.clock.advance(2_000);
		await calm.isRead({ match: "matched" });
		expect(calm.told).toHaveLength(1);
	});

	it.each([
		[
			"it is quiet by then",
			(one: ReturnType<typeof scene>) => {
				one.world.quiet = true;
			},
		],
		[
			"it is muted by then",
			(one: ReturnType<typeof scene>) => {
				one.world.muted = true;
			},
		],
		["it was answered meanwhile", (one: ReturnType<typeof scene>) => one.asks({ state: "rejected" })],
	])("is not replaced if %s", async (_, change) => {
		const one = beingRead();
		one.clock.advance(2_000);
		change(one);
		await one.isRead(DANGER);
		expect(one.told).toHaveLength(1);
	});
});

describe("a thousand requests at once", () => {
	const ids = Array.from({ length: 1_000 }, (_, at) => entryIdOf(`flood-${at}`));
	/** Maximum length of a turn in ms. Each notification takes one. */
	const A_TURN = 12;
	const longest = (turns: readonly (readonly string[])[]) => Math.max(...turns.map(({ length }) => length));

	/** Offers all requests, whose reviews wait for the chain's answer. */
	function flooded() {
		const one = scene(1);
		one.world.reading = { finish: () => {} };
		for (let at = 0; at < ids.length; at += 1) one.offers({ commit_id: `flood-${at}` });
		return {
			...one,
			async isRead() {
				const { reading } = one.world;
				one.world.reading = null;
				reading?.finish();
				for (let at = 0; at < 3; at += 1) await Promise.resolve();
			},
		};
	}

	it("are notified in turns once their moment is over, each once", () => {
		const turns = flooded().turns();
		expect(longest(turns)).toBeLessThanOrEqual(A_TURN);
		expect(turns.flat()).toEqual(ids);
	});

	it("are notified in turns once the chain has answered, each once", async () => {
		const one = flooded();
		await one.isRead();
		const turns = one.turns();
		expect(longest(turns)).toBeLessThanOrEqual(A_TURN);
		expect(turns.flat()).toEqual(ids);
	});

	it("are notified once with their result, if the chain answers while they are queued", async () => {
		const one = flooded();
		do one.clock.turn();
		while (one.told.length === 0);
		one.world.badge = { match: "refused" };
		await one.isRead();
		const turns = one.turns();
		expect(longest(turns)).toBeLessThanOrEqual(A_TURN);
		const told = new Map(ids.map((id) => [id, turns.flat().filter((each) => each === id).length]));
		// The first turn's requests were notified before they were known to be severe, and once more afterwards.
		const [first = []] = turns;
		expect([...told.values()].every((times) => times > 0)).toBe(true);
		expect(ids.filter((id) => told.get(id) === 1)).toEqual(ids.filter((id) => !first.includes(id)));
	});

	it("end their snooze, and expire, in turns", () => {
		const one = scene(1);
		one.world.quiet = true;
		for (let at = 0; at < ids.length; at += 1) one.offers({ commit_id: `flood-${at}` });
		one.world.quiet = false;
		const each = (work: (id: string) => void) => {
			for (const id of ids) work(id);
			return one.turns();
		};
		for (const method of ["remind", "last"] as const) {
			const turns = each((id) => one.notifications[method](id));
			expect(longest(turns)).toBeLessThanOrEqual(A_TURN);
			expect(turns.flat()).toEqual(ids);
		}
	});
});
