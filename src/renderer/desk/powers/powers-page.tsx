import clsx from "clsx";
import { KeyRound, OctagonPause, RefreshCw } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { PowerHolder, PowerRow } from "../../../ipc/powers.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button, TextButton } from "../../components/button.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault, Notice, TextNotice } from "../../components/notice.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import { useWindowKeys } from "../../state/keys.ts";
import { useRovingFocus } from "../../state/roving-focus.ts";
import { turned } from "../../state/sets.ts";
import { StopDialog } from "../agents/stop-agents.tsx";
import { Tick } from "../inbox/tick.tsx";
import { LogNotes, ReadLogs, sourceText, UnreadLogs } from "./power-logs.tsx";
import { HolderRows, revocable, TableHead } from "./power-table.tsx";
import { exposedText, FILTER_NAMES, FILTERS, filterOf, type PowerFilter } from "./power-text.ts";

/** Revoking only opens the first review and signs nothing. */
function PowersBar({
	all,
	shown,
	picked,
	onPick,
	onClear,
}: {
	all: readonly PowerRow[];
	shown: readonly PowerRow[];
	picked: ReadonlySet<string>;
	onPick: (ids: readonly string[], on: boolean) => void;
	onClear: () => void;
}) {
	const command = useDeskCommand();
	const ids = revocable(shown);
	const rows = all.filter(({ id }) => picked.has(id));
	const networks = new Set(rows.map(({ chain }) => chain.id)).size;
	useWindowKeys((event) => {
		if (event.key === "Escape" && document.querySelector("dialog[open]") === null) onClear();
	});
	const revoke = () => command.call("revokePowers", { ids: rows.map(({ id }) => id) }, onClear);
	return (
		<section
			aria-label={t("desk.powers.bar")}
			className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-3"
		>
			<Tick
				label={t("desk.powers.picked.all")}
				on={rows.length === ids.length ? true : "some"}
				onTurn={(on) => (on ? onPick(ids, true) : onClear())}
			/>
			<b className="font-semibold" role="status">
				{t("desk.powers.bar.selected", { count: rows.length })}
			</b>
			<p className="min-w-0 flex-1 basis-48 text-f2 text-ink-2 tabular-nums">
				{t("desk.powers.bar.exposed", {
					before: exposedText(all),
					after: exposedText(all.filter(({ id }) => !picked.has(id))),
				})}{" "}
				· {t("desk.powers.bar.reviews", { count: rows.length, networks })}
			</p>
			<span className="ml-auto flex flex-wrap gap-2">
				<Button variant="quiet" size="small" onClick={onClear}>
					{t("ui.clear")}
					<kbd
						className="num rounded-sm border border-line px-1 text-f1 text-ink-3 max-mid:hidden"
						aria-hidden
					>
						{t("ui.escape")}
					</kbd>
				</Button>
				<Button variant="primary" size="small" busy={command.busy} onClick={() => void revoke()}>
					{t("desk.powers.bar.revoke", { count: rows.length })}
				</Button>
			</span>
			<Fault text={command.fault} className="basis-full" />
		</section>
	);
}

/** Reloads the permissions every time the page opens. */
function useWatched(): void {
	const { bridge } = useDesk();
	useEffect(() => {
		// Main pushes the result later.
		const watch = (on: boolean) => {
			void bridge.call("watchPowers", { on }).catch(() => {});
			// The page shows Home's total next to the exposed amount.
			void bridge.call("watchHome", { on }).catch(() => {});
		};
		watch(true);
		return () => watch(false);
	}, [bridge]);
}

interface Shown {
	readonly holder: PowerHolder;
	readonly rows: readonly PowerRow[];
}

const shownOf = (holders: readonly PowerHolder[], filter: PowerFilter | null): readonly Shown[] =>
	holders
		.map((holder) => ({
			holder,
			rows: filter === null ? holder.rows : holder.rows.filter((row) => filterOf(row) === filter),
		}))
		.filter(({ rows }) => rows.length > 0);

export function PowersPage() {
	const { holders, fault, left, logs, reading, readAt, unread } = useDesk().view.powers;
	useWatched();
	const all = useMemo(() => holders.flatMap(({ rows }) => rows), [holders]);
	const [filter, setFilter] = useState<PowerFilter | null>(null);
	const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
	const shown = shownOf(holders, filter);
	const rows = shown.flatMap((each) => each.rows);
	const picked = new Set(revocable(rows).filter((id) => chosen.has(id)));
	const onClear = useCallback(() => setChosen(new Set()), []);
	const onPick = useCallback((ids: readonly string[], on: boolean) => {
		setChosen((before) => turned(before, ids, on));
	}, []);
	return (
		<div className="flex h-full flex-col">
			<div className="min-h-0 flex-1 overflow-y-auto">
				<div className="mx-auto grid max-w-6xl gap-3 px-6 py-5">
					<Head />
					<TextNotice tone="danger" text={fault} />
					{unread.map((each) => (
						<Notice key={each.name} tone="caution">
							{t("desk.powers.unread", { network: each.name, fault: textOf(each.fault) })}
						</Notice>
					))}
					<LogNotes logs={logs} />
					{all.length === 0 ? (
						// If reading failed, the page must not claim that there are no permissions.
						fault === null && <Nothing reading={reading} read={readAt !== null} />
					) : (
						<>
							<Filters rows={all} filter={filter} onFilter={setFilter} />
							<Table key={filter ?? "all"} shown={shown} rows={rows} picked={picked} onPick={onPick} />
						</>
					)}
					{all.length > 0 && <UnreadLogs logs={logs} />}
					{left > 0 && <p className="text-f1 text-ink-3">{t("desk.powers.older.unread", { count: left })}</p>}
				</div>
			</div>
			{picked.size > 0 && (
				<PowersBar all={all} shown={rows} picked={picked} onPick={onPick} onClear={onClear} />
			)}
		</div>
	);
}

function Head() {
	const { view } = useDesk();
	const command = useDeskCommand();
	const { exposed, logs, reading, readAt } = view.powers;
	const { total } = view.home;
	return (
		<>
			<div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
				<div className="min-w-0">
					{exposed !== null && <p className="text-f2 text-ink-2">{t("desk.powers.exposed")}</p>}
					<h1 className="text-f5 font-semibold tracking-tight tabular-nums">
						{exposed === null ? (
							t("desk.shell.items.powers")
						) : (
							<>
								<span className="sr-only">{t("desk.shell.items.powers")}: </span>
								{textOf(exposed)}{" "}
								{total !== null && (
									<span className="text-f4 font-normal text-ink-2">
										{t("desk.powers.of-total", { total })}
									</span>
								)}
							</>
						)}
					</h1>
				</div>
				<div className="flex flex-wrap items-center gap-2">
					<p className="text-f1 text-ink-3" role="status">
						{reading ? (
							t("desk.powers.reading-chain")
						) : (
							<>
								{sourceText(view.powers)}
								{readAt !== null && (
									<>
										{" "}
										· <Ago at={readAt} whole />
									</>
								)}
							</>
						)}
					</p>
					<Button
						size="small"
						busy={reading || command.busy}
						onClick={() => void command.call("refreshPowers", {})}
					>
						<RefreshCw size={14} aria-hidden /> {t("desk.powers.read-again")}
					</Button>
					<ReadLogs logs={logs} />
					<StopEverything />
				</div>
			</div>
			<Fault text={command.fault} />
		</>
	);
}

function StopEverything() {
	const { bridge, view } = useDesk();
	const [isAsking, setAsking] = useState(false);
	const { local, remote } = view.agents;
	const waiting = [...local, ...remote].reduce((sum, each) => sum + each.waiting, 0);
	const ids = revocable(view.powers.holders.flatMap(({ rows }) => rows));
	const stop = async () => {
		const stopped = await bridge.call("stopAllAgents", {});
		return !stopped.ok || ids.length === 0 ? stopped : await bridge.call("revokePowers", { ids: [...ids] });
	};
	return (
		<>
			<Button size="small" onClick={() => setAsking(true)}>
				<OctagonPause size={14} aria-hidden /> {t("desk.powers.stop")}
			</Button>
			{isAsking && (
				<StopDialog
					title={t("desk.powers.stop.title")}
					effects={[
						message("desk.agents.stop.pauses", { count: local.length }),
						message("desk.agents.stop.interrupts", { count: remote.length }),
						message("desk.agents.stop.rejects", { count: waiting }),
						message("desk.powers.stop.reviews", { count: ids.length }),
					]}
					note={t("desk.powers.stop.signs")}
					button={t("desk.powers.stop.button")}
					stop={stop}
					onClose={() => setAsking(false)}
				/>
			)}
		</>
	);
}

function Filters({
	rows,
	filter,
	onFilter,
}: {
	rows: readonly PowerRow[];
	filter: PowerFilter | null;
	onFilter: (filter: PowerFilter | null) => void;
}) {
	const options = [
		{ value: null, text: t("desk.powers.filter.all"), count: rows.length },
		...FILTERS.map((value) => ({
			value,
			text: textOf(FILTER_NAMES[value]),
			count: rows.filter((row) => filterOf(row) === value).length,
		})),
	];
	return (
		<fieldset aria-label={t("desk.powers.filter")} className="flex flex-wrap gap-2">
			{options
				.filter(({ count, value }) => count > 0 || value === filter)
				.map(({ value, text, count }) => (
					<button
						key={text}
						type="button"
						aria-pressed={value === filter}
						onClick={() => onFilter(value)}
						className={clsx(
							"inline-flex h-8 items-center gap-1.5 rounded-full border px-3 text-f2",
							value === filter
								? "border-accent bg-accent-soft font-medium text-accent"
								: "border-line bg-surface hover:bg-sunken",
						)}
					>
						{text} <span className="tabular-nums">{count}</span>
					</button>
				))}
		</fieldset>
	);
}

function Table({
	shown,
	rows,
	picked,
	onPick,
}: {
	shown: readonly Shown[];
	rows: readonly PowerRow[];
	picked: ReadonlySet<string>;
	onPick: (ids: readonly string[], on: boolean) => void;
}) {
	const list = useRef<HTMLUListElement>(null);
	useRovingFocus(list);
	const [showsMinor, setShowsMinor] = useState(false);
	const minor = shown.filter(({ holder }) => holder.isMinor);
	const major = shown.filter(({ holder }) => !holder.isMinor);
	const isFolded = major.length > 0 && minor.length > 0 && !showsMinor;
	return (
		<section aria-label={t("desk.shell.items.powers")} className="card overflow-hidden">
			<TableHead rows={rows} picked={picked} onPick={onPick} />
			<ul ref={list}>
				{(isFolded ? major : shown).map(({ holder, rows: own }) => (
					<HolderRows key={holder.id} holder={holder} rows={own} picked={picked} onPick={onPick} />
				))}
			</ul>
			{major.length > 0 && minor.length > 0 && (
				<p className="flex min-h-9 items-center justify-between gap-3 border-t border-line px-4 text-f2 text-ink-2">
					{t("desk.powers.minor", { count: minor.length })}
					<TextButton aria-expanded={showsMinor} onClick={() => setShowsMinor(!showsMinor)}>
						{t(showsMinor ? "ui.hide" : "desk.powers.minor.show")}
					</TextButton>
				</p>
			)}
		</section>
	);
}

function Nothing({ reading, read }: { reading: boolean; read: boolean }) {
	const { logs } = useDesk().view.powers;
	const hasRead = logs.some(({ first }) => first !== null);
	return (
		<Empty
			icon={KeyRound}
			title={reading && !read ? t("desk.powers.reading-allowed") : t("desk.powers.empty")}
		>
			{hasRead ? t("desk.powers.empty.after-logs") : t("desk.powers.empty.before-logs")}
		</Empty>
	);
}
