import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { TranscriptItem, TranscriptPosition, TranscriptView } from "../../../ipc/conversations.ts";
import { useDesk } from "../../state/desk.tsx";
import { indexInViewport, unheldPx, viewportOf, wantedPosition } from "./transcript-position.ts";

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

export interface Target {
	readonly is: (item: TranscriptItem, index: number) => boolean;
	readonly align: "start" | "center";
}

/** Follows the end of a transcript until the user scrolls up. */
export function useSight(transcript: TranscriptView, scroller: RefObject<HTMLDivElement | null>) {
	const { watch } = useDesk();
	const { sessionId, items, from, total } = transcript;
	const [following, setFollowing] = useState(true);
	const target = useRef<Target | null>(null);
	const asked = useRef<TranscriptPosition>({ kind: "end" });
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
		(position: TranscriptPosition) => {
			asked.current = position;
			watch(sessionId, position);
		},
		[sessionId, watch],
	);
	const bring = useCallback(
		(wanted: Target, position: TranscriptPosition) => {
			setFollowing(false);
			target.current = wanted;
			const at = items.findIndex((item, index) => wanted.is(item, from + index));
			if (at === -1) look(position);
			else virtual.scrollToIndex(at, { align: wanted.align });
		},
		[from, items, look, virtual],
	);

	const tail = items.at(-1);
	const grown = tail === undefined ? "" : `${total} ${tail.kind === "message" ? tail.text.length : 0}`;
	const height = virtual.getTotalSize();
	// Rows are measured only after rendering, so the end also moves when the height changes.
	useLayoutEffect(() => {
		const box = scroller.current;
		if (following && box !== null) box.scrollTop = box.scrollHeight;
	}, [following, grown, height]);

	// After a different part has loaded, keeps the requested or visible items in place.
	const heldFrom = useRef(from);
	useLayoutEffect(() => {
		if (heldFrom.current === from) return;
		heldFrom.current = from;
		if (following) return;
		const wanted = target.current;
		const at = wanted === null ? -1 : items.findIndex((item, index) => wanted.is(item, from + index));
		if (wanted !== null && at !== -1) virtual.scrollToIndex(at, { align: wanted.align });
	}, [following, from, items, virtual]);

	const onScroll = () => {
		const box = scroller.current;
		if (box === null) return;
		const { scrollTop: top, clientHeight } = box;
		const nearEnd = box.scrollHeight - top - clientHeight < NEAR_PX;
		const sight = viewportOf(virtual.measurementsCache, top, clientHeight);
		if (nearEnd) {
			target.current = null;
			if (asked.current.kind !== "end") look({ kind: "end" });
			setFollowing(true);
			return;
		}
		setFollowing(false);
		const wanted =
			wantedPosition(transcript, sight) ??
			// The end keeps moving, so the visible part is now requested by its index.
			(asked.current.kind === "end"
				? { kind: "index" as const, index: indexInViewport(transcript, sight) }
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

	return { virtual, height, following, bring, onScroll, toEnd };
}

const isEntry = (entryId: string) => (item: TranscriptItem) =>
	item.kind === "entry" && item.entry.id === entryId;

export function useShownEntry(
	{ items, from, total }: TranscriptView,
	entryId: string | null,
	bring: (wanted: Target, position: TranscriptPosition) => void,
): void {
	// Scrolls only when a different entry is selected, not whenever an item arrives.
	const shownEntry = useRef<string | null>(null);
	useEffect(() => {
		if (entryId === null || shownEntry.current === entryId) return;
		shownEntry.current = entryId;
		const at = items.findIndex(isEntry(entryId));
		// An entry this close to the end is already visible.
		const seen = at !== -1 && from + at >= total - 4;
		if (!seen) bring({ is: isEntry(entryId), align: "center" }, { kind: "entry", entryId });
	}, [bring, entryId, from, items, total]);
}
