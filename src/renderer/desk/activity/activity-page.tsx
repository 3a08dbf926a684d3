import { useVirtualizer } from "@tanstack/react-virtual";
import { Activity as ActivityIcon } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { ActivityRow, ActivityRowPage } from "../../../ipc/activity.ts";
import { t } from "../../../text/index.ts";
import { dateTime } from "../../../text/time.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useRovingFocus } from "../../state/roving-focus.ts";
import { ActivityActions, PUSHED } from "./activity-actions.tsx";
import { ActivityFilters } from "./activity-filters.tsx";
import { ActivityItem } from "./activity-item.tsx";
import { filterActivity, NO_FILTER } from "./filter.ts";
import { StatementPage } from "./statement-page.tsx";

function ActivityList({ rows }: { rows: readonly ActivityRow[] }) {
	const scroller = useRef<HTMLDivElement>(null);
	useRovingFocus(scroller);
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	const virtual = useVirtualizer({
		count: rows.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => 53,
		getItemKey: (index) => rows[index]?.id ?? index,
		overscan: 8,
		paddingEnd: 24,
	});
	const turn = (id: string, opened: boolean) =>
		setOpen((held) => {
			const next = new Set(held);
			if (opened) next.add(id);
			else next.delete(id);
			return next;
		});
	return (
		<div ref={scroller} className="min-h-0 flex-1 overflow-y-auto border-t border-line bg-surface">
			<ul className="relative" style={{ height: virtual.getTotalSize() }}>
				{virtual.getVirtualItems().map((item) => {
					const row = rows[item.index];
					if (row === undefined) return null;
					return (
						<li
							key={item.key}
							ref={virtual.measureElement}
							data-index={item.index}
							className="absolute top-0 left-0 w-full"
							style={{ transform: `translateY(${item.start}px)` }}
						>
							<ActivityItem
								row={row}
								open={open.has(row.id)}
								onOpenChange={(opened) => turn(row.id, opened)}
							/>
						</li>
					);
				})}
			</ul>
		</div>
	);
}

type Page = "list" | "statement";

const NOTHING_OLDER: ActivityRowPage = { rows: [], more: false, pruned: [] };

export function ActivityPage() {
	const { view } = useDesk();
	const [page, setPage] = useState<Page>("list");
	return (
		<div className="flex h-full flex-col">
			<header className="grid shrink-0 gap-2 px-6 pt-4 pb-3">
				<ActivityActions page={page}>
					<h1 className="mr-2 text-f4 font-semibold tracking-tight">{t("desk.activity.activity")}</h1>
					<Segmented
						label={t("desk.activity.page")}
						value={page}
						options={[
							{ value: "list", text: t("desk.activity.page.list") },
							{ value: "statement", text: t("desk.activity.page.statement") },
						]}
						onChoose={setPage}
					/>
				</ActivityActions>
			</header>
			{page === "statement" ? (
				<StatementPage />
			) : view.activity.length === 0 ? (
				<Empty icon={ActivityIcon} title={t("desk.activity.nothing-signed-yet")}>
					{t("desk.activity.empty.text")}
				</Empty>
			) : (
				<Rows />
			)}
		</div>
	);
}

function Rows() {
	const { bridge, view } = useDesk();
	const [filter, setFilter] = useState(NO_FILTER);
	const [older, setOlder] = useState(NOTHING_OLDER);
	const [isAsked, setAsked] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const all = useMemo(() => {
		const known = new Set(view.activity.map(({ id }) => id));
		return [...view.activity, ...older.rows.filter(({ id }) => !known.has(id))];
	}, [view.activity, older.rows]);
	const rows = useMemo(() => filterActivity(all, filter, view.now), [all, filter, view.now]);
	const hasOlder = isAsked ? older.more : view.activity.length >= PUSHED;

	const readOlder = async () => {
		try {
			const read = await bridge.call("olderActivity", { after: all.length });
			setOlder((before) => ({ ...read, rows: [...before.rows, ...read.rows] }));
			setAsked(true);
			setFault(null);
		} catch {
			setFault(t("desk.activity.older.failed"));
		}
	};
	const oldest = all.at(-1);

	return (
		<>
			<div className="grid shrink-0 gap-2 px-6 pb-3">
				<ActivityFilters rows={all} shown={rows.length} filter={filter} onFilter={setFilter} />
				<Fault text={fault} />
				{hasOlder && oldest !== undefined && (
					<p className="flex flex-wrap items-center gap-2 text-f2 text-ink-2">
						{t("desk.activity.loaded-since", { time: dateTime(oldest.at) })}
						<Button size="small" onClick={() => void readOlder()}>
							{t("desk.activity.load-older")}
						</Button>
					</p>
				)}
				{older.pruned.map(({ kind, count, until }) => (
					<Notice key={kind} tone="quiet">
						{t("desk.activity.pruned", { kind, count, time: dateTime(until) })}
					</Notice>
				))}
			</div>
			{rows.length === 0 ? (
				<p className="px-6 py-4 text-ink-2">{t("desk.activity.filter.no-match")}</p>
			) : (
				<ActivityList rows={rows} />
			)}
		</>
	);
}
