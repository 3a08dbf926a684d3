/** Both ends are inclusive. */
export interface BlockRange {
	readonly from: number;
	readonly to: number;
}

/** Merges the range with all ranges that it overlaps or touches. The result is sorted. */
export function addRange(ranges: readonly BlockRange[], { from, to }: BlockRange): readonly BlockRange[] {
	if (to < from) return ranges;
	const apart = ranges.filter((each) => each.to < from - 1 || each.from > to + 1);
	const joined = ranges.filter((each) => !apart.includes(each));
	const whole = {
		from: Math.min(from, ...joined.map((each) => each.from)),
		to: Math.max(to, ...joined.map((each) => each.to)),
	};
	return [...apart, whole].toSorted((one, other) => one.from - other.from);
}

/** Returns the blocks in `whole` that aren't covered by any of the sorted ranges. */
export function missingRanges(whole: BlockRange, ranges: readonly BlockRange[]): readonly BlockRange[] {
	const missing: BlockRange[] = [];
	let from = whole.from;
	for (const each of ranges) {
		if (each.to < from) continue;
		if (each.from > whole.to) break;
		if (each.from > from) missing.push({ from, to: each.from - 1 });
		from = each.to + 1;
	}
	if (from <= whole.to) missing.push({ from, to: whole.to });
	return missing;
}

export const blocksIn = (ranges: readonly BlockRange[]): number =>
	ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
