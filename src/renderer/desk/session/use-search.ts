import { useEffect, useRef, useState } from "react";
import type { TranscriptFinding } from "../../../ipc/conversations.ts";
import { stepMatch } from "./transcript-position.ts";

export type Match = TranscriptFinding["matches"][number];

export interface TranscriptSearch {
	readonly open: boolean;
	readonly text: string;
	readonly count: number;
	readonly more: boolean;
	readonly busy: boolean;
	readonly at: number | null;
	/** The marked item stays marked when others arrive. */
	readonly key: string | null;
	readonly show: () => void;
	readonly close: () => void;
	readonly write: (text: string) => void;
	readonly step: (by: 1 | -1) => void;
}

const NOTHING: TranscriptFinding = { matches: [], more: false };
const TYPING_MS = 150;

interface Answer {
	readonly text: string;
	readonly finding: TranscriptFinding;
}

/**
 * @param grown changes when there is new content to search
 * @param onMark scrolls to the match
 */
export function useSearch(
	find: (text: string) => Promise<TranscriptFinding>,
	grown: number,
	onMark: (match: Match) => void,
): TranscriptSearch {
	const [open, setOpen] = useState(false);
	const [text, setText] = useState("");
	const [key, setKey] = useState<string | null>(null);
	const [answer, setAnswer] = useState<Answer>({ text: "", finding: NOTHING });
	/** Enter right after typing waits for the new text's matches. */
	const waiting = useRef<1 | -1 | null>(null);
	const latest = useRef({ find, onMark });
	useEffect(() => {
		latest.current = { find, onMark };
	});

	const { matches, more } = answer.finding;
	const busy = open && answer.text !== text;
	const place = key === null ? -1 : matches.findIndex((match) => match.key === key);
	const at = place === -1 ? null : place;
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

	// Searches new content too.
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
		key: open && at !== null ? key : null,
		show: () => setOpen(true),
		close: () => {
			setOpen(false);
			setKey(null);
		},
		write: (next) => {
			setText(next);
			setKey(null);
		},
		step: (by) => {
			if (busy) waiting.current = by;
			else go(matches, at, by);
		},
	};
}

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
