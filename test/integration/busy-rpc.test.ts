import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CASES } from "../attacks/cases/index.ts";
import { type Judged, judgeCases, startWorld, type World } from "../attacks/run.ts";
import { figuresOf, MANNERS, type ReviewCalls, type RpcManners } from "../support/metered-rpc.ts";

/**
 * Honest transactions on RPCs with a rate limit, in virtual time. `npm run attacks -- --rpc KIND` runs all cases at
 * 25 calls per second.
 */

/** Number of requests for each kind of RPC. */
const EACH = 10;
/** Calls per second. Few reviews make more than 25. */
const FEW = 12;

const honest = CASES.filter(
	({ kind, ask: { form } }) => kind === "honest" && (form === "evm" || form === "svm"),
);
const every = Math.floor(honest.length / EACH);
const chosen = honest.filter((_, at) => at % every === 0);

let world: World;
let patient: readonly Judged[];

beforeAll(async () => {
	world = await startWorld(chosen);
	patient = await judgeCases(chosen, world);
}, 1_800_000);

afterAll(() => world?.stop());

const verdict = ({ case: { id }, got, word, fault, explanation }: Judged) => ({
	id,
	got,
	word,
	fault,
	outcome: explanation?.outcome,
	headline: explanation?.headline,
	findings: explanation?.findings.map((finding) => finding.id),
});

const callsOf = (all: readonly Judged[]): readonly ReviewCalls[] => all.flatMap(({ calls }) => calls ?? []);

const judged = (manners: RpcManners) => judgeCases(chosen, world, { manners });

describe("honest requests", () => {
	it("make at most 40 RPC calls in the median and 120 in all, at most 20 of them together", () => {
		const calls = callsOf(patient);
		expect(calls).toHaveLength(chosen.length);
		const { median, most, largest } = figuresOf(calls);
		expect(median).toBeLessThanOrEqual(40);
		expect(most).toBeLessThanOrEqual(120);
		expect(largest).toBeLessThanOrEqual(20);
	});

	it.each(Object.entries(MANNERS).filter(([, { perSecond }]) => perSecond !== null))(
		"are judged equally behind an RPC that is %s",
		async (_, manners) => {
			const all = await judged({ ...manners, perSecond: FEW });
			expect(all.map(verdict)).toEqual(patient.map(verdict));
			expect(callsOf(all).some(({ refused }) => refused > 0)).toBe(true);
		},
	);
});

/** An RPC that always answers that it is busy. */
const CLOSED: RpcManners = { perSecond: 0, busy: "page", batches: null };

describe("an RPC that stays busy", () => {
	it("permits no approval until it answers, and is not blamed on the request", async () => {
		for (const { case: one, explanation } of await judged(CLOSED)) {
			const { possible, canRetry } = explanation?.approval ?? {};
			expect({ id: one.id, possible, canRetry }).toEqual({ id: one.id, possible: false, canRetry: true });
			expect([one.id, explanation?.findings.filter(({ id }) => id === "not-simulated")]).toEqual([
				one.id,
				[],
			]);
		}
	});
});
