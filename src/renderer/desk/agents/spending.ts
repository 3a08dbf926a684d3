import type { SpendPoint } from "../../../ipc/agents.ts";

export interface SpendingCurve {
	readonly line: string;
	readonly area: string;
	readonly now: number;
	/** Cents spent until now. */
	readonly total: bigint;
	/** Position of the total, in percent. */
	readonly at: number;
	readonly ticks: readonly { readonly cents: bigint; readonly y: number }[];
	/** Position of the daily limit, in percent. `null` without a limit. */
	readonly limit: number | null;
}

const DAY_MS = 24 * 3600_000;

/** Height of the axis relative to the highest amount, in percent. */
const HEADROOM = 120n;

export const startOfDay = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

function roundUp(cents: bigint): bigint {
	for (let unit = 100n; ; unit *= 10n)
		for (const factor of [1n, 2n, 5n]) if (factor * unit >= cents) return factor * unit;
}

/** Positions are percentages from the left and top. Ignores points from other days. */
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
