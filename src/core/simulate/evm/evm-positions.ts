import type { BalanceChange } from "../../../service-api/simulation.ts";
import { readUint } from "../../format/numeral.ts";

/**
 * A contract that answers `balanceOf` need not be a token: a pool counts what each has put in. Where that count goes
 * down by what the contract itself pays out, or up by what it takes in, the one is told by the other: nothing is lost.
 * What one account of the user's pays may be counted for another.
 */

interface ShownPositions {
	readonly rows: readonly BalanceChange[];
	/** The contract states decimals, as tokens do. */
	readonly hasDecimals: (asset: string) => boolean;
	/** An event of the contract's own tells of a movement, as those of tokens do. */
	readonly hasMoved: (asset: string) => boolean;
}

const sideOf = ({ direction }: BalanceChange) => direction ?? null;
const amountOf = ({ amount }: BalanceChange) => readUint(amount) ?? 0n;

/** Rows without the counts of contracts that are no tokens, where another row says the same. */
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
