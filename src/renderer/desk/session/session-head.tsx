import clsx from "clsx";
import { Bell, BellOff, CircleStop } from "lucide-react";
import { useState } from "react";
import { sameText } from "../../../core/localized-text.ts";
import type { TranscriptView } from "../../../ipc/conversations.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { ends } from "../../components/figures.ts";
import { Fault } from "../../components/notice.tsx";
import { rich } from "../../components/rich.ts";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { RenameForm, SessionManage } from "./session-manage.tsx";
import { shownTurn, TURN_WORDS } from "./turn-text.ts";

export function SessionHead({
	sessionId,
	transcript,
}: {
	sessionId: string;
	transcript: TranscriptView | null;
}) {
	const { bridge, view } = useDesk();
	const command = useCommand();
	const [renaming, setRenaming] = useState(false);
	const row = view.sessions.find((session) => session.id === sessionId) ?? null;
	const turnState = transcript?.turnState ?? row?.turnState ?? "unknown";
	const connection = transcript?.connection ?? row?.connection ?? view.connection;
	const troubled = ["offline", "unauthorized", "connecting"].includes(connection.state);
	const muted = row?.muted ?? false;
	return (
		<header className="shrink-0 px-5 pt-4 pb-3 wide:px-7">
			<div className="flex items-start justify-between gap-3">
				{renaming && transcript !== null && (
					<RenameForm transcript={transcript} onDone={() => setRenaming(false)} />
				)}
				{/* Keeps the heading for screen readers while the title is being edited. */}
				<div className={renaming ? "sr-only" : "min-w-0"}>
					<h2 className="truncate font-semibold">
						<Claim text={transcript?.title ?? row?.title ?? sessionId} max={120} />
					</h2>
					<p className="truncate text-f1 text-ink-3">
						{rich(
							"desk.session.session",
							{ sessionId: ends(sessionId), turn: TURN_WORDS[shownTurn(turnState, row?.waiting ?? 0)] },
							{ b: (text) => <span className="num">{text}</span> },
						)}
					</p>
				</div>
				<div className={clsx("flex shrink-0 gap-1.5", renaming && "hidden")}>
					{transcript !== null && (
						<SessionManage transcript={transcript} command={command} onRename={() => setRenaming(true)} />
					)}
					{row !== null && (
						<Button
							size="small"
							variant="quiet"
							aria-pressed={muted}
							title={muted ? t("desk.session.unmute") : t("desk.session.no-notifications-session")}
							onClick={() =>
								void command.send(() => bridge.call("muteSession", { sessionId, muted: !muted }))
							}
						>
							{muted ? <BellOff size={15} aria-hidden /> : <Bell size={15} aria-hidden />}
							{muted ? t("desk.session.muted") : t("desk.session.mute")}
						</Button>
					)}
					{turnState === "processing" || transcript?.pending === "interrupting" ? (
						<Button
							size="small"
							busy={transcript?.pending === "interrupting"}
							onClick={() => void command.send(() => bridge.call("interrupt", { sessionId }))}
						>
							<CircleStop size={15} aria-hidden />
							{transcript?.pending === "interrupting"
								? t("desk.session.interrupting")
								: t("desk.session.interrupt")}
						</Button>
					) : (
						turnState === "awaiting_action" && (
							<Button
								size="small"
								onClick={() => void command.send(() => bridge.call("interrupt", { sessionId }))}
							>
								{t("desk.session.interrupt")}
							</Button>
						)
					)}
				</div>
			</div>
			{troubled && (
				<p
					// Hidden next to a wide sidebar, which shows the same.
					className={clsx(
						"mt-2 text-f2 text-caution",
						sameText(connection.text, view.connection.text) && "wide:hidden",
					)}
					role="status"
				>
					{textOf(connection.text)}
				</p>
			)}
			<Fault text={command.fault} className="mt-2" />
		</header>
	);
}
