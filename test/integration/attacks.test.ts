import { afterAll, beforeAll, expect, it } from "vitest";
import { readFileText } from "../../src/explain/explain-input.ts";
import { buildEvm, buildMessage, NOTHING } from "../attacks/build.ts";
import type { Case } from "../attacks/case.ts";
import { CASES } from "../attacks/cases/index.ts";
import { judgeDisguises } from "../attacks/disguises.ts";
import { judgeProposals } from "../attacks/proposals.ts";
import { type Judged, judgeCases, startWorld, tallyLine, tallyOf, type World } from "../attacks/run.ts";

/**
 * A short run of the attack corpus: the same cases each time, spread over all tables. `npm run attacks` runs all of
 * it.
 */

/** Maximum number of cases. */
const MAX = 60;
/** Permitted misses and false alarms. The whole corpus has 0 misses in 449 attacks and 2 alarms in 234 honest cases. */
const ALLOWED = { missed: 0, alarmed: 0 };

const every = Math.ceil(CASES.length / MAX);
const chosen: readonly Case[] = CASES.filter((_, at) => at % every === 0);

let world: World;
let all: readonly Judged[];

beforeAll(async () => {
	world = await startWorld(chosen);
	all = await judgeCases(chosen, world);
}, 1_800_000);

afterAll(() => world?.stop());

it("the corpus gives each case a unique, readable name", () => {
	expect(new Set(CASES.map(({ id }) => id)).size).toBe(CASES.length);
	for (const { id, title, why } of CASES) {
		expect(id).toMatch(/^[a-z0-9-]+(?:\/[a-z0-9-]+)+$/);
		expect([id, title.trim() !== "", why.trim() !== ""]).toEqual([id, true, true]);
	}
});

it("the corpus labels no attack as harmless", () => {
	const harmless = CASES.filter(
		({ kind, label }) => kind === "attack" && (label === "none" || label === "info"),
	);
	expect(harmless.map(({ id }) => id)).toEqual([]);
});

it("the corpus builds requests valid by the interface's schemas, without a chain", () => {
	for (const one of CASES) {
		const { ask } = one;
		if (ask.form === "svm") continue;
		const gas = ask.form === "evm" ? ask.steps.map(() => 1n) : [];
		const payload =
			ask.form === "evm"
				? buildEvm(one, ask, { nonce: 0, gas, baseFee: 1n, tip: 1n }, NOTHING)
				: buildMessage(one);
		const read = readFileText(JSON.stringify(payload));
		expect([one.id, read.ok && read.asked.length > 0 && read.faults.length === 0]).toEqual([one.id, true]);
	}
});

it("the app judges each case exactly as recorded", () => {
	expect(all.map(({ case: { id } }) => id)).toEqual(chosen.map(({ id }) => id));
	expect(all.flatMap(({ case: { id }, fault }) => (fault === null ? [] : [`${id}: ${fault}`]))).toEqual([]);
	expect(all.every(({ explanation }) => explanation !== null)).toBe(true);
});

it("the app has no more misses and false alarms than permitted, and counts each case", () => {
	const tally = tallyOf(all);
	expect(tallyLine(tally)).toMatch(/^attacks \d+, missed \d+; honest \d+, alarmed \d+, words \d+$/);
	expect(tally.attacks + tally.honest).toBe(chosen.length);
	expect(tally.missed).toBeLessThanOrEqual(ALLOWED.missed);
	expect(tally.alarmed).toBeLessThanOrEqual(ALLOWED.alarmed);
});

it("each review shows its worst finding, in band and row alike, and a typed word of a visible party", () => {
	expect(all.flatMap(({ case: { id }, shown }) => shown.map((fault) => `${id}: ${fault}`))).toEqual([]);
});

it("no attack passes in another form of the same loss, or despite a user's rule that refuses it", async () => {
	const attacks = (["evm", "svm"] as const).flatMap((form) =>
		chosen.filter(({ kind, ask }) => kind === "attack" && ask.form === form).slice(0, 8),
	);
	const { disguises, milder, evading } = await judgeDisguises(attacks, world);
	expect(milder).toEqual([]);
	expect(evading).toEqual([]);
	expect(disguises).toBeGreaterThan(8);
}, 600_000);

it("no request passes as a proposal of an agent, if it is stopped as a truthful request of the service", async () => {
	const { milder, faults, proposals } = await judgeProposals(chosen, world);
	expect(milder).toEqual([]);
	expect(faults).toEqual([]);
	expect(proposals).toBeGreaterThan(40);
}, 600_000);
