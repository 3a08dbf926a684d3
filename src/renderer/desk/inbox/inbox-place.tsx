import { ArrowLeft } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { useKeys } from "../../state/keys.ts";
import { SessionPane } from "../session/session-pane.tsx";
import { NewConversation } from "../sessions/new-conversation.tsx";
import { FirstRun, showsFirstRun } from "./first-run.tsx";
import { Focused } from "./focused.tsx";
import { InboxEmpty } from "./inbox-empty.tsx";
import { InboxList } from "./inbox-list.tsx";
import { listing, NO_FILTERS, type Sort } from "./model.ts";
import { OfBuild } from "./of-build.tsx";
import { chosenEntry } from "./order.ts";
import { RejectedBars } from "./rejected-bar.tsx";
import { RowMenu } from "./row-menu.tsx";
import { SelectBar } from "./select-bar.tsx";
import { useSelection } from "./selection.ts";
import { Toolbar } from "./toolbar.tsx";

/** What awaits the user, and beside it the request that is focused; of one that was answered, its conversation. */
export function InboxPlace() {
	const { view } = useDesk();
	return showsFirstRun(view) ? <FirstRun /> : <Waiting />;
}

/** The rows as they stand: searched, filtered, sorted and folded. */
function useListing() {
	const { inbox } = useDesk().view;
	const [filters, setFilters] = useState(NO_FILTERS);
	const [sort, setSort] = useState<Sort>("risk");
	const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
	const list = useMemo(() => listing(inbox, filters, sort, folded), [inbox, filters, sort, folded]);
	const fold = (key: string) =>
		setFolded((held) => new Set(held.has(key) ? [...held].filter((each) => each !== key) : [...held, key]));
	return { inbox, list, filters, setFilters, sort, setSort, fold };
}

function Waiting() {
	const { bridge, choice, choose } = useDesk();
	const { inbox, list, filters, setFilters, sort, setSort, fold } = useListing();
	const [reading, setReading] = useState(false);
	const [more, setMore] = useState<string | null>(null);
	const command = useCommand();
	const search = useRef<HTMLInputElement>(null);
	const wanted = useRef<string | null>(null);
	const selection = useSelection(list.waiting);
	const shown = useMemo(
		() => list.lines.flatMap((each) => (each.kind === "entry" ? [each.entry] : [])),
		[list],
	);
	const chosen = chosenEntry(shown, choice);

	const open = (entryId: string) => {
		const order = list.waiting.map(({ id }) => id).slice(0, 1000);
		void command.send(() => bridge.call("openReview", { entryId, ...(order.length > 0 && { order }) }));
	};
	const focus = (id: string) => {
		wanted.current = id;
		choose(id);
	};
	const step = (by: 1 | -1, { shiftKey }: KeyboardEvent) => {
		const at = shown.findIndex((entry) => entry.id === chosen?.id);
		const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
		if (next === undefined) return;
		if (shiftKey)
			selection.turn(
				[chosen, next].flatMap((each) => (each?.state === "waiting" ? [each.id] : [])),
				true,
			);
		focus(next.id);
	};
	const reject = (entryId: string) => {
		// The one below takes its place: the next key acts on what is seen.
		const at = list.waiting.findIndex(({ id }) => id === entryId);
		const next = list.waiting[at + 1] ?? list.waiting[at - 1];
		void command
			.send(() => bridge.call("rejectEntries", { entryIds: [entryId], reason: null }))
			.then((outcome) => {
				if (outcome?.ok === true && next !== undefined) focus(next.id);
			});
	};
	useKeys({
		j: (event) => step(1, event),
		k: (event) => step(-1, event),
		r: () => (chosen?.state === "waiting" ? reject(chosen.id) : false),
		x: () =>
			chosen?.state === "waiting" ? selection.turn([chosen.id], !selection.ids.has(chosen.id)) : false,
		"/": () => (search.current === null ? false : search.current.focus()),
		Enter: () => {
			// A focused button answers Enter by itself; this is for when nothing is focused.
			if (document.activeElement !== document.body || chosen === null) return false;
			return open(chosen.id);
		},
		Escape: () => {
			if (selection.ids.size > 0) selection.clear();
			else setReading(false);
		},
	});
	const session = chosen?.sessionId ?? null;
	useEffect(() => {
		if (session === null) setReading(false);
	}, [session]);
	const count = selection.ids.size;
	const selectAll = () =>
		selection.turn(
			list.waiting.map(({ id }) => id),
			true,
		);
	const menu = inbox.find(({ id }) => id === more) ?? null;

	return (
		<div className="grid h-full grid-cols-1 mid:grid-cols-[minmax(21rem,1.2fr)_minmax(17rem,1fr)] wide:grid-cols-[minmax(28rem,38.75rem)_minmax(20rem,1fr)]">
			<section
				aria-label={t("desk.inbox.inbox")}
				data-region
				tabIndex={-1}
				className={`min-h-0 flex-col border-r border-line bg-surface ${reading ? "hidden mid:flex" : "flex"}`}
			>
				<Toolbar
					inbox={inbox}
					list={list}
					filters={filters}
					sort={sort}
					search={search}
					onFilters={setFilters}
					onSort={setSort}
					selected={count === 0 ? false : count === list.waiting.length ? true : "some"}
					onSelectAll={(on) => (on ? selectAll() : selection.clear())}
				/>
				<Fault text={command.fault} className="mx-3 mb-3" />
				{list.total === 0 && <InboxEmpty />}
				{list.total > 0 && list.waiting.length === 0 && (
					<p className="border-t border-line-2 px-5 py-4 text-f2 text-ink-2">{t("desk.inbox.none-fits")}</p>
				)}
				<InboxList
					lines={list.lines}
					chosenId={chosen?.id ?? null}
					selection={selection}
					wanted={wanted}
					acts={{
						choose,
						open,
						read(id) {
							choose(id);
							setReading(true);
						},
						reject,
						more: setMore,
						fold,
					}}
				/>
				<RejectedBars />
				{selection.ids.size > 0 && (
					<SelectBar
						ids={[...selection.ids]}
						total={list.waiting.length}
						onAll={selectAll}
						onDone={selection.clear}
					/>
				)}
			</section>
			<div
				data-region
				tabIndex={-1}
				className={`min-h-0 min-w-0 flex-col ${reading ? "flex" : "hidden mid:flex"}`}
			>
				{reading && (
					<Button
						look="quiet"
						size="small"
						className="m-2 self-start mid:hidden"
						onClick={() => setReading(false)}
					>
						<ArrowLeft size={15} aria-hidden /> {t("desk.inbox.inbox")}
					</Button>
				)}
				{chosen === null ? (
					<NewConversation />
				) : chosen.build !== undefined ? (
					<OfBuild
						digest={chosen.build}
						answered={chosen.id.startsWith("commit:")}
						onOpen={() => open(chosen.id)}
					/>
				) : chosen.state === "waiting" ? (
					<Focused
						key={chosen.id}
						entry={chosen}
						acts={{
							open: () => open(chosen.id),
							reject: () => reject(chosen.id),
							more: () => setMore(chosen.id),
						}}
					/>
				) : (
					<SessionPane key={chosen.sessionId} sessionId={chosen.sessionId} entryId={chosen.id} />
				)}
			</div>
			{menu !== null && <RowMenu entry={menu} onClose={() => setMore(null)} />}
		</div>
	);
}
