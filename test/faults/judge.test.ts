import { describe, expect, it } from "vitest";
import type { JournalOnDisk, JournalRowOnDisk } from "./built/journal.ts";
import { type Case, type Evidence, judge } from "./built/judge.ts";
import type { SessionSeen } from "./built/running-app.ts";

/** Tests when `npm run faults` counts an approval as lost, duplicate or stuck. */

const ENTRY = "commit:c1";

const signed: JournalRowOnDisk = {
	id: "row",
	entry_id: ENTRY,
	intent_id: "c1",
	state: "settled",
	kind: "commit",
	signed_bytes: "0x02",
	dead: 0,
	words: null,
};
const disk = (...rows: JournalRowOnDisk[]): JournalOnDisk => ({ rows, steps: [] });

const row: SessionSeen["rows"][number] = {
	id: "row",
	entryId: ENTRY,
	state: "settled",
	outcome: "confirmed",
	transactionId: "0x01",
	notes: [],
};
const seen = (...rows: SessionSeen["rows"]): SessionSeen => ({
	entries: [{ id: ENTRY, state: "done", note: null }],
	rows,
	alerts: [],
});

const signature = { at: 0, commitId: "c1", raw: "0x02", outcome: "taken", code: null } as const;

const evidence = (change: Partial<Evidence> = {}): Evidence => ({
	landed: [1],
	sent: 1,
	deviceSigned: 0,
	signatures: [signature],
	resolutions: [],
	broadcasts: [],
	commits: ["confirmed"],
	journalFault: null,
	posts: [{ what: "c1 manual signed", said: "one" }],
	...change,
});

const well: Case = {
	scenario: {
		sentence: "",
		effects: [{ family: "evm", to: "0x000000000000000000000000000000000000dEaD", amount: 1n }],
		entries: 1,
	},
	evidence: evidence(),
	seen: seen(row),
	hasEnded: true,
	approved: [ENTRY],
	journalAtKill: disk(signed),
	disk: disk(signed),
};

const faultsOf = (change: Partial<Case>) => [
	...new Set(judge({ ...well, ...change }).map(({ fault }) => fault)),
];

describe("the outcome of an approval", () => {
	it("has no fault if it was completed once", () => {
		expect(judge(well)).toEqual([]);
	});

	it("has no fault if it was reported as refused and nothing happened", () => {
		const refused = { ...row, state: "refused", outcome: "refused", notes: ["Nothing was signed."] } as const;
		const nothing = evidence({ landed: [0], sent: 0, signatures: [], posts: [], commits: ["awaiting"] });
		expect(faultsOf({ seen: seen(refused), evidence: nothing })).toEqual([]);
	});

	it.each<[string, Partial<Case>]>([
		["its row is missing", { disk: disk({ ...signed, id: "other" }) }],
		["it never had a row", { journalAtKill: disk(), disk: disk() }],
		["it is no longer shown", { seen: seen(), evidence: evidence({ landed: [0], sent: 0 }) }],
		[
			"it is shown as confirmed, but no answer was accepted",
			{ scenario: { ...well.scenario, effects: [] }, evidence: evidence({ landed: [], sent: 0 }) },
		],
		[
			"it ended without a note",
			{ seen: seen({ ...row, outcome: "ended" }), evidence: evidence({ landed: [0] }) },
		],
		["it is shown as confirmed, but nothing landed", { evidence: evidence({ landed: [0], sent: 0 }) }],
		["it is shown as refused, but it landed", { seen: seen({ ...row, outcome: "refused", notes: ["No."] }) }],
		[
			"it is shown as confirmed, but the service still waits",
			{ evidence: evidence({ commits: ["submitted"] }) },
		],
		["the journal's chain is broken", { evidence: evidence({ journalFault: "step 3" }) }],
	])("is lost if %s", (_, change) => {
		expect(faultsOf(change)).toContain("lost");
	});

	it.each<[string, Partial<Case>]>([
		["it landed twice", { evidence: evidence({ landed: [2] }) }],
		["another transaction was mined", { evidence: evidence({ sent: 2 }) }],
		["the device signed twice", { evidence: evidence({ deviceSigned: 2 }) }],
		[
			"two signatures were submitted",
			{ evidence: evidence({ signatures: [signature, { ...signature, raw: "0x03", outcome: "repeated" }] }) },
		],
		["one signature was accepted twice", { evidence: evidence({ signatures: [signature, signature] }) }],
		[
			"another transaction was broadcast",
			{
				evidence: evidence({
					broadcasts: ["0x01", "0x02"].map((hash) => ({ at: 0, commitId: "c1", hash, by: "venue" as const })),
				}),
			},
		],
		[
			"the service refused a second signature",
			{ evidence: evidence({ signatures: [signature, { ...signature, outcome: "refused" }] }) },
		],
		[
			"one request was sent with different content",
			{ evidence: evidence({ posts: ["one", "two"].map((said) => ({ what: "c1 report", said })) }) },
		],
		["two rows hold a signature", { disk: disk(signed, { ...signed, id: "other" }) }],
		[
			"an action was answered twice",
			{
				evidence: evidence({
					resolutions: [1, 2].map((at) => ({
						at,
						actionId: "a1",
						revision: 1,
						status: "done",
						outcome: "taken",
						code: null,
					})),
				}),
			},
		],
	])("is a duplicate if %s", (_, change) => {
		expect(faultsOf(change)).toContain("double");
	});

	it("is stuck if it has not ended", () => {
		expect(faultsOf({ hasEnded: false, seen: seen({ ...row, outcome: "moving" }) })).toEqual(["stuck"]);
	});
});
