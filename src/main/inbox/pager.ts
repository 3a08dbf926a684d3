import type { Entry } from "./entries/entry.ts";

/** In which order the review is paged through: the list's own, as the user sees it. */

export interface Pager {
	/** The list shows what waits in this order. */
	keep(order: readonly string[]): void;
	/** Those that wait, in that order; what the list did not show comes last, oldest first. */
	waiting(entries: readonly Entry[]): readonly Entry[];
	/**
	 * Which one comes after this, or before it; null where none waits. Forwards a batch's next step comes first, and after
	 * the last one the first.
	 * @param current the entry on screen, which may wait no more
	 */
	step(entries: readonly Entry[], current: Entry | null, by: 1 | -1): Entry | null;
}

/** Where in the batch it stands; null where it is of none. */
function batchOf(entry: Entry | null): { readonly id: string; readonly index: number } | null {
	if (entry?.request.kind !== "commit" || entry.request.read.kind !== "known") return null;
	const { batch } = entry.request.read.view;
	return batch === null ? null : { id: batch.batch_id, index: batch.index };
}

function nextOfBatch(waiting: readonly Entry[], current: Entry | null): Entry | null {
	const own = batchOf(current);
	if (own === null) return null;
	const later = waiting.flatMap((entry) => {
		const batch = batchOf(entry);
		return batch !== null && batch.id === own.id && batch.index > own.index
			? [{ entry, index: batch.index }]
			: [];
	});
	return later.toSorted((one, other) => one.index - other.index)[0]?.entry ?? null;
}

export function createPager(): Pager {
	let order: readonly string[] = [];

	const places = () => new Map(order.map((id, at) => [id, at]));

	function waiting(entries: readonly Entry[]): readonly Entry[] {
		const known = places();
		const at = ({ id }: Entry) => known.get(id) ?? order.length;
		return entries.filter(({ actionable }) => actionable).toSorted((one, other) => at(one) - at(other));
	}

	return {
		keep(wanted) {
			order = [...new Set(wanted)];
		},
		waiting,
		step(entries, current, by) {
			const all = waiting(entries);
			const inBatch = by === 1 ? nextOfBatch(all, current) : null;
			if (inBatch !== null) return inBatch;
			const here = all.findIndex(({ id }) => id === current?.id);
			if (here >= 0) return all.at((here + by + all.length) % all.length) ?? null;
			// It waits no more: what stood beside it in the list comes next.
			const known = places();
			const was = current === null ? undefined : known.get(current.id);
			if (was === undefined) return all[0] ?? null;
			const after = all.findIndex(({ id }) => (known.get(id) ?? order.length) > was);
			if (by === 1) return all[Math.max(0, after)] ?? null;
			return all.at(after < 0 ? -1 : after - 1) ?? null;
		},
	};
}
