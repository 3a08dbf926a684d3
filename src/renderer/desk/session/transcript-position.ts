import type { TranscriptPosition, TranscriptView } from "../../../ipc/conversations.ts";

/** Decides which part of a transcript to request for the visible one. Pure. */

/** Placeholder height of an item that is not loaded; halved where the page would be too high, repeatedly. */
const ROW_PX = 64;
const MAX_PX = 16_000_000;
/** Rows around the visible ones that are always loaded. */
const AHEAD = 30;

type Part = Pick<TranscriptView, "from" | "total"> & { readonly items: { readonly length: number } };

/** Returns the placeholder height in px. It changes rarely, as a change moves everything visible. */
export function unheldPx(total: number): number {
	let px = ROW_PX;
	while (px * total > MAX_PX) px /= 2;
	return px;
}

export interface Viewport {
	/** Visible items of the part; `null` if none. */
	readonly rows: { readonly first: number; readonly last: number } | null;
	/** Scroll position in px, and the end of the part's items. */
	readonly top: number;
	readonly end: number;
}

/**
 * Returns the visible range.
 * @param measured rendered items of the part from top to bottom, in px
 * @param height of the viewport, in px
 */
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

/** Returns the index of the top visible item, loaded or not, over all items. */
export function indexInViewport({ from, total, items }: Part, { rows, top, end }: Viewport): number {
	const row = unheldPx(total);
	if (rows !== null) return from + rows.first;
	const index = top < end ? top / row : from + items.length + (top - end) / row;
	return Math.max(0, Math.min(total - 1, Math.floor(index)));
}

/**
 * Returns the part to request so that visible items and their surroundings are loaded; `null` if they are.
 */
export function wantedPosition(part: Part, sight: Viewport): TranscriptPosition | null {
	const { from, total, items } = part;
	const { rows } = sight;
	const above = from > 0 && (rows === null || rows.first < AHEAD);
	const below = from + items.length < total && (rows === null || rows.last > items.length - AHEAD);
	return above || below ? { kind: "index", index: indexInViewport(part, sight) } : null;
}

/** Returns the next match in a direction, wrapping around; `null` if there are none. */
export function stepMatch(count: number, at: number | null, by: 1 | -1): number | null {
	if (count === 0) return null;
	// Starts from the end, as the newest matters most.
	if (at === null) return count - 1;
	return (at + by + count) % count;
}
