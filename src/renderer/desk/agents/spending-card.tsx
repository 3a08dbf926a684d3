import clsx from "clsx";
import { dollars } from "../../../core/fiat/price.ts";
import type { AgentPageView, SpendPoint } from "../../../ipc/agents.ts";
import { t } from "../../../text/index.ts";
import { clockTime } from "../../../text/time.ts";
import { useNow } from "../../state/clock.tsx";

interface SpendingCurve {
	readonly line: string;
	readonly area: string;
	readonly now: number;
	/** Total spent so far, in cents. */
	readonly total: bigint;
	/** Distance of the total from the top, in percent. */
	readonly at: number;
	readonly ticks: readonly { readonly cents: bigint; readonly y: number }[];
	/** Distance of the daily limit from the top, in percent. `null` if there is no limit. */
	readonly limit: number | null;
}

const DAY_MS = 24 * 3600_000;

/** Height of the axis, as a percentage of the highest amount. */
const HEADROOM = 120n;

export const startOfDay = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

function roundUp(cents: bigint): bigint {
	for (let unit = 100n; ; unit *= 10n)
		for (const factor of [1n, 2n, 5n]) if (factor * unit >= cents) return factor * unit;
}

/** Returns positions in percent from the left and the top. Points from other days are ignored. */
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

const HOURS = [0, 6, 12, 18, 24] as const;

export const wholeDollars = (cents: bigint): string => dollars(cents).replace(/\.00$/, "");

const hour = (each: number): string => `${String(each).padStart(2, "0")}:00`;

export function SpendingCard({ agent }: { agent: AgentPageView }) {
	const now = useNow();
	const limit = agent.limits.day === null ? null : BigInt(agent.limits.day);
	const curve = spendingCurve(agent.spent, limit, now);
	return (
		<section aria-label={t("desk.agents.spent-today")} className="card">
			<h2 className="border-b border-line px-4 py-2.5 text-f3 font-semibold">
				{t("desk.agents.spent-today")}
			</h2>
			{agent.spentToday === null ? (
				<p className="px-4 py-3 text-f2 text-ink-2">{t("desk.agents.no-prices")}</p>
			) : curve.total === 0n && limit === null ? (
				<p className="px-4 py-3 text-f2 text-ink-2">{t("desk.agents.nothing-spent")}</p>
			) : (
				<Curve curve={curve} paused={agent.state === "paused"} now={now} limit={limit} />
			)}
		</section>
	);
}

function Curve({
	curve,
	paused,
	now,
	limit,
}: {
	curve: SpendingCurve;
	paused: boolean;
	now: number;
	limit: bigint | null;
}) {
	const time = clockTime(now).slice(0, 5);
	const spent = t("desk.agents.spent-at", { spent: wholeDollars(curve.total), time });
	const name =
		limit === null
			? spent
			: t("desk.agents.spent-of", { spent: wholeDollars(curve.total), most: wholeDollars(limit), time });
	const isLate = curve.now > 60;
	return (
		<div role="img" aria-label={name} className="px-4 pt-3 pb-2 text-f1 text-ink-2 tabular-nums">
			<div className="relative ml-14 h-44">
				{curve.ticks.map(({ cents, y }) => (
					<span
						key={String(cents)}
						className="absolute -left-14 w-12 -translate-y-1/2 truncate"
						style={{ top: `${y}%` }}
					>
						{wholeDollars(cents)}
					</span>
				))}
				<svg
					aria-hidden="true"
					viewBox="0 0 100 100"
					preserveAspectRatio="none"
					className="absolute inset-0 size-full overflow-visible"
				>
					{curve.ticks.map(({ cents, y }) => (
						<Line key={String(cents)} d={`M0 ${y}H100`} className="stroke-line-2" />
					))}
					<path d={curve.area} className={paused ? "fill-sunken" : "fill-accent-soft"} />
					<Line
						d={curve.line}
						className={clsx("[stroke-width:2]", paused ? "stroke-ink-3" : "stroke-accent")}
					/>
					<Line d={`M${curve.now} 0V100`} className="stroke-ink-3 [stroke-dasharray:2_3]" />
					{curve.limit !== null && (
						<Line d={`M0 ${curve.limit}H100`} className="stroke-ink [stroke-dasharray:4_4]" />
					)}
				</svg>
				<span
					className={clsx(
						"absolute -translate-y-full px-1.5 font-semibold text-ink",
						isLate && "-translate-x-full",
					)}
					style={{ top: `${curve.at}%`, left: `${curve.now}%` }}
				>
					{spent}
				</span>
			</div>
			<div className="relative mt-1.5 ml-14 h-4">
				{HOURS.map((each) => (
					<span
						key={each}
						className={clsx(
							"absolute",
							each === 24 ? "-translate-x-full" : each !== 0 && "-translate-x-1/2",
							each % 12 !== 0 && "max-[30rem]:hidden",
						)}
						style={{ left: `${(each / 24) * 100}%` }}
					>
						{hour(each)}
					</span>
				))}
			</div>
		</div>
	);
}

function Line({ d, className }: { d: string; className: string }) {
	return (
		<path d={d} fill="none" vectorEffect="non-scaling-stroke" strokeLinejoin="round" className={className} />
	);
}
