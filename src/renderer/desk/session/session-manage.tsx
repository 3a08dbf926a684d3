import { Archive, ArchiveRestore, Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { TranscriptView } from "../../../bridge/views.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useWish, type Wish } from "../../state/wish.ts";

const LONGEST_TITLE = 200;

/** Rename and archive. Where the service offers neither, the buttons say so. */
export function SessionManage({
	transcript,
	wish,
	onRename,
}: {
	transcript: TranscriptView;
	wish: Wish;
	onRename: () => void;
}) {
	const { bridge } = useDesk();
	const { archived, fixed, sessionId } = transcript;
	const Icon = archived ? ArchiveRestore : Archive;
	const archive = () =>
		void wish.send(() => bridge.call("archiveSession", { sessionId, archived: !archived }));
	return (
		<>
			<Button
				size="small"
				look="quiet"
				disabled={fixed !== null}
				title={fixed ?? "Rename this conversation"}
				aria-label="Rename"
				className="px-2"
				onClick={onRename}
			>
				<Pencil size={15} aria-hidden />
			</Button>
			<Button
				size="small"
				look="quiet"
				busy={wish.busy}
				disabled={fixed !== null}
				title={fixed ?? (archived ? "Put it back among the others" : "Fold it away among the archived ones")}
				aria-label={archived ? "Take out of the archive" : "Archive"}
				className="px-2"
				onClick={archive}
			>
				<Icon size={15} aria-hidden />
			</Button>
		</>
	);
}

/** Stable, so that React calls it when the box appears and not on every draw. */
function focusOnce(box: HTMLInputElement | null) {
	box?.select();
}

/** The title in a box; it changes when the service says so. */
export function RenameForm({ transcript, onDone }: { transcript: TranscriptView; onDone: () => void }) {
	const { bridge } = useDesk();
	const [title, setTitle] = useState(transcript.title);
	const wish = useWish();
	const clean = title.trim();
	const tooLong = clean.length > LONGEST_TITLE;
	const save = async (event: FormEvent) => {
		event.preventDefault();
		if (clean === "" || tooLong) return;
		const { sessionId } = transcript;
		const outcome = await wish.send(() => bridge.call("renameSession", { sessionId, title: clean }));
		if (outcome?.ok === true) onDone();
	};
	return (
		<form
			aria-label="Rename this conversation"
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
					label="Title"
					hideLabel
					value={title}
					onText={setTitle}
					wrong={tooLong ? `A title has at most ${LONGEST_TITLE} characters.` : null}
					ref={focusOnce}
					className="max-w-96 min-w-40 flex-1"
				/>
				<Button submit size="small" look="primary" busy={wish.busy} disabled={clean === "" || tooLong}>
					{wish.busy ? "Saving…" : "Save"}
				</Button>
				<Button size="small" look="quiet" onClick={onDone}>
					Cancel
				</Button>
			</div>
			<Fault words={wish.fault} className="mt-2" />
		</form>
	);
}
