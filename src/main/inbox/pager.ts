import type { Entry } from "./entries/entry.ts";

/** Returns the entry's position in its batch; `null` if it is in none. */
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

/** Pages through waiting reviews in the order of the list, as the user sees it. */
export class Pager {
	/** Index of each entry in the list. */
	#indexes: ReadonlyMap<string, number> = new Map();

	/** Remembers the order in which the list shows what waits. */
	setOrder(order: readonly string[]): void {
		this.#indexes = new Map([...new Set(order)].map((id, index) => [id, index]));
	}

	/** Lists those that wait, in that order; what the list did not show comes last, oldest first. */
	waiting(entries: readonly Entry[]): readonly Entry[] {
		return entries
			.filter(({ actionable }) => actionable)
			.toSorted((one, other) => this.#indexOf(one) - this.#indexOf(other));
	}

	/**
	 * Returns the next or previous entry that waits; `null` if none does. Forwards a batch's next step comes first, and
	 * after the last entry the first.
	 * @param current the entry on screen, which may wait no more
	 */
	step(entries: readonly Entry[], current: Entry | null, by: 1 | -1): Entry | null {
		const all = this.waiting(entries);
		const inBatch = by === 1 ? nextOfBatch(all, current) : null;
		if (inBatch !== null) return inBatch;
		const here = all.findIndex(({ id }) => id === current?.id);
		if (here >= 0) return all.at((here + by + all.length) % all.length) ?? null;
		// It waits no more: what was beside it in the list comes next.
		const was = current === null ? undefined : this.#indexes.get(current.id);
		if (was === undefined) return all[0] ?? null;
		const after = all.findIndex((entry) => this.#indexOf(entry) > was);
		if (by === 1) return all[Math.max(0, after)] ?? null;
		return all.at(after < 0 ? -1 : after - 1) ?? null;
	}

	#indexOf({ id }: Entry): number {
		return this.#indexes.get(id) ?? this.#indexes.size;
	}
}
