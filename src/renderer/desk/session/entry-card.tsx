import clsx from "clsx";
import { message } from "../../../core/message.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Fault } from "../../components/notice.tsx";
import { StepBar, stepReached } from "../../components/steps.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { EntryPills } from "../inbox/entry-pills.tsx";

const BUTTONS = {
	waiting: message("desk.session.buttons.waiting"),
	settling: message("desk.session.buttons.settling"),
	done: message("desk.session.buttons.done"),
} as const;

/** What was never signed has no receipt. */
function buttonOf(entry: InboxEntryView): string {
	return entry.state === "done" && entry.stepsDone === 0
		? t("desk.session.show-request")
		: textOf(BUTTONS[entry.state]);
}

/** Something to sign, in its place in the conversation; leads to the trusted window. */
export function EntryCard({ entry, chosen }: { entry: InboxEntryView; chosen: boolean }) {
	const { bridge } = useDesk();
	const command = useCommand();
	const waiting = entry.state === "waiting";
	return (
		<article
			aria-label={t("desk.session.something-to-sign")}
			className={clsx(
				"max-w-[36rem] rounded-md border bg-surface px-4 py-3.5",
				waiting && chosen ? "border-accent" : "border-line",
			)}
		>
			<div className="flex items-baseline justify-between gap-3">
				<h3 className="font-semibold wrap-anywhere">
					<Claim text={textOf(entry.headline)} max={200} />
				</h3>
				{waiting && entry.expiresAt !== null && (
					<Countdown alone at={entry.expiresAt} className="shrink-0 text-f2" />
				)}
			</div>
			<div className="mt-2">
				{entry.state === "settling" ? (
					<>
						<StepBar steps={entry.steps} done={entry.stepsDone} />
						<p className="mt-1.5 text-f2 text-ink-2">
							{stepReached(entry.steps, entry.stepsDone)}
							{entry.note !== null && ` · ${textOf(entry.note)}`}
						</p>
					</>
				) : (
					<EntryPills entry={entry} />
				)}
			</div>
			{waiting && entry.note !== null && (
				<p className="mt-2 text-f2 text-ink-2 wrap-anywhere">{textOf(entry.note)}</p>
			)}
			<Fault text={command.fault} className="mt-3" />
			<Button
				look={waiting ? "primary" : "plain"}
				size={waiting ? "normal" : "small"}
				className="mt-3"
				busy={command.busy}
				onClick={() => void command.send(() => bridge.call("openReview", { entryId: entry.id }))}
			>
				{buttonOf(entry)}
			</Button>
		</article>
	);
}
