import type { BalanceChange } from "../../../service-api/simulation.ts";
import { readUint } from "../../format/numeral.ts";

/**
 * Excludes contracts with `balanceOf` that are not tokens: a pool counts deposits. If that count decreases by
 * what the contract pays out, or increases by what it receives, the other row already shows it, so no
 * information is lost. A payment by one of the user's accounts may be counted for another.
 */

interface ShownPositions {
	readonly rows: readonly BalanceChange[];
	/** The contract has decimals, like tokens. */
	readonly hasDecimals: (asset: string) => boolean;
	/** The contract logged a transfer, like tokens. */
	readonly hasMoved: (asset: string) => boolean;
}

const sideOf = ({ direction }: BalanceChange) => direction ?? null;
const amountOf = ({ amount }: BalanceChange) => readUint(amount) ?? 0n;

/** Removes counts of contracts that are not tokens if another row shows the same. */
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
