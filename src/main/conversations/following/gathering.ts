import { StorageError, type StorageErrorKind } from "../../storage/database.ts";
import type { PagesApplied, ReceivedPages, SessionStore } from "../log/store.ts";

/**
 * Pages that many streams bring at the same moment are made durable by one transaction: to begin and end one costs
 * more than to write down an event. Nothing waits for it longer than until everything that has arrived by now is read,
 * and of very much of it until what came before is written down, a lot in each turn.
 */
export interface Gathering {
	/** Resolves once the pages are durable and told; rejects with a StorageError, and then nothing was taken. */
	apply(arrival: ReceivedPages): Promise<PagesApplied>;
}

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

/** @param soon runs what it is given once all that has arrived by now is read */
export function createGathering(
	store: Pick<SessionStore, "applyTogether">,
	soon: (run: () => void) => void = setImmediate,
): Gathering {
	/** By session. */
	const waiting = new Map<string, Waiting>();
	let planned = false;

	function plan(): void {
		if (planned) return;
		planned = true;
		soon(() => {
			planned = false;
			write(lot());
			if (waiting.size > 0) plan();
		});
	}

	/** Takes those that came first, as many as go together. */
	function lot(): readonly Waiting[] {
		const taken: Waiting[] = [];
		let size = 0;
		for (const [id, each] of waiting) {
			size += sizeOf(each.arrival);
			if (taken.length > 0 && size > GATHERED) break;
			taken.push(each);
			waiting.delete(id);
		}
		return taken;
	}

	function write(taken: readonly Waiting[]): void {
		if (taken.length === 0) return;
		try {
			const applied = store.applyTogether(taken.map(({ arrival }) => arrival));
			for (const [at, { resolve, reject }] of taken.entries()) {
				const each = applied[at];
				if (each === undefined) reject(new Error("nothing was applied"));
				else resolve(each);
			}
		} catch (cause) {
			// Nothing of any was taken. What is wrong with one is no matter of the others.
			const alone = taken.length > 1 && !(cause instanceof StorageError && OF_ALL.has(cause.kind));
			for (const each of taken) {
				if (alone) write([each]);
				else each.reject(cause);
			}
		}
	}

	return {
		apply: (arrival) =>
			new Promise((resolve, reject) => {
				// What one session brings follows from what it brought before.
				while (waiting.has(arrival.id)) write(lot());
				waiting.set(arrival.id, { arrival, resolve, reject });
				plan();
			}),
	};
}
