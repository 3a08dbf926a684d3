import clsx from "clsx";
import { ArrowUp, SlidersHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { grouped } from "../../components/figures.ts";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { ConnectedNote } from "../accounts/connected-note.tsx";
import { draftKey, keepDraft, useDraft } from "./drafts.ts";
import { TurnOptionsFields } from "./options-fields.tsx";
import { optionText, roomIn, turnFields } from "./turn-options.ts";

interface ComposerProps {
	sessionId: string | null;
	pending: "starting" | "interrupting" | null;
	fault: string | null;
	onStarted?: (sessionId: string) => void;
}

/** The box to write to the agent in. A null session starts a new one. */
export function Composer(props: ComposerProps) {
	const { view } = useDesk();
	const key = draftKey(view, props.sessionId);
	return <KeptComposer key={key} draft={key} {...props} />;
}

function KeptComposer({
	draft: key,
	sessionId,
	pending,
	fault,
	onStarted,
}: ComposerProps & { draft: string }) {
	const { bridge, view, begun } = useDesk();
	const box = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		if (sessionId === null && begun > 0) box.current?.focus();
	}, [sessionId, begun]);
	const [{ message, options }, change] = useDraft(key);
	const [open, setOpen] = useState(false);
	const command = useCommand();
	const ids = useId();
	const room = roomIn(message);
	const fields = turnFields(options);
	const starting = command.busy || pending === "starting";
	const can = message.trim() !== "" && room.state !== "over" && fields !== null && !starting;

	const send = async () => {
		if (!can) return;
		const outcome = await command.send(() =>
			bridge.call("startTurn", { sessionId, message: message.trim(), ...fields }),
		);
		if (outcome?.ok !== true) return;
		change({ message: "" });
		// Somebody who went to another conversation meanwhile comes back to an empty box, too.
		keepDraft(key, { message: "", options });
		if (outcome.sessionId === undefined) return;
		keepDraft(draftKey(view, outcome.sessionId), { message: "", options });
		onStarted?.(outcome.sessionId);
	};
	const onSubmit = (event: FormEvent) => {
		event.preventDefault();
		void send();
	};
	const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
		if (event.key === "Escape") event.currentTarget.blur();
		if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
		event.preventDefault();
		void send();
	};

	return (
		<div className="shrink-0 px-5 pb-3 wide:px-7">
			<Fault text={command.fault ?? fault} className="mb-2" />
			<form
				onSubmit={onSubmit}
				aria-label={t("desk.session.message-agent")}
				className="max-h-[60vh] overflow-y-auto rounded-md border border-edge bg-surface has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent"
			>
				<label htmlFor={`${ids}-message`} className="sr-only">
					{t("desk.session.message-the-agent")}
				</label>
				<textarea
					ref={box}
					id={`${ids}-message`}
					value={message}
					rows={1}
					placeholder={
						sessionId === null ? t("desk.session.should-agent-do") : t("desk.session.message-the-agent-2")
					}
					onChange={(event) => change({ message: event.target.value })}
					onKeyDown={onKeyDown}
					aria-invalid={room.state === "over" || undefined}
					aria-describedby={`${ids}-room`}
					className="field-sizing-content max-h-[min(10rem,28vh)] min-h-11 w-full resize-none px-3.5 pt-3 pb-1 outline-none"
				/>
				<div className="flex flex-wrap items-center gap-2 px-2 pb-2">
					<button
						type="button"
						aria-expanded={open}
						aria-controls={`${ids}-options`}
						onClick={() => setOpen(!open)}
						className={clsx(
							"inline-flex min-h-8 max-w-full min-w-0 items-center gap-1.5 rounded-sm px-2 text-f2 hover:bg-sunken",
							fields === null ? "text-danger" : "text-ink-2",
						)}
					>
						<SlidersHorizontal size={14} aria-hidden className="shrink-0" />
						<span className="sr-only">{t("desk.session.options")} </span>
						<Claim text={optionText(options)} max={60} className="truncate" />
					</button>
					<Room id={`${ids}-room`} room={room} />
					<Button submit look="primary" size="small" className="ml-auto" disabled={!can} busy={starting}>
						{starting ? t("desk.session.sending") : t("desk.session.send")}{" "}
						{!starting && <ArrowUp size={14} aria-hidden />}
					</Button>
				</div>
				<div id={`${ids}-options`}>
					{open && <TurnOptionsFields options={options} onChange={(next) => change({ options: next })} />}
				</div>
			</form>
			<ConnectedNote className="mt-1.5" />
		</div>
	);
}

function Room({ id, room }: { id: string; room: ReturnType<typeof roomIn> }) {
	const { left, state } = room;
	const count = grouped(String(Math.abs(left)));
	return (
		<span
			id={id}
			role="status"
			className={clsx("text-f1", state === "over" ? "font-medium text-danger" : "text-caution")}
		>
			{state === "near" && t("desk.session.characters-left", { count })}
			{state === "over" && t("desk.session.characters-too-many", { count })}
		</span>
	);
}
