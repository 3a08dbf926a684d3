import { leavesOf, partyAddress } from "../../decode/evm/leaves.ts";
import { sameAddress } from "../../people/labels.ts";
import type { Subject } from "../../subject/subject.ts";
import type { BalanceChangeRow } from "./changes.ts";

/** Hundredths of a percent in a whole. */
const WHOLE = 10_000n;

/**
 * How much less than what is foretold a swap may still bring, in hundredths of a percent, rounded up: its decoded least
 * beside what comes in. Null where it is no single swap of an exact amount for the signer, or what comes in is not just
 * that token.
 */
export function slippageOf(
	{ decoded, signer }: Pick<Subject, "decoded" | "signer">,
	rows: readonly Pick<BalanceChangeRow, "asset" | "mine" | "direction" | "amount" | "tokenId">[],
): bigint | null {
	const swaps = leavesOf(decoded, signer).flatMap((leaf) => {
		const { meaning } = leaf.decoded;
		return meaning.kind === "swap" ? [{ leaf, meaning }] : [];
	});
	const [only, ...more] = swaps;
	if (only === undefined || more.length > 0 || !only.leaf.sure) return null;
	const { exact, amountOut: least, assetOut, to } = only.meaning;
	const receiver = to === null ? null : partyAddress(only.leaf, to);
	if (exact !== "in" || least === null || receiver === null || !sameAddress(receiver, signer)) return null;
	const [got, ...others] = rows.filter(({ mine, direction }) => mine && direction === "in");
	if (got === undefined || others.length > 0 || got.tokenId !== null || got.amount.kind !== "amount")
		return null;
	const { raw } = got.amount.amount;
	if (!sameAddress(got.asset, assetOut) || raw <= 0n || least > raw) return null;
	return ((raw - least) * WHOLE + raw - 1n) / raw;
}
