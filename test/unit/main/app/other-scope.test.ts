import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { unsettledInOtherScopes } from "../../../../src/main/app/alerts.ts";
import { scopeOf } from "../../../../src/main/sign-in/owner.ts";

/** Approvals in another environment or identity are not silently forgotten. */

const HERE = "https://here.example";
const THERE = "https://there.example";
const MINE = scopeOf({ environment: HERE, identity: "sub:alice" });
const names = new Map([
	[HERE, "Here"],
	[THERE, "There"],
]);
const row = (environment: string, identity: string, kind: JournalRow["kind"] = "commit") => ({
	scope: scopeOf({ environment, identity }),
	kind,
});
const told = (...rows: ReturnType<typeof row>[]) =>
	unsettledInOtherScopes(rows, MINE, (id) => names.get(id) ?? null);

describe("pending approvals elsewhere", () => {
	it("are counted by environment, without those of the signed-in user here", () => {
		expect(told(row(HERE, "sub:alice"))).toEqual([]);
		expect(told(row(THERE, "sub:alice"), row(THERE, "sub:bob"), row(HERE, "sub:alice"))).toEqual([
			message("app.elsewhere.environment", { count: 2, environment: "There" }),
		]);
	});

	it("count once, for any number of steps", () => {
		expect(told(row(THERE, "sub:alice", "action"), row(THERE, "sub:alice", "leg"))).toEqual([
			message("app.elsewhere.environment", { count: 1, environment: "There" }),
		]);
	});

	it("of another sign-in at the same service are reported as such", () => {
		expect(told(row(HERE, "sub:bob"))).toEqual([
			message("app.elsewhere.sign-in", { count: 1, environment: "Here" }),
		]);
	});

	it("of a removed environment are reported by its address", () => {
		expect(told(row("https://gone.example", "token"))).toEqual([
			message("app.elsewhere.environment", { count: 1, environment: "https://gone.example" }),
		]);
	});
});
