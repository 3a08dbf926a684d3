import type { Amount } from "../format/amount.ts";
import { amountParam, message, type Param } from "../message.ts";
import { aboutUnit, type Finding } from "./finding.ts";

/**
 * Payments to people whom the user neither knows nor has paid before, all assets of a request together: a part of each
 * of five holdings is as much as that part of one, five times.
 */

/** Percent of a holding from which a loss takes a word, for every family. */
const LARGE_PART = 10n;
const PERCENT = 100n;
/** Millionths of a percent: parts are added up before they are rounded, so that many small ones count. */
const FINE = 1_000_000n;

/** Returns whether an amount is that part of a holding; of nothing, and of what the chain did not say, any amount is. */
export const isLargePart = (raw: bigint, held: bigint | null): boolean =>
	held === null || raw * PERCENT >= held * LARGE_PART;

/** Part of one holding that strangers get. */
export interface GivenPart {
	/** `native`, or the token's address. */
	readonly asset: string;
	readonly amount: Amount;
	/** Base units, before the request. */
	readonly held: bigint;
	/** The stranger who gets most of it. */
	readonly to: string;
}

export function partOfHoldings(
	parts: readonly GivenPart[],
	nameOf: (address: string) => Param,
): Finding | null {
	const shares = parts
		.filter(({ held }) => held > 0n)
		.map((part) => ({ part, share: (part.amount.raw * PERCENT * FINE) / part.held }));
	const total = shares.reduce((sum, { share }) => sum + share, 0n);
	const [most] = shares.toSorted((left, right) => (left.share < right.share ? 1 : -1));
	if (most === undefined || total < LARGE_PART * FINE) return null;
	const params = { amounts: shares.map(({ part }) => amountParam(part.amount)), to: nameOf(most.part.to) };
	return {
		id: "part-of-holdings",
		severity: "danger",
		short: message("reason.part-of-holdings", params),
		text: message("finding.part-of-holdings", {
			...params,
			percent: Number(total / FINE),
			holdings: shares.length,
		}),
		needsWord: true,
		about: [most.part.to, ...shares.flatMap(({ part }) => [part.asset, aboutUnit(part.amount)])],
		stake: { kind: "address", address: most.part.to },
	};
}
