import { describe, expect, it } from "vitest";
import type { Price } from "../../../../../src/core/fiat/price.ts";
import { verbatim } from "../../../../../src/core/localized-text.ts";
import type { Summary } from "../../../../../src/core/review/summary.ts";
import type { Entry } from "../../../../../src/main/inbox/entries/entry.ts";
import {
	type EntryContext,
	type EntryFacts,
	entryView,
	type ReviewBrief,
	signedRowOf,
} from "../../../../../src/main/inbox/entries/entry-view.ts";
import { commitOfRead, requestOfAction } from "../../../../fixtures/requests.ts";
import { stub } from "../../../../fixtures/stub.ts";
import { saying } from "../../../../support/saying.ts";
import { batchCommit, request } from "../../../core/match/honest.ts";
import { actionOf } from "../../signing/actions-scene.ts";
import { ROW_AT as NOW, rowOf } from "./rows.ts";

const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

const SUMMARY: Summary = {
	headline: "Send 1 ETH",
	amount: null,
	app: "Aave",
	chainRef: "8453",
	expiresAt: null,
	match: "matched",
};

const BRIEF: ReviewBrief = {
	verdict: "unproven",
	findings: 2,
	worst: { severity: "danger", text: "worst" },
	unlimited: true,
	stake: {
		chainRef: "8453",
		asset: "native",
		amount: { raw: 1_500_000_000_000_000_000n, decimals: 18, symbol: "ETH", checked: true },
		rounding: "down",
	},
	asset: { chainRef: "8453", asset: "native" },
	signsOnly: false,
};

const CONTEXT: EntryContext = {
	mutedSessions: new Set(),
	appLevels: [],
	blockedApps: new Set(),
	title: (sessionId) => `title of ${sessionId}`,
	chainNameOf: (chainRef) => `chain ${chainRef}`,
	buildOf: () => null,
	snoozed: () => NOW + 60_000,
	price: () => null,
};

const priceOf = (answer: bigint, decimals: number) => stub<Price>({ answer, decimals });

const entryOf = (patch: Partial<Entry> = {}): Entry => ({
	id: "action:session-1/action-1",
	sessionId: "session-1",
	request: requestOfAction(actionOf(request(), { state: "pending" })),
	row: null,
	state: "waiting",
	actionable: true,
	firstSeen: NOW,
	expiresAt: null,
	note: null,
	...patch,
});

const view = (
	patch: Partial<Entry> = {},
	facts: Partial<EntryFacts> = {},
	context: Partial<EntryContext> = {},
) =>
	entryView(
		entryOf(patch),
		{ summary: SUMMARY, amount: null, brief: null, steps: [], isCutShort: false, ...facts },
		{ ...CONTEXT, ...context },
	);

const blank = { match: "unreadable" } as const;

describe("the mark of a row", () => {
	const markOf = (asset: ReviewBrief["asset"], signsOnly = false) =>
		view({}, { brief: { ...BRIEF, asset, signsOnly } }).mark;

	it("is that of its review's subject, by the address alone", () => {
		expect(markOf({ chainRef: "8453", asset: "native" })).toBe("coin");
		expect(markOf({ chainRef: "8453", asset: USDC })).toBe("dollar");
		expect(markOf({ chainRef: "1", asset: USDC })).toBe("unlisted");
	});

	it("distinguishes a transaction from a signature if neither is about one token", () => {
		expect(markOf(null)).toBe("call");
		expect(markOf(null, true)).toBe("signature");
		expect(markOf({ chainRef: "8453", asset: USDC }, true)).toBe("dollar");
	});

	it("is absent before the review was read", () => {
		expect(view().mark).toBe("none");
	});
});

describe("the match of a row", () => {
	it.each([
		["can't be read, whatever a review said", { ...SUMMARY, ...blank }, BRIEF, "waiting", "unreadable"],
		["is the summary's, once it is over", SUMMARY, BRIEF, "done", "matched"],
		["is the review's, while it waits", SUMMARY, BRIEF, "waiting", "unproven"],
		["is being checked before its review", SUMMARY, null, "waiting", "checking"],
		["is refused by the view alone", { ...SUMMARY, match: "refused" }, null, "waiting", "refused"],
	] as const)("%s", (_, summary, brief, state, expected) => {
		expect(view({ state }, { summary, brief }).match).toBe(expected);
	});
});

describe("a row's review data", () => {
	it("are absent if none was composed", () => {
		expect(view()).toMatchObject({ findings: 0, worst: null, unlimited: false, cents: null });
	});

	it("are its findings, and its worth if there is a price", () => {
		expect(view({}, { brief: BRIEF })).toMatchObject({
			findings: 2,
			worst: BRIEF.worst,
			unlimited: true,
			cents: null,
		});
		const priced = view({}, { brief: BRIEF }, { price: () => priceOf(200_000_000_000n, 8) });
		expect(priced.cents).toBe("300000");
	});

	it.each([
		["with unchecked decimals", { checked: false }],
		["without decimals", { decimals: null }],
	])("have no worth for an amount %s", (_, patch) => {
		if (BRIEF.stake === null) throw new Error("no stake");
		const brief = { ...BRIEF, stake: { ...BRIEF.stake, amount: { ...BRIEF.stake.amount, ...patch } } };
		expect(view({}, { brief }, { price: () => priceOf(1n, 0) }).cents).toBeNull();
	});
});

describe("the journal row for an entry", () => {
	it.each([
		["none while it waits", "waiting", "settled", false],
		["none if nothing was signed", "done", "refused", false],
		["the pending one", "settling", "submitted", true],
	] as const)("is %s", (_, state, rowState, stands) => {
		const row = rowOf({ state: rowState });
		expect(signedRowOf({ row, state })).toBe(stands ? row : null);
	});

	it("has the approved headline, and the outcome if the entry has none", () => {
		const row = rowOf({ state: "settled", outcome: "answered", headline: "As approved" });
		const drawn = view({ row, state: "done" });
		expect(drawn.headline).toBe("As approved");
		expect(drawn.note).toEqual(saying("inbox.note.answered"));
		const note = verbatim("The entry's own.");
		expect(view({ row, state: "done", note }).note).toEqual(note);
	});

	it.each([
		["confirmed", "inbox.note.confirmed"],
		["failed", "inbox.note.failed"],
	] as const)("has %s", (outcome, code) => {
		const row = rowOf({ state: "settled", outcome, live: false });
		expect(view({ row, state: "done" }).note).toEqual(saying(code));
	});

	it("says that only some transactions went through, and not that something failed", () => {
		const row = rowOf({ state: "settled", outcome: "failed", live: false });
		const { note } = view({ row, state: "done" }, { isCutShort: true });
		expect(note).toEqual(saying("inbox.note.cut-short"));
	});
});

describe("the steps of a row", () => {
	it("are all named, with the number of finished ones", () => {
		const at = { at: null, note: null };
		const steps = [
			{ name: "matched", state: "done", ...at },
			{ name: "signed", state: "done", ...at },
			{ name: "submitted", state: "todo", ...at },
		] as const;
		expect(view({}, { steps })).toMatchObject({ steps: ["matched", "signed", "submitted"], stepsDone: 2 });
	});
});

describe("the Build of a row", () => {
	const buildOf = (commitId: string) => (commitId === "c1" ? "digest of c1" : null);

	it.each([
		["the one that its commit was made of", "commit:c1", "digest of c1"],
		["the one that its id names", "pipeline:0xabc/2", "0xabc"],
		["none of a conversation’s commit", "commit:c2", undefined],
		["none of an action", "action:s/c1", undefined],
	])("is %s", (_, id, expected) => {
		expect(view({ id }, {}, { buildOf }).build).toBe(expected);
	});
});

describe("a muted row", () => {
	it.each([
		["its conversation", { mutedSessions: new Set(["session-1"]) }, true],
		["its app", { appLevels: [{ app: "Aave", level: "muted" as const }] }, true],
		[
			"another of both",
			{ mutedSessions: new Set(["session-2"]), appLevels: [{ app: "Uniswap", level: "muted" as const }] },
			false,
		],
	])("is muted by %s", (_, context, expected) => {
		expect(view({}, {}, context).muted).toBe(expected);
	});

	it("shows the end of its snooze only while it waits", () => {
		expect(view().snoozedUntil).toBe(NOW + 60_000);
		expect(view({ state: "done" }).snoozedUntil).toBeNull();
	});
});

describe("a row of a blocked app", () => {
	const REVOKING = { ...requestOfAction(actionOf(request())), kind: "revocation", planned: null } as const;
	const blockedApps = new Set(["aave"]);
	const nameless = { summary: { ...SUMMARY, app: null } };

	it.each([
		["its app is blocked, in whatever case", {}, {}, true],
		["it names none", {}, nameless, true],
		["it is the user’s own", { request: REVOKING }, nameless, false],
		["it no longer waits", { state: "done" }, {}, false],
	] as const)("says so if %s: %j", (_, patch, facts, expected) => {
		expect(view(patch, facts, { blockedApps }).blocked).toBe(expected);
	});
});

describe("the batch of a row", () => {
	it("is its commit’s, and an action has none", () => {
		const read = { kind: "known", view: batchCommit(1), reviewFault: null } as const;
		expect(view({ request: commitOfRead(read) }).batch).toEqual({
			id: batchCommit(1).batch?.batch_id,
			index: 1,
		});
		expect(view().batch).toBeNull();
	});
});
