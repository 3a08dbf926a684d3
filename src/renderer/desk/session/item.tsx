import { CircleAlert, FileQuestion, PenLine } from "lucide-react";
import { memo } from "react";
import type { TranscriptItem } from "../../../bridge/views.ts";
import { Claim, ClaimBlock } from "../../components/claim.tsx";
import { Fold } from "../../components/fold.tsx";
import { EntryCard } from "./entry-card.tsx";
import { Message } from "./message.tsx";
import { isSame } from "./same.ts";
import { TaskRow } from "./task-row.tsx";
import { ToolRow } from "./tool-row.tsx";
import { TURN_LINES } from "./turn-words.ts";
import { ValueView } from "./value-view.tsx";

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
						{TURN_LINES[item.state]}
						<span className="h-px flex-1 bg-line" />
					</div>
				);
			case "title":
				return (
					<p className="flex min-w-0 items-center justify-center gap-1.5 text-f1 text-ink-3">
						<PenLine size={12} aria-hidden className="shrink-0" />
						<span className="shrink-0">Now called</span>{" "}
						<Claim text={item.title} max={120} className="truncate" />
					</p>
				);
			case "error":
				return (
					<div className="flex max-w-[36rem] gap-2.5 rounded-md bg-danger-soft px-3.5 py-2.5 text-f2">
						<CircleAlert size={16} aria-label="Error" className="mt-0.5 shrink-0 text-danger" />
						<ClaimBlock text={item.text} className="flex-1" />
					</div>
				);
			case "unreadable":
				return (
					<div className="max-w-[36rem] rounded-md bg-caution-soft px-3.5 py-2.5 text-f2">
						<p className="flex gap-2.5">
							<FileQuestion size={16} aria-hidden className="mt-0.5 shrink-0 text-caution" />
							<span className="min-w-0 wrap-anywhere">
								An event that can’t be read (<Claim text={item.type} max={60} className="num" />
								): {item.reason}
							</span>
						</p>
						<Fold title="As it arrived" className="mt-1.5 ml-6.5">
							<div className="mt-1 ml-6.5">
								<ValueView label="The event" value={item.raw} />
							</div>
						</Fold>
					</div>
				);
		}
	},
	(before, after) => before.chosen === after.chosen && isSame(before.item, after.item),
);
