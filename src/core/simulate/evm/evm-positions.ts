import type { BalanceChange } from "../../../service-api/simulation.ts";
import { readUint } from "../../format/numeral.ts";

/**
 * Ignores contracts that have `balanceOf` but aren't tokens, e.g. pools that count deposits. Drops their
 * count only if another row already shows the same amount, so nothing is hidden. The payment may come from
 * another of the user's accounts.
 */

interface ShownPositions {
	readonly rows: readonly BalanceChange[];
	readonly hasDecimals: (asset: string) => boolean;
	readonly hasMoved: (asset: string) => boolean;
}

const sideOf = ({ direction }: BalanceChange) => direction ?? null;
const amountOf = ({ amount }: BalanceChange) => readUint(amount) ?? 0n;

/** Drops counts from contracts that aren't tokens if another row shows the same amount. */
export function withoutPositions({ rows, hasDecimals, hasMoved }: ShownPositions): readonly BalanceChange[] {
	const isCount = ({ asset, tokenId }: BalanceChange) =>
		asset !== "native" && (tokenId ?? null) === null && !hasDecimals(asset) && !hasMoved(asset);
	const isPaid = (count: BalanceChange) =>
		rows.some(
			(other) =>
				other.asset !== count.asset &&
				(other.account === count.account || sideOf(count) === "in") &&
				other.counterparty === count.asset &&
				sideOf(other) !== sideOf(count) &&
				amountOf(other) >= amountOf(count),
		);
	return rows.filter((row) => !isCount(row) || !isPaid(row));
}
