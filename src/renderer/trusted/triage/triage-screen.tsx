import clsx from "clsx";
import { CircleCheck, RotateCcw } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { centsText } from "../../../core/fiat/price.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { reasonOf, riskOf } from "../../../core/risk/finding.ts";
import type { InboxEntryView, RejectionView, TriageMark, TriageView } from "../../../ipc/inbox.ts";
import type { EntryScreen } from "../../../ipc/windows.ts";
import { headlineText, t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { Countdown } from "../../components/countdown.tsx";
import { Empty } from "../../components/empty.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { Kbd, type KeyHelp, Shortcuts } from "../../components/kbd.tsx";
import { Fault } from "../../components/notice.tsx";
import { rejectionText } from "../../components/rejection/reason-form.tsx";
import { useReason } from "../../components/rejection/use-reason.tsx";
import { rich } from "../../components/rich.tsx";
import { Unbroken } from "../../components/text/unbroken.tsx";
import { useNow } from "../../state/clock.tsx";
import { isDialogOpen, useKeyMap, useWindowKeys } from "../../state/keys.ts";
import { useTrusted, useTrustedCommand } from "../../state/trusted.tsx";
import { EntryView } from "../entry-view.tsx";
import { TriageGroups } from "./triage-groups.tsx";

/** Shows the last rejection in *Review all* while it can be undone. */
function UndoCard({
	rejection,
	busy,
	onUndo,
}: {
	rejection: RejectionView;
	busy: boolean;
	onUndo: () => void;
}) {
	const { bridge } = useTrusted();
	const now = useNow();
	const { explained, headline } = rejection;
	const { ask, dialog } = useReason((reason) =>
		bridge.call("explainRejection", { entryIds: [...rejection.entryIds], reason }),
	);
	return (
		<section
			aria-label={t("rejection.title")}
			data-rejection={rejection.state}
			className="card flex flex-wrap items-center gap-x-3 gap-y-1 p-3 short:py-1 text-f2 min-[60rem]:block"
		>
			<p className="flex items-center gap-2 font-semibold">
				<RotateCcw size={14} aria-hidden className="shrink-0 text-ink-2" />
				{t("rejection.title")}
			</p>
			<p className="line-clamp-2 min-w-0 flex-1 short:line-clamp-1 text-ink-2 wrap-anywhere min-[60rem]:mt-1">
				<Claim text={headline} max={120} />
			</p>
			<p
				role="status"
				className="sr-only text-f1 text-ink-3 tabular-nums min-[60rem]:not-sr-only min-[60rem]:mt-1"
			>
				{rejectionText(rejection, now)}
			</p>
			<div className="flex flex-wrap justify-between gap-1 min-[60rem]:mt-2 min-[60rem]:-mx-3">
				<Button size="small" variant="quiet" busy={busy} onClick={onUndo}>
					{t("rejection.undo")} <Kbd of="U" />
				</Button>
				{!explained && (
					<Button size="small" variant="quiet" onClick={ask}>
						{t("rejection.reason.add")}
					</Button>
				)}
			</div>
			{dialog}
		</section>
	);
}

const STYLES: Readonly<Record<TriageMark, string>> = {
	waiting: "h-2 bg-line",
	approved: "h-2 bg-accent",
	rejected: "h-2 bg-ink-3",
	later: "h-1 bg-edge",
	over: "h-1 bg-line",
};

/** Number of marks above which the gaps between them shrink. */
const MAX_GAPS = 60;

function TriageMarks({ marks, at }: Pick<TriageView, "marks" | "at">) {
	const waiting = marks.filter((mark) => mark === "waiting").length;
	return (
		<div
			role="progressbar"
			aria-label={t("trusted.triage.progress")}
			aria-valuemin={0}
			aria-valuenow={marks.length - waiting}
			aria-valuemax={marks.length}
			className={clsx(
				"hidden h-4 min-w-0 flex-1 items-center mid:flex min-[68rem]:grow-0 min-[68rem]:basis-160",
				marks.length > MAX_GAPS ? "gap-px" : "gap-[3px]",
			)}
		>
			{marks.map((mark, index) => (
				<i
					key={index}
					data-mark={mark}
					className={clsx("min-w-0 flex-1 rounded-[2px]", index === at - 1 ? "h-4 bg-ink" : STYLES[mark])}
				/>
			))}
		</div>
	);
}

const BLOCKS = ["h-16", "h-16", "h-24", "h-14"] as const;

/** Introduces the next request, which the user decides on only in the review that follows. */
function NextCard({ next }: { next: InboxEntryView | null }) {
	if (next === null) return null;
	const { app, session, expiresAt, cents, chain } = next;
	const reason = reasonOf(next);
	return (
		<aside
			aria-label={t("trusted.triage.next")}
			className="mt-4 -mr-6 hidden h-[calc(100%-2rem)] w-160 shrink-0 flex-col overflow-clip rounded-l-md border border-r-0 border-line bg-surface min-[68rem]:flex"
		>
			<div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4">
				<AppMark name={app ?? textOf(session)} />
				<p className="min-w-0">
					<b className="block truncate text-f2 font-semibold">
						<Claim text={app ?? textOf(session)} max={40} />
					</b>
					<span className="block text-f1 text-ink-3">
						{expiresAt === null
							? t("trusted.review.no-expiry")
							: rich("trusted.review.expires", { time: () => <Countdown at={expiresAt} /> })}
					</span>
				</p>
			</div>
			<div className="grid min-h-0 flex-1 content-start gap-2 bg-ground p-4">
				<p className="text-f1 text-ink-3">
					{t("trusted.triage.next.word")} <Kbd of="J" />
				</p>
				<p className="max-w-80 text-f4 font-semibold text-ink-2 wrap-anywhere">
					<Unbroken text={headlineText(next.headline)} />
				</p>
				<p className="max-w-80 text-f2 text-ink-2">
					{reason !== null && (
						<b
							className={
								riskOf(next) === "danger" ? "font-semibold text-danger" : "font-semibold text-caution"
							}
						>
							{textOf(reason)}
							{" · "}
						</b>
					)}
					{cents !== null && `${textOf(centsText(BigInt(cents)))} · `}
					<Claim text={chain} max={40} />
				</p>
				{BLOCKS.map((height, index) => (
					<div
						key={index}
						aria-hidden
						className={`${height} w-160 rounded-md border border-line-2 bg-sunken`}
					/>
				))}
			</div>
		</aside>
	);
}

const LATER_MS = 3_600_000;

const KEYS: readonly KeyHelp[] = [
	[["J", "K"], message("trusted.triage.key.step")],
	[["R"], message("trusted.triage.key.reject")],
	[["U"], message("trusted.triage.key.undo")],
	[["C"], message("ui.ask-for-change")],
	[["S"], message("trusted.triage.key.later")],
	[["Space"], message("trusted.triage.key.approve")],
	[["F6"], message("desk.shell.next-region")],
	[["Esc"], message("trusted.triage.key.leave")],
	[["?"], message("desk.shell.these-shortcuts")],
];

const FOOT: readonly (readonly [keys: readonly string[], text: Message])[] = [
	[["J", "K"], message("trusted.triage.foot.step")],
	[["R"], message("trusted.triage.foot.reject")],
	[["U"], message("trusted.triage.foot.undo")],
	[["C"], message("trusted.triage.foot.change")],
	[["S"], message("trusted.triage.foot.later")],
	[["Space"], message("trusted.triage.foot.approve")],
	[["?"], message("trusted.triage.foot.help")],
];

/** Returns `null` if the displayed request can't be postponed. */
const reviewedOf = (card: EntryScreen | null): string | null =>
	card?.screen === "review" && card.review.canReject ? card.review.entryId : null;

/** Makes the first Esc leave the field for the confirmation word. The second Esc leaves *Review all*. */
function useLeaveField(card: RefObject<HTMLElement | null>): void {
	useWindowKeys((event) => {
		if (event.key !== "Escape" || isDialogOpen() || !(event.target instanceof HTMLInputElement)) return;
		event.preventDefault();
		card.current?.querySelector<HTMLElement>("h1")?.focus();
	});
}

export function TriageScreen({ triage, card }: { triage: TriageView; card: EntryScreen | null }) {
	const { singleKeys } = useTrusted().view.settings;
	const command = useTrustedCommand();
	const [help, setHelp] = useState(false);
	const now = useNow();
	const cardElement = useRef<HTMLDivElement>(null);
	useLeaveField(cardElement);
	const { rejection } = triage;
	const show = (entryId: string) => command.call("showTriaged", { entryId });
	const step = (direction: "next" | "previous") => command.call("showReview", { direction });
	const leave = () => command.call("close", {});
	const undo = async () => {
		if (rejection === null) return;
		const entryIds = [...rejection.entryIds];
		const outcome = await command.call("undoRejection", { entryIds });
		const [first] = entryIds;
		if (outcome?.ok === true && first !== undefined) await show(first);
	};
	const reviewed = reviewedOf(card);
	useKeyMap(
		{
			j: () => step("next"),
			k: () => step("previous"),
			s: () =>
				reviewed === null
					? false
					: command.call("snooze", { entryIds: [reviewed], until: Math.round(now + LATER_MS) }),
			u: () => (rejection === null ? false : undo()),
			"?": () => setHelp(true),
			Escape: () => leave(),
		},
		singleKeys,
	);
	const undoCard = rejection !== null && (
		<UndoCard key={rejection.group} rejection={rejection} busy={command.busy} onUndo={() => void undo()} />
	);
	return (
		<div className="flex h-full flex-col">
			<TriageHead triage={triage} onLeave={() => void leave()} />
			<Fault text={command.fault} className="mx-3 mt-3" />
			<div className="relative flex min-h-0 flex-1 justify-center gap-6 overflow-clip mid:px-6 mid:py-4 min-[68rem]:justify-start">
				<aside
					aria-label={t("desk.shell.items.sessions")}
					data-region
					className="hidden w-58 shrink-0 flex-col gap-2 min-[60rem]:flex"
				>
					<TriageGroups groups={triage.groups} onShow={(entryId) => void show(entryId)} />
					<div className="mt-auto shrink-0">{undoCard}</div>
				</aside>
				<div
					key={triage.at}
					ref={cardElement}
					data-triage-card
					className="@container h-full w-full min-w-0 overflow-clip mid:w-160 mid:max-w-full mid:shrink-0 mid:rounded-md mid:border mid:border-line min-[60rem]:shrink min-[68rem]:shrink-0 motion-follow"
				>
					{card === null ? (
						<Finished triage={triage} onLeave={() => void leave()} />
					) : (
						<EntryView screen={card} />
					)}
				</div>
				{card !== null && <NextCard next={triage.next} />}
			</div>
			<div className="shrink-0 px-3 pb-2 empty:hidden min-[60rem]:hidden">{undoCard}</div>
			{singleKeys && (
				<section
					aria-label={t("desk.shell.keyboard-shortcuts")}
					className="hidden h-12 shrink-0 items-center justify-center gap-6 border-t border-line bg-surface text-f2 text-ink-2 mid:flex short:hidden"
				>
					{FOOT.map(([keys, text]) => (
						<span key={text.code} className="flex items-center gap-1 whitespace-nowrap">
							{keys.map((key) => (
								<Kbd key={key} look="row" of={key} />
							))}
							{textOf(text)}
						</span>
					))}
				</section>
			)}
			{help && <Shortcuts keys={KEYS} onClose={() => setHelp(false)} />}
		</div>
	);
}

function Tally({ marks }: Pick<TriageView, "marks">) {
	const count = (mark: TriageMark) => marks.filter((each) => each === mark).length;
	const later = count("later");
	return (
		<>
			{t("trusted.triage.tally", { approved: count("approved"), rejected: count("rejected") })}
			{later > 0 && ` · ${t("trusted.triage.tally.later", { later })}`}
		</>
	);
}

const MINUTE_MS = 60_000;

function TriageHead({ triage, onLeave }: { triage: TriageView; onLeave: () => void }) {
	const { at, marks, msLeft } = triage;
	return (
		<section
			aria-label={t("ui.review-all")}
			data-region
			className="flex h-14 shrink-0 items-center gap-6 border-b border-line bg-surface px-4 mid:px-6 short:h-11"
		>
			<p className="shrink-0 text-f4 font-semibold whitespace-nowrap min-[60rem]:w-58" role="status">
				{at === 0 ? t("trusted.triage.finished") : t("ui.of", { at, of: marks.length })}
				{msLeft !== null && at > 0 && (
					<span className="font-normal text-ink-2 max-[26rem]:hidden">
						{" · "}
						{t("trusted.triage.left", { minutes: Math.ceil(msLeft / MINUTE_MS) })}
					</span>
				)}
			</p>
			<TriageMarks marks={marks} at={at} />
			<p className="ml-auto flex shrink-0 items-center gap-3 text-f2 text-ink-2">
				<span className="hidden min-[60rem]:inline">
					<Tally marks={marks} />
				</span>
				<Button variant="quiet" size="small" className="-mr-3" onClick={onLeave}>
					{t("trusted.triage.leave")}
					<span className="max-mid:hidden">
						<Kbd of="Esc" />
					</span>
				</Button>
			</p>
		</section>
	);
}

function Finished({ triage, onLeave }: { triage: TriageView; onLeave: () => void }) {
	const command = useTrustedCommand();
	const { next } = triage;
	return (
		<main className="grid h-full place-items-center overflow-y-auto bg-surface">
			<Empty
				icon={CircleCheck}
				level={1}
				title={next === null ? t("trusted.triage.done") : t("trusted.triage.more")}
				action={
					<div className="flex gap-2">
						{next !== null && (
							<Button
								variant="primary"
								onClick={() => void command.call("showReview", { direction: "next" })}
							>
								{t("trusted.triage.go-on")}
								<Kbd of="J" />
							</Button>
						)}
						<Button variant={next === null ? "primary" : "plain"} onClick={onLeave}>
							{t("trusted.triage.leave")}
						</Button>
					</div>
				}
			>
				<Tally marks={triage.marks} />
			</Empty>
		</main>
	);
}
