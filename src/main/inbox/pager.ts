import type { Entry } from "./entries/entry.ts";

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

export class Pager {
	#indexes: ReadonlyMap<string, number> = new Map();

	setOrder(order: readonly string[]): void {
		this.#indexes = new Map([...new Set(order)].map((id, index) => [id, index]));
	}

	waiting(entries: readonly Entry[]): readonly Entry[] {
		return entries
			.filter(({ actionable }) => actionable)
			.toSorted((one, other) => this.#indexOf(one) - this.#indexOf(other));
	}

	/** Paging forward shows the next step of a batch first. The list wraps around at both ends. */
	step(entries: readonly Entry[], current: Entry | null, by: 1 | -1): Entry | null {
		const all = this.waiting(entries);
		const inBatch = by === 1 ? nextOfBatch(all, current) : null;
		if (inBatch !== null) return inBatch;
		const here = all.findIndex(({ id }) => id === current?.id);
		if (here >= 0) return all.at((here + by + all.length) % all.length) ?? null;
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
