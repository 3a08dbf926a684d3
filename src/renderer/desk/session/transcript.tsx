import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { TranscriptItem, TranscriptPlace, TranscriptView } from "../../../ipc/conversations.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useKeys } from "../../state/keys.ts";
import { Item } from "./item.tsx";
import { useTurnRow } from "./open-rows.tsx";
import { SearchBar } from "./search-bar.tsx";
import { indexInSight, placeWanted, type Sight, unheldPx } from "./transcript-place.ts";
import { type Match, useFindKey, useSearch } from "./use-search.ts";

const NEAR_PX = 48;
const PADDING_TOP_PX = 4;
const PADDING_BOTTOM_PX = 16;
const HEIGHTS: Readonly<Record<TranscriptItem["kind"], number>> = {
	message: 64,
	tool: 30,
	task: 30,
	entry: 128,
	turn: 30,
	title: 20,
	error: 52,
	unreadable: 52,
	unknown: 30,
};

/** What is brought into sight as soon as it is held. */
interface Target {
	readonly is: (item: TranscriptItem, index: number) => boolean;
	readonly align: "start" | "center";
}

const isEntry = (entryId: string) => (item: TranscriptItem) =>
	item.kind === "entry" && item.entry.id === entryId;

/**
 * A long log, of which the part around what is seen is held, and of that what is seen is drawn. Follows the end while
 * the user is there; lets go when they scroll up.
 */
export function Transcript({ transcript, entryId }: { transcript: TranscriptView; entryId: string | null }) {
	const { bridge, watch } = useDesk();
	const { sessionId, items, from, total } = transcript;
	const scroller = useRef<HTMLDivElement>(null);
	const [following, setFollowing] = useState(true);
	const target = useRef<Target | null>(null);
	const asked = useRef<TranscriptPlace>({ kind: "end" });
	const unheld = unheldPx(total);
	const virtual = useVirtualizer({
		count: items.length,
		getScrollElement: () => scroller.current,
		estimateSize: (index) => HEIGHTS[items[index]?.kind ?? "message"],
		getItemKey: (index) => items[index]?.key ?? index,
		overscan: 8,
		anchorTo: "end",
		gap: 12,
		paddingStart: PADDING_TOP_PX + from * unheld,
		paddingEnd: PADDING_BOTTOM_PX + (total - from - items.length) * unheld,
	});

	const look = useCallback(
		(place: TranscriptPlace) => {
			asked.current = place;
			watch(sessionId, place);
		},
		[sessionId, watch],
	);
	const bring = useCallback(
		(wanted: Target, place: TranscriptPlace) => {
			setFollowing(false);
			target.current = wanted;
			const at = items.findIndex((item, index) => wanted.is(item, from + index));
			if (at === -1) look(place);
			else virtual.scrollToIndex(at, { align: wanted.align });
		},
		[from, items, look, virtual],
	);

	const tail = items.at(-1);
	const grown = tail === undefined ? "" : `${total} ${tail.kind === "message" ? tail.text.length : 0}`;
	const height = virtual.getTotalSize();
	// Rows are measured as they are drawn: the end moves with the height too.
	useLayoutEffect(() => {
		const box = scroller.current;
		if (following && box !== null) box.scrollTop = box.scrollHeight;
	}, [following, grown, height]);

	// Another part is held now, and what was asked for comes into sight; what was in sight stays where it was (anchorTo).
	const heldFrom = useRef(from);
	useLayoutEffect(() => {
		if (heldFrom.current === from) return;
		heldFrom.current = from;
		if (following) return;
		const wanted = target.current;
		const at = wanted === null ? -1 : items.findIndex((item, index) => wanted.is(item, from + index));
		if (wanted !== null && at !== -1) virtual.scrollToIndex(at, { align: wanted.align });
	}, [following, from, items, virtual]);

	// Only when another entry is chosen, not each time that something arrives.
	const shownEntry = useRef<string | null>(null);
	useEffect(() => {
		if (entryId === null || shownEntry.current === entryId) return;
		shownEntry.current = entryId;
		const at = items.findIndex(isEntry(entryId));
		// Near the end it is in sight already.
		const seen = at !== -1 && from + at >= total - 4;
		if (!seen) bring({ is: isEntry(entryId), align: "center" }, { kind: "entry", entryId });
	}, [bring, entryId, from, items, total]);

	const turnRow = useTurnRow();
	const find = useCallback(
		(text: string) => bridge.call("findInTranscript", { sessionId, text }),
		[bridge, sessionId],
	);
	const search = useSearch(find, total, ({ key, index }: Match) => {
		if (key.startsWith("tool:") || key.startsWith("task:")) turnRow(key, true);
		bring({ is: (item) => item.key === key, align: "center" }, { kind: "index", index });
	});
	useFindKey(search.show);
	useKeys({
		"/": () => (scroller.current?.contains(document.activeElement) === true ? search.show() : false),
	});
	const leaveSearch = () => {
		search.close();
		scroller.current?.focus();
	};

	const onScroll = () => {
		const box = scroller.current;
		if (box === null) return;
		const { scrollTop: top, clientHeight } = box;
		const nearEnd = box.scrollHeight - top - clientHeight < NEAR_PX;
		const inSight = virtual.measurementsCache.filter(
			(row) => row.end > top && row.start < top + clientHeight,
		);
		const [first] = inSight;
		const last = inSight.at(-1);
		const sight: Sight = {
			rows: first === undefined || last === undefined ? null : { first: first.index, last: last.index },
			top,
			end: virtual.measurementsCache.at(-1)?.end ?? 0,
		};
		if (nearEnd) {
			target.current = null;
			if (asked.current.kind !== "end") look({ kind: "end" });
			setFollowing(true);
			return;
		}
		setFollowing(false);
		const wanted =
			placeWanted(transcript, sight) ??
			// The end moves on: what is looked at is held from now on.
			(asked.current.kind === "end"
				? { kind: "index" as const, index: indexInSight(transcript, sight) }
				: null);
		if (wanted?.kind !== "index") return;
		if (asked.current.kind === "index" && asked.current.index === wanted.index) return;
		const { index } = wanted;
		target.current = sight.rows === null ? { is: (_, at) => at === index, align: "start" } : null;
		look(wanted);
	};
	const toEnd = () => {
		target.current = null;
		look({ kind: "end" });
		setFollowing(true);
	};

	return (
		<div className="relative flex min-h-0 flex-1 flex-col">
			{search.open && (
				<SearchBar
					text={search.text}
					onText={search.write}
					count={search.count}
					more={search.more}
					busy={search.busy}
					at={search.at}
					onStep={search.step}
					onClose={leaveSearch}
				/>
			)}
			<div
				ref={scroller}
				onScroll={onScroll}
				role="log"
				aria-label={t("desk.session.conversation")}
				aria-live="off"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="min-h-0 flex-1 overflow-y-auto px-5 outline-offset-[-2px] wide:px-7"
			>
				{items.length === 0 && (
					<p className="text-f2 text-ink-3">{t("desk.session.nothing-been-said-yet")}</p>
				)}
				<div className="relative w-full" style={{ height }}>
					{virtual.getVirtualItems().map((row) => {
						const item = items[row.index];
						if (item === undefined) return null;
						return (
							<article
								key={row.key}
								ref={virtual.measureElement}
								data-index={row.index}
								className={clsx(
									"absolute top-0 left-0 w-full rounded-md",
									item.key === search.key && "outline-2 outline-offset-4 outline-accent",
								)}
								aria-current={item.key === search.key ? "true" : undefined}
								aria-posinset={from + row.index + 1}
								aria-setsize={total}
								style={{ transform: `translateY(${row.start}px)` }}
							>
								<Item item={item} chosen={item.kind === "entry" && item.entry.id === entryId} />
							</article>
						);
					})}
				</div>
			</div>
			{!following && (
				<Button size="small" className="absolute bottom-3 left-1/2 -translate-x-1/2" onClick={toEnd}>
					<ArrowDown size={14} aria-hidden /> {t("desk.session.latest")}
				</Button>
			)}
		</div>
	);
}
