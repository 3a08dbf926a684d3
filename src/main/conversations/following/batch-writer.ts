import { StorageError, type StorageErrorKind } from "../../storage/database.ts";
import type { PagesApplied, ReceivedPages, SessionStore } from "../log/store.ts";

interface Waiting {
	readonly arrival: ReceivedPages;
	readonly resolve: (applied: PagesApplied) => void;
	readonly reject: (cause: unknown) => void;
}

/** Maximum number of events and commits that one transaction stores, unless one arrival alone has more. */
const MAX_BATCH_RECORDS = 100;

/** These errors affect the whole file, so retrying each session separately would fail too. */
const AFFECTS_ALL_SESSIONS: ReadonlySet<StorageErrorKind> = new Set(["full", "locked", "denied"]);

const sizeOf = ({ pages }: ReceivedPages) =>
	pages.reduce((sum, { events, commits }) => sum + events.length + commits.length, 0);

/**
 * Writes pages from many streams in one transaction, because opening a transaction costs more than storing an
 * event. A page only waits until all received data has been read.
 */
export class BatchWriter {
	readonly #store: Pick<SessionStore, "applyTogether">;
	readonly #soon: (run: () => void) => void;
	readonly #waiting = new Map<string, Waiting>();
	#planned = false;

	constructor(store: Pick<SessionStore, "applyTogether">, soon: (run: () => void) => void = setImmediate) {
		this.#store = store;
		this.#soon = soon;
	}

	/** Rejects with a StorageError if nothing was stored. */
	apply(arrival: ReceivedPages): Promise<PagesApplied> {
		return new Promise((resolve, reject) => {
			// Pages of the same session depend on each other.
			while (this.#waiting.has(arrival.id)) this.#write(this.#nextBatch());
			this.#waiting.set(arrival.id, { arrival, resolve, reject });
			this.#plan();
		});
	}

	#plan(): void {
		if (this.#planned) return;
		this.#planned = true;
		this.#soon(() => {
			this.#planned = false;
			this.#write(this.#nextBatch());
			if (this.#waiting.size > 0) this.#plan();
		});
	}

	#nextBatch(): readonly Waiting[] {
		const batch: Waiting[] = [];
		let size = 0;
		for (const [id, each] of this.#waiting) {
			size += sizeOf(each.arrival);
			if (batch.length > 0 && size > MAX_BATCH_RECORDS) break;
			batch.push(each);
			this.#waiting.delete(id);
		}
		return batch;
	}

	#write(batch: readonly Waiting[]): void {
		if (batch.length === 0) return;
		try {
			const applied = this.#store.applyTogether(batch.map(({ arrival }) => arrival));
			for (const [at, { resolve, reject }] of batch.entries()) {
				const each = applied[at];
				if (each === undefined) reject(new Error("no result for the batch"));
				else resolve(each);
			}
		} catch (cause) {
			// Nothing was stored. The pages are retried one by one, so a faulty session doesn't affect the
			// others.
			const alone =
				batch.length > 1 && !(cause instanceof StorageError && AFFECTS_ALL_SESSIONS.has(cause.kind));
			for (const each of batch) {
				if (alone) this.#write([each]);
				else each.reject(cause);
			}
		}
	}
}
