import { Search } from "lucide-react";
import { useMemo } from "react";
import { plain } from "../../../core/format/plain.ts";
import type { ActivityRow } from "../../../ipc/activity.ts";
import { t, textOf } from "../../../text/index.ts";
import { type FilterOption, FilterSelect } from "../../components/filter-select.tsx";
import { type ActivityFilter, NO_FILTER, OUTCOME_WORDS } from "./filter.ts";

const MAX_LENGTH = 40;

function distinct(values: readonly FilterOption[]): readonly FilterOption[] {
	const all = new Map(values.filter(({ value }) => value !== "").map((option) => [option.value, option]));
	return [...all.values()].toSorted((one, other) => one.text.localeCompare(other.text, "en"));
}

function optionsOf(
	rows: readonly ActivityRow[],
): Readonly<Record<"outcome" | "chain" | "app" | "account", readonly FilterOption[]>> {
	return {
		outcome: distinct(rows.map(({ outcome }) => ({ value: outcome, text: textOf(OUTCOME_WORDS[outcome]) }))),
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

export function ActivityFilters({
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
				<Select
					label={t("desk.activity.filter-by-state")}
					any={t("desk.activity.any-state")}
					value={filter.outcome}
					options={options.outcome}
					onChoose={(outcome) => choose({ outcome })}
				/>
				<Select
					label={t("desk.activity.filter-by-network")}
					any={t("desk.activity.any-network")}
					value={filter.chain}
					options={options.chain}
					onChoose={(chain) => choose({ chain })}
				/>
				<Select
					label={t("desk.activity.filter-by-app")}
					any={t("desk.activity.any-app")}
					value={filter.app}
					options={options.app}
					onChoose={(app) => choose({ app })}
				/>
				<Select
					label={t("desk.activity.filter-by-account")}
					any={t("desk.activity.any-account")}
					value={filter.account}
					options={options.account}
					onChoose={(account) => choose({ account })}
				/>
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

/** Hidden if all rows have the same value. */
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
	if (options.length < 2 && value === "") return null;
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
