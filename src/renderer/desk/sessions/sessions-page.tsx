import { ArrowLeft, MessagesSquare, Plus, Search } from "lucide-react";
import { useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useKeys } from "../../state/keys.ts";
import { SessionPane } from "../session/session-pane.tsx";
import { NewConversation } from "./new-conversation.tsx";
import { SessionList } from "./session-list.tsx";

export function SessionsPage() {
	const { view, sessionId, openSession, reading, listSessions } = useDesk();
	const [filter, setFilter] = useState("");
	useKeys({ Escape: listSessions });
	return (
		<div className="grid h-full grid-cols-1 mid:grid-cols-[minmax(14rem,19rem)_minmax(0,1fr)]">
			{/* Keeps a heading while the list is hidden. */}
			{reading && <h1 className="sr-only mid:hidden">{t("desk.sessions.sessions")}</h1>}
			<section
				aria-label={t("desk.sessions.sessions")}
				className={`min-h-0 flex-col border-r border-line bg-surface ${reading ? "hidden mid:flex" : "flex"}`}
			>
				<div className="flex items-center justify-between gap-2 px-5 pt-4 pb-3">
					<h1 className="text-f4 font-semibold tracking-tight">{t("desk.sessions.sessions")}</h1>
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
