import type { TranscriptPlace, TranscriptView } from "../../../ipc/conversations.ts";

/** Which part of a transcript is asked for while one of its parts is looked at. Pure. */

/** What is not held is as high as this, each: half of it where no page could be as high, and half of that again. */
const ROW_PX = 64;
const MAX_PX = 16_000_000;
/** Rows beyond those in sight that are always held. */
const AHEAD = 30;

type Part = Pick<TranscriptView, "from" | "total"> & { readonly items: { readonly length: number } };

/** The height of an item that is not held, in px: it changes rarely, since all that is in sight moves with it. */
export function unheldPx(total: number): number {
	let px = ROW_PX;
	while (px * total > MAX_PX) px /= 2;
	return px;
}

export interface Viewport {
	/** Of the part's items, those in sight; null where none is. */
	readonly rows: { readonly first: number; readonly last: number } | null;
	/** How far down the page is scrolled, in px, and where the part's items end. */
	readonly top: number;
	readonly end: number;
}

/** What is in sight. @param measured the part's items as they are drawn, from top to bottom, in px @param height of the window onto them, in px */
export function viewportOf(
	measured: readonly { readonly index: number; readonly start: number; readonly end: number }[],
	top: number,
	height: number,
): Viewport {
	const inSight = measured.filter((row) => row.end > top && row.start < top + height);
	const [first] = inSight;
	const last = inSight.at(-1);
	return {
		rows: first === undefined || last === undefined ? null : { first: first.index, last: last.index },
		top,
		end: measured.at(-1)?.end ?? 0,
	};
}

/** The item at the top of what is in sight, held or not: counted from the first of all. */
export function indexInViewport({ from, total, items }: Part, { rows, top, end }: Viewport): number {
	const row = unheldPx(total);
	if (rows !== null) return from + rows.first;
	const index = top < end ? top / row : from + items.length + (top - end) / row;
	return Math.max(0, Math.min(total - 1, Math.floor(index)));
}

/** What has to be asked for, so that what is in sight and around it is held; null where it is. */
export function placeWanted(part: Part, sight: Viewport): TranscriptPlace | null {
	const { from, total, items } = part;
	const { rows } = sight;
	const above = from > 0 && (rows === null || rows.first < AHEAD);
	const below = from + items.length < total && (rows === null || rows.last > items.length - AHEAD);
	return above || below ? { kind: "index", index: indexInViewport(part, sight) } : null;
}

/** The match to go to from the one at `at`: round at both ends; null where there is none. */
export function stepMatch(count: number, at: number | null, by: 1 | -1): number | null {
	if (count === 0) return null;
	// From the end backwards at first: the newest is what a user looks at.
	if (at === null) return count - 1;
	return (at + by + count) % count;
}
