import { CircleAlert, FileQuestion, PenLine } from "lucide-react";
import { memo } from "react";
import type { TranscriptItem } from "../../../ipc/conversations.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";
import { rich } from "../../components/rich.ts";
import { EntryCard } from "./entry-card.tsx";
import { Message } from "./message.tsx";
import { isSame } from "./same.ts";
import { TaskRow } from "./task-row.tsx";
import { ToolRow } from "./tool-row.tsx";
import { TURN_LINES } from "./turn-text.ts";
import { ValueView } from "./value-view.tsx";

type UnknownItem = Extract<TranscriptItem, { kind: "unknown" }>;

/** One quiet line for all that this version does not know, however often it comes. */
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

/** One item of a transcript, by its kind. Main composes all of them anew each time: the same is not drawn again. */
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
									"desk.session.event-cant-read",
									{ reason: textOf(item.reason) },
									{ claim: () => <Claim text={item.type} max={60} className="num" /> },
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
