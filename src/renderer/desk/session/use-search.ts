import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { TranscriptItem } from "../../../ipc/conversations.ts";
import { findIn, stepMatch } from "./search.ts";

export interface TranscriptSearch {
	readonly open: boolean;
	readonly text: string;
	readonly count: number;
	/** Which of the matches, counted from 0. */
	readonly at: number | null;
	/** The key of the item that is marked; it stays marked while others arrive. */
	readonly key: string | null;
	readonly show: () => void;
	readonly close: () => void;
	readonly write: (text: string) => void;
	readonly step: (by: 1 | -1) => void;
}

/** The search of one transcript. `onMark` brings an item into sight. */
export function useSearch(
	items: readonly TranscriptItem[],
	onMark: (index: number, item: TranscriptItem) => void,
): TranscriptSearch {
	const [open, setOpen] = useState(false);
	const [text, setText] = useState("");
	const [key, setKey] = useState<string | null>(null);
	const looked = useDeferredValue(text);
	const found = useMemo(() => (open ? findIn(items, looked) : []), [open, items, looked]);
	const placeIn = (matches: readonly number[]) => {
		const place = key === null ? -1 : matches.findIndex((index) => items[index]?.key === key);
		return place === -1 ? null : place;
	};
	const at = placeIn(found);

	const step = (by: 1 | -1) => {
		// Whoever types and presses Enter at once means what they typed, not what was looked for so far.
		const matches = looked === text ? found : findIn(items, text);
		const match = stepMatch(matches.length, placeIn(matches), by);
		const index = match === null ? undefined : matches[match];
		const item = index === undefined ? undefined : items[index];
		setKey(item?.key ?? null);
		if (index !== undefined && item !== undefined) onMark(index, item);
	};
	return {
		open,
		text,
		count: found.length,
		at,
		key: at === null ? null : key,
		show: () => setOpen(true),
		close: () => {
			setOpen(false);
			setKey(null);
		},
		write: (next) => {
			setText(next);
			setKey(null);
		},
		step,
	};
}

/** Ctrl+F or Cmd+F, anywhere in the window while a conversation is open and no dialog is. */
export function useFindKey(find: () => void): void {
	const latest = useRef(find);
	useEffect(() => {
		latest.current = find;
	});
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			const meant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
			if (!meant || event.key.toLowerCase() !== "f") return;
			if (document.querySelector("dialog[open]") !== null) return;
			event.preventDefault();
			latest.current();
		}
		window.addEventListener("keydown", onKey);
		return () => window.removeEventListener("keydown", onKey);
	}, []);
}
