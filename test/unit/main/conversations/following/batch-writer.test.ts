import { describe, expect, it } from "vitest";
import { BatchWriter } from "../../../../../src/main/conversations/following/batch-writer.ts";
import {
	type PagesApplied,
	type ReceivedPages,
	SessionStore,
} from "../../../../../src/main/conversations/log/store.ts";
import { StorageError } from "../../../../../src/main/storage/database.ts";
import { realClock } from "../followed.ts";
import { message, page, readPage } from "../pages.ts";
import { transcriptLog } from "../transcript-log.ts";

const arrivalOf = (id: string, sequence: number, events = 1): ReceivedPages => {
	const messages = Array.from({ length: events }, (_, at) => message(sequence + at));
	return {
		id,
		pages: [readPage(page(messages, { session_id: id }))],
		how: { watchGaps: true, adoptCursor: true },
	};
};

/** Creates a store that records which sessions are written together, and event loop turns that the test runs. */
function scene() {
	const together: string[][] = [];
	const turns: (() => void)[] = [];
	let fault: ((ids: readonly string[]) => Error | null) | null = null;
	const batches = new BatchWriter(
		{
			applyTogether(arrivals): readonly PagesApplied[] {
				const ids = arrivals.map(({ id }) => id);
				together.push(ids);
				const cause = fault?.(ids) ?? null;
				if (cause !== null) throw cause;
				return arrivals.map(({ pages }) => ({
					fresh: pages[0]?.events[0]?.event.sequence ?? 0,
					commits: 0,
					gap: false,
					missing: false,
					events: [],
				}));
			},
		},
		(run) => turns.push(run),
	);
	return {
		batches,
		together,
		/** @param of returns the fault of writing these sessions' pages together */
		breaks(of: (ids: readonly string[]) => Error | null) {
			fault = of;
		},
		turn: () => turns.shift()?.(),
		turns: () => turns.length,
	};
}

describe("pages of many streams", () => {
	it("that arrive together are written in one transaction, and each stream is notified", async () => {
		const one = scene();
		const applied = ["a", "b", "c"].map((id, at) => one.batches.apply(arrivalOf(id, at + 1)));
		expect(one.together).toEqual([]);
		expect(one.turns()).toBe(1);
		one.turn();
		expect((await Promise.all(applied)).map(({ fresh }) => fresh)).toEqual([1, 2, 3]);
		expect(one.together).toEqual([["a", "b", "c"]]);
	});

	it("of one session follow each other", async () => {
		const one = scene();
		const first = one.batches.apply(arrivalOf("a", 1));
		const second = one.batches.apply(arrivalOf("a", 2));
		expect(await first).toMatchObject({ fresh: 1 });
		one.turn();
		one.turn();
		expect(await second).toMatchObject({ fresh: 2 });
		expect(one.together).toEqual([["a"], ["a"]]);
	});

	it("of a failing session fail alone", async () => {
		const one = scene();
		const cause = new StorageError("failed", "log.db", { detail: "a constraint" });
		one.breaks((ids) => (ids.includes("b") ? cause : null));
		const applied = Promise.allSettled(
			["a", "b", "c"].map((id, at) => one.batches.apply(arrivalOf(id, at + 1))),
		);
		one.turn();
		const [a, b, c] = await applied;
		expect(a).toMatchObject({ value: { fresh: 1 } });
		expect(b).toEqual({ status: "rejected", reason: cause });
		expect(c).toMatchObject({ value: { fresh: 3 } });
		expect(one.together).toEqual([["a", "b", "c"], ["a"], ["b"], ["c"]]);
	});

	it.each(["full", "locked", "denied"] as const)(
		"that can't be stored since the file is %s are reported to each of them, and not retried for each",
		async (kind) => {
			const one = scene();
			const cause = new StorageError(kind, "log.db", { detail: "as a whole" });
			one.breaks(() => cause);
			const applied = Promise.allSettled(["a", "b"].map((id) => one.batches.apply(arrivalOf(id, 1))));
			one.turn();
			expect(await applied).toEqual([
				{ status: "rejected", reason: cause },
				{ status: "rejected", reason: cause },
			]);
			expect(one.together).toEqual([["a", "b"]]);
		},
	);

	it("in large numbers are written in batches, one per turn, in order of arrival", async () => {
		const one = scene();
		const applied = ["a", "b", "c", "d", "e"].map((id) => one.batches.apply(arrivalOf(id, 1, 40)));
		one.turn();
		expect(one.together).toEqual([["a", "b"]]);
		one.turn();
		one.turn();
		expect(one.together).toEqual([["a", "b"], ["c", "d"], ["e"]]);
		expect(one.turns()).toBe(0);
		await Promise.all(applied);
	});

	it("enter the log without those of a session that it refuses", async () => {
		const { db, log } = transcriptLog("a");
		db.exec(
			"CREATE TRIGGER refused BEFORE INSERT ON sessions WHEN NEW.session_id = 'b' BEGIN SELECT RAISE(ABORT, 'no'); END",
		);
		const store = new SessionStore(log, realClock, () => {});
		const turns: (() => void)[] = [];
		const batches = new BatchWriter(store, (run) => turns.push(run));
		const applied = Promise.allSettled(["a", "b", "c"].map((id) => batches.apply(arrivalOf(id, 1, 3))));
		turns.shift()?.();
		expect((await applied).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect(["a", "b", "c"].map((id) => log.knows(id, "evt_3"))).toEqual([true, false, true]);
		expect(store.get("b")).toBeUndefined();
	});
});
