import type { TranscriptPosition, TranscriptView } from "../../../ipc/conversations.ts";

/** Assumed height of an item that isn't loaded. It is halved until the page is short enough for a browser. */
const ROW_PX = 64;
const MAX_PX = 16_000_000;
/** Number of items to load beyond the visible ones. */
const AHEAD = 30;

type Part = Pick<TranscriptView, "from" | "total"> & { readonly items: { readonly length: number } };

/** Returns a height that rarely changes as `total` grows, because each change moves everything on screen. */
export function unheldPx(total: number): number {
	let px = ROW_PX;
	while (px * total > MAX_PX) px /= 2;
	return px;
}

export interface Viewport {
	readonly rows: { readonly first: number; readonly last: number } | null;
	/** In CSS pixels. */
	readonly top: number;
	readonly end: number;
}

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

export function indexInViewport({ from, total, items }: Part, { rows, top, end }: Viewport): number {
	const row = unheldPx(total);
	if (rows !== null) return from + rows.first;
	const index = top < end ? top / row : from + items.length + (top - end) / row;
	return Math.max(0, Math.min(total - 1, Math.floor(index)));
}

/** Returns which part to load around the visible items, or `null` if it is already loaded. */
export function wantedPosition(part: Part, sight: Viewport): TranscriptPosition | null {
	const { from, total, items } = part;
	const { rows } = sight;
	const above = from > 0 && (rows === null || rows.first < AHEAD);
	const below = from + items.length < total && (rows === null || rows.last > items.length - AHEAD);
	return above || below ? { kind: "index", index: indexInViewport(part, sight) } : null;
}

/** Starts at the newest match and wraps around. */
export function stepMatch(count: number, at: number | null, by: 1 | -1): number | null {
	if (count === 0) return null;
	if (at === null) return count - 1;
	return (at + by + count) % count;
}
