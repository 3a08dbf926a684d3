import type { Spends } from "../../core/journal/records.ts";
import { ENDED, type JournalRow } from "../../core/journal/types.ts";
import { readableOrNull } from "../../core/journal/unreadable.ts";
import { addressKey } from "../../core/rules/rule-address.ts";
import { addSpends, type SpendTotals } from "../../core/rules/spends.ts";
import type { Journal } from "../storage/journal-db.ts";

export type SpentJournal = Pick<Journal, "unsettled" | "settledSince">;

export interface SpentOf {
	readonly account: string;
	/** Empty for a request that names no chain. */
	readonly chainRef: string;
	/** Nonce that the request replaces: its present transaction is not counted too. */
	readonly instead: bigint | null;
}

/**
 * Returns the context for counting a request, on its own chain if none is given. On another chain it replaces
 * no transaction.
 */
export function spentOn(request: SpentOf | null, chainRef: string | undefined): SpentOf {
	if (request === null) return { account: "", chainRef: chainRef ?? "", instead: null };
	return chainRef === undefined || chainRef === request.chainRef
		? request
		: { account: request.account, chainRef, instead: null };
}

/** A rolling day, in ms. */
export const DAY_MS = 86_400_000;

const UNKNOWN: Spends = { certain: false, amounts: [] };

/**
 * Returns whether a row can't have spent anything: it was never signed and won't be, or it can no longer
 * execute.
 */
function isVoid(row: JournalRow): boolean {
	if (row.dead || row.outcome === "replaced" || row.outcome === "dropped") return true;
	return ENDED.has(row.state) && row.signature === null;
}

/** Returns the spends with which a row was approved; only the fee if it failed on the chain. */
function spendsOf(row: JournalRow): Spends {
	const predicted = readableOrNull(row.predicted);
	if (predicted === null) return UNKNOWN;
	const failed = row.state === "settled" && row.outcome === "failed" && row.receipt !== null;
	return failed
		? { certain: true, amounts: [{ asset: "native", amount: BigInt(predicted.mostFee).toString() }] }
		: predicted.spends;
}

/**
 * Returns the largest possible spends of several transactions for one nonce, since only one of them can use
 * it.
 */
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
 * Returns the spends of all rows approved within the last 24 hours for this account and chain and not refused
 * unsigned: pending, held or settled, from any service. Unreadable rows count as unknown.
 * @param now Unix ms
 */
export function spentWithinDay(journal: SpentJournal, of: SpentOf, now: number): SpendTotals {
	const since = now - DAY_MS;
	const rows = new Map(
		[...journal.unsettled(), ...journal.settledSince(since)].map((row) => [row.id, row] as const),
	);
	const groups = new Map<string, JournalRow[]>();
	for (const row of rows.values()) {
		// An action's steps are rows of their own.
		if (row.kind === "action" || row.approvedAt <= since || isVoid(row)) continue;
		if (addressKey(row.signer) !== addressKey(of.account)) continue;
		// A request without a chain may be for any.
		if (row.chainRef !== of.chainRef && row.chainRef !== "" && of.chainRef !== "") continue;
		if (row.nonce !== null && row.nonce === of.instead && row.chainRef === of.chainRef) continue;
		const key = row.nonce === null ? row.id : `${row.chainRef} ${row.nonce}`;
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	return addSpends([...groups.values()].map(most));
}
