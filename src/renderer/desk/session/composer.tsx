import clsx from "clsx";
import { ArrowUp, SlidersHorizontal } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { message } from "../../../core/localized-text.ts";
import type { InputOf } from "../../../ipc/primitives.ts";
import type { DeskProcedures, DeskView } from "../../../ipc/windows.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Segmented } from "../../components/choice.tsx";
import { Claim } from "../../components/claim.tsx";
import { Field } from "../../components/field.tsx";
import { grouped } from "../../components/figures.ts";
import { Form } from "../../components/form.tsx";
import { Fault } from "../../components/notice.tsx";
import { useDesk, useDeskCommand } from "../../state/desk.tsx";
import type { MessageDraft, MessageDrafts, TurnOptions } from "../../state/desk-store.ts";
import { ConnectedNote } from "../accounts/connected-note.tsx";

/** Counted in code points, as in the schema of `startTurn`. */
export const MAX_LENGTH = 32_000;
const NEAR = 0.9;

export const NO_OPTIONS: TurnOptions = { mode: "auto", app: "", applicationId: "", model: "" };

type TurnFields = Required<
	Pick<InputOf<DeskProcedures["startTurn"]>, "mode" | "app" | "applicationId" | "model">
>;

function lengthOf(text: string): number {
	return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}

export function roomIn(message: string): { readonly left: number; readonly state: "fine" | "near" | "over" } {
	const length = lengthOf(message.trim());
	const left = MAX_LENGTH - length;
	return { left, state: left < 0 ? "over" : length >= MAX_LENGTH * NEAR ? "near" : "fine" };
}

export function optionFaults({
	app,
	applicationId,
	model,
}: TurnOptions): Readonly<Partial<Record<keyof TurnOptions, string>>> {
	const id = applicationId.trim();
	const wrongId = id !== "" && !(/^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id)));
	return {
		...(app.trim().length > 160 ? { app: t("desk.session.fault.app-name") } : {}),
		...(wrongId ? { applicationId: t("desk.session.fault.app-id") } : {}),
		...(app.trim() !== "" && id !== "" && !wrongId
			? { applicationId: t("desk.session.fault.both-given") }
			: {}),
		...(model.trim().length > 200 ? { model: t("desk.session.fault.model-name") } : {}),
	};
}

export function turnFields(options: TurnOptions): TurnFields | null {
	if (Object.keys(optionFaults(options)).length > 0) return null;
	const app = options.app.trim() === "" ? null : options.app.trim();
	const applicationId = options.applicationId.trim() === "" ? null : Number(options.applicationId.trim());
	return {
		// Without a mode, the service uses Auto, or Direct if an app is chosen.
		mode: options.mode === "auto" && app === null && applicationId === null ? null : options.mode,
		app,
		applicationId,
		model: options.model.trim() === "" ? null : options.model.trim(),
	};
}

/** Returns text such as "Direct · uniswap · model large". */
export function optionText({ mode, app, applicationId, model }: TurnOptions): string {
	return [
		mode === "auto" ? t("desk.session.modes.auto") : t("desk.session.modes.direct"),
		app.trim(),
		applicationId.trim() === "" ? "" : t("desk.session.option.app", { applicationId: applicationId.trim() }),
		model.trim() === "" ? "" : t("desk.session.option.model", { model: model.trim() }),
	]
		.filter((part) => part !== "")
		.join(" · ");
}

const MODES = [
	{ value: "auto", text: message("desk.session.modes.auto") },
	{ value: "direct", text: message("desk.session.modes.direct") },
] as const;

function TurnOptionsFields({
	options,
	onChange,
}: {
	options: TurnOptions;
	onChange: (options: TurnOptions) => void;
}) {
	const id = useId();
	const faults = optionFaults(options);
	const field = (name: Exclude<keyof TurnOptions, "mode">) => ({
		value: options[name],
		onText: (text: string) => onChange({ ...options, [name]: text }),
		wrong: faults[name] ?? null,
	});
	return (
		<section
			aria-label={t("desk.session.options.label")}
			// Prevents Enter in a field from sending the message.
			onKeyDown={(event) => {
				if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
			}}
			className="grid gap-3 border-t border-line-2 px-3.5 py-3"
		>
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
				<Segmented
					label={t("desk.session.mode")}
					value={options.mode}
					options={MODES}
					onChoose={(mode) => onChange({ ...options, mode })}
				/>
				<p id={id} className="min-w-0 flex-1 basis-60 text-f1 text-ink-3">
					{t(`desk.session.means.${options.mode}`)}
				</p>
			</div>
			<div className="grid gap-3 mid:grid-cols-3">
				<Field label={t("ui.app")} {...field("app")} placeholder={t("desk.activity.any.app")} />
				<Field
					label={t("desk.session.application-id")}
					{...field("applicationId")}
					inputMode="numeric"
					placeholder={t("desk.session.place-name")}
				/>
				<Field
					label={t("desk.session.model")}
					{...field("model")}
					placeholder={t("desk.session.services-own-choice")}
				/>
			</div>
		</section>
	);
}

/** Drafts are lost when the window closes. */
const NONE: MessageDraft = { message: "", options: NO_OPTIONS };

/** Keeps drafts separate for each environment and user. */
export function draftKey({ settings, identity }: DeskView, sessionId: string | null): string {
	return JSON.stringify([settings.baseUrl, identity.who, sessionId]);
}

function useDraft(
	drafts: MessageDrafts,
	key: string,
): readonly [MessageDraft, (change: Partial<MessageDraft>) => void] {
	const [draft, setDraft] = useState(() => drafts.get(key) ?? NONE);
	const change = useCallback(
		(part: Partial<MessageDraft>) =>
			setDraft((held) => {
				const next = { ...held, ...part };
				drafts.set(key, next);
				return next;
			}),
		[drafts, key],
	);
	return [draft, change];
}

interface ComposerProps {
	sessionId: string | null;
	pending: "starting" | "interrupting" | null;
	fault: string | null;
	onStarted?: (sessionId: string) => void;
}

export function Composer(props: ComposerProps) {
	const { view } = useDesk();
	const key = draftKey(view, props.sessionId);
	return <RestoredComposer key={key} draft={key} {...props} />;
}

function RestoredComposer({
	draft: key,
	sessionId,
	pending,
	fault,
	onStarted,
}: ComposerProps & { draft: string }) {
	const { view, drafts, begun } = useDesk();
	const box = useRef<HTMLTextAreaElement>(null);
	useEffect(() => {
		if (sessionId === null && begun > 0) box.current?.focus();
	}, [sessionId, begun]);
	const [{ message, options }, change] = useDraft(drafts, key);
	const [open, setOpen] = useState(false);
	const command = useDeskCommand();
	const ids = useId();
	const room = roomIn(message);
	const fields = turnFields(options);
	const starting = command.busy || pending === "starting";
	const can = message.trim() !== "" && room.state !== "over" && fields !== null && !starting;

	const send = async () => {
		if (!can) return;
		const outcome = await command.call("startTurn", { sessionId, message: message.trim(), ...fields });
		if (outcome?.ok !== true) return;
		change({ message: "" });
		// Clears the draft even if the user has moved to another session in the meantime.
		drafts.set(key, { message: "", options });
		if (outcome.sessionId === undefined) return;
		drafts.set(draftKey(view, outcome.sessionId), { message: "", options });
		onStarted?.(outcome.sessionId);
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
			<Form
				onSubmit={send}
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
						sessionId === null ? t("desk.session.message.placeholder") : t("desk.session.message-placeholder")
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
					<Button submit variant="primary" size="small" className="ml-auto" disabled={!can} busy={starting}>
						{starting ? t("desk.session.sending") : t("desk.session.send")}{" "}
						{!starting && <ArrowUp size={14} aria-hidden />}
					</Button>
				</div>
				<div id={`${ids}-options`}>
					{open && <TurnOptionsFields options={options} onChange={(next) => change({ options: next })} />}
				</div>
			</Form>
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
