import clsx from "clsx";
import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { TranscriptFinding, TranscriptView } from "../../../ipc/conversations.ts";
import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { useDesk } from "../../state/desk.tsx";
import { useKeys, useWindowKeys } from "../../state/keys.ts";
import { Item } from "./item.tsx";
import { useTurnRow } from "./open-rows.tsx";
import { SearchBar } from "./search-bar.tsx";
import { stepMatch } from "./transcript-position.ts";
import { useShownEntry, useSight } from "./use-sight.ts";

type Match = TranscriptFinding["matches"][number];

const NOTHING: TranscriptFinding = { matches: [], more: false };
const TYPING_MS = 150;

interface Answer {
	readonly text: string;
	readonly finding: TranscriptFinding;
}

/**
 * @param grown changes whenever there is new content to search
 * @param onMark scrolls to the match
 */
function useSearch(
	find: (text: string) => Promise<TranscriptFinding>,
	grown: number,
	onMark: (match: Match) => void,
) {
	const [open, setOpen] = useState(false);
	const [text, setText] = useState("");
	const [key, setKey] = useState<string | null>(null);
	const [answer, setAnswer] = useState<Answer>({ text: "", finding: NOTHING });
	/** Direction to step as soon as the matches arrive. Set if the user presses Enter right after typing. */
	const waiting = useRef<1 | -1 | null>(null);
	const latest = useRef({ find, onMark });
	useEffect(() => {
		latest.current = { find, onMark };
	});

	const { matches, more } = answer.finding;
	const busy = open && answer.text !== text;
	const index = key === null ? -1 : matches.findIndex((match) => match.key === key);
	const at = index === -1 ? null : index;
	const go = (among: readonly Match[], from: number | null, by: 1 | -1) => {
		const next = stepMatch(among.length, from, by);
		const match = next === null ? undefined : among[next];
		setKey(match?.key ?? null);
		if (match !== undefined) latest.current.onMark(match);
	};
	const arrived = useRef<(found: Answer) => void>(() => {});
	useEffect(() => {
		arrived.current = (found) => {
			setAnswer(found);
			const by = waiting.current;
			waiting.current = null;
			if (by !== null) go(found.finding.matches, null, by);
		};
	});

	// Searches again when there is new content.
	useEffect(() => {
		if (!open) return;
		let current = true;
		const timer = setTimeout(() => {
			const asked = text.trim() === "" ? Promise.resolve(NOTHING) : latest.current.find(text);
			asked.then(
				(finding) => current && arrived.current({ text, finding }),
				() => current && arrived.current({ text, finding: NOTHING }),
			);
		}, TYPING_MS);
		return () => {
			current = false;
			clearTimeout(timer);
		};
	}, [open, text, grown]);

	return {
		open,
		text,
		count: busy ? 0 : matches.length,
		more: !busy && more,
		busy,
		at,
		/** Key of the marked item, so that it stays marked when other items arrive. */ key:
			open && at !== null ? key : null,
		show: () => setOpen(true),
		close: () => {
			setOpen(false);
			setKey(null);
		},
		write: (next: string) => {
			setText(next);
			setKey(null);
		},
		step: (by: 1 | -1) => {
			if (busy) waiting.current = by;
			else go(matches, at, by);
		},
	};
}

function useFindKey(find: () => void): void {
	useWindowKeys((event) => {
		const meant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
		if (!meant || event.key.toLowerCase() !== "f") return;
		if (document.querySelector("dialog[open]") !== null) return;
		event.preventDefault();
		find();
	});
}

/** Loads only the part around the visible items, and follows the end until the user scrolls up. */
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
				aria-label={t("ui.session")}
				aria-live="off"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="isolate min-h-0 flex-1 overflow-y-auto px-5 outline-offset-[-2px] wide:px-7"
			>
				{items.length === 0 && <p className="text-f2 text-ink-3">{t("desk.session.no-messages")}</p>}
				{/* Stacked below the scroll container's focus ring. */}
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
