import clsx from "clsx";
import { centsText } from "../../../core/fiat/price.ts";
import type { TriageGroup } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";

/** Sorts the groups by highest risk, then by least time left. */
export function TriageGroups({
	groups,
	onShow,
}: {
	groups: readonly TriageGroup[];
	onShow: (entryId: string) => void;
}) {
	return (
		<>
			<p className="shrink-0 text-f1 text-ink-3">{t("trusted.triage.order")}</p>
			<ul className="card min-h-0 overflow-y-auto">
				{groups.map((group) => (
					<li key={group.key} className="not-first:border-t not-first:border-line-2">
						<GroupRow group={group} onShow={onShow} />
					</li>
				))}
			</ul>
		</>
	);
}

function GroupRow({ group, onShow }: { group: TriageGroup; onShow: (entryId: string) => void }) {
	const { app, session, decided, of, isCurrent, firstWaiting } = group;
	const isDone = decided === of;
	return (
		<button
			type="button"
			aria-current={isCurrent || undefined}
			aria-disabled={firstWaiting === null || undefined}
			onClick={() => (firstWaiting === null ? undefined : onShow(firstWaiting))}
			className={clsx(
				"flex min-h-13 w-full items-center gap-2 px-3 py-1.5 text-left -outline-offset-2",
				isCurrent ? "bg-accent-soft" : "hover:bg-sunken",
			)}
		>
			<AppMark name={app ?? textOf(session)} className="size-6 text-f1" />
			<span className="min-w-0 flex-1">
				<span className="block truncate text-f2 font-medium">
					<Claim text={textOf(session)} max={80} />
				</span>
				<span className="block text-f1 text-ink-2">
					<GroupStake group={group} />
				</span>
			</span>
			<span className={clsx("shrink-0 text-f2 tabular-nums", isDone && "text-ink-3")}>
				{isDone ? t("trusted.triage.group.done") : `${decided}/${of}`}
				{!isDone && <span className="sr-only"> {t("trusted.triage.group.decided")}</span>}
			</span>
		</button>
	);
}

function GroupStake({ group: { app, cents, unlimited, isDanger } }: { group: TriageGroup }) {
	const stake = unlimited ? t("ui.unlimited") : cents === null ? null : textOf(centsText(BigInt(cents)));
	return (
		<span className={clsx("flex min-w-0 gap-1", unlimited && "text-danger")}>
			{isDanger ? (
				<b className="shrink-0 font-semibold text-danger">{t("desk.inbox.risk.danger")}</b>
			) : (
				app !== null && (
					<span className="min-w-0 truncate text-ink-2">
						<Claim text={app} max={40} />
					</span>
				)
			)}
			{stake !== null && (
				<span className="shrink-0">
					{(isDanger || app !== null) && "· "}
					{stake}
				</span>
			)}
		</span>
	);
}
