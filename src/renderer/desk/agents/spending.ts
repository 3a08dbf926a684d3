import type { SpendPoint } from "../../../ipc/agents.ts";

/** Shape of one local day's spending; positions are percentages from left and top. */
export interface SpendingCurve {
	/** SVG path of the steps, from midnight until now. */
	readonly line: string;
	/** The same, closed at the bottom. */
	readonly area: string;
	readonly now: number;
	/** Cents that left until now. */
	readonly total: bigint;
	/** Height of the total. */
	readonly at: number;
	/** Amounts of the vertical axis, the highest first. */
	readonly ticks: readonly { readonly cents: bigint; readonly y: number }[];
	/** Height of the day's limit; `null` without one. */
	readonly limit: number | null;
}

const DAY_MS = 24 * 3600_000;

/** Space above the highest amount, in hundredths of it. */
const HEADROOM = 120n;

/** Returns the last local midnight before `now`. */
export const startOfDay = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

/** Returns the next amount of 1, 2 or 5 times a power of ten dollars. */
function roundUp(cents: bigint): bigint {
	for (let unit = 100n; ; unit *= 10n)
		for (const factor of [1n, 2n, 5n]) if (factor * unit >= cents) return factor * unit;
}

/** Computes the curve of the day that contains `now`; points of other days are left out. */
export function spendingCurve(
	points: readonly SpendPoint[],
	limit: bigint | null,
	now: number,
): SpendingCurve {
	const start = startOfDay(now);
	const steps = points
		.filter(({ at }) => at >= start && at <= now)
		.map(({ at, cents }) => ({ at, cents: BigInt(cents) }))
		.toSorted((one, other) => one.at - other.at);
	const total = steps.at(-1)?.cents ?? 0n;
	const highest = limit ?? roundUp(total);
	const top = ((total > highest ? total : highest) * HEADROOM) / 100n;
	const x = (at: number) => Math.round(((at - start) / DAY_MS) * 10_000) / 100;
	const y = (cents: bigint) => 100 - Number((cents * 10_000n) / (top === 0n ? 1n : top)) / 100;
	const path = steps.map(({ at, cents }) => `H${x(at)}V${y(cents)}`).join("");
	const line = `M0 ${y(0n)}${path}H${x(now)}`;
	return {
		line,
		area: `${line}V100H0Z`,
		now: x(now),
		total,
		at: y(total),
		ticks: [highest, highest / 2n, 0n].map((cents) => ({ cents, y: y(cents) })),
		limit: limit === null ? null : y(limit),
	};
}
