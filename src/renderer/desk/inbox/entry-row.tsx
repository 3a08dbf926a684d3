import clsx from "clsx";
import { BellOff } from "lucide-react";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { Ago, Countdown } from "../../components/countdown.tsx";
import { StepBar, stepReached } from "../../components/steps.tsx";
import { EntryPills } from "./entry-pills.tsx";

/** One entry: who, what, how long; its match at a glance while it waits, its steps once it moves. */
export function EntryRow({
	entry,
	chosen,
	onChoose,
	onOpen,
	onRead,
}: {
	entry: InboxEntryView;
	chosen: boolean;
	onChoose: () => void;
	onOpen: () => void;
	/** Shows the session instead of the review, where there is room for one of them only. */
	onRead: () => void;
}) {
	const waiting = entry.state === "waiting";
	const alarming = waiting && (entry.match === "refused" || entry.match === "unreadable");
	return (
		<li
			className={clsx(
				"relative border-t border-l-3 border-t-line-2 motion-arrive",
				chosen
					? "border-l-accent bg-accent-soft [&_[data-tone=accent]]:bg-surface"
					: "border-l-transparent hover:bg-ground",
			)}
		>
			<button
				type="button"
				data-entry={entry.id}
				aria-current={chosen ? "true" : undefined}
				onFocus={onChoose}
				onClick={onOpen}
				className="block w-full px-4 py-3 text-left outline-offset-[-2px]"
			>
				<span className="flex items-baseline justify-between gap-3 text-f1 text-ink-3">
					<span className="flex min-w-0 items-center gap-1.5 truncate">
						{entry.muted && <BellOff size={12} aria-label={t("desk.inbox.muted")} />}
						<span className="truncate">
							{entry.app !== null && (
								<>
									<Claim text={entry.app} max={40} /> ·{" "}
								</>
							)}
							<Claim text={entry.session} max={80} />
						</span>
					</span>
					{waiting && entry.expiresAt !== null ? (
						<Countdown at={entry.expiresAt} className="shrink-0" />
					) : (
						<Ago at={entry.arrivedAt} className="shrink-0" />
					)}
				</span>
				<span
					className={clsx(
						"mt-1 mb-2 block leading-snug wrap-anywhere",
						waiting && "font-medium",
						alarming && "text-danger",
						entry.muted && "text-ink-2",
					)}
				>
					<Claim text={textOf(entry.headline)} max={140} />
				</span>
				{entry.state === "settling" ? (
					<span className="block">
						<StepBar steps={entry.steps} done={entry.stepsDone} />
						<span className="mt-1.5 block text-f1 text-ink-2">
							<b className="font-semibold text-accent">{stepReached(entry.steps, entry.stepsDone)}</b>
							{entry.note !== null && ` · ${textOf(entry.note)}`}
						</span>
					</span>
				) : (
					<EntryPills entry={entry} />
				)}
				{waiting && entry.note !== null && (
					<span className="mt-2 block text-f1 text-ink-2 wrap-anywhere">{textOf(entry.note)}</span>
				)}
			</button>
			{entry.build === undefined && (
				<button
					type="button"
					onClick={onRead}
					className="mx-4 mb-3 rounded-sm text-f2 font-medium text-accent mid:hidden"
				>
					{t("desk.inbox.show-the-conversation")}
				</button>
			)}
		</li>
	);
}
