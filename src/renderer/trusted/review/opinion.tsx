import clsx from "clsx";
import {
	CheckCheck,
	CircleHelp,
	EyeOff,
	Info,
	LoaderCircle,
	OctagonAlert,
	Split,
	TrendingUpDown,
} from "lucide-react";
import type { OpinionRow, OpinionView } from "../../../ipc/review.ts";
import { t, textOf } from "../../../text/index.ts";
import { Address } from "../../components/address.tsx";
import { Claim } from "../../components/claim.tsx";
import { grouped } from "../../components/figures.ts";
import { Fold } from "../../components/fold.tsx";
import { Pill, type Tone } from "../../components/pill.tsx";
import { differenceOf } from "../../components/review/sentences.ts";

interface AgreementStyle {
	icon: typeof CircleHelp;
	className: string;
	tone: Tone;
}

const ALONE: AgreementStyle = { icon: Info, className: "text-ink-3", tone: "quiet" };
const STATES: Readonly<Record<OpinionView["state"], AgreementStyle>> = {
	running: { icon: LoaderCircle, className: "text-ink-3 motion-turn", tone: "quiet" },
	agrees: { icon: CheckCheck, className: "text-accent", tone: "accent" },
	drifts: { icon: TrendingUpDown, className: "text-ink-2", tone: "quiet" },
	unseen: { icon: EyeOff, className: "text-caution", tone: "caution" },
	differs: { icon: Split, className: "text-caution", tone: "caution" },
	undeclared: { icon: OctagonAlert, className: "text-danger", tone: "danger" },
	unproven: { icon: CircleHelp, className: "text-caution", tone: "caution" },
};

const costly = ({ costs, status }: OpinionRow) => costs && status !== "same" && status !== "drift";

export function Opinion({ opinion }: { opinion: OpinionView }) {
	// Without the service's simulation, there is nothing to compare our own simulation with.
	const alone = opinion.state === "unproven" && opinion.how !== null;
	const { icon: Icon, className, tone } = alone ? ALONE : STATES[opinion.state];
	const title = (
		<span className="flex items-start gap-2 text-f3 font-semibold text-ink">
			<Icon size={16} aria-hidden className={clsx("mt-0.5 shrink-0", className)} />
			<span data-opinion={opinion.state} className="min-w-0 wrap-anywhere">
				{textOf(opinion.text)}
			</span>
		</span>
	);
	const pill = (
		<Pill tone={tone}>{alone ? t("ui.your-rpc-only") : t(`trusted.review.states.${opinion.state}`)}</Pill>
	);
	if (opinion.rows.length === 0 && opinion.how === null)
		return (
			<div className="flex items-start gap-2 px-3.5 py-2 pl-9">
				<div className="min-w-0 flex-1">{title}</div>
				{pill}
			</div>
		);
	return (
		<Fold // Opens automatically if there is an undeclared effect. The user can then close it.
			key={opinion.state === "undeclared" ? "open" : "folded"}
			defaultOpen={opinion.state === "undeclared"}
			className="px-3.5 py-2"
			title={title}
			aside={pill}
		>
			<div className="border-t border-line-2">
				{opinion.rows.length === 0 && (
					<p className="px-3.5 pt-2 text-f2 text-ink-2">{t("trusted.review.effects.none")}</p>
				)}
				<ul>
					{opinion.rows.map((row, index) => (
						<Effect key={index} row={row} />
					))}
				</ul>
				{opinion.how !== null && (
					<p className="px-3.5 pt-1.5 pb-2.5 text-f1 text-ink-3">{textOf(opinion.how)}</p>
				)}
			</div>
		</Fold>
	);
}

const statusText = ({ status }: OpinionRow): string =>
	status === "only_ours" ? t("ui.your-rpc-only") : t(`trusted.review.statuses.${status}`);

function Effect({ row }: { row: OpinionRow }) {
	const alarming = costly(row);
	const difference = differenceOf(row);
	return (
		<li
			className={clsx(
				"px-3.5 py-2 text-f2 not-first:border-t not-first:border-line-2",
				alarming && "bg-danger-soft",
			)}
		>
			<div className="flex items-baseline justify-between gap-3">
				<p className={clsx("min-w-0 wrap-anywhere", alarming && "font-semibold text-danger")}>
					{textOf(row.text)}
					{row.step !== null && (
						<span className="font-normal text-ink-3">
							{" "}
							{t("trusted.review.opinion-of-step", { step: row.step })}
						</span>
					)}
				</p>
				<span className={clsx("shrink-0 text-f1", alarming ? "text-danger" : "text-ink-3")}>
					{statusText(row)}
				</span>
			</div>
			{(row.theirs !== null || row.ours !== null) && (
				<dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-f1">
					<dt className="text-ink-3">{t("trusted.review.service")}</dt>
					<dd className="min-w-0">
						<Figure amount={row.theirs} />
					</dd>
					<dt className="text-ink-3">{t("ui.your-rpc")}</dt>
					<dd className="min-w-0">
						{row.kind === "approval" && row.status === "only_theirs" ? (
							<span className="text-ink-3">{t("trusted.review.no-increase")}</span>
						) : (
							<Figure amount={row.ours} />
						)}
						{difference !== null && <span className="ml-2 text-ink-3">{difference}</span>}
					</dd>
				</dl>
			)}
			{row.other !== null && row.status !== "same" && (
				<div className="mt-1 text-f1">
					<Address view={row.other} size={14} />
				</div>
			)}
		</li>
	);
}

const SIGNS = { in: "+", out: "−", none: "" } as const;

/** Shows all digits, because rounding could hide a difference. */
function Figure({ amount }: { amount: OpinionRow["ours"] }) {
	if (amount === null) return <span className="text-ink-3">{t("trusted.review.nothing-of-it")}</span>;
	return (
		<span className="num wrap-anywhere">
			{SIGNS[amount.direction]}
			{amount.checked ? amount.full : grouped(amount.raw)} <Claim text={textOf(amount.unit)} max={40} />
		</span>
	);
}

const MAX = 3;

export function Undeclared({ opinion }: { opinion: OpinionView | null }) {
	const rows = opinion?.state === "undeclared" ? opinion.rows.filter(costly) : [];
	if (rows.length === 0) return null;
	return (
		<ul
			data-glance="undeclared"
			className="card mt-3 grid gap-1 border-danger/35 px-4 py-2.5 text-f2 font-medium text-danger"
		>
			{rows.slice(0, MAX).map((row, index) => (
				<li key={index} className="wrap-anywhere">
					{textOf(row.text)}
				</li>
			))}
			{rows.length > MAX && <li>{t("trusted.preview.and-more", { count: rows.length - MAX })}</li>}
		</ul>
	);
}
