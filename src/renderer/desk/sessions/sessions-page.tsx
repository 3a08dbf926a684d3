import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { ArrowLeft, BellOff, ChevronRight, MessagesSquare, Plus, Search } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { SessionRow } from "../../../ipc/conversations.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Ago } from "../../components/countdown.tsx";
import { Pill } from "../../components/pill.tsx";
import { rich } from "../../components/rich.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useKeys } from "../../state/keys.ts";
import { useRovingFocus } from "../../state/roving-focus.ts";
import { SessionPane } from "../session/session-pane.tsx";
import { shownTurn, TURN_TONES } from "../session/turn-text.ts";
import { ConnectionDot } from "../shell/connection-state.tsx";
import { NewConversation } from "./new-conversation.tsx";

type ListRow =
	| { readonly kind: "session"; readonly session: SessionRow }
	| { readonly kind: "archive"; readonly count: number; readonly open: boolean };

const folded = (text: string) => text.normalize("NFKC").toLowerCase();

/** Matches text in the title, or the start of the session's ID. */
function fits({ title, id }: SessionRow, text: string): boolean {
	const wanted = folded(text.trim());
	return folded(textOf(title)).includes(wanted) || folded(id).startsWith(wanted);
}

/** Opens the archive while the user is filtering, or while an archived session is waiting. */
export function listRows(
	sessions: readonly SessionRow[],
	filter: string,
	archiveOpen: boolean,
): readonly ListRow[] {
	const shown = sessions.filter((session) => fits(session, filter));
	const archived = shown.filter((session) => session.archived);
	const current = shown.filter((session) => !session.archived);
	const open = archiveOpen || filter.trim() !== "" || archived.some((session) => session.waiting > 0);
	const rowOf = (session: SessionRow): ListRow => ({ kind: "session", session });
	return [
		...current.map(rowOf),
		...(archived.length === 0 ? [] : [{ kind: "archive", count: archived.length, open } as const]),
		...(open ? archived.map(rowOf) : []),
	];
}

const HEIGHTS = { session: 72, archive: 44 } as const;

function SessionList({
	chosen,
	filter,
	onChoose,
}: {
	chosen: string | null;
	filter: string;
	onChoose: (id: string) => void;
}) {
	const { sessions } = useDesk().view;
	const [archive, setArchive] = useState(false);
	const rows = useMemo(() => listRows(sessions, filter, archive), [sessions, filter, archive]);
	const scroller = useRef<HTMLDivElement>(null);
	useRovingFocus(scroller);
	const virtual = useVirtualizer({
		count: rows.length,
		getScrollElement: () => scroller.current,
		estimateSize: (index) => HEIGHTS[rows[index]?.kind ?? "session"],
		getItemKey: (index) => {
			const row = rows[index];
			return row?.kind === "session" ? row.session.id : (row?.kind ?? index);
		},
		overscan: 6,
	});
	return (
		<div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
			{rows.length === 0 && (
				<p className="px-5 py-2 text-f2 text-ink-3">{t("desk.sessions.no-conversation-words")}</p>
			)}
			<ul className="relative" style={{ height: virtual.getTotalSize() }}>
				{virtual.getVirtualItems().map((item) => {
					const row = rows[item.index];
					if (row === undefined) return null;
					return (
						<li
							key={item.key}
							className="absolute top-0 left-0 w-full"
							style={{ transform: `translateY(${item.start}px)`, height: item.size }}
						>
							{row.kind === "archive" ? (
								<ArchiveHead row={row} onTurn={() => setArchive(!row.open)} />
							) : (
								<SessionButton
									session={row.session}
									on={row.session.id === chosen}
									onChoose={() => onChoose(row.session.id)}
								/>
							)}
						</li>
					);
				})}
			</ul>
		</div>
	);
}

function ArchiveHead({ row, onTurn }: { row: Extract<ListRow, { kind: "archive" }>; onTurn: () => void }) {
	return (
		<button
			type="button"
			aria-expanded={row.open}
			onClick={onTurn}
			className="flex h-full w-full items-center gap-2 border-t border-line-2 px-5 text-left text-f2 text-ink-3 outline-offset-[-2px] hover:bg-ground hover:text-ink"
		>
			<ChevronRight size={14} aria-hidden className={clsx("shrink-0", row.open && "rotate-90")} />
			{rich(
				"desk.sessions.archived",
				{ b: (text) => <span className="num ml-auto text-f1">{text}</span> },
				{ count: row.count },
			)}
		</button>
	);
}

function SessionButton({
	session,
	on,
	onChoose,
}: {
	session: SessionRow;
	on: boolean;
	onChoose: () => void;
}) {
	const turn = shownTurn(session.turnState, session.waiting);
	return (
		<button
			type="button"
			aria-current={on ? "true" : undefined}
			onClick={onChoose}
			className={clsx(
				"flex h-full w-full flex-col justify-center gap-1.5 border-t border-l-3 border-t-line-2 px-4 text-left outline-offset-[-2px]",
				on ? "border-l-accent bg-accent-soft" : "border-l-transparent hover:bg-ground",
			)}
		>
			<span className="flex w-full items-baseline justify-between gap-3">
				<span className={clsx("truncate", session.archived ? "text-ink-3" : "font-medium")}>
					<Claim text={session.title} max={120} />
				</span>
				<Ago at={session.updatedAt} className="shrink-0 text-f1 text-ink-3" />
			</span>
			<span className="flex w-full items-center gap-1.5">
				<ConnectionDot state={session.connection.state} />
				<Pill tone={TURN_TONES[turn]}>{t(`desk.session.turn.${turn}`)}</Pill>
				{session.archived && <Pill>{t("desk.sessions.archived.pill")}</Pill>}
				{session.muted && <BellOff size={13} aria-label={t("desk.inbox.muted")} className="text-ink-3" />}
				{session.waiting > 0 && (
					<span className="ml-auto text-f1 font-semibold text-accent">
						{t("desk.sessions.waiting", { waiting: session.waiting })}
					</span>
				)}
			</span>
		</button>
	);
}

export function SessionsPage() {
	const { view, sessionId, openSession, reading, listSessions } = useDesk();
	const [filter, setFilter] = useState("");
	useKeys({ Escape: listSessions });
	return (
		<div className="grid h-full grid-cols-1 mid:grid-cols-[minmax(14rem,19rem)_minmax(0,1fr)]">
			{/* The page needs a heading while the list is hidden. */}
			{reading && <h1 className="sr-only mid:hidden">{t("desk.shell.items.sessions")}</h1>}
			<section
				aria-label={t("desk.shell.items.sessions")}
				className={`min-h-0 flex-col border-r border-line bg-surface ${reading ? "hidden mid:flex" : "flex"}`}
			>
				<div className="flex items-center justify-between gap-2 px-5 pt-4 pb-3">
					<h1 className="text-f4 font-semibold tracking-tight">{t("desk.shell.items.sessions")}</h1>
					<Button size="small" onClick={() => openSession(null)} aria-pressed={sessionId === null}>
						<Plus size={14} aria-hidden /> {t("desk.sessions.new")}
					</Button>
				</div>
				{view.sessions.length === 0 ? (
					<p className="flex flex-col gap-2 px-5 py-2 text-f2 text-ink-3">
						<MessagesSquare size={18} aria-hidden />
						{t("desk.sessions.empty.text")}
					</p>
				) : (
					<>
						<Filter text={filter} onText={setFilter} />
						<SessionList chosen={sessionId} filter={filter} onChoose={openSession} />
					</>
				)}
			</section>
			<div className={`min-h-0 min-w-0 flex-col ${reading ? "flex" : "hidden mid:flex"}`}>
				<Button variant="quiet" size="small" className="m-2 self-start mid:hidden" onClick={listSessions}>
					<ArrowLeft size={15} aria-hidden /> {t("desk.sessions.all-sessions")}
				</Button>
				{sessionId === null ? (
					<NewConversation />
				) : (
					<SessionPane key={sessionId} sessionId={sessionId} entryId={null} />
				)}
			</div>
		</div>
	);
}

function Filter({ text, onText }: { text: string; onText: (text: string) => void }) {
	return (
		<div className="relative mx-4 mb-3">
			<Search size={14} aria-hidden className="absolute top-2.5 left-3 text-ink-3" />
			<input
				type="search"
				aria-label={t("desk.sessions.filter-conversations")}
				value={text}
				maxLength={200}
				spellCheck={false}
				autoComplete="off"
				placeholder={t("desk.sessions.filter")}
				onChange={(event) => onText(event.target.value)}
				onKeyDown={(event) => {
					if (event.key === "Escape") onText("");
				}}
				className="h-9 w-full rounded-md border border-line bg-ground pr-2 pl-8.5 text-f2 text-ink placeholder:text-ink-3"
			/>
		</div>
	);
}
