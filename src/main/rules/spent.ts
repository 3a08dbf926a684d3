import { agentOfSession } from "../../core/identities/agents.ts";
import type { Spends } from "../../core/journal/records.ts";
import { ENDED, hasStepRows, type JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { addressKey } from "../../core/rules/rule-facts.ts";
import type { RuleScope } from "../../core/rules/rules.ts";
import { addSpends, type SpendTotals } from "../../core/rules/spends.ts";
import type { Journal } from "../storage/journal-db.ts";

export type SpentJournal = Pick<Journal, "unsettled" | "settledSince">;

export interface SpentOf {
	readonly account: string;
	/** Empty if the request names no chain. */
	readonly chainRef: string;
	/** Nonce of the transaction that the request replaces, which isn't counted too. */
	readonly instead: bigint | null;
	/** Counts only these agents' proposals. Absent means everything. */
	readonly agents?: RuleScope["agents"];
}

/** Counts on the request's own chain by default. On other chains, the request replaces no transaction. */
export function spentOn(request: SpentOf | null, chainRef: string | undefined): SpentOf {
	if (request === null) return { account: "", chainRef: chainRef ?? "", instead: null };
	return chainRef === undefined || chainRef === request.chainRef
		? request
		: { account: request.account, chainRef, instead: null };
}

export const DAY_MS = 86_400_000;

const UNKNOWN: Spends = { certain: false, amounts: [] };

/**
 * Returns whether the row can't have spent anything, because it was never signed or can no longer execute.
 */
function isVoid(row: JournalRow): boolean {
	if (row.dead || row.outcome === "replaced" || row.outcome === "dropped") return true;
	return ENDED.has(row.state) && row.signature === null;
}

/** Returns whether one of these agents proposed a row. */
function isOfAgents({ sessionId }: JournalRow, agents: RuleScope["agents"] = "all"): boolean {
	if (agents === "all") return true;
	const agent = agentOfSession(sessionId);
	return agent !== null && agents.includes(agent);
}

/** A transaction that failed on chain spent only its fee. */
function spendsOf(row: JournalRow): Spends {
	const predicted = readableOrNull(row.predicted);
	if (predicted === null) return UNKNOWN;
	const failed = row.state === "settled" && row.outcome === "failed" && row.receipt !== null;
	return failed
		? { certain: true, amounts: [{ asset: "native", amount: BigInt(predicted.mostFee).toString() }] }
		: predicted.spends;
}

/** Only one transaction per nonce can execute, so the largest spending counts. */
function most(rows: readonly JournalRow[]): Spends {
	const all = rows.map(spendsOf);
	const assets = new Set(all.flatMap(({ amounts }) => amounts.map(({ asset }) => asset)));
	const amounts = [...assets].map((asset) => {
		const each = all.map((one) => addSpends([one]).amounts.get(asset));
		if (each.includes(null)) return { asset, amount: null };
		const largest = each.reduce<bigint>((top, amount) => (amount != null && amount > top ? amount : top), 0n);
		return { asset, amount: largest.toString() };
	});
	return { certain: all.every(({ certain }) => certain), amounts };
}

/**
 * Sums the account's rows on this chain that were approved in the last 24 hours, except those refused without
 * a signature. Unreadable rows count as unknown.
 * @param now Unix ms
 */
export function spentWithinDay(journal: SpentJournal, of: SpentOf, now: number): SpendTotals {
	const since = now - DAY_MS;
	const rows = new Map(
		[...journal.unsettled(), ...journal.settledSince(since)].map((row) => [row.id, row] as const),
	);
	const groups = new Map<string, JournalRow[]>();
	for (const row of rows.values()) {
		// An action's items have their own rows.
		if (hasStepRows(row) || row.approvedAt <= since || isVoid(row)) continue;
		if (!isOfAgents(row, of.agents)) continue;
		if (addressKey(row.signer) !== addressKey(of.account)) continue;
		// A request without a chain may be for any chain.
		if (row.chainRef !== of.chainRef && row.chainRef !== "" && of.chainRef !== "") continue;
		if (row.nonce !== null && row.nonce === of.instead && row.chainRef === of.chainRef) continue;
		const key = row.nonce === null ? row.id : `${row.chainRef} ${row.nonce}`;
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	return addSpends([...groups.values()].map(most));
}
