import { FileText } from "lucide-react";
import { useEffect, useState } from "react";
import type { StatementLineView, StatementSumsView, StatementWeekView } from "../../../ipc/activity.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";

export function StatementPage() {
	const { bridge, view } = useDesk();
	const [weeks, setWeeks] = useState<readonly StatementWeekView[] | null>(null);
	const [isFault, setFault] = useState(false);

	// Reloads the statement whenever Activity gets a new row.
	useEffect(() => {
		let isOver = false;
		bridge.call("statement", {}).then(
			(read) => {
				if (isOver) return;
				setWeeks(read);
				setFault(false);
			},
			() => {
				if (!isOver) setFault(true);
			},
		);
		return () => {
			isOver = true;
		};
	}, [bridge, view.activity]);

	if (isFault) return <Fault text={t("desk.activity.statement.failed")} />;
	if (weeks === null) return <p className="px-6 py-4 text-ink-2">{t("desk.activity.summing-up")}</p>;
	if (weeks.length === 0)
		return (
			<Empty icon={FileText} title={t("desk.activity.no-statement")}>
				{t("desk.activity.no-statement.more")}
			</Empty>
		);
	return (
		<section
			aria-label={t("desk.activity.page.statement")}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by Tab, so that the keyboard reads all of it
			tabIndex={0}
			className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 outline-offset-[-2px]"
		>
			<p className="pb-3 text-f2 text-ink-2">{t("desk.activity.statement.about")}</p>
			{weeks.map((week) => (
				<Week key={week.from} week={week} />
			))}
		</section>
	);
}

/** Uses UTC, because the weeks are calendar days without a time zone. */
const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

function Week({ week }: { week: StatementWeekView }) {
	const title = t("desk.activity.week-of", { day: DAY.format(Date.parse(`${week.from}T00:00:00Z`)) });
	return (
		<section aria-label={title} className="mb-4 card p-3.5">
			<h2 className="text-f3 font-semibold">{title}</h2>
			<Counts sums={week.total} />
			{week.groups.map((group) => (
				<div key={`${group.app ?? ""} ${group.sessionId}`} className="mt-3 border-t border-line-2 pt-3">
					<h3 className="text-f2 font-medium">
						{group.app !== null && (
							<>
								<Claim text={group.app} max={60} /> ·{" "}
							</>
						)}
						<Claim text={group.session} max={80} />
					</h3>
					<Counts sums={group} />
					{group.lines.length > 0 && <Lines lines={group.lines} />}
				</div>
			))}
		</section>
	);
}

function Counts({ sums: { counts, fiat, unpriced } }: { sums: StatementSumsView }) {
	const parts = [
		fiat.out === null ? null : t("desk.activity.sum.out", { worth: fiat.out }),
		fiat.in === null ? null : t("desk.activity.sum.in", { worth: fiat.in }),
		fiat.fee === null ? null : t("desk.activity.sum.fees", { worth: fiat.fee }),
		unpriced === 0 ? null : t("desk.activity.sum.unpriced", { count: unpriced }),
		counts.approved === 0 ? null : t("desk.activity.count.approved", { count: counts.approved }),
		counts.rejected === 0 ? null : t("desk.activity.count.rejected", { count: counts.rejected }),
		counts.expired === 0 ? null : t("desk.activity.count.expired", { count: counts.expired }),
		counts.rule === 0 ? null : t("desk.activity.count.rule", { count: counts.rule }),
	].filter((part) => part !== null);
	return (
		<p className="mt-0.5 flex flex-wrap gap-x-3 text-f2 text-ink-2">
			{parts.map((part) => (
				<span key={part}>{part}</span>
			))}
			{counts.lie > 0 && (
				<span className="font-medium text-danger">{t("desk.activity.count.lie", { count: counts.lie })}</span>
			)}
		</p>
	);
}

function Lines({ lines }: { lines: readonly StatementLineView[] }) {
	return (
		<div className="mt-2">
			<table className="w-full text-left text-f2">
				<thead className="text-f1 text-ink-3">
					<tr>
						<th className="py-1 font-normal">{t("ui.item")}</th>
						<th className="py-1 text-right font-normal">{t("ui.predicted")}</th>
						<th className="py-1 text-right font-normal">{t("ui.actual")}</th>
						<th className="py-1 text-right font-normal">{t("ui.difference")}</th>
						<th className="py-1 text-right font-normal">{t("desk.activity.column.worth")}</th>
					</tr>
				</thead>
				<tbody>
					{lines.map((line) => (
						<Line
							key={JSON.stringify([line.kind, line.chain, line.symbol, line.unlisted, line.predicted])}
							line={line}
						/>
					))}
				</tbody>
			</table>
		</div>
	);
}

function Line({ line }: { line: StatementLineView }) {
	const { kind, chain, symbol, unlisted, predicted, happened, difference, open, fiat } = line;
	return (
		<tr className="border-t border-line-2">
			<td className="py-1 pr-3">
				{t(`desk.activity.line.${kind}`)} <Claim text={symbol} max={16} />
				{unlisted !== null && <span className="num text-ink-3"> ({unlisted})</span>}
				<span className="text-ink-3"> · {textOf(chain)}</span>
			</td>
			<td className="num py-1 text-right">
				{kind === "fee" ? t("desk.activity.at-most", { amount: predicted }) : predicted}
			</td>
			<td className="num py-1 text-right">
				{happened}
				{open > 0 && <span className="text-ink-3"> {t("desk.activity.open-flows", { count: open })}</span>}
			</td>
			<td className="num py-1 text-right">{difference ?? "–"}</td>
			<td className="num py-1 text-right">{fiat ?? "–"}</td>
		</tr>
	);
}
