import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { COMMITS_AT_ONCE, SessionStore } from "../../../../../src/main/conversations/log/store.ts";
import { LOG_SCHEMA, LogDb } from "../../../../../src/main/storage/log-db.ts";
import { realClock } from "../followed.ts";
import { commit, message, page, readPage, SESSION } from "../pages.ts";

/**
 * A page with very many commits is processed in batches. Each batch is stored and reported, and the cursor is stored
 * with the last.
 */

const COMMITS = 1_000;

function scene() {
	const db = new DatabaseSync(":memory:");
	for (const sql of LOG_SCHEMA.migrations) db.exec(sql);
	const log = new LogDb(db, "me");
	const store = new SessionStore(log, realClock, () => {});
	const raw = page([message(1)], {
		commits: Array.from({ length: COMMITS }, (_, at) => commit({ commit_id: `com_${at}` })),
	});
	return { db, log, store, page: readPage(raw) };
}

const take = (store: SessionStore, rest: ReturnType<typeof readPage>) =>
	store.applyPages(SESSION, [rest], { watchGaps: true, adoptCursor: true });

describe("a page of a thousand commits", () => {
	it("is announced in batches, each durable before its announcement, with the cursor after the last", async () => {
		const { log, store, page: read } = scene();
		const lots: number[] = [];
		let told = 0;
		store.subscribe((change) => {
			if (change.kind !== "commit") return;
			told += 1;
			expect(log.commits().length).toBeGreaterThanOrEqual(told);
		});
		const rest = await store.commitsAhead(SESSION, read, async () => {
			lots.push(told);
			expect(store.get(SESSION)?.cursor).toBeNull();
		});
		expect(lots).toHaveLength(COMMITS / COMMITS_AT_ONCE - 1);
		expect(lots.every((count, at) => count === (at + 1) * COMMITS_AT_ONCE)).toBe(true);
		take(store, rest);
		expect([told, log.commits().length, store.get(SESSION)?.cursor]).toEqual([COMMITS, COMMITS, "cur_1"]);
	});

	it("that was interrupted is read again, and nothing is applied twice", async () => {
		const { db, store, page: read } = scene();
		const cut = store.commitsAhead(SESSION, read, () => Promise.reject(new Error("cut")));
		await expect(cut).rejects.toThrow("cut");
		const again = new SessionStore(new LogDb(db, "me"), realClock, () => {});
		again.load();
		expect([again.commits().length, again.get(SESSION)?.cursor]).toEqual([COMMITS_AT_ONCE, null]);
		let told = 0;
		again.subscribe(({ kind }) => {
			told += kind === "commit" ? 1 : 0;
		});
		take(again, await again.commitsAhead(SESSION, read, async () => {}));
		expect([told, again.commits().length]).toEqual([COMMITS - COMMITS_AT_ONCE, COMMITS]);
	});
});
