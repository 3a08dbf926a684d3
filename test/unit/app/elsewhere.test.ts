import { describe, expect, it } from "vitest";
import { underWayElsewhere } from "../../../src/main/app/elsewhere.ts";
import { scopeOf } from "../../../src/main/identity/owner.ts";
import type { JournalKind } from "../../../src/main/storage/journal-types.ts";

/** What was approved in another environment, or by another sign-in, is not forgotten without a word. */

const HERE = "https://here.example";
const THERE = "https://there.example";
const MINE = scopeOf({ environment: HERE, identity: "sub:alice" });
const names = new Map([
	[HERE, "Here"],
	[THERE, "There"],
]);
const row = (environment: string, identity: string, kind: JournalKind = "commit") => ({
	scope: scopeOf({ environment, identity }),
	kind,
});
const told = (...rows: ReturnType<typeof row>[]) =>
	underWayElsewhere(rows, MINE, (id) => names.get(id) ?? null);

describe("approvals that are under way elsewhere", () => {
	it("are counted by environment, and those of the one who is signed in here are not", () => {
		expect(told(row(HERE, "sub:alice"))).toEqual([]);
		expect(told(row(THERE, "sub:alice"), row(THERE, "sub:bob"), row(HERE, "sub:alice"))).toEqual([
			"2 approvals of There are on their way. They go on when you are back there.",
		]);
	});

	it("count once, whatever the number of their steps", () => {
		expect(told(row(THERE, "sub:alice", "action"), row(THERE, "sub:alice", "leg"))).toEqual([
			"1 approval of There is on its way. It goes on when you are back there.",
		]);
	});

	it("of another sign-in at the same service are told as that", () => {
		expect(told(row(HERE, "sub:bob"))).toEqual([
			"1 approval of another sign-in at Here is on its way. It goes on when that person is signed in again.",
		]);
	});

	it("of an environment that is gone are told by its address", () => {
		expect(told(row("https://gone.example", "token"))).toEqual([
			"1 approval of https://gone.example is on its way. It goes on when you are back there.",
		]);
	});
});
