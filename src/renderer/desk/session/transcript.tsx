import clsx from "clsx";
import { ArrowDown } from "lucide-react";
import { useCallback, useRef } from "react";
import type { TranscriptView } from "../../../ipc/conversations.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useKeys } from "../../state/keys.ts";
import { Item } from "./item.tsx";
import { useTurnRow } from "./open-rows.tsx";
import { SearchBar } from "./search-bar.tsx";
import { type Match, useFindKey, useSearch } from "./use-search.ts";
import { useShownEntry, useSight } from "./use-sight.ts";

/** Loads only the part around the visible items. Follows the end until the user scrolls up. */
export function Transcript({ transcript, entryId }: { transcript: TranscriptView; entryId: string | null }) {
	const { bridge } = useDesk();
	const { sessionId, items, from, total } = transcript;
	const scroller = useRef<HTMLDivElement>(null);
	const { virtual, height, following, bring, onScroll, toEnd } = useSight(transcript, scroller);
	useShownEntry(transcript, entryId, bring);

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
				className="isolate min-h-0 flex-1 overflow-y-auto px-5 outline-offset-[-2px] wide:px-7"
			>
				{items.length === 0 && <p className="text-f2 text-ink-3">{t("desk.session.no-messages")}</p>}
				{/* Below the focus ring of the scroll container. */}
				<div className="relative -z-10 w-full" style={{ height }}>
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
