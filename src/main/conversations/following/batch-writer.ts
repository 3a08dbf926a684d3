import { StorageError, type StorageErrorKind } from "../../storage/database.ts";
import type { PagesApplied, ReceivedPages, SessionStore } from "../log/store.ts";

interface Waiting {
	readonly arrival: ReceivedPages;
	readonly resolve: (applied: PagesApplied) => void;
	readonly reject: (cause: unknown) => void;
}

/** Events and commits of one transaction, unless a single stream brings more. */
const GATHERED = 100;

/** These are of the file as a whole: each session by itself would meet them again, and wait for it. */
const OF_ALL: ReadonlySet<StorageErrorKind> = new Set(["full", "locked", "denied"]);

const sizeOf = ({ pages }: ReceivedPages) =>
	pages.reduce((sum, { events, commits }) => sum + events.length + commits.length, 0);

/**
 * Makes pages that many streams bring at the same moment durable in one transaction: beginning and ending one costs
 * more than writing an event. Nothing waits longer than until everything that has arrived by now is read; very much is
 * written a lot in each turn.
 */
export class BatchWriter {
	readonly #store: Pick<SessionStore, "applyTogether">;
	readonly #soon: (run: () => void) => void;
	/** By session. */
	readonly #waiting = new Map<string, Waiting>();
	#planned = false;

	/** @param soon runs its argument once all that has arrived by now is read */
	constructor(store: Pick<SessionStore, "applyTogether">, soon: (run: () => void) => void = setImmediate) {
		this.#store = store;
		this.#soon = soon;
	}

	/** Resolves once the pages are durable and announced; rejects with a StorageError, and then nothing was applied. */
	apply(arrival: ReceivedPages): Promise<PagesApplied> {
		return new Promise((resolve, reject) => {
			// Pages of one session build on each other.
			while (this.#waiting.has(arrival.id)) this.#write(this.#nextLot());
			this.#waiting.set(arrival.id, { arrival, resolve, reject });
			this.#plan();
		});
	}

	#plan(): void {
		if (this.#planned) return;
		this.#planned = true;
		this.#soon(() => {
			this.#planned = false;
			this.#write(this.#nextLot());
			if (this.#waiting.size > 0) this.#plan();
		});
	}

	/** Removes those that came first, as many as go together. */
	#nextLot(): readonly Waiting[] {
		const lot: Waiting[] = [];
		let size = 0;
		for (const [id, each] of this.#waiting) {
			size += sizeOf(each.arrival);
			if (lot.length > 0 && size > GATHERED) break;
			lot.push(each);
			this.#waiting.delete(id);
		}
		return lot;
	}

	#write(lot: readonly Waiting[]): void {
		if (lot.length === 0) return;
		try {
			const applied = this.#store.applyTogether(lot.map(({ arrival }) => arrival));
			for (const [at, { resolve, reject }] of lot.entries()) {
				const each = applied[at];
				if (each === undefined) reject(new Error("nothing was applied"));
				else resolve(each);
			}
		} catch (cause) {
			// Nothing of any was applied. A fault of one session is no matter of the others.
			const alone = lot.length > 1 && !(cause instanceof StorageError && OF_ALL.has(cause.kind));
			for (const each of lot) {
				if (alone) this.#write([each]);
				else each.reject(cause);
			}
		}
	}
}
