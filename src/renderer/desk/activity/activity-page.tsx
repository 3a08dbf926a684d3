import { useVirtualizer } from "@tanstack/react-virtual";
import { Activity as ActivityIcon, Search } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { plain } from "../../../core/format/plain.ts";
import type { ActivityRow, ActivityRowPage } from "../../../ipc/activity.ts";
import { t, textOf } from "../../../text/index.ts";
import { dateTime } from "../../../text/time.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Empty } from "../../components/empty.tsx";
import { type FilterOption, FilterSelect } from "../../components/filter-select.tsx";
import { Fault, Notice } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useRovingFocus } from "../../state/roving-focus.ts";
import { turned } from "../../state/sets.ts";
import { ActivityActions, PUSHED } from "./activity-actions.tsx";
import { ActivityItem } from "./activity-item.tsx";
import { type ActivityFilter, filterActivity, NO_FILTER } from "./filter.ts";
import { StatementPage } from "./statement-page.tsx";

const MAX_LENGTH = 40;

function distinct(values: readonly FilterOption[]): readonly FilterOption[] {
	const all = new Map(values.filter(({ value }) => value !== "").map((option) => [option.value, option]));
	return [...all.values()].toSorted((one, other) => one.text.localeCompare(other.text, "en"));
}

const FILTERS = ["outcome", "chain", "app", "account"] as const;

function optionsOf(
	rows: readonly ActivityRow[],
): Readonly<Record<(typeof FILTERS)[number], readonly FilterOption[]>> {
	return {
		outcome: distinct(
			rows.map(({ outcome }) => ({ value: outcome, text: t(`desk.activity.outcome.${outcome}`) })),
		),
		chain: distinct(rows.map(({ chain }) => ({ value: textOf(chain), text: textOf(chain) }))),
		app: distinct(rows.map(({ app }) => ({ value: app ?? "", text: plain(app ?? "", MAX_LENGTH) }))),
		account: distinct(
			rows.flatMap(({ signer }) =>
				signer === null ? [] : [{ value: signer.address, text: signer.label ?? signer.short }],
			),
		),
	};
}

const DAYS = ["1", "7", "30", "90"];

function ActivityFilters({
	rows,
	shown,
	filter,
	onFilter,
}: {
	rows: readonly ActivityRow[];
	shown: number;
	filter: ActivityFilter;
	onFilter: (filter: ActivityFilter) => void;
}) {
	const options = useMemo(() => optionsOf(rows), [rows]);
	const choose = (part: Partial<ActivityFilter>) => onFilter({ ...filter, ...part });
	const isAny = Object.values(filter).every((value) => value === "");
	return (
		<div className="flex flex-wrap items-center gap-2">
			<div className="relative min-w-64 flex-1">
				<Search size={15} aria-hidden className="absolute inset-y-0 left-3 my-auto text-ink-3" />
				<input
					type="search"
					aria-label={t("desk.activity.filter-by-text")}
					placeholder={t("desk.activity.filter.placeholder")}
					value={filter.text}
					onChange={(event) => choose({ text: event.target.value })}
					className="h-8 w-full rounded-md border border-edge bg-surface pr-3 pl-9 text-f2"
				/>
			</div>
			<div className="contents">
				{FILTERS.map((name) => (
					<Select
						key={name}
						label={t(`desk.activity.filter-by.${name}`)}
						any={t(`desk.activity.any.${name}`)}
						value={filter[name]}
						options={options[name]}
						onChoose={(value) => onFilter({ ...filter, [name]: value })}
					/>
				))}
				<Select
					label={t("desk.activity.filter-by-time")}
					any={t("desk.activity.any-time")}
					value={filter.days}
					options={DAYS.map((days) => ({
						value: days,
						text: t("desk.activity.last-days", { days: Number(days) }),
					}))}
					onChoose={(days) => choose({ days })}
				/>
				<p className="text-f2 text-ink-3" role="status">
					{t("desk.activity.rows", { count: shown })}
				</p>
				{!isAny && (
					<button
						type="button"
						className="text-f2 text-accent underline underline-offset-2"
						onClick={() => onFilter(NO_FILTER)}
					>
						{t("desk.activity.clear-filters")}
					</button>
				)}
			</div>
		</div>
	);
}

function Select({
	label,
	any,
	value,
	options,
	onChoose,
}: {
	label: string;
	any: string;
	value: string;
	options: readonly FilterOption[];
	onChoose: (value: string) => void;
}) {
	return (
		<FilterSelect
			label={label}
			any={any}
			value={value === "" ? null : value}
			options={options}
			onValue={(chosen) => onChoose(chosen ?? "")}
		/>
	);
}

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
	const turn = (id: string, opened: boolean) => setOpen((held) => turned(held, [id], opened));
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
					<h1 className="mr-2 text-f4 font-semibold tracking-tight">{t("desk.shell.items.activity")}</h1>
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
