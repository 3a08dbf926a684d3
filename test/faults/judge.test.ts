import { describe, expect, it } from "vitest";
import type { JournalOnDisk, JournalRowOnDisk } from "./built/journal.ts";
import { type Case, type Evidence, judge } from "./built/judge.ts";
import type { SessionSeen } from "./built/running-app.ts";

/** Definitions of lost, duplicate and stuck in `npm run faults`. */

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
	story: {
		sentence: "",
		effects: [{ family: "evm", to: "0x000000000000000000000000000000000000dEaD", amount: 1n }],
		entries: 1,
	},
	evidence: evidence(),
	seen: seen(row),
	over: true,
	approved: [ENTRY],
	atDeath: disk(signed),
	disk: disk(signed),
};

const faultsOf = (change: Partial<Case>) => [
	...new Set(judge({ ...well, ...change }).map(({ fault }) => fault)),
];

describe("the outcome of an approval", () => {
	it("has no fault if it was completed once", () => {
		expect(judge(well)).toEqual([]);
	});

	it("has none if it was reported as refused, and nothing happened", () => {
		const refused = { ...row, state: "refused", outcome: "refused", notes: ["Nothing was signed."] } as const;
		const nothing = evidence({ landed: [0], sent: 0, signatures: [], posts: [], commits: ["awaiting"] });
		expect(faultsOf({ seen: seen(refused), evidence: nothing })).toEqual([]);
	});

	it.each<[string, Partial<Case>]>([
		["its row is gone", { disk: disk({ ...signed, id: "other" }) }],
		["there never was a row of it", { atDeath: disk(), disk: disk() }],
		["it is not shown any more", { seen: seen(), evidence: evidence({ landed: [0], sent: 0 }) }],
		[
			"it is told as confirmed, and no answer was taken",
			{ story: { ...well.story, effects: [] }, evidence: evidence({ landed: [], sent: 0 }) },
		],
		[
			"it ended without a word",
			{ seen: seen({ ...row, outcome: "ended" }), evidence: evidence({ landed: [0] }) },
		],
		["it is told as confirmed, and nothing landed", { evidence: evidence({ landed: [0], sent: 0 }) }],
		["it is told as refused, and it landed", { seen: seen({ ...row, outcome: "refused", notes: ["No."] }) }],
		["it is told as confirmed, and the service waits on", { evidence: evidence({ commits: ["submitted"] }) }],
		["the journal's chain is broken", { evidence: evidence({ journalFault: "step 3" }) }],
	])("is lost if %s", (_, change) => {
		expect(faultsOf(change)).toContain("lost");
	});

	it.each<[string, Partial<Case>]>([
		["it landed twice", { evidence: evidence({ landed: [2] }) }],
		["another transaction was mined", { evidence: evidence({ sent: 2 }) }],
		["the device signed twice", { evidence: evidence({ deviceSigned: 2 }) }],
		[
			"two signatures were handed in",
			{ evidence: evidence({ signatures: [signature, { ...signature, raw: "0x03", outcome: "repeated" }] }) },
		],
		["one signature was taken twice", { evidence: evidence({ signatures: [signature, signature] }) }],
		[
			"another transaction was sent on",
			{
				evidence: evidence({
					broadcasts: ["0x01", "0x02"].map((hash) => ({ at: 0, commitId: "c1", hash, by: "venue" as const })),
				}),
			},
		],
		[
			"the service refused a second one",
			{ evidence: evidence({ signatures: [signature, { ...signature, outcome: "refused" }] }) },
		],
		[
			"one request was made in two ways",
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
		expect(faultsOf({ over: false, seen: seen({ ...row, outcome: "moving" }) })).toEqual(["stuck"]);
	});
});
