import { Archive, ArchiveRestore, Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { TranscriptView } from "../../../ipc/conversations.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { type CommandState, useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";

const MAX_TITLE_LENGTH = 200;

export function SessionManage({
	transcript,
	command,
	onRename,
}: {
	transcript: TranscriptView;
	command: CommandState;
	onRename: () => void;
}) {
	const { bridge } = useDesk();
	const { archived, fixed, sessionId } = transcript;
	const Icon = archived ? ArchiveRestore : Archive;
	const archive = () =>
		void command.send(() => bridge.call("archiveSession", { sessionId, archived: !archived }));
	return (
		<>
			<Button
				size="small"
				variant="quiet"
				disabled={fixed !== null}
				title={textOf(fixed ?? t("desk.session.rename-this-conversation"))}
				aria-label={t("desk.session.rename")}
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
				title={textOf(fixed ?? (archived ? t("desk.session.unarchive") : t("desk.session.archive-one")))}
				aria-label={archived ? t("desk.session.take-out-archive") : t("desk.session.archive")}
				className="px-2"
				onClick={archive}
			>
				<Icon size={15} aria-hidden />
			</Button>
		</>
	);
}

/** Stable function identity, so React calls it only when the field appears. */
function focusOnce(box: HTMLInputElement | null) {
	box?.select();
}

export function RenameForm({ transcript, onDone }: { transcript: TranscriptView; onDone: () => void }) {
	const { bridge } = useDesk();
	const [title, setTitle] = useState(textOf(transcript.title));
	const command = useCommand();
	const clean = title.trim();
	const tooLong = clean.length > MAX_TITLE_LENGTH;
	const save = async (event: FormEvent) => {
		event.preventDefault();
		if (clean === "" || tooLong) return;
		const { sessionId } = transcript;
		const outcome = await command.send(() => bridge.call("renameSession", { sessionId, title: clean }));
		if (outcome?.ok === true) onDone();
	};
	return (
		<form
			aria-label={t("desk.session.rename-this-conversation")}
			onSubmit={(event) => void save(event)}
			onKeyDown={(event) => {
				if (event.key !== "Escape") return;
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
					{command.busy ? t("desk.session.saving") : t("desk.session.save")}
				</Button>
				<Button size="small" variant="quiet" onClick={onDone}>
					{t("desk.session.cancel")}
				</Button>
			</div>
			<Fault text={command.fault} className="mt-2" />
		</form>
	);
}
