import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import { centsText } from "../../../core/fiat/price.ts";
import type { Group } from "../../../ipc/inbox-order.ts";
import { t, textOf } from "../../../text/index.ts";
import { Claim } from "../../components/claim.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { useRovingFocus } from "../../state/roving-focus.ts";
import { type EntryActs, EntryRow } from "./entry-row.tsx";
import type { Line } from "./model.ts";
import type { Selection } from "./select-bar.tsx";
import { Tick } from "./tick.tsx";

function GroupHead({
	group,
	open,
	selected,
	onFold,
	onSelect,
}: {
	group: Group;
	open: boolean;
	selected: boolean | "some";
	onFold: () => void;
	onSelect: (on: boolean) => void;
}) {
	const [first] = group.entries;
	if (first === undefined) return null;
	const { entries, kind, cents, unlimited } = group;
	const Chevron = open ? ChevronDown : ChevronRight;
	return (
		<div className="flex min-h-10 items-center gap-1 border-t border-l-4 border-t-line-2 border-l-transparent bg-sunken px-4">
			<Tick
				label={t("desk.inbox.select-group", { what: textOf(first.session) })}
				on={selected}
				onTurn={onSelect}
			/>
			<button
				type="button"
				aria-expanded={open}
				onClick={onFold}
				className="-mr-2 flex min-w-0 flex-1 items-center gap-2 px-2 py-1 text-left text-f2 -outline-offset-2"
			>
				<Chevron size={15} aria-hidden className="shrink-0 text-ink-3" />
				<AppMark name={first.app ?? textOf(first.session)} className="size-6 text-f1" />
				<span className="flex min-w-0 flex-1 items-baseline gap-1.5 text-ink-2">
					<span className="truncate">
						<b className="font-semibold text-ink">
							<Claim text={first.session} max={80} />
						</b>
						{first.app !== null && (
							<>
								{" "}
								<Claim text={first.app} max={40} />
							</>
						)}
					</span>
					<span className="shrink-0">
						· {t(kind === "batch" ? "desk.inbox.group.batch" : "desk.inbox.group", { count: entries.length })}
					</span>
				</span>
				<span className="shrink-0 font-semibold tabular-nums">
					{unlimited ? (
						<span className="text-danger">{t("ui.unlimited")}</span>
					) : (
						cents !== null && textOf(centsText(cents))
					)}
				</span>
			</button>
		</div>
	);
}

const HEIGHTS: Readonly<Record<Line["kind"], number>> = { group: 41, entry: 53, title: 44 };

interface ListActs extends EntryActs {
	readonly fold: (key: string) => void;
}

function selectedOf(group: Group, ids: ReadonlySet<string>): boolean | "some" {
	const count = group.entries.filter(({ id }) => ids.has(id)).length;
	return count === 0 ? false : count === group.entries.length ? true : "some";
}

export function InboxList({
	lines,
	chosenId,
	selection,
	wanted,
	acts,
}: {
	lines: readonly Line[];
	chosenId: string | null;
	selection: Selection;
	wanted: RefObject<string | null>;
	acts: ListActs;
}) {
	const scroller = useRef<HTMLDivElement>(null);
	useRovingFocus(scroller);
	const virtual = useVirtualizer({
		count: lines.length,
		getScrollElement: () => scroller.current,
		estimateSize: (index) => HEIGHTS[lines[index]?.kind ?? "entry"],
		getItemKey: (index) => lines[index]?.key ?? index,
		overscan: 6,
		paddingEnd: 16,
	});
	useEffect(() => {
		const id = wanted.current;
		if (id === null) return;
		const row = scroller.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`) ?? null;
		if (row === null) virtual.scrollToIndex(lines.findIndex(({ key }) => key === id));
		else {
			wanted.current = null;
			row.focus();
		}
	});
	return (
		<div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
			<ul className="relative" style={{ height: virtual.getTotalSize() }}>
				{virtual.getVirtualItems().map((item) => {
					const line = lines[item.index];
					if (line === undefined) return null;
					return (
						<li
							key={item.key}
							ref={virtual.measureElement}
							data-index={item.index}
							className="absolute top-0 left-0 w-full"
							style={{ transform: `translateY(${item.start}px)` }}
						>
							<Drawn line={line} chosenId={chosenId} selection={selection} acts={acts} />
						</li>
					);
				})}
			</ul>
		</div>
	);
}

function Drawn({
	line,
	chosenId,
	selection,
	acts,
}: {
	line: Line;
	chosenId: string | null;
	selection: Selection;
	acts: ListActs;
}) {
	if (line.kind === "title")
		return (
			<h2 className="label border-t border-line-2 px-5 pt-5 pb-2">
				{t(`desk.inbox.headings.${line.state}`)}
			</h2>
		);
	if (line.kind === "group")
		return (
			<GroupHead
				group={line.group}
				open={line.open}
				selected={selectedOf(line.group, selection.ids)}
				onFold={() => acts.fold(line.key)}
				onSelect={(on) =>
					selection.turn(
						line.group.entries.map(({ id }) => id),
						on,
					)
				}
			/>
		);
	const { entry, isMember } = line;
	return (
		<EntryRow
			entry={entry}
			isMember={isMember}
			chosen={entry.id === chosenId}
			selected={selection.ids.has(entry.id)}
			onSelect={(on) => selection.turn([entry.id], on)}
			acts={acts}
		/>
	);
}
