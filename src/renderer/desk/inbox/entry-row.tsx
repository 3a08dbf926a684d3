import clsx from "clsx";
import {
	BellOff,
	Ellipsis,
	Eye,
	LoaderCircle,
	Moon,
	OctagonAlert,
	OctagonX,
	TriangleAlert,
	X,
} from "lucide-react";
import { centsText } from "../../../core/fiat/price.ts";
import { reasonOf, riskOf } from "../../../core/risk/finding.ts";
import type { InboxEntryView } from "../../../ipc/inbox.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { Ago, Countdown } from "../../components/countdown.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { TokenMark } from "../../components/figure/token-mark.tsx";
import { stepReached } from "../../components/steps.tsx";
import { isAway } from "./model.ts";
import { Tick } from "./tick.tsx";

const STRIPES = {
	danger: "border-l-danger",
	caution: "border-l-caution",
	unknown: "border-l-transparent",
	calm: "border-l-transparent",
} as const;

const ICONS = { danger: OctagonAlert, caution: TriangleAlert } as const;

const Asker = ({ entry: { app, session } }: { entry: InboxEntryView }) => (
	<span data-name>
		{" · "}
		<Claim text={app ?? session} max={40} />
	</span>
);

function SecondLine({ entry, isMember }: { entry: InboxEntryView; isMember: boolean }) {
	const { state, note, chain, match } = entry;
	const asker = !isMember && <Asker entry={entry} />;
	if (state === "settling")
		return (
			<span className="block truncate text-f1 text-ink-2">
				{note === null ? (
					<b className="font-semibold text-accent">{stepReached(entry.steps, entry.stepsDone)}</b>
				) : (
					textOf(note)
				)}{" "}
				· <Claim text={chain} max={40} />
				{asker}
			</span>
		);
	const risk = riskOf(entry);
	const reason = state === "waiting" ? reasonOf(entry) : null;
	const Icon = match === "refused" ? OctagonX : ICONS[risk === "danger" ? "danger" : "caution"];
	const isChecking = state === "waiting" && match === "checking" && reason === null;
	return (
		<span className="line-clamp-3 text-f1 text-ink-2 wrap-anywhere">
			{reason !== null && (
				<b className={clsx("font-semibold", risk === "danger" ? "text-danger" : "text-caution")}>
					<Icon size={12} aria-hidden className="mr-1 inline align-[-0.125em]" />
					<span data-reason>{textOf(reason)}</span>
				</b>
			)}
			{isChecking && (
				<>
					<LoaderCircle size={12} aria-hidden className="mr-1 inline align-[-0.125em]" />
					{t("ui.checking")}
				</>
			)}
			{(reason !== null || isChecking) && " · "}
			<span data-name>
				<Claim text={chain} max={40} />
			</span>
			{asker}
			{note !== null && ` · ${textOf(note)}`}
		</span>
	);
}

function AtStake({ entry }: { entry: InboxEntryView }) {
	const { amount, cents, unlimited, match } = entry;
	if (unlimited) return <span className="font-semibold text-danger">{t("ui.unlimited")}</span>;
	if (cents !== null) return <span>{textOf(centsText(BigInt(cents)))}</span>;
	if (amount === null || match === "unreadable") return null;
	return (
		<span>
			<span className="sr-only">{t("desk.inbox.at-stake")} </span>
			{amount.text} <Claim text={textOf(amount.unit)} max={16} />
		</span>
	);
}

/** Actions of a row on its entry. */
export interface EntryActs {
	readonly choose: (entryId: string) => void;
	readonly open: (entryId: string) => void;
	/** In a narrow window, shows the session instead of the review. */
	readonly read: (entryId: string) => void;
	readonly reject: (entryId: string) => void;
	readonly more: (entryId: string) => void;
}

interface EntryRowProps {
	readonly entry: InboxEntryView;
	/** Whether the row is under a group heading that already names the requester. */
	readonly isMember: boolean;
	readonly chosen: boolean;
	readonly selected: boolean;
	readonly onSelect: (on: boolean) => void;
	readonly acts: EntryActs;
}

export function EntryRow(props: EntryRowProps) {
	const { entry, isMember, chosen, selected, acts } = props;
	const waiting = entry.state === "waiting";
	const away = isAway(entry);
	const headline = textOf(entry.headline);
	return (
		<div
			data-row={entry.id}
			className={clsx(
				"group relative flex min-h-13 items-center gap-1 border-t border-l-4 border-t-line-2 px-4",
				waiting ? STRIPES[riskOf(entry)] : "border-l-transparent",
				chosen ? "bg-accent-soft" : "hover:bg-ground",
			)}
		>
			{waiting && (
				<Tick label={t("desk.inbox.select", { what: headline })} on={selected} onTurn={props.onSelect} />
			)}
			<button
				type="button"
				data-entry={entry.id}
				aria-current={chosen ? "true" : undefined}
				onFocus={() => acts.choose(entry.id)}
				onClick={() => acts.open(entry.id)}
				className={clsx(
					"-mr-2 flex min-w-0 flex-1 items-center gap-3 self-stretch px-2 py-1.5 text-left -outline-offset-2",
					!waiting && "-ml-2",
				)}
			>
				{waiting ? (
					<TokenMark mark={entry.mark} className="max-mid:hidden" />
				) : (
					// After a request has settled, its review is no longer composed and the token is unknown.
					<AppMark name={entry.app ?? textOf(entry.session)} className="size-8 text-f2 max-mid:hidden" />
				)}
				<span className="min-w-0 flex-1">
					<span
						className={clsx(
							"flex items-center gap-1.5 leading-snug",
							waiting && "font-medium",
							(entry.muted || away) && "text-ink-2",
						)}
					>
						{entry.muted && <BellOff size={12} aria-label={t("desk.inbox.muted")} className="shrink-0" />}
						{away && <Moon size={12} aria-label={t("desk.inbox.snoozed")} className="shrink-0" />}
						<span className="line-clamp-2 wrap-anywhere">
							<Claim text={headline} max={140} />
						</span>
					</span>
					<SecondLine entry={entry} isMember={isMember} />
				</span>
				<span className="shrink-0 text-right text-f2 tabular-nums">
					<span className="block max-w-40 truncate">
						<AtStake entry={entry} />
					</span>
					<span
						className={clsx(
							"num block text-f1 text-ink-3",
							waiting && "group-focus-within:opacity-0 group-hover:opacity-0",
							waiting && chosen && "opacity-0",
						)}
					>
						{waiting && entry.expiresAt !== null ? (
							<Countdown alone at={entry.expiresAt} />
						) : (
							<Ago at={entry.arrivedAt} />
						)}
					</span>
				</span>
			</button>
			{waiting && <RowActions {...props} />}
		</div>
	);
}

const ACTION = "grid size-6 place-items-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink";

function RowActions({ entry, chosen, acts }: EntryRowProps) {
	const what = textOf(entry.headline);
	return (
		<span
			className={clsx(
				"absolute right-3 bottom-1 flex items-center rounded-sm bg-inherit pl-1",
				!chosen && "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100",
			)}
		>
			<button
				type="button"
				aria-label={t("desk.inbox.reject-this", { what })}
				title={t("ui.reject")}
				onClick={() => acts.reject(entry.id)}
				className={ACTION}
			>
				<X size={15} aria-hidden />
			</button>
			<button
				type="button"
				aria-label={t("desk.inbox.more", { what })}
				title={t("ui.more")}
				onClick={() => acts.more(entry.id)}
				className={ACTION}
			>
				<Ellipsis size={15} aria-hidden />
			</button>
			{entry.build === undefined && (
				<button
					type="button"
					aria-label={t("desk.inbox.show-the-request")}
					title={t("desk.inbox.show-the-request")}
					onClick={() => acts.read(entry.id)}
					className={clsx(ACTION, "mid:hidden")}
				>
					<Eye size={15} aria-hidden />
				</button>
			)}
		</span>
	);
}
