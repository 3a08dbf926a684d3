import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import {
	type ActivityRecord,
	activityRecord,
	type RuledFacts,
} from "../../../../src/core/activity/records.ts";
import type { Predicted } from "../../../../src/core/journal/records.ts";
import type { ApprovedIntent } from "../../../../src/core/journal/types.ts";
import type { Rule } from "../../../../src/core/rules/rules.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { MAX_ROWS, PERIOD_MS, tryRule } from "../../../../src/main/rules/past-requests.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { commit, frozenOf, SIGNER } from "../../core/match/honest.ts";
import { day, EVERYWHERE, OTHER, once, rule } from "../../core/rules/scene.ts";
import { PREDICTED } from "../storage/kept.ts";

/** A trial of a rule on the journal's requests, before the rule is saved. */

const START = 1_790_000_000_000;
const HOUR = 3_600_000;
let now = START;
let made = 0;
let db: DatabaseSync;
let journal: Journal;

beforeEach(() => {
	db = new DatabaseSync(":memory:");
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	now = START;
	made = 0;
	records.length = 0;
	journal = new JournalDb(db, { now: () => now });
});

const FACTS = { recipients: [OTHER], contracts: [], grants: [], simulated: "agrees" } as const;

function predicted(amount: bigint): Predicted {
	return {
		...PREDICTED,
		spends: { certain: true, amounts: [{ asset: "native", amount: amount.toString() }] },
		facts: { ...FACTS, recipients: [...FACTS.recipients], contracts: [], grants: [] },
	};
}

function approve(amount: bigint, change: Partial<ApprovedIntent> = {}): string {
	made += 1;
	const approval = journal.approve({
		scope: "production/me",
		entryId: `commit:c${made}`,
		sessionId: "ses",
		kind: "commit",
		intentId: `c${made}`,
		replaces: null,
		headline: `Send ${made}`,
		chainRef: "8453",
		signer: SIGNER,
		nonce: BigInt(made),
		broadcaster: "wallet",
		fingerprint: "f".repeat(64),
		digest: "d",
		revision: 1,
		frozen: frozenOf(commit({ commit_id: `c${made}` })),
		predicted: predicted(amount),
		...change,
	});
	if (!approval.ok) throw new Error(`held: ${approval.held}`);
	return approval.row.id;
}

const records: { at: number; body: ActivityRecord }[] = [];

/** Adds a request that wasn't approved; by default it expired. */
function unsigned(entryId: string, facts?: Partial<RuledFacts["legs"][number]>, change: object = {}) {
	const leg = {
		...FACTS,
		recipients: [OTHER],
		contracts: [],
		grants: [],
		known: true,
		spends: { certain: true, amounts: [{ asset: "native", amount: "7" }] },
		...facts,
	};
	const body = {
		kind: "expired",
		entryId,
		sessionId: "ses",
		app: null,
		headline: `Asked ${entryId}`,
		chainRef: "8453",
		signer: SIGNER,
		...(facts === undefined
			? {}
			: { facts: { account: SIGNER.toLowerCase(), chainRef: "8453", apps: null, legs: [leg] } }),
		...change,
	};
	records.unshift({ at: now, body: activityRecord.parse(body) });
}

function tried(draft: Rule, from: Parameters<typeof tryRule>[0]["journal"] = journal) {
	const world = {
		journal: from,
		records: { list: () => records },
		rules: { latest: () => null },
		scope: "production/me",
		now,
		ledger: { account: () => null },
		accounts: [SIGNER],
		timeZone: "UTC",
	};
	const view = tryRule(world, [draft], draft);
	const headlines = (of: typeof view.stopped) =>
		of.map(({ headline }) => (typeof headline === "string" ? headline : headline.params?.["text"]));
	return { ...view, stopped: headlines(view.stopped), unknown: headlines(view.unknown) };
}

describe("a rule tried on the journal", () => {
	it("names the stopped requests, the newest first, with their total and start date", () => {
		approve(5n);
		now += HOUR;
		approve(7n);
		now += HOUR;
		approve(6n);
		expect(tried(once(5n))).toMatchObject({ total: 3, since: START, stopped: ["Send 3", "Send 2"] });
	});

	it("counts earlier approvals into the day of each, and no later ones", () => {
		approve(5n);
		now += HOUR;
		approve(5n);
		now += 24 * HOUR;
		approve(5n);
		expect(tried(day(9n)).stopped).toEqual(["Send 2"]);
	});

	it("counts approvals at another service too, and lists only one's own", () => {
		approve(5n, { scope: "staging/me" });
		now += HOUR;
		approve(5n);
		expect(tried(day(9n))).toMatchObject({ total: 1, stopped: ["Send 2"] });
	});

	it("checks all signed items of one request", () => {
		const frozen = frozenOf(commit());
		made += 1;
		const base = { scope: "production/me", entryId: "action:a", sessionId: "ses", replaces: null } as const;
		const one: ApprovedIntent = {
			...base,
			kind: "action",
			intentId: "a",
			headline: "Both",
			chainRef: "8453",
			signer: SIGNER,
			nonce: null,
			broadcaster: "wallet",
			fingerprint: "f".repeat(64),
			digest: "",
			revision: 1,
			frozen,
			predicted: predicted(3n),
		};
		const leg = (place: number): ApprovedIntent => ({
			...one,
			kind: "leg",
			intentId: `a#${place}`,
			nonce: BigInt(100 + place),
		});
		journal.approve(one, [leg(1), leg(2)]);
		expect(tried(once(5n)).stopped).toEqual(["Both"]);
		expect(tried(once(6n)).stopped).toEqual([]);
	});

	it("excludes requests older than four weeks, and the user's own", () => {
		approve(5n);
		now += PERIOD_MS + 1;
		approve(5n, { kind: "revocation" });
		expect(tried(once(1n))).toEqual({ total: 0, since: null, stopped: [], unknown: [] });
		approve(5n);
		expect(tried(once(1n)).total).toBe(1);
	});

	it("includes unapproved requests as well, once each, by their newest record", () => {
		approve(5n);
		now += HOUR;
		unsigned("ran out", {});
		now += HOUR;
		unsigned("refused", {}, { kind: "rule", ruleId: "r", rule: "Most", told: { code: "x" } });
		const no = { kind: "rejected", by: "user", reason: "", arrival: "arrived", why: null };
		unsigned("refused", undefined, no);
		unsigned("commit:c1", {});
		expect(tried(once(6n))).toMatchObject({
			total: 3,
			since: START,
			stopped: ["Asked refused", "Asked ran out"],
			unknown: [],
		});
		expect(tried(once(7n)).stopped).toEqual([]);
		now += PERIOD_MS - 2 * HOUR + 1;
		expect(tried(once(6n))).toMatchObject({ total: 2 });
	});

	it("counts unapproved requests into no day", () => {
		unsigned("first", {});
		now += HOUR;
		unsigned("second", {});
		expect(tried(day(7n)).stopped).toEqual([]);
		expect(tried(day(6n)).stopped).toEqual(["Asked second", "Asked first"]);
	});

	it("can't judge requests without stored facts, or those that ended before their simulation", () => {
		unsigned("old");
		unsigned("early", { simulated: "not", known: false, spends: { certain: false, amounts: [] } });
		expect(tried(once(1n))).toMatchObject({ total: 2, stopped: [], unknown: ["Asked early", "Asked old"] });
		unsigned("differs", { simulated: "differs" });
		expect(tried(rule({ kind: "simulated" }))).toMatchObject({
			stopped: ["Asked differs"],
			unknown: ["Asked early", "Asked old"],
		});
	});

	it("reads a bounded range of the journal, once, for any size", () => {
		const asked: string[] = [];
		for (let each = 0; each < 5; each += 1) approve(5n);
		const counting = {
			rows: (scope: string, limit: number) => {
				asked.push(`rows ${limit}`);
				return journal.rows(scope, limit);
			},
			stepRowsOf: (id: string) => journal.stepRowsOf(id),
			unsettled: () => {
				asked.push("unsettled");
				return journal.unsettled();
			},
			settledSince: (at: number) => {
				asked.push("settled");
				return journal.settledSince(at);
			},
		};
		tried(day(9n, { ...EVERYWHERE, chains: ["8453"] }), counting);
		expect(asked).toEqual([`rows ${MAX_ROWS}`, "unsettled", "settled"]);
	});
});
