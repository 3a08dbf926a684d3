import { useVirtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { ArrowDown } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { TranscriptItem, TranscriptView } from "../../../ipc/conversations.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { useKeys } from "../../state/keys.ts";
import { Item } from "./item.tsx";
import { useTurnRow } from "./open-rows.tsx";
import { SearchBar } from "./search-bar.tsx";
import { useFindKey, useSearch } from "./use-search.ts";

const NEAR_PX = 48;
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

/** A long log, drawn where it is seen. Follows the end while the user is there; lets go when they scroll up. */
export function Transcript({ transcript, entryId }: { transcript: TranscriptView; entryId: string | null }) {
	const { items } = transcript;
	const scroller = useRef<HTMLDivElement>(null);
	const [following, setFollowing] = useState(true);
	const virtual = useVirtualizer({
		count: items.length,
		getScrollElement: () => scroller.current,
		estimateSize: (index) => HEIGHTS[items[index]?.kind ?? "message"],
		getItemKey: (index) => items[index]?.key ?? index,
		overscan: 8,
		gap: 12,
		paddingStart: 4,
		paddingEnd: 16,
	});

	const tail = items.at(-1);
	const grown = tail === undefined ? "" : `${items.length} ${tail.kind === "message" ? tail.text.length : 0}`;
	const height = virtual.getTotalSize();
	// Rows are measured as they are drawn: the end moves with the height too.
	useLayoutEffect(() => {
		const box = scroller.current;
		if (following && box !== null) box.scrollTop = box.scrollHeight;
	}, [following, grown, height]);

	// Only when another entry is chosen, not each time that something arrives.
	const shownEntry = useRef<string | null>(null);
	useEffect(() => {
		if (entryId === null || shownEntry.current === entryId) return;
		const at = items.findIndex((item) => item.kind === "entry" && item.entry.id === entryId);
		if (at === -1) return;
		shownEntry.current = entryId;
		if (at < items.length - 4) {
			setFollowing(false);
			virtual.scrollToIndex(at, { align: "center" });
		}
	}, [entryId, items, virtual]);

	const turnRow = useTurnRow();
	const search = useSearch(items, (index, item) => {
		setFollowing(false);
		if (item.kind === "tool" || item.kind === "task") turnRow(item.key, true);
		virtual.scrollToIndex(index, { align: "center" });
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
		setFollowing(box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX);
	};

	return (
		<div className="relative flex min-h-0 flex-1 flex-col">
			{search.open && (
				<SearchBar
					text={search.text}
					onText={search.write}
					count={search.count}
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
							<div
								key={row.key}
								ref={virtual.measureElement}
								data-index={row.index}
								className={clsx(
									"absolute top-0 left-0 w-full rounded-md",
									item.key === search.key && "outline-2 outline-offset-4 outline-accent",
								)}
								aria-current={item.key === search.key ? "true" : undefined}
								style={{ transform: `translateY(${row.start}px)` }}
							>
								<Item item={item} chosen={item.kind === "entry" && item.entry.id === entryId} />
							</div>
						);
					})}
				</div>
			</div>
			{!following && (
				<Button
					size="small"
					className="absolute bottom-3 left-1/2 -translate-x-1/2"
					onClick={() => setFollowing(true)}
				>
					<ArrowDown size={14} aria-hidden /> {t("desk.session.latest")}
				</Button>
			)}
		</div>
	);
}
