import { CircleCheck } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { type Message, message } from "../../../core/localized-text.ts";
import type { TriageView } from "../../../ipc/inbox.ts";
import type { EntryScreen } from "../../../ipc/windows.ts";
import { t, textOf } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { Kbd } from "../../components/kbd.tsx";
import { Fault } from "../../components/notice.tsx";
import { type KeyHelp, Shortcuts } from "../../components/shortcuts.tsx";
import { useNow } from "../../state/clock.tsx";
import { useCommand } from "../../state/command.ts";
import { isDialogOpen, useKeyMap } from "../../state/keys.ts";
import { useTrusted } from "../../state/trusted.tsx";
import { EntryView } from "../entry-view.tsx";
import { NextCard } from "./next-card.tsx";
import { TriageGroups } from "./triage-groups.tsx";
import { TriageMarks } from "./triage-marks.tsx";
import { UndoCard } from "./undo-card.tsx";

const LATER_MS = 3_600_000;

const KEYS: readonly KeyHelp[] = [
	[["J", "K"], message("trusted.triage.key.step")],
	[["R"], message("trusted.triage.key.reject")],
	[["U"], message("trusted.triage.key.undo")],
	[["C"], message("trusted.triage.key.change")],
	[["S"], message("trusted.triage.key.later")],
	[["Space"], message("trusted.triage.key.approve")],
	[["F6"], message("desk.shell.next-region")],
	[["Esc"], message("trusted.triage.key.leave")],
	[["?"], message("desk.shell.these-shortcuts")],
];

const FOOT: readonly (readonly [keys: readonly string[], text: Message])[] = [
	[["J", "K"], message("trusted.triage.foot.step")],
	[["R"], message("trusted.triage.foot.reject")],
	[["C"], message("trusted.triage.foot.change")],
	[["S"], message("trusted.triage.foot.later")],
	[["Space"], message("trusted.triage.foot.approve")],
	[["?"], message("trusted.triage.foot.help")],
];

/** `null` if the displayed request can't be postponed. */
const reviewedOf = (card: EntryScreen | null): string | null =>
	card?.screen === "review" && card.review.canReject ? card.review.entryId : null;

/** Esc leaves the typed word first, then the triage. */
function useLeaveField(card: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.key !== "Escape" || isDialogOpen() || !(event.target instanceof HTMLInputElement)) return;
			event.preventDefault();
			card.current?.querySelector<HTMLElement>("h1")?.focus();
		}
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, [card]);
}

export function TriageScreen({ triage, card }: { triage: TriageView; card: EntryScreen | null }) {
	const { bridge, view } = useTrusted();
	const command = useCommand();
	const [help, setHelp] = useState(false);
	const now = useNow();
	const cardElement = useRef<HTMLDivElement>(null);
	useLeaveField(cardElement);
	const { rejection } = triage;
	const { singleKeys } = view.settings;
	const show = (entryId: string) => command.send(() => bridge.call("showTriaged", { entryId }));
	const step = (direction: "next" | "previous") =>
		command.send(() => bridge.call("showReview", { direction }));
	const leave = () => command.send(() => bridge.call("close", {}));
	const undo = async () => {
		if (rejection === null) return;
		const entryIds = [...rejection.entryIds];
		const outcome = await command.send(() => bridge.call("undoRejection", { entryIds }));
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
					: command.send(() =>
							bridge.call("snooze", { entryIds: [reviewed], until: Math.round(now + LATER_MS) }),
						),
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
					aria-label={t("trusted.triage.sessions")}
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

const counted = (marks: TriageView["marks"], mark: TriageView["marks"][number]): number =>
	marks.filter((each) => each === mark).length;

function Tally({ marks }: Pick<TriageView, "marks">) {
	const [approved, rejected, later] = [
		counted(marks, "approved"),
		counted(marks, "rejected"),
		counted(marks, "later"),
	];
	return (
		<>
			{t("trusted.triage.tally", { approved, rejected })}
			{later > 0 && ` · ${t("trusted.triage.tally.later", { later })}`}
		</>
	);
}

const MINUTE_MS = 60_000;

function TriageHead({ triage, onLeave }: { triage: TriageView; onLeave: () => void }) {
	const { at, marks, msLeft } = triage;
	return (
		<section
			aria-label={t("trusted.triage.title")}
			data-region
			className="flex h-14 shrink-0 items-center gap-6 border-b border-line bg-surface px-4 mid:px-6 short:h-11"
		>
			<p className="shrink-0 text-f4 font-semibold whitespace-nowrap min-[60rem]:w-58" role="status">
				{at === 0 ? t("trusted.triage.finished") : t("trusted.triage.of", { at, of: marks.length })}
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
	const { bridge } = useTrusted();
	const command = useCommand();
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
								onClick={() => void command.send(() => bridge.call("showReview", { direction: "next" }))}
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
