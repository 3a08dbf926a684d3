import type { ActivityRecord, RuledFacts } from "../../core/activity/records.ts";
import { agentOfSession } from "../../core/identities/agents.ts";
import { hasStepRows, type JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import type { Text } from "../../core/localized-text.ts";
import { type PastRequest, wouldStop } from "../../core/rules/check-rules.ts";
import type { ItemFacts } from "../../core/rules/rule-facts.ts";
import type { Rule } from "../../core/rules/rules.ts";
import type { TriedRuleView } from "../../ipc/rules.ts";
import type { Journal } from "../storage/journal-db.ts";
import { type PolicyWorld, policyContext, policyContextFor } from "./policy-context.ts";
import { DAY_MS } from "./spent.ts";

interface PastWorld extends PolicyWorld {
	readonly journal: Pick<Journal, "unsettled" | "settledSince" | "rows" | "stepRowsOf">;
	readonly records: {
		list(scope: string): readonly { readonly at: number; readonly body: ActivityRecord }[];
	};
}

export const PERIOD_MS = 28 * DAY_MS;
export const MAX_ROWS = 200;

type Fact = keyof ItemFacts;

interface RecordedItem {
	readonly facts: ItemFacts;
	readonly recorded: readonly Fact[];
}

const NOTHING_RECORDED: ItemFacts = {
	spends: { certain: false, amounts: [] },
	known: false,
	recipients: null,
	contracts: null,
	grants: [],
	simulated: "not",
};
const NO_ITEM: RecordedItem = { facts: NOTHING_RECORDED, recorded: [] };
const ALL: readonly Fact[] = ["spends", "known", "recipients", "contracts", "grants", "simulated"];

/** A row's spending is certain only if all effects were known. */
function itemOf(row: JournalRow): RecordedItem {
	const predicted = readableOrNull(row.predicted);
	if (predicted === null) return NO_ITEM;
	const { spends, facts } = predicted;
	const counted = { spends, known: spends.certain };
	return { facts: { ...facts, ...counted }, recorded: ALL };
}

/**
 * An approved request was simulated if possible. A request that ended earlier may lack facts that a
 * simulation would have found.
 */
function itemOfFacts(facts: RuledFacts["legs"][number]): RecordedItem {
	if (facts.simulated !== "not") return { facts, recorded: ALL };
	const recorded: Fact[] = ["recipients", "contracts"];
	if (facts.spends.certain) recorded.push("spends");
	if (facts.known) recorded.push("known", "grants");
	return { facts, recorded };
}

interface PastApproval {
	readonly id: string;
	readonly at: number;
	readonly headline: Text;
	readonly contextOf: (world: PolicyWorld) => PastRequest["context"];
	readonly items: () => readonly RecordedItem[];
}

const pastApprovalOfRow = (world: PastWorld, row: JournalRow): PastApproval => ({
	id: row.id,
	at: row.approvedAt,
	headline: row.headline,
	contextOf: (then) => policyContext(then, readableOrNull(row.frozen)),
	items: () => (hasStepRows(row) ? world.journal.stepRowsOf(row.id) : [row]).map(itemOf),
});

function pastApprovalOfRecord(world: PastWorld, at: number, body: ActivityRecord): PastApproval {
	const { entryId: id, headline, signer, facts } = body;
	const onLedger = world.ledger.account(signer) !== null;
	const agent = agentOfSession(body.sessionId);
	const request =
		facts === undefined ? null : { ...facts, agent, onLedger, onlyCostsFee: false, instead: null };
	return {
		id,
		at,
		headline,
		contextOf: (then) => policyContextFor(then, request),
		items: () => (facts === undefined ? [NO_ITEM] : facts.legs.map(itemOfFacts)),
	};
}

/**
 * For each request, uses the newest record that has facts for rules. If no record has them, uses the newest
 * one.
 */
function recordedOf(world: PastWorld, since: number, approved: ReadonlySet<string>): readonly PastApproval[] {
	const found = new Map<string, { readonly at: number; readonly body: ActivityRecord }>();
	for (const each of world.records.list(world.scope)) {
		const { entryId, facts } = each.body;
		if (each.at < since || approved.has(entryId)) continue;
		const before = found.get(entryId);
		if (before === undefined || (before.body.facts === undefined && facts !== undefined))
			found.set(entryId, each);
	}
	return [...found.values()].map(({ at, body }) => pastApprovalOfRecord(world, at, body));
}

function requestsOf(world: PastWorld, since: number): readonly PastApproval[] {
	const rows = world.journal.rows(world.scope, MAX_ROWS);
	const approved = rows.filter(
		({ kind, approvedAt }) =>
			approvedAt >= since && (kind === "commit" || kind === "action" || kind === "proposal"),
	);
	const others = recordedOf(world, since, new Set(rows.map(({ entryId }) => entryId)));
	return [...approved.map((row) => pastApprovalOfRow(world, row)), ...others]
		.toSorted((one, other) => other.at - one.at)
		.slice(0, MAX_ROWS);
}

/** Returns the approvals from the 24 hours before `at`, which counted toward the limits at that time. */
const journalAt = (rows: readonly JournalRow[], at: number): PolicyWorld["journal"] => ({
	unsettled: () => rows.filter(({ approvedAt }) => approvedAt < at && approvedAt > at - DAY_MS),
	settledSince: () => [],
});

function pastRequest(
	world: PolicyWorld,
	{ id, at, contextOf, items }: PastApproval,
	all: readonly JournalRow[],
): PastRequest {
	const read = items();
	return {
		id,
		context: contextOf({ ...world, now: at, journal: journalAt(all, at) }),
		items: read.map(({ facts }) => facts),
		recorded: new Set(
			(read[0]?.recorded ?? []).filter((fact) => read.every(({ recorded }) => recorded.includes(fact))),
		),
	};
}

/**
 * Applies a rule to the recorded facts of past requests, approved or not, with the current accounts, contacts
 * and prices.
 * @param rules all rules as they would be saved, including `rule`
 * @throws StorageError
 */
export function tryRule(world: PastWorld, rules: readonly Rule[], rule: Rule): TriedRuleView {
	const requests = requestsOf(world, world.now - PERIOD_MS);
	const oldest = requests.at(-1)?.at ?? null;
	if (oldest === null) return { since: null, total: 0, stopped: [], unknown: [] };
	const all = [...world.journal.unsettled(), ...world.journal.settledSince(oldest - DAY_MS)];
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
