import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { message } from "../../../core/message.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Fault } from "../../components/notice.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { useKeys } from "../../state/keys.ts";
import { SessionPane } from "../session/session-pane.tsx";
import { NewConversation } from "../sessions/new-conversation.tsx";
import { EntryRow } from "./entry-row.tsx";
import { FirstRun } from "./first-run.tsx";
import { InboxEmpty } from "./inbox-empty.tsx";
import { OfBuild } from "./of-build.tsx";
import { chosenEntry, inOrder } from "./order.ts";

const HEADINGS = {
	waiting: message("desk.inbox.headings.waiting"),
	settling: message("desk.inbox.headings.settling"),
	done: message("desk.inbox.headings.done"),
} as const;

/** What awaits the user, and the session of the chosen entry beside it. */
export function InboxPlace() {
	const { bridge, view, choice, choose } = useDesk();
	const [reading, setReading] = useState(false);
	const command = useCommand();
	const list = useRef<HTMLDivElement>(null);
	const entries = inOrder(view.inbox);
	const chosen = chosenEntry(entries, choice);

	const open = (entryId: string) => void command.send(() => bridge.call("openReview", { entryId }));
	const step = (by: 1 | -1) => {
		const at = entries.findIndex((entry) => entry.id === chosen?.id);
		const next = entries[Math.min(entries.length - 1, Math.max(0, at + by))];
		if (next === undefined) return;
		choose(next.id);
		list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(next.id)}"]`)?.focus();
	};
	useKeys({
		j: () => step(1),
		k: () => step(-1),
		Enter: () => {
			// A focused button answers Enter by itself; this is for when nothing is focused.
			if (document.activeElement !== document.body || chosen === null) return false;
			return open(chosen.id);
		},
		Escape: () => setReading(false),
	});
	const session = chosen?.sessionId ?? null;
	useEffect(() => {
		if (session === null) setReading(false);
	}, [session]);

	if (view.vault.state === "none" && view.accounts.length === 0) return <FirstRun />;
	return (
		<div className="grid h-full grid-cols-1 mid:grid-cols-[minmax(17rem,25rem)_minmax(0,1fr)]">
			<section
				ref={list}
				aria-label={t("desk.inbox.inbox")}
				className={`min-h-0 overflow-y-auto border-r border-line bg-surface ${reading ? "hidden mid:block" : ""}`}
			>
				<Fault words={command.fault} className="m-3" />
				<h1 className="px-5 pt-4 pb-3 text-f4 font-semibold tracking-tight">{textOf(HEADINGS.waiting)}</h1>
				{!entries.some((entry) => entry.state === "waiting") && <InboxEmpty />}
				{(["waiting", "settling", "done"] as const).map((state) => {
					const group = entries.filter((entry) => entry.state === state);
					if (group.length === 0) return null;
					return (
						<div key={state}>
							{state !== "waiting" && (
								<h2 className="label border-t border-line-2 px-5 pt-5 pb-2">{textOf(HEADINGS[state])}</h2>
							)}
							<ul>
								{group.map((entry) => (
									<EntryRow
										key={entry.id}
										entry={entry}
										chosen={entry.id === chosen?.id}
										onChoose={() => choose(entry.id)}
										onOpen={() => open(entry.id)}
										onRead={() => {
											choose(entry.id);
											setReading(true);
										}}
									/>
								))}
							</ul>
						</div>
					);
				})}
			</section>
			<div className={`min-h-0 min-w-0 flex-col ${reading ? "flex" : "hidden mid:flex"}`}>
				{reading && (
					<Button
						look="quiet"
						size="small"
						className="m-2 self-start mid:hidden"
						onClick={() => setReading(false)}
					>
						<ArrowLeft size={15} aria-hidden /> {t("desk.inbox.inbox")}
					</Button>
				)}
				{chosen === null ? (
					<NewConversation />
				) : chosen.build !== undefined ? (
					<OfBuild
						digest={chosen.build}
						answered={chosen.id.startsWith("commit:")}
						onOpen={() => open(chosen.id)}
					/>
				) : (
					<SessionPane key={chosen.sessionId} sessionId={chosen.sessionId} entryId={chosen.id} />
				)}
			</div>
		</div>
	);
}
