import clsx from "clsx";
import { Archive, ArchiveRestore, Bell, BellOff, CircleStop, Pencil } from "lucide-react";
import { useEffect, useState } from "react";
import { message, sameText } from "../../../core/localized-text.ts";
import type { TranscriptView } from "../../../ipc/conversations.ts";
import { t, textOf, textOrNull } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Field } from "../../components/field.tsx";
import { ends } from "../../components/figures.ts";
import { Form } from "../../components/form.tsx";
import { Fault } from "../../components/notice.tsx";
import { NUM, rich } from "../../components/rich.tsx";
import { type DeskCommand, useDesk, useDeskCommand } from "../../state/desk.tsx";
import { Composer } from "./composer.tsx";
import { OpenRowsProvider } from "./open-rows.tsx";
import { Transcript } from "./transcript.tsx";
import { shownTurn } from "./turn-text.ts";

const MAX_TITLE_LENGTH = 200;

function SessionManage({
	transcript,
	command,
	onRename,
}: {
	transcript: TranscriptView;
	command: DeskCommand;
	onRename: () => void;
}) {
	const { archived, fixed, sessionId } = transcript;
	const Icon = archived ? ArchiveRestore : Archive;
	const archive = () => void command.call("archiveSession", { sessionId, archived: !archived });
	return (
		<>
			<Button
				size="small"
				variant="quiet"
				disabled={fixed !== null}
				title={textOf(fixed ?? t("desk.session.rename-this-conversation"))}
				aria-label={t("ui.rename")}
				className="px-2"
				onClick={onRename}
			>
				<Pencil size={15} aria-hidden />
			</Button>
			<Button
				size="small"
				variant="quiet"
				busy={command.busy}
				disabled={fixed !== null}
				title={textOf(fixed ?? (archived ? t("desk.session.unarchive") : t("desk.session.archive")))}
				aria-label={archived ? t("desk.session.unarchive") : t("desk.session.archive")}
				className="px-2"
				onClick={archive}
			>
				<Icon size={15} aria-hidden />
			</Button>
		</>
	);
}

/** Defined outside the component, so that React calls this ref only on mount. */
function focusOnce(box: HTMLInputElement | null) {
	box?.select();
}

function RenameForm({ transcript, onDone }: { transcript: TranscriptView; onDone: () => void }) {
	const [title, setTitle] = useState(textOf(transcript.title));
	const command = useDeskCommand();
	const clean = title.trim();
	const tooLong = clean.length > MAX_TITLE_LENGTH;
	const save = async () => {
		if (clean === "" || tooLong) return;
		const { sessionId } = transcript;
		await command.call("renameSession", { sessionId, title: clean }, onDone);
	};
	return (
		<Form
			aria-label={t("desk.session.rename-this-conversation")}
			onSubmit={save}
			onEscape={(event) => {
				event.preventDefault();
				onDone();
			}}
			className="min-w-0 flex-1"
		>
			<div className="flex flex-wrap items-start gap-2">
				<Field
					label={t("desk.session.title")}
					hideLabel
					value={title}
					onText={setTitle}
					wrong={tooLong ? t("desk.session.title.too-long", { most: MAX_TITLE_LENGTH }) : null}
					ref={focusOnce}
					className="max-w-96 min-w-40 flex-1"
				/>
				<Button submit size="small" variant="primary" busy={command.busy} disabled={clean === "" || tooLong}>
					{command.busy ? t("ui.saving") : t("ui.save")}
				</Button>
				<Button size="small" variant="quiet" onClick={onDone}>
					{t("ui.cancel")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</Form>
	);
}

function SessionHead({ sessionId, transcript }: { sessionId: string; transcript: TranscriptView | null }) {
	const { view } = useDesk();
	const command = useDeskCommand();
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
				{/* Keeps the heading for screen readers while the user edits the title. */}
				<div className={renaming ? "sr-only" : "min-w-0"}>
					<h2 className="truncate font-semibold">
						<Claim text={transcript?.title ?? row?.title ?? sessionId} max={120} />
					</h2>
					<p className="truncate text-f1 text-ink-3">
						{rich("desk.session.session", NUM, {
							sessionId: ends(sessionId),
							turn: message(`desk.session.turn.${shownTurn(turnState, row?.waiting ?? 0)}`),
						})}
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
							onClick={() => void command.call("muteSession", { sessionId, muted: !muted })}
						>
							{muted ? <BellOff size={15} aria-hidden /> : <Bell size={15} aria-hidden />}
							{muted ? t("desk.session.muted") : t("desk.inbox.mute.title")}
						</Button>
					)}
					{turnState === "processing" || transcript?.pending === "interrupting" ? (
						<Button
							size="small"
							busy={transcript?.pending === "interrupting"}
							onClick={() => void command.call("interrupt", { sessionId })}
						>
							<CircleStop size={15} aria-hidden />
							{transcript?.pending === "interrupting"
								? t("desk.session.interrupting")
								: t("desk.session.interrupt")}
						</Button>
					) : (
						turnState === "awaiting_action" && (
							<Button size="small" onClick={() => void command.call("interrupt", { sessionId })}>
								{t("desk.session.interrupt")}
							</Button>
						)
					)}
				</div>
			</div>
			{troubled && (
				<p
					// Hidden in wide windows, where the sidebar shows the same text.
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

export function SessionPane({ sessionId, entryId }: { sessionId: string; entryId: string | null }) {
	const { transcript, watch } = useDesk();
	useEffect(() => watch(sessionId), [sessionId, watch]);
	const here = transcript !== null && transcript.sessionId === sessionId ? transcript : null;
	return (
		<section aria-label={t("ui.session")} className="flex min-h-0 flex-1 flex-col">
			<SessionHead sessionId={sessionId} transcript={here} />
			{here === null ? (
				<p className="flex-1 px-7 py-4 text-f2 text-ink-3" aria-busy="true">
					{t("desk.session.reading-the-conversation")}
				</p>
			) : (
				<OpenRowsProvider>
					<Transcript transcript={here} entryId={entryId} />
				</OpenRowsProvider>
			)}
			<Composer
				sessionId={sessionId}
				pending={here?.pending ?? null}
				fault={textOrNull(here?.fault ?? null)}
			/>
		</section>
	);
}
