import clsx from "clsx";
import { dollars } from "../../../core/fiat/price.ts";
import type { AgentPageView } from "../../../ipc/agents.ts";
import { t } from "../../../text/index.ts";
import { clockTime } from "../../../text/time.ts";
import { useNow } from "../../state/clock.tsx";
import { type SpendingCurve, spendingCurve } from "./spending.ts";

const HOURS = [0, 6, 12, 18, 24] as const;

/** Omits ".00". */
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
