import clsx from "clsx";
import { Bell, CircleAlert, FileQuestion, LoaderCircle, OctagonAlert, PenLine, Server } from "lucide-react";
import { memo } from "react";
import { message } from "../../../core/localized-text.ts";
import type { TranscriptItem } from "../../../ipc/conversations.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";
import { clockTime } from "../../../text/time.ts";
import { Button } from "../../components/button.tsx";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Fold } from "../../components/fold.tsx";
import { Fault } from "../../components/notice.tsx";
import { rich } from "../../components/rich.tsx";
import { StepBar, stepReached } from "../../components/steps.tsx";
import { useDeskCommand } from "../../state/desk.tsx";
import { EntryPills } from "../inbox/entry-pills.tsx";
import { LinkOpener } from "./markdown/link.tsx";
import { Markdown } from "./markdown/markdown.tsx";
import { TaskRow, ToolRow } from "./task-row.tsx";
import { TURN_LINES } from "./turn-text.ts";
import { ValueView } from "./value-view.tsx";

type MessageItem = Extract<TranscriptItem, { kind: "message" }>;

const SENDERS = {
	user: message("desk.session.senders.user"),
	agent: message("ui.agent"),
	system: message("ui.service"),
	notice: message("desk.session.senders.notice"),
	unknown: message("desk.session.senders.unknown"),
} as const;
const ASIDES = { system: Server, notice: Bell } as const;

function Message({ item }: { item: MessageItem }) {
	const { sender } = item;
	const mine = sender === "user";
	const Aside = sender === "system" || sender === "notice" ? ASIDES[sender] : null;
	return (
		<div className={clsx("flex flex-col", mine && "items-end")}>
			<div
				title={clockTime(item.at)}
				aria-busy={item.live || undefined}
				className={clsx(
					"flex max-w-[42rem] min-w-0 gap-2.5 rounded-md border px-3.5 py-2.5",
					mine && "border-transparent bg-accent-soft",
					mine && item.sending === "refused" && "opacity-70",
					sender === "agent" && "border-line bg-surface",
					(sender === "system" || sender === "unknown") && "border-transparent bg-sunken text-f2 text-ink-2",
					sender === "notice" && "border-caution/40 bg-caution-soft text-f2 text-ink",
				)}
			>
				<span className="sr-only">{textOf(SENDERS[sender])}: </span>
				{Aside !== null && (
					<Aside
						size={15}
						aria-hidden
						className={clsx("mt-0.5 shrink-0", sender === "notice" ? "text-caution" : "text-ink-3")}
					/>
				)}
				<div className="min-w-0 flex-1">
					{item.from !== undefined && (
						<p className="text-f1 text-ink-3">
							{rich("desk.session.unknown-sender", {
								claim: () => <Claim text={item.from ?? ""} max={60} />,
							})}
						</p>
					)}
					{mine ? <ClaimBlock text={item.text} max={4000} /> : <MessageText item={item} />}
				</div>
			</div>
			{item.sending !== undefined && (
				<p className="mt-1 flex items-center gap-1.5 text-f1 text-ink-3" role="status">
					{item.sending === "sending" ? (
						<>
							<LoaderCircle size={12} aria-hidden className="motion-turn" /> {t("desk.session.on-its-way")}
						</>
					) : (
						<>
							<OctagonAlert size={12} aria-hidden className="text-danger" /> {t("desk.session.not-sent")}
						</>
					)}
				</p>
			)}
		</div>
	);
}

function MessageText({ item }: { item: MessageItem }) {
	const command = useDeskCommand();
	return (
		<LinkOpener value={(url) => void command.call("openLink", { url })}>
			<Markdown text={item.text} live={item.live} />
			<Fault text={command.fault} className="mt-2" />
		</LinkOpener>
	);
}

const BUTTONS = {
	waiting: message("desk.inbox.open-its-review"),
	settling: message("desk.session.buttons.settling"),
	done: message("desk.session.buttons.done"),
} as const;

/** A request that was never signed has no receipt to show. */
function buttonOf(entry: InboxEntryView): string {
	return entry.state === "done" && entry.stepsDone === 0
		? t("desk.inbox.show-the-request")
		: textOf(BUTTONS[entry.state]);
}

export function EntryCard({ entry, chosen }: { entry: InboxEntryView; chosen: boolean }) {
	const command = useDeskCommand();
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
				variant={waiting ? "primary" : "plain"}
				size={waiting ? "normal" : "small"}
				className="mt-3"
				{...command.press("openReview", { entryId: entry.id })}
			>
				{buttonOf(entry)}
			</Button>
		</article>
	);
}

/** Compares deeply, because main always pushes new objects. */
export function isSame(a: unknown, b: unknown): boolean {
	if (Object.is(a, b)) return true;
	if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
	const ours = Object.entries(a);
	if (Array.isArray(a) !== Array.isArray(b) || ours.length !== Object.keys(b).length) return false;
	return ours.every(([key, value]) => Object.hasOwn(b, key) && isSame(value, Reflect.get(b, key)));
}

type UnknownItem = Extract<TranscriptItem, { kind: "unknown" }>;

function Unknown({ item: { types, raw } }: { item: UnknownItem }) {
	const count = types.reduce((sum, each) => sum + each.count, 0);
	return (
		<Fold title={<span className="text-f1 text-ink-3">{t("desk.session.unknown-events", { count })}</span>}>
			<div className="mt-1 ml-5.5 text-f1 text-ink-2">
				<ul className="wrap-anywhere">
					{types.map(({ type, count: times }) => (
						<li key={type}>
							<Claim text={type} max={80} className="num" /> × {times}
						</li>
					))}
				</ul>
				<ValueView label={t("desk.session.the-last-one")} value={raw} />
			</div>
		</Fold>
	);
}

/** Skips re-rendering if the item is equal, because main creates new objects even for unchanged items. */
export const Item = memo(
	function Item({ item, chosen }: { item: TranscriptItem; chosen: boolean }) {
		switch (item.kind) {
			case "message":
				return <Message item={item} />;
			case "tool":
				return <ToolRow item={item} />;
			case "task":
				return <TaskRow item={item} />;
			case "entry":
				return <EntryCard entry={item.entry} chosen={chosen} />;
			case "turn":
				return (
					<div className="flex items-center gap-3 py-1 text-f1 text-ink-3">
						<span className="h-px flex-1 bg-line" />
						{textOf(TURN_LINES[item.state])}
						<span className="h-px flex-1 bg-line" />
					</div>
				);
			case "title":
				return (
					<p className="flex min-w-0 items-center justify-center gap-1.5 text-f1 text-ink-3">
						<PenLine size={12} aria-hidden className="shrink-0" />
						<span className="shrink-0">{t("desk.session.now-called")}</span>{" "}
						<Claim text={item.title} max={120} className="truncate" />
					</p>
				);
			case "error":
				return (
					<div className="flex max-w-[36rem] gap-2.5 rounded-md bg-danger-soft px-3.5 py-2.5 text-f2">
						<CircleAlert
							size={16}
							aria-label={t("desk.session.error")}
							className="mt-0.5 shrink-0 text-danger"
						/>
						<ClaimBlock text={item.text} className="flex-1" />
					</div>
				);
			case "unknown":
				return <Unknown item={item} />;
			case "unreadable":
				return (
					<div className="max-w-[36rem] rounded-md bg-caution-soft px-3.5 py-2.5 text-f2">
						<p className="flex gap-2.5">
							<FileQuestion size={16} aria-hidden className="mt-0.5 shrink-0 text-caution" />
							<span className="min-w-0 wrap-anywhere">
								{rich(
									"desk.session.event.unreadable",
									{ claim: () => <Claim text={item.type} max={60} className="num" /> },
									{ reason: textOf(item.reason) },
								)}
							</span>
						</p>
						<Fold title={t("desk.session.as-it-arrived")} className="mt-1.5 ml-6.5">
							<div className="mt-1 ml-6.5">
								<ValueView label={t("desk.session.the-event")} value={item.raw} />
							</div>
						</Fold>
					</div>
				);
		}
	},
	(before, after) => before.chosen === after.chosen && isSame(before.item, after.item),
);
