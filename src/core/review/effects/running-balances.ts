import type { BalanceChangeRow } from "../../explain/evm/changes.ts";
import type { Amount } from "../../format/amount.ts";

/** Balances around each row of a request: the rows before it have happened, its own step and the later ones have not. */

export interface RowBalance {
	readonly before: Amount;
	/** `null` where the row states no amount, or more leaves than there is. */
	readonly after: Amount | null;
}

const keyOf = ({ account, asset }: BalanceChangeRow): string =>
	`${account.toLowerCase()} ${asset.toLowerCase()}`;

function changed(before: Amount, { amount, direction }: BalanceChangeRow): Amount | null {
	if (amount.kind !== "amount" || direction === "unknown") return null;
	const raw = direction === "in" ? before.raw + amount.amount.raw : before.raw - amount.amount.raw;
	return raw < 0n ? null : { ...before, raw };
}

/** In the order of steps; within one step what comes in first, since nobody knows the order there. */
const inOrder = (rows: readonly BalanceChangeRow[]): readonly BalanceChangeRow[] =>
	rows.toSorted(
		(left, right) =>
			(left.step ?? 0) - (right.step ?? 0) ||
			Number(left.direction !== "in") - Number(right.direction !== "in"),
	);

/** Some of them name no step, and others do: no order is known. */
const isUnordered = (rows: readonly BalanceChangeRow[]): boolean =>
	rows.some(({ step }) => step === null) && rows.some(({ step }) => step !== null);

/** Rows of which nobody knows what the account holds are left out. */
export function runningBalances(
	rows: readonly BalanceChangeRow[],
): ReadonlyMap<BalanceChangeRow, RowBalance> {
	const found = new Map<BalanceChangeRow, RowBalance>();
	const ofOne = Map.groupBy(
		rows.filter(({ tokenId }) => tokenId === null),
		keyOf,
	);
	for (const group of ofOne.values()) {
		const held = group.find(({ of }) => of !== null)?.of ?? null;
		if (held === null) continue;
		const isOpen = isUnordered(group);
		let before: Amount | null = held;
		for (const row of inOrder(group)) {
			if (before === null) break;
			const after: Amount | null = isOpen ? null : changed(before, row);
			found.set(row, { before, after });
			if (!isOpen) before = after;
		}
	}
	return found;
}
