import clsx from "clsx";
import { Bell, BellOff, CircleStop } from "lucide-react";
import { useState } from "react";
import type { TranscriptView } from "../../../bridge/views.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Fault } from "../../components/notice.tsx";
import { ends } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";
import { RenameForm, SessionManage } from "./session-manage.tsx";
import { TURN_WORDS } from "./turn-words.ts";

/** Title, state and connection of a session; rename, archive, mute and interrupt. */
export function SessionHead({
	sessionId,
	transcript,
}: {
	sessionId: string;
	transcript: TranscriptView | null;
}) {
	const { bridge, view } = useDesk();
	const wish = useWish();
	const [renaming, setRenaming] = useState(false);
	const row = view.sessions.find((session) => session.id === sessionId) ?? null;
	const turnState = transcript?.turnState ?? row?.turnState ?? "unknown";
	const connection = transcript?.connection ?? row?.connection ?? view.connection;
	const troubled = connection.state === "offline" || connection.state === "connecting";
	const muted = row?.muted ?? false;
	return (
		<header className="shrink-0 px-5 pt-4 pb-3 wide:px-7">
			<div className="flex items-start justify-between gap-3">
				{renaming && transcript !== null && (
					<RenameForm transcript={transcript} onDone={() => setRenaming(false)} />
				)}
				<div className={clsx("min-w-0", renaming && "hidden")}>
					<h2 className="truncate font-semibold">
						<Claim text={transcript?.title ?? row?.title ?? sessionId} max={120} />
					</h2>
					<p className="truncate text-f1 text-ink-3">
						session <span className="num">{ends(sessionId)}</span> · {TURN_WORDS[turnState]}
					</p>
				</div>
				<div className={clsx("flex shrink-0 gap-1.5", renaming && "hidden")}>
					{transcript !== null && (
						<SessionManage transcript={transcript} wish={wish} onRename={() => setRenaming(true)} />
					)}
					{row !== null && (
						<Button
							size="small"
							look="quiet"
							aria-pressed={muted}
							title={muted ? "Notify about this session again" : "No notifications from this session"}
							onClick={() => void wish.send(() => bridge.call("muteSession", { sessionId, muted: !muted }))}
						>
							{muted ? <BellOff size={15} aria-hidden /> : <Bell size={15} aria-hidden />}
							{muted ? "Muted" : "Mute"}
						</Button>
					)}
					{turnState === "processing" || transcript?.pending === "interrupting" ? (
						<Button
							size="small"
							busy={transcript?.pending === "interrupting"}
							onClick={() => void wish.send(() => bridge.call("interrupt", { sessionId }))}
						>
							<CircleStop size={15} aria-hidden />
							{transcript?.pending === "interrupting" ? "Interrupting…" : "Interrupt"}
						</Button>
					) : (
						turnState === "awaiting_action" && (
							<Button
								size="small"
								onClick={() => void wish.send(() => bridge.call("interrupt", { sessionId }))}
							>
								Interrupt
							</Button>
						)
					)}
				</div>
			</div>
			{troubled && (
				<p className="mt-2 text-f2 text-caution" role="status">
					{connection.words}
				</p>
			)}
			<Fault words={wish.fault} className="mt-2" />
		</header>
	);
}
