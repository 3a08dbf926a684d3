import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { message } from "../../../../../src/core/localized-text.ts";
import { JOURNAL_SCHEMA } from "../../../../../src/main/app/journal-schema.ts";
import type { StoredCommit } from "../../../../../src/main/conversations/session-types.ts";
import type { Sessions } from "../../../../../src/main/conversations/sessions.ts";
import { BuildCommits, readBuildCommits } from "../../../../../src/main/inbox/entries/build-commits.ts";
import { titled } from "../../../../../src/main/inbox/entries/titles.ts";
import { BuildCommitStore } from "../../../../../src/main/storage/build-commits.ts";
import type { ReadCommit } from "../../../../../src/service-api/commit.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { commit } from "../../../core/match/honest.ts";
import { DIGEST } from "../../catalog/builds.ts";

/** Commits of a Build are followed like any others, under their own route. */

const view = (commit_id: string, thread_id = "thread-1") =>
	JSON.stringify({ ...commit(), commit_id, thread_id });
const answer = (...commits: string[]) => ({ digest: DIGEST, threadId: "thread-1", commits });

const db = new DatabaseSync(":memory:");
for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
afterEach(() => void db.exec("DELETE FROM cohort_commits"));

function open(scope = "scope-1") {
	const held = new Map<string, StoredCommit>();
	const adopted: (readonly [string, ReadCommit])[] = [];
	const sessions = stub<Sessions>({
		commit: (id: string) => held.get(id) ?? null,
		adoptCommit: (sessionId: string, read: ReadCommit) => adopted.push([sessionId, read]),
		title: () => null,
	});
	const buildCommits = new BuildCommits(new BuildCommitStore(db), scope, () => sessions);
	return { buildCommits, sessions, adopted, hold: (id: string) => held.set(id, stub<StoredCommit>({})) };
}

describe("the commits that the service made of a Build", () => {
	it("are stored by Build and thread, and read after a restart too", () => {
		const one = open();
		expect(one.buildCommits.add(answer(view("c1"), view("c2")))).toBeNull();
		expect(one.adopted.map(([thread, read]) => [thread, read.kind])).toEqual([
			["thread-1", "known"],
			["thread-1", "known"],
		]);
		const again = open();
		expect([again.buildCommits.has("c1"), again.buildCommits.has("c3")]).toEqual([true, false]);
		expect([again.buildCommits.buildOf("c2"), again.buildCommits.buildOf("c3")]).toEqual([DIGEST, null]);
		expect([again.buildCommits.isThread("thread-1"), again.buildCommits.isThread("thread-2")]).toEqual([
			true,
			false,
		]);
		expect(titled(again, "thread-1")).toEqual(message("title.pipeline"));
		again.hold("c1");
		again.buildCommits.resume();
		expect(again.adopted).toHaveLength(1);
		expect(open("scope-2").buildCommits.has("c1")).toBe(false);
	});

	it("are followed if only a review can't be read, since its own GET may be readable", () => {
		const one = open();
		expect(one.buildCommits.add(answer('{"commit_id":"c1","version":1}'))).toBeNull();
		expect(one.adopted.map(([, read]) => read.kind)).toEqual(["unreadable"]);
	});

	it("never remove a commit from a conversation", () => {
		const one = open();
		one.hold("c1");
		expect(one.buildCommits.add(answer(view("c1")))).toContain("belongs to a conversation");
		expect(one.buildCommits.has("c1")).toBe(false);
	});

	it.each([
		["another thread's", [view("c1"), view("c2", "thread-2")], "thread_id"],
		["one that stands twice", [view("c1"), view("c1")], "stands twice"],
		["an id that leads elsewhere", [view("../c1")], "commit_id"],
		["no id", ['{"version":1}'], "commit_id"],
		["a member twice", [view("c1").replace("{", '{"version":9,')], "twice"],
		["too many", Array.from({ length: 51 }, (_, index) => view(`c${index}`)), "more than 50"],
	])("are not followed, none of them, with %s", (_, commits, fault) => {
		expect(readBuildCommits(answer(...commits))).toContain(fault);
		const one = open();
		expect(one.buildCommits.add(answer(...commits))).toContain(fault);
		expect([one.adopted, one.buildCommits.has("c1")]).toEqual([[], false]);
	});
});
