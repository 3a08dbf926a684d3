import { describe, expect, it } from "vitest";
import type { ActivityRecord } from "../../../../src/core/activity/records.ts";
import { weekView } from "../../../../src/main/home/week-view.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import { stub } from "../../../fixtures/stub.ts";

/** Agents this week: the running week of Activity's statement, as Home shows it. */

const NOW = Date.parse("2026-11-26T12:00:00Z");

type KeptRecord = ReturnType<Parameters<typeof weekView>[0]["activity"]["records"]["list"]>[number];

const common = { entryId: "e", app: "swap", headline: "Send", chainRef: "8453", signer: "" };
const record = (body: Pick<ActivityRecord, "kind" | "sessionId">, at = NOW): KeptRecord =>
	stub<KeptRecord>({ key: `${body.kind} ${at}`, at, hasProof: false, body: { ...common, ...body } });

function viewOf(records: readonly KeptRecord[]) {
	return weekView(
		stub({
			ports: { clock: { now: () => NOW } },
			signedIn: {
				current: () => ({
					scope: "one",
					sessions: { title: (id: string) => `title of ${id}` },
					buildCommits: { isThread: () => false },
				}),
			},
			stores: { journal: { rows: () => [], stepRowsOf: () => [] } },
			activity: { records: { list: () => records }, seenPrices: { of: () => null } },
		}),
		"UTC",
	);
}

describe("agents this week", () => {
	it("counts refusals, by origin, and detected lies", () => {
		const view = viewOf([
			record({ kind: "rejected", sessionId: "a" }),
			record({ kind: "rejected", sessionId: "a" }),
			record({ kind: "rule", sessionId: "a" }),
			record({ kind: "expired", sessionId: "b" }),
			record({ kind: "lie", sessionId: "b" }),
		]);
		expect(view).toMatchObject({
			refused: 4,
			refusedNote: { params: { you: 2, rules: 1, expired: 1 } },
			lies: 1,
			signed: 0,
		});
		expect(view?.agents.map(({ sessionId, lied }) => [sessionId, lied])).toEqual([
			["a", false],
			["b", true],
		]);
	});

	it("excludes rejections that the service did not accept, whose requests wait again", () => {
		const rejected = (arrival: "telling" | "arrived" | "changed" | "failed", at: number) => {
			const kept = record({ kind: "rejected", sessionId: "a" }, at);
			return { ...kept, body: stub<ActivityRecord>({ ...kept.body, arrival }) };
		};
		const view = viewOf([
			rejected("telling", NOW - 1),
			rejected("arrived", NOW - 2),
			rejected("changed", NOW - 3),
			rejected("failed", NOW - 4),
		]);
		expect(view).toMatchObject({ refused: 2, refusedNote: { params: { you: 2 } } });
	});

	it("excludes the time before Monday", () => {
		expect(
			viewOf([record({ kind: "lie", sessionId: "a" }, Date.parse("2026-11-22T12:00:00Z"))]),
		).toMatchObject({
			lies: 0,
			agents: [],
		});
	});

	it("lists a few agents and counts the others", () => {
		const view = viewOf(
			Array.from({ length: 9 }, (_, index) => record({ kind: "rejected", sessionId: `s${index}` })),
		);
		expect(view?.agents).toHaveLength(5);
		expect(view?.more).toBe(4);
	});

	it("says that it can't be read, and never that nothing happened", () => {
		const broken = stub<KeptRecord[]>({
			filter: () => {
				throw new StorageError("damaged", "journal.db", { detail: "broken" });
			},
		});
		expect(viewOf(broken)).toBeNull();
	});
});
