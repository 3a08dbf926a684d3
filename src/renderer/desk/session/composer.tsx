import { ArrowUp } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { grouped } from "../../components/words.ts";
import { useDesk } from "../../state/desk.tsx";
import { useWish } from "../../state/wish.ts";

const LONGEST = 32_000;
type Mode = "auto" | "direct";

/** The box to write to the agent in. A null session starts a new one. */
export function Composer({
	sessionId,
	pending,
	fault,
	onStarted,
}: {
	sessionId: string | null;
	pending: "starting" | "interrupting" | null;
	fault: string | null;
	onStarted?: (sessionId: string) => void;
}) {
	const { bridge } = useDesk();
	const [message, setMessage] = useState("");
	const [mode, setMode] = useState<Mode>("auto");
	const [app, setApp] = useState("");
	const wish = useWish();
	const ids = useId();
	const tooLong = message.length > LONGEST;
	const starting = wish.busy || pending === "starting";
	const empty = message.trim() === "";
	const can = !empty && !tooLong && !starting;

	const send = async () => {
		if (!can) return;
		const target = app.trim() === "" ? null : app.trim();
		const outcome = await wish.send(() =>
			bridge.call("startTurn", {
				sessionId,
				message: message.trim(),
				// Auto is the service's own default: named only where an app is, which would otherwise mean Direct.
				mode: mode === "auto" && target === null ? null : mode,
				app: target,
			}),
		);
		if (outcome?.ok !== true) return;
		setMessage("");
		if (outcome.sessionId !== undefined) onStarted?.(outcome.sessionId);
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
		<form onSubmit={onSubmit} aria-label="Message to the agent" className="shrink-0 px-5 pb-5 wide:px-7">
			<Fault words={wish.fault ?? fault} className="mb-2" />
			<div className="rounded-md border border-edge bg-surface focus-within:outline-2 focus-within:outline-accent">
				<label htmlFor={`${ids}-message`} className="sr-only">
					Message the agent
				</label>
				<textarea
					id={`${ids}-message`}
					value={message}
					rows={1}
					placeholder={sessionId === null ? "What should the agent do?" : "Message the agent…"}
					onChange={(event) => setMessage(event.target.value)}
					onKeyDown={onKeyDown}
					aria-invalid={tooLong || undefined}
					className="field-sizing-content max-h-40 min-h-11 w-full resize-none px-3.5 pt-3 pb-1 outline-none"
				/>
				<div className="flex flex-wrap items-center gap-2 px-2 pb-2">
					<label htmlFor={`${ids}-mode`} className="sr-only">
						Mode
					</label>
					<select
						id={`${ids}-mode`}
						value={mode}
						onChange={(event) => setMode(event.target.value === "direct" ? "direct" : "auto")}
						className="h-8 rounded-sm bg-sunken px-2 text-f2 text-ink-2"
					>
						<option value="auto">Auto</option>
						<option value="direct">Direct</option>
					</select>
					<label htmlFor={`${ids}-app`} className="sr-only">
						App
					</label>
					<input
						id={`${ids}-app`}
						value={app}
						maxLength={160}
						spellCheck={false}
						autoComplete="off"
						placeholder="Any app"
						onChange={(event) => setApp(event.target.value)}
						className="h-8 w-28 min-w-0 rounded-sm bg-sunken px-2 text-f2 text-ink placeholder:text-ink-2"
					/>
					{tooLong && (
						<span className="text-f1 text-danger" role="status">
							{grouped(String(message.length - LONGEST))} characters too many
						</span>
					)}
					<Button submit look="primary" size="small" className="ml-auto" disabled={!can} busy={starting}>
						{starting ? "Sending…" : "Send"} {!starting && <ArrowUp size={14} aria-hidden />}
					</Button>
				</div>
			</div>
		</form>
	);
}
