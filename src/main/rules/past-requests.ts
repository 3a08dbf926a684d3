import type { ActivityRecord, RuledFacts } from "../../core/activity/records.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { Text } from "../../core/message.ts";
import type { LegFacts } from "../../core/rules/rule-facts.ts";
import type { Rule } from "../../core/rules/rules.ts";
import { type PastRequest, wouldStop } from "../../core/rules/what-if.ts";
import type { TriedRuleView } from "../../ipc/rules.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { StandingDeps } from "./policy-standing.ts";
import { type PolicyWorld, policyStanding, standingFor } from "./policy-standing.ts";
import { DAY_MS } from "./spent.ts";

/**
 * What the agents asked for within the last weeks, to try a rule on before it is kept: what the journal holds of the
 * requests that were approved, and Activity of those that were not.
 */

export type TryDeps = Omit<StandingDeps, "journal" | "rules" | "exceptions"> & {
	readonly journal: Pick<Journal, "unsettled" | "settledSince" | "rows" | "stepRowsOf">;
	/** What was never signed, the newest first. */
	readonly records: {
		list(scope: string): readonly { readonly at: number; readonly body: ActivityRecord }[];
	};
};

/** So far back, in ms. */
export const LOOK_BACK_MS = 28 * DAY_MS;
/** No more requests are looked at, the newest first. */
export const MAX_ROWS = 200;

type Fact = keyof LegFacts;

interface RecordedLeg {
	readonly facts: LegFacts;
	/** What was written down of it; for all else `facts` holds that it is not known. */
	readonly recorded: readonly Fact[];
}

const NOTHING_RECORDED: LegFacts = {
	spends: { certain: false, amounts: [] },
	known: false,
	recipients: null,
	contracts: null,
	grants: [],
	simulated: "not",
};
const NO_LEG: RecordedLeg = { facts: NOTHING_RECORDED, recorded: [] };
const ALL: readonly Fact[] = ["spends", "known", "recipients", "contracts", "grants", "simulated"];

/** What can be spent is certain where all that it does was known, and nowhere else. */
function legOf(row: JournalRow): RecordedLeg {
	const predicted = readableOrNull(row.predicted);
	if (predicted === null) return NO_LEG;
	const { spends, facts } = predicted;
	const counted = { spends, known: spends.certain };
	return { facts: { ...facts, ...counted }, recorded: ALL };
}

/**
 * What was approved had been simulated by then, as far as that is possible. What ended otherwise may have ended before:
 * what is not known of it might have been known later.
 */
function legOfFacts(facts: RuledFacts["legs"][number]): RecordedLeg {
	if (facts.simulated !== "not") return { facts, recorded: ALL };
	const recorded: Fact[] = ["recipients", "contracts"];
	if (facts.spends.certain) recorded.push("spends");
	if (facts.known) recorded.push("known", "grants");
	return { facts, recorded };
}

/** One request, approved or not. */
interface Asked {
	readonly id: string;
	/** When it was approved, or written down that it was not, Unix ms. */
	readonly at: number;
	readonly headline: Text;
	readonly standing: (world: PolicyWorld) => PastRequest["standing"];
	readonly legs: () => readonly RecordedLeg[];
}

const askedOfRow = (deps: TryDeps, row: JournalRow): Asked => ({
	id: row.id,
	at: row.approvedAt,
	headline: row.headline,
	standing: (world) => policyStanding(world, readableOrNull(row.frozen)),
	legs: () => (row.kind === "action" ? deps.journal.stepRowsOf(row.id) : [row]).map(legOf),
});

function askedOfRecord(deps: TryDeps, at: number, body: ActivityRecord): Asked {
	const { entryId: id, headline, signer, facts } = body;
	const onLedger = deps.ledger.account(signer) !== null;
	const request = facts === undefined ? null : { ...facts, onLedger, takesBack: false, instead: null };
	return {
		id,
		at,
		headline,
		standing: (world) => standingFor(world, request),
		legs: () => (facts === undefined ? [NO_LEG] : facts.legs.map(legOfFacts)),
	};
}

/** Of each request that was not approved the newest record that tells what rules look at, else the newest. */
function recordedOf(deps: TryDeps, since: number, approved: ReadonlySet<string>): readonly Asked[] {
	const found = new Map<string, { readonly at: number; readonly body: ActivityRecord }>();
	for (const each of deps.records.list(deps.account().scope)) {
		const { entryId, facts } = each.body;
		if (each.at < since || approved.has(entryId)) continue;
		const before = found.get(entryId);
		if (before === undefined || (before.body.facts === undefined && facts !== undefined))
			found.set(entryId, each);
	}
	return [...found.values()].map(({ at, body }) => askedOfRecord(deps, at, body));
}

/** Approved or not, the newest first. */
function requestsOf(deps: TryDeps, since: number): readonly Asked[] {
	const rows = deps.journal.rows(deps.account().scope, MAX_ROWS);
	const approved = rows.filter(
		({ kind, approvedAt }) => approvedAt >= since && (kind === "commit" || kind === "action"),
	);
	const others = recordedOf(deps, since, new Set(rows.map(({ entryId }) => entryId)));
	return [...approved.map((row) => askedOfRow(deps, row)), ...others]
		.toSorted((one, other) => other.at - one.at)
		.slice(0, MAX_ROWS);
}

/** Approved before `at`, and within the day: what a request of that moment was counted beside. */
const journalAt = (rows: readonly JournalRow[], at: number): PolicyWorld["journal"] => ({
	unsettled: () => rows.filter(({ approvedAt }) => approvedAt < at && approvedAt > at - DAY_MS),
	settledSince: () => [],
});

/** @param world all of it but the journal and the moment, as of now */
function pastRequest(
	world: Omit<PolicyWorld, "journal" | "now">,
	{ id, at, standing, legs }: Asked,
	all: readonly JournalRow[],
): PastRequest {
	const read = legs();
	return {
		id,
		standing: standing({ ...world, now: at, journal: journalAt(all, at) }),
		legs: read.map(({ facts }) => facts),
		recorded: new Set(
			(read[0]?.recorded ?? []).filter((fact) => read.every(({ recorded }) => recorded.includes(fact))),
		),
	};
}

/**
 * What a rule would have stopped of what was asked for under whoever is signed in, whatever became of it: by what was
 * written down of it, and by the accounts, contacts and prices of now. Looks at MAX_ROWS requests at most. Throws a
 * StorageError.
 * @param rules all as they would be kept
 * @param rule one of them
 */
export function tryRule(
	deps: TryDeps,
	world: Omit<PolicyWorld, "journal" | "now">,
	rules: readonly Rule[],
	rule: Rule,
): TriedRuleView {
	const requests = requestsOf(deps, deps.ports.clock.now() - LOOK_BACK_MS);
	const oldest = requests.at(-1)?.at ?? null;
	if (oldest === null) return { since: null, total: 0, stopped: [], unknown: [] };
	const all = [...deps.journal.unsettled(), ...deps.journal.settledSince(oldest - DAY_MS)];
	const each = [...new Map(all.map((row) => [row.id, row])).values()];
	const found = wouldStop(
		rules,
		rule,
		requests.map((request) => pastRequest(world, request, each)),
	);
	const told = requests.flatMap((request) => {
		const stop = found.find(({ id }) => id === request.id);
		return stop === undefined ? [] : [{ ...stop, at: request.at, headline: request.headline }];
	});
	const view = ({ id, at, headline, text }: (typeof told)[number]) => ({ id, at, headline, text });
	return {
		since: oldest,
		total: requests.length,
		stopped: told.filter(({ certain }) => certain).map(view),
		unknown: told.filter(({ certain }) => !certain).map(view),
	};
}
