import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import {
	type ApprovedIntent,
	ENDED,
	JOURNAL_STATES,
	type JournalState,
	TRANSITIONS,
	UNSIGNED,
} from "../../../../src/core/journal/types.ts";
import { JOURNAL_SCHEMA } from "../../../../src/main/app/journal-schema.ts";
import { type Journal, JournalDb } from "../../../../src/main/storage/journal-db.ts";
import { FROZEN, PREDICTED } from "../../main/storage/kept.ts";

const folder = mkdtempSync(join(tmpdir(), "transitions-"));
afterAll(() => rmSync(folder, { recursive: true }));

const intent: ApprovedIntent = {
	scope: "s",
	entryId: "commit:c",
	sessionId: "ses",
	kind: "commit",
	intentId: "c",
	replaces: null,
	headline: "Send 1 ETH",
	chainRef: "1",
	signer: `0x${"ab".repeat(20)}`,
	nonce: 7n,
	broadcaster: "wallet",
	fingerprint: "f".repeat(64),
	digest: "d",
	revision: 1,
	frozen: FROZEN,
	predicted: PREDICTED,
};

/** Reads the table directly, independently of the journal. */
const isInTable = (from: JournalState, to: JournalState) => TRANSITIONS[from].includes(to);

interface Opened {
	readonly db: DatabaseSync;
	readonly journal: Journal;
}

function opened(file: string): Opened {
	const db = new DatabaseSync(file);
	return { db, journal: new JournalDb(db, { now: () => 1 }) };
}

function fresh(file = ":memory:"): Opened & { readonly id: string } {
	const db = new DatabaseSync(file);
	for (const sql of JOURNAL_SCHEMA.migrations) db.exec(sql);
	const journal = new JournalDb(db, { now: () => 1 });
	const approval = journal.approve(intent);
	if (!approval.ok) throw new Error("not approved");
	return { db, journal, id: approval.row.id };
}

describe("the table of states", () => {
	it("is enforced by the journal for every pair", () => {
		const { db, journal, id } = fresh();
		const begin = db.prepare("UPDATE journal SET state = ?");
		for (const from of JOURNAL_STATES)
			for (const to of JOURNAL_STATES) {
				begin.run(from);
				const step = () => journal.step(id, [from], to);
				if (isInTable(from, to)) expect(step().state).toBe(to);
				else expect(step, `${from} to ${to}`).toThrow(/can't become/);
				expect(journal.row(id)?.state).toBe(isInTable(from, to) ? to : from);
			}
		db.close();
	});

	it("leads from every unfinished state to an end, and never out of a refused one", () => {
		const reaches = (from: JournalState, seen: ReadonlySet<JournalState> = new Set()): boolean =>
			ENDED.has(from) ||
			TRANSITIONS[from].some((to) => !seen.has(to) && reaches(to, new Set([...seen, from])));
		expect(JOURNAL_STATES.filter((state) => !reaches(state))).toEqual([]);
		expect(TRANSITIONS.refused).toEqual([]);
	});

	it("never leads from a signature back to a state that allows another", () => {
		const signed = JOURNAL_STATES.filter(
			(state) => !UNSIGNED.has(state) && !["declining", "refused"].includes(state),
		);
		for (const from of signed)
			for (const to of TRANSITIONS[from]) expect(UNSIGNED.has(to), `${from} to ${to}`).toBe(false);
	});

	it("never leads from a submission or a sending directly to an end", () => {
		for (const from of ["handing_in", "handed_in", "sending"] as const)
			expect(TRANSITIONS[from].filter((to) => ENDED.has(to))).toEqual([]);
	});

	it("leads from held only to settled, and never back to held after a submission", () => {
		expect(TRANSITIONS.held).toEqual(["settled"]);
		const after = ["submitted", "reporting", "reported"] as const;
		for (const from of after) expect(TRANSITIONS[from]).not.toContain("held");
	});

	it("is the one that docs/glossary.md shows", () => {
		const docs = readFileSync(new URL("../../../../docs/glossary.md", import.meta.url), "utf8");
		const rows = JOURNAL_STATES.map((state) => `| ${state} | ${TRANSITIONS[state].join(", ") || "–"} |`);
		expect(docs).toContain(["| state | may become |", "|---|---|", ...rows].join("\n"));
	});
});

/** Expected state of the row, also after database faults. */
interface Model {
	state: JournalState;
	steps: number;
}
interface Real {
	readonly file: string;
	readonly id: string;
	now: Opened;
}

class Step implements fc.Command<Model, Real> {
	readonly #to: JournalState;
	constructor(to: JournalState) {
		this.#to = to;
	}
	check = () => true;
	run(model: Model, { now, id }: Real): void {
		const step = () => now.journal.step(id, [model.state], this.#to);
		if (isInTable(model.state, this.#to)) {
			step();
			model.state = this.#to;
			model.steps += 1;
		} else expect(step).toThrow(/can't become/);
		expect(now.journal.row(id)?.state).toBe(model.state);
	}
	toString = () => `step to ${this.#to}`;
}

/** Ends the app before its step is committed, which must leave no trace of the step. */
class CutOff implements fc.Command<Model, Real> {
	readonly #to: JournalState;
	constructor(to: JournalState) {
		this.#to = to;
	}
	check = (model: Readonly<Model>) => isInTable(model.state, this.#to);
	run(model: Model, real: Real): void {
		const { db } = real.now;
		const dying = new JournalDb(db, {
			now: () => {
				throw new Error("cut off");
			},
		});
		expect(() => dying.step(real.id, [model.state], this.#to)).toThrow("cut off");
		db.close();
		real.now = opened(real.file);
		expect(real.now.journal.row(real.id)?.state).toBe(model.state);
	}
	toString = () => `cut off before ${this.#to}`;
}

class Reopen implements fc.Command<Model, Real> {
	check = () => true;
	run(model: Model, real: Real): void {
		real.now.db.close();
		real.now = opened(real.file);
		expect(real.now.journal.row(real.id)?.state).toBe(model.state);
		expect(real.now.journal.verify()).toEqual({ ok: true, steps: model.steps, fault: null });
	}
	toString = () => "reopen";
}

describe("a row on any path through the table, with restarts in between", () => {
	it("is always in the last written state, and its chain of steps verifies", () => {
		let runs = 0;
		const state = fc.constantFrom(...JOURNAL_STATES);
		const commands = fc.commands(
			[state.map((to) => new Step(to)), state.map((to) => new CutOff(to)), fc.constant(new Reopen())],
			{ maxCommands: 40 },
		);
		fc.assert(
			fc.property(commands, (walk) => {
				const file = join(folder, `${runs++}.db`);
				const { db, journal, id } = fresh(file);
				const real: Real = { file, id, now: { db, journal } };
				const model: Model = { state: "approved", steps: 1 };
				fc.modelRun(() => ({ model, real }), walk);
				real.now.db.close();
			}),
			{ numRuns: 40, seed: 14 },
		);
		expect(runs).toBeGreaterThanOrEqual(40);
	});
});
