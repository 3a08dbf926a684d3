import { type SetAllowance, setAllowance } from "../../core/decoded-transaction/set-allowance.ts";
import { signedItemsOf } from "../../core/decoded-transaction/signed-item.ts";
import { agentOfSession } from "../../core/identities/agents.ts";
import type { Spends } from "../../core/journal/records.ts";
import { ENDED, hasStepRows, type JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { addressKey } from "../../core/rules/rule-facts.ts";
import type { RuleScope } from "../../core/rules/rules.ts";
import { addSpends, isCounted, type SpendTotals } from "../../core/rules/spends.ts";
import type { Journal } from "../storage/journal-db.ts";
import { frozenOfRow, lowersAllowance } from "../storage/same-nonce.ts";

export type SpentJournal = Pick<Journal, "unsettled" | "settledSince">;

export interface SpentOf {
	readonly account: string;
	/** Empty if the request doesn't name a chain. */
	readonly chainRef: string;
	/** Nonce of the transaction that the request replaces, so the same spending isn't counted twice. */
	readonly instead: bigint | null;
	/** Counts only proposals from these agents. If absent, counts everything. */
	readonly agents?: RuleScope["agents"];
	/** Allowance that the request lowers. */
	readonly lowers?: SetAllowance;
}

/**
 * Counts spending on the request's own chain by default. A request never replaces a transaction on a
 * different chain.
 */
export function spentOn(request: SpentOf | null, chainRef: string | undefined): SpentOf {
	if (request === null) return { account: "", chainRef: chainRef ?? "", instead: null };
	return chainRef === undefined || chainRef === request.chainRef
		? request
		: { account: request.account, chainRef, instead: null };
}

export const DAY_MS = 86_400_000;

/** Rows with the same nonce, or a single row without a nonce. */
type Group = readonly JournalRow[];

const UNKNOWN: Spends = { certain: false, amounts: [] };

/**
 * Returns whether the row can't have spent anything, because it was never signed or can no longer execute.
 */
function isVoid(row: JournalRow): boolean {
	if (row.dead || row.outcome === "replaced" || row.outcome === "dropped") return true;
	return ENDED.has(row.state) && row.signature === null;
}

/** Returns whether one of these agents proposed the row. */
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

/** Returns the largest amount of each asset. */
function mostOf(all: readonly Spends[]): Spends {
	const assets = new Set(all.flatMap(({ amounts }) => amounts.map(({ asset }) => asset)));
	const amounts = [...assets].map((asset) => {
		const each = all.map((one) => addSpends([one]).amounts.get(asset));
		if (each.includes(null)) return { asset, amount: null };
		const largest = each.reduce<bigint>((top, amount) => (amount != null && amount > top ? amount : top), 0n);
		return { asset, amount: largest.toString() };
	});
	return { certain: all.every(({ certain }) => certain), amounts };
}

/** Only one transaction per nonce can execute, so only the largest spending counts. */
const most = (rows: Group): Spends => mostOf(rows.map(spendsOf));

function allowanceBy(row: JournalRow): SetAllowance | null {
	if (row.state === "settled" && row.outcome === "failed") return null;
	try {
		const item = signedItemsOf(frozenOfRow(row))[row.kind === "leg" ? row.place : 0];
		return item === undefined ? null : setAllowance(item);
	} catch {
		return null;
	}
}

/**
 * Returns the amounts already counted for approvals that set the same allowance to at least the lower amount.
 * `null` if there are none. Transactions that do anything else are ignored.
 */
function coveringSpends(groups: readonly Group[], lower: SetAllowance): SpendTotals["amounts"] | null {
	const found = groups.filter((group) =>
		group.some((row) => {
			const set = allowanceBy(row);
			return set !== null && set.slot === lower.slot && set.amount >= lower.amount;
		}),
	);
	return found.length === 0 ? null : addSpends([mostOf(found.map(most))]).amounts;
}

const approvedAt = (group: Group): number => Math.min(...group.map((row) => row.approvedAt));

/**
 * Adds up the spending. If a lowered allowance's earlier, larger amount already counts, lowering it adds only
 * the fee.
 */
function addGroups(groups: readonly Group[], loweredBy: (group: Group) => SetAllowance | null): SpendTotals {
	return addSpends(
		groups.map((group) => {
			const [spends, lower] = [most(group), loweredBy(group)];
			if (lower === null) return spends;
			const earlier = groups.filter((each) => approvedAt(each) < approvedAt(group));
			const covering = coveringSpends(earlier, lower);
			if (covering === null) return spends;
			const added = spends.amounts.filter(
				({ asset, amount }) => !isCounted(covering, asset, amount === null ? null : BigInt(amount)),
			);
			return { certain: spends.certain, amounts: added };
		}),
	);
}

/**
 * Adds up the spending of the account's rows on this chain that were approved in the last 24 hours, except
 * those refused without a signature. Unreadable rows count as unknown.
 * @param now Unix ms
 */
export function spentWithinDay(journal: SpentJournal, of: SpentOf, now: number): SpendTotals {
	const since = now - DAY_MS;
	const rows = new Map(
		[...journal.unsettled(), ...journal.settledSince(since)].map((row) => [row.id, row] as const),
	);
	const groups = new Map<string, JournalRow[]>();
	const replaced: JournalRow[] = [];
	for (const row of rows.values()) {
		// The items of an action have their own rows.
		if (hasStepRows(row) || row.approvedAt <= since || isVoid(row)) continue;
		if (!isOfAgents(row, of.agents)) continue;
		if (addressKey(row.signer) !== addressKey(of.account)) continue;
		// A request without a chain may be for any chain.
		if (row.chainRef !== of.chainRef && row.chainRef !== "" && of.chainRef !== "") continue;
		if (row.nonce !== null && row.nonce === of.instead && row.chainRef === of.chainRef) {
			replaced.push(row);
			continue;
		}
		const key = row.nonce === null ? row.id : `${row.chainRef} ${row.nonce}`;
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	const journalRows = { row: (id: string) => rows.get(id) ?? null };
	const loweredBy = (group: Group): SetAllowance | null => {
		const [first] = group;
		const isLowered = group.every((row) => lowersAllowance(journalRows, row));
		return first !== undefined && isLowered ? allowanceBy(first) : null;
	};
	const counted = [...groups.values()];
	const totals = addGroups(counted, loweredBy);
	const lower = of.lowers ?? loweredBy(replaced);
	const covering = lower === null ? null : coveringSpends(counted, lower);
	return covering === null ? totals : { ...totals, covering };
}
