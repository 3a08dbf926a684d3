import { ArrowLeft, Inbox, Unplug } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { ConnectionView } from "../../../ipc/conversations.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import type { Sort } from "../../../ipc/inbox-order.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button, TextButton } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fault } from "../../components/notice.tsx";
import { BuildDigest } from "../../components/review/build-parts.tsx";
import { type InboxChoice, useDesk, useDeskCommand } from "../../state/desk.tsx";
import { useKeys } from "../../state/keys.ts";
import { turned } from "../../state/sets.ts";
import { SessionPane } from "../session/session-pane.tsx";
import { NewConversation } from "../sessions/new-conversation.tsx";
import { FirstRun, showsFirstRun } from "./first-run.tsx";
import { Focused, type FocusedActs } from "./focused.tsx";
import { InboxList } from "./inbox-list.tsx";
import { listing, NO_FILTERS } from "./model.ts";
import { RejectedBars } from "./rejected-bar.tsx";
import { RowMenu } from "./row-menu.tsx";
import { SelectBar, type Selection, useSelection } from "./select-bar.tsx";
import { Toolbar } from "./toolbar.tsx";

/** Connection states that can hide requests. */
const CUT_OFF: readonly ConnectionView["state"][] = ["offline", "unauthorized"];

export function InboxEmpty() {
	const { view, go } = useDesk();
	const { connection } = view;
	if (CUT_OFF.includes(connection.state))
		return (
			<Empty icon={Unplug} title={t("desk.inbox.cut-off")}>
				<p>{textOf(connection.text)}</p>
			</Empty>
		);
	return (
		<Empty icon={Inbox} title={t("ui.nothing-waits")}>
			<p>{t("desk.inbox.empty.text")}</p>
			<p className="mt-2">
				{view.settings.notifications ? t("desk.inbox.notifications.on") : t("desk.inbox.notifications.off")}{" "}
				{!view.settings.notifications && (
					<TextButton onClick={() => go("settings")}>{t("desk.inbox.turn-settings")}</TextButton>
				)}
			</p>
		</Empty>
	);
}

function OfBuild({ digest, answered, onOpen }: { digest: string; answered: boolean; onOpen: () => void }) {
	return (
		<section aria-label={t("desk.inbox.the-build")} className="min-h-0 flex-1 overflow-y-auto gutter py-5">
			<h2 className="text-f4 font-semibold tracking-tight">{t("desk.inbox.asked-build-committed")}</h2>
			<p className="mt-2 max-w-prose text-f2 text-pretty text-ink-2">
				{t("desk.inbox.session.none")}{" "}
				{answered ? t("desk.inbox.answer.sent") : t("desk.inbox.answer.local-only")}
			</p>
			<div className="card mt-4 px-3.5 py-3">
				<BuildDigest digest={digest} />
			</div>
			<Button className="mt-4" onClick={onOpen}>
				{t("desk.inbox.open-its-review")}
			</Button>
		</section>
	);
}

export function chosenEntry(entries: readonly InboxEntryView[], choice: InboxChoice): InboxEntryView | null {
	return (
		entries.find((entry) => entry.id === choice.entryId) ??
		entries.find((entry) => entry.sessionId === choice.sessionId) ??
		entries[0] ??
		null
	);
}

/**
 * Returns the entry below (1) or above (-1) the selected one. Without a selection, returns the first entry.
 */
export function adjacentEntry(
	shown: readonly InboxEntryView[],
	chosen: InboxEntryView | null,
	by: 1 | -1,
): InboxEntryView | null {
	const at = shown.findIndex((entry) => entry.id === chosen?.id);
	return shown[Math.min(shown.length - 1, Math.max(0, at + by))] ?? null;
}

/** Returns the entry below, or else the one above, so that the next key press acts on a visible entry. */
export function successorOf(waiting: readonly InboxEntryView[], entryId: string): InboxEntryView | null {
	const at = waiting.findIndex(({ id }) => id === entryId);
	return waiting[at + 1] ?? waiting[at - 1] ?? null;
}

export function InboxPage() {
	const { view } = useDesk();
	return showsFirstRun(view) ? <FirstRun /> : <Waiting />;
}

function useListing() {
	const { inbox } = useDesk().view;
	const [filters, setFilters] = useState(NO_FILTERS);
	const [sort, setSort] = useState<Sort>("risk");
	const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
	const list = useMemo(() => listing(inbox, filters, sort, folded), [inbox, filters, sort, folded]);
	const fold = (key: string) => setFolded((held) => turned(held, [key], !held.has(key)));
	return { inbox, list, filters, setFilters, sort, setSort, fold };
}

interface ActsParts {
	/** In the order on screen. */
	readonly shown: readonly InboxEntryView[];
	readonly waiting: readonly InboxEntryView[];
	readonly chosen: InboxEntryView | null;
	readonly selection: Selection;
	readonly search: RefObject<HTMLInputElement | null>;
	readonly onLeave: () => void;
}

function useActs({ shown, waiting, chosen, selection, search, onLeave }: ActsParts) {
	const { choose } = useDesk();
	const command = useDeskCommand();
	const wanted = useRef<string | null>(null);

	const open = (entryId: string) => {
		const order = waiting.map(({ id }) => id).slice(0, 1000);
		void command.call("openReview", { entryId, ...(order.length > 0 && { order }) });
	};
	const focus = (id: string) => {
		wanted.current = id;
		choose(id);
	};
	const step = (by: 1 | -1, { shiftKey }: KeyboardEvent) => {
		const next = adjacentEntry(shown, chosen, by);
		if (next === null) return;
		if (shiftKey)
			selection.turn(
				[chosen, next].flatMap((each) => (each?.state === "waiting" ? [each.id] : [])),
				true,
			);
		focus(next.id);
	};
	const reject = (entryId: string) => {
		const next = successorOf(waiting, entryId);
		void command.call("rejectEntries", { entryIds: [entryId], reason: null }).then((outcome) => {
			if (outcome?.ok === true && next !== null) focus(next.id);
		});
	};
	const triage = () => void command.call("openTriage", {});
	useKeys({
		j: (event) => step(1, event),
		k: (event) => step(-1, event),
		r: () => (chosen?.state === "waiting" ? reject(chosen.id) : false),
		x: () =>
			chosen?.state === "waiting" ? selection.turn([chosen.id], !selection.ids.has(chosen.id)) : false,
		t: () => (waiting.length > 0 ? triage() : false),
		"/": () => (search.current === null ? false : search.current.focus()),
		Enter: () => {
			// If a button has the focus, it handles Enter itself.
			if (document.activeElement !== document.body || chosen === null) return false;
			return open(chosen.id);
		},
		Escape: () => {
			if (selection.ids.size > 0) selection.clear();
			else onLeave();
		},
	});
	return { open, reject, triage, command, wanted };
}

function Waiting() {
	const { choice, choose } = useDesk();
	const { inbox, list, filters, setFilters, sort, setSort, fold } = useListing();
	const [reading, setReading] = useState(false);
	const [more, setMore] = useState<string | null>(null);
	const search = useRef<HTMLInputElement>(null);
	const selection = useSelection(list.waiting);
	const shown = useMemo(
		() => list.lines.flatMap((each) => (each.kind === "entry" ? [each.entry] : [])),
		[list],
	);
	const chosen = chosenEntry(shown, choice);

	const acts = useActs({
		shown,
		waiting: list.waiting,
		chosen,
		selection,
		search,
		onLeave: () => setReading(false),
	});
	const { open, reject, triage, command, wanted } = acts;
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
			{/* The page needs a heading while the list is hidden. */}
			{reading && <h1 className="sr-only mid:hidden">{t("desk.shell.items.inbox")}</h1>}
			<section
				aria-label={t("desk.shell.items.inbox")}
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
					onTriage={triage}
				/>
				<Fault text={command.fault} className="mx-3 mb-3" />
				{list.total === 0 && <InboxEmpty />}
				{list.total > 0 && list.waiting.length === 0 && (
					<p className="border-t border-line-2 px-5 py-4 text-f2 text-ink-2">
						{t("desk.inbox.filter.no-match")}
					</p>
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
						variant="quiet"
						size="small"
						className="m-2 self-start mid:hidden"
						onClick={() => setReading(false)}
					>
						<ArrowLeft size={15} aria-hidden /> {t("desk.shell.items.inbox")}
					</Button>
				)}
				<SelectedEntry entry={chosen} acts={{ open, reject, more: setMore }} />
			</div>
			{menu !== null && <RowMenu entry={menu} onClose={() => setMore(null)} />}
		</div>
	);
}

function SelectedEntry({ entry, acts }: { entry: InboxEntryView | null; acts: FocusedActs }) {
	if (entry === null) return <NewConversation />;
	const { id } = entry;
	if (entry.build !== undefined)
		return <OfBuild digest={entry.build} answered={id.startsWith("commit:")} onOpen={() => acts.open(id)} />;
	if (entry.state !== "waiting")
		return <SessionPane key={entry.sessionId} sessionId={entry.sessionId} entryId={id} />;
	return <Focused key={id} entry={entry} acts={acts} />;
}
