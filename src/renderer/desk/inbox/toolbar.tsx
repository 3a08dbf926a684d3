import clsx from "clsx";
import { ArrowDownWideNarrow, Search } from "lucide-react";
import type { RefObject } from "react";
import type { Risk } from "../../../core/risk/finding.ts";
import { sameValue } from "../../../core/same-value.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { Sort } from "../../../ipc/inbox-order.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { type FilterOption, FilterSelect } from "../../components/filter-select.tsx";
import { Kbd } from "../../components/kbd.tsx";
import { choices, type Filters, type InboxListing, NO_FILTERS } from "./model.ts";
import { Tick } from "./tick.tsx";

const RISKS = ["danger", "caution", "calm"] as const satisfies readonly Risk[];

const SORTS = ["risk", "expiry", "newest", "worth"] as const satisfies readonly Sort[];

export function Toolbar({
	inbox,
	list,
	filters,
	sort,
	search,
	selected,
	onFilters,
	onSort,
	onSelectAll,
	onTriage,
}: {
	inbox: readonly InboxEntryView[];
	list: InboxListing;
	filters: Filters;
	sort: Sort;
	search: RefObject<HTMLInputElement | null>;
	onFilters: (filters: Filters) => void;
	onSort: (sort: Sort) => void;
	selected: boolean | "some";
	onSelectAll: (on: boolean) => void;
	onTriage: () => void;
}) {
	const plain = (values: readonly string[]): readonly FilterOption[] =>
		values.map((value) => ({ value, text: value.slice(0, 60) }));
	const titles = new Map(inbox.map(({ sessionId, session }) => [sessionId, textOf(session).slice(0, 60)]));
	const set = (change: Partial<Filters>) => onFilters({ ...filters, ...change });
	const isFiltered = !sameValue(filters, NO_FILTERS);
	const all = {
		chains: choices(inbox, ({ chain }) => chain),
		apps: choices(inbox, ({ app }) => app),
		sessions: choices(inbox, ({ sessionId }) => sessionId),
	};
	return (
		<header className="grid shrink-0 gap-2.5 px-5 pt-4 pb-3">
			<div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
				{list.waiting.length > 1 && (
					<Tick
						label={t("desk.inbox.select-all")}
						on={selected}
						onTurn={onSelectAll}
						className="self-center"
					/>
				)}
				<h1 className="text-f4 font-semibold tracking-tight">{t("desk.shell.items.inbox")}</h1>
				<p className="text-f2 text-ink-2" role="status">
					{isFiltered
						? t("desk.inbox.shown-of", { shown: list.waiting.length, total: list.total })
						: t("desk.inbox.waiting", { count: list.total })}
					{list.dangers > 0 && (
						<span className="text-danger"> · {t("desk.inbox.dangers", { count: list.dangers })}</span>
					)}
				</p>
				{list.total > 1 && (
					<Button size="small" className="ml-auto self-center" onClick={onTriage}>
						{t("ui.review-all")}
						<span className="hidden wide:inline">
							<Kbd of="T" />
						</span>
					</Button>
				)}
				<label
					className={clsx("inline-flex items-center gap-1 text-f2 text-ink-2", list.total <= 1 && "ml-auto")}
				>
					<ArrowDownWideNarrow size={15} aria-hidden />
					<span className="sr-only">{t("desk.inbox.sort")}</span>
					<select
						value={sort}
						onChange={({ target }) => {
							const found = SORTS.find((each) => each === target.value);
							if (found !== undefined) onSort(found);
						}}
						className="select h-8 rounded-md bg-transparent pl-1 [field-sizing:content]"
					>
						{SORTS.map((value) => (
							<option key={value} value={value}>
								{t(`desk.inbox.sort.${value}`)}
							</option>
						))}
					</select>
				</label>
			</div>
			{(list.total > 1 || isFiltered) && (
				<div className="flex flex-wrap items-center gap-2">
					<span className="relative min-w-40 flex-1">
						<Search size={15} aria-hidden className="absolute inset-y-0 left-2.5 my-auto text-ink-3" />
						<input
							ref={search}
							type="search"
							aria-label={t("desk.inbox.search")}
							placeholder={t("desk.inbox.search")}
							value={filters.text}
							onChange={({ target }) => set({ text: target.value })}
							onKeyDown={(event) => {
								if (event.key !== "Escape") return;
								set({ text: "" });
								event.currentTarget.blur();
							}}
							className="h-8 w-full rounded-md border border-edge bg-surface pr-2 pl-8 text-f2"
						/>
					</span>
					<FilterSelect
						label={t("desk.inbox.filter.risk")}
						value={filters.risk}
						options={RISKS.map((value) => ({ value, text: t(`desk.inbox.risk.${value}`) }))}
						onValue={(value) => set({ risk: value as Risk | null })}
					/>
					<FilterSelect
						label={t("ui.network")}
						value={filters.chain}
						options={plain(all.chains)}
						onValue={(chain) => set({ chain })}
					/>
					<FilterSelect
						label={t("ui.app")}
						value={filters.app}
						options={plain(all.apps)}
						onValue={(app) => set({ app })}
					/>
					<FilterSelect
						label={t("ui.session")}
						value={filters.sessionId}
						options={all.sessions.map((value) => ({ value, text: titles.get(value) ?? value }))}
						onValue={(sessionId) => set({ sessionId })}
					/>
				</div>
			)}
		</header>
	);
}
