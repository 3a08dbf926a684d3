import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { LegFacts } from "../../core/rules/rule-facts.ts";
import type { Rule } from "../../core/rules/rules.ts";
import { type PastRequest, wouldStop } from "../../core/rules/what-if.ts";
import type { TriedRuleView } from "../../ipc/rules.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { StandingDeps } from "./policy-desk.ts";
import { type PolicyWorld, policyStanding } from "./policy-standing.ts";
import { DAY_MS } from "./spent.ts";

/** What the agents asked for within the last weeks and the user approved, to try a rule on before it is kept. */

export type TryDeps = Omit<StandingDeps, "journal" | "rules" | "exceptions"> & {
	readonly journal: Pick<Journal, "unsettled" | "settledSince" | "rows" | "stepRowsOf">;
};

/** So far back, in ms. */
export const LOOK_BACK_MS = 28 * DAY_MS;
/** No more of the journal's rows are looked at, the newest first. */
export const MOST_ROWS = 200;

const NOTHING_RECORDED: LegFacts = {
	spends: { certain: false, amounts: [] },
	known: false,
	recipients: null,
	contracts: null,
	grants: [],
	simulated: "not",
};

/** What can be spent is certain where all that it does was known, and nowhere else. */
function legOf(row: JournalRow): {
	readonly facts: LegFacts;
	readonly recorded: readonly (keyof LegFacts)[];
} {
	const { spends, facts } = readableOrNull(row.predicted) ?? {};
	if (spends === undefined) return { facts: NOTHING_RECORDED, recorded: [] };
	const counted = { spends, known: spends.certain };
	return facts === undefined
		? { facts: { ...NOTHING_RECORDED, ...counted }, recorded: ["spends"] }
		: {
				facts: { ...facts, ...counted },
				recorded: ["spends", "known", "recipients", "contracts", "grants", "simulated"],
			};
}

/** Approved before `at`, and within the day: what a request of that moment was counted beside. */
const journalAt = (rows: readonly JournalRow[], at: number): PolicyWorld["journal"] => ({
	unsettled: () => rows.filter(({ approvedAt }) => approvedAt < at && approvedAt > at - DAY_MS),
	settledSince: () => [],
});

const requestRows = (deps: TryDeps, since: number): readonly JournalRow[] =>
	deps.journal
		.rows(deps.account().scope, MOST_ROWS)
		.filter(({ kind, approvedAt }) => approvedAt >= since && (kind === "commit" || kind === "action"));

/** @param world all of it but the journal and the moment, as of now */
function pastRequest(
	deps: TryDeps,
	world: Omit<PolicyWorld, "journal" | "now">,
	row: JournalRow,
	all: readonly JournalRow[],
): PastRequest {
	const rows = row.kind === "action" ? deps.journal.stepRowsOf(row.id) : [row];
	const legs = rows.map(legOf);
	const frozen = readableOrNull(row.frozen);
	const now = row.approvedAt;
	return {
		id: row.id,
		standing: policyStanding({ ...world, now, journal: journalAt(all, now) }, frozen),
		legs: legs.map(({ facts }) => facts),
		recorded: new Set(
			(legs[0]?.recorded ?? []).filter((fact) => legs.every(({ recorded }) => recorded.includes(fact))),
		),
	};
}

/**
 * What a rule would have stopped of what was approved under whoever is signed in: by what was written down of it, and
 * by the accounts, contacts and prices of now. Reads at most MOST_ROWS rows. Throws a StorageError.
 * @param rules all as they would be kept
 * @param rule one of them
 */
export function tryRule(
	deps: TryDeps,
	world: Omit<PolicyWorld, "journal" | "now">,
	rules: readonly Rule[],
	rule: Rule,
): TriedRuleView {
	const rows = requestRows(deps, deps.ports.clock.now() - LOOK_BACK_MS);
	const oldest = rows.at(-1)?.approvedAt ?? null;
	if (oldest === null) return { since: null, total: 0, stopped: [], unknown: [] };
	const all = [...deps.journal.unsettled(), ...deps.journal.settledSince(oldest - DAY_MS)];
	const each = [...new Map(all.map((row) => [row.id, row])).values()];
	const found = wouldStop(
		rules,
		rule,
		rows.map((row) => pastRequest(deps, world, row, each)),
	);
	const told = rows.flatMap((row) => {
		const stop = found.find(({ id }) => id === row.id);
		return stop === undefined ? [] : [{ ...stop, at: row.approvedAt, headline: row.headline }];
	});
	const view = ({ id, at, headline, text }: (typeof told)[number]) => ({ id, at, headline, text });
	return {
		since: oldest,
		total: rows.length,
		stopped: told.filter(({ certain }) => certain).map(view),
		unknown: told.filter(({ certain }) => !certain).map(view),
	};
}
