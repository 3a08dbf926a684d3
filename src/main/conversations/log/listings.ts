import type { LogSession } from "../../storage/log-db.ts";

/**
 * Times of sessions in the list. They have whole seconds, so that more may come within the second that one names: a
 * read that began in it says nothing of its end.
 */

interface Listing {
	readonly listedAt: number;
	/** Unix ms at which the list named it first; its second ends no later than a second after that. */
	readonly seenAt: number;
	readonly wasRead: boolean;
}

export class Listings {
	readonly #secondMs: number;
	readonly #seen = new Map<string, Listing>();

	/** @param secondMs how long more may come without a move of the listed time */
	constructor(secondMs: number) {
		this.#secondMs = secondMs;
	}

	note(id: string, listedAt: number, now: number): void {
		if (this.#seen.get(id)?.listedAt === listedAt) return;
		this.#seen.set(id, { listedAt, seenAt: now, wasRead: false });
	}

	/**
	 * Notes that a read which began at `from` reached the end of the log.
	 * @returns whether that read holds all that the listed time stands for
	 */
	noteRead(id: string, listedAt: number, from: number): boolean {
		const seen = this.#seen.get(id);
		if (seen?.listedAt !== listedAt || this.#isOver(seen, from)) return true;
		this.#seen.set(id, { ...seen, wasRead: true });
		return false;
	}

	/** Whether the session is to be read for what the list says. */
	isDue({ id, listedAt, readListedAt }: LogSession, now: number): boolean {
		if (listedAt === readListedAt) return false;
		const seen = this.#seen.get(id);
		return seen?.listedAt !== listedAt || !seen.wasRead || this.#isOver(seen, now);
	}

	#isOver({ seenAt }: Listing, now: number): boolean {
		return now - seenAt > this.#secondMs;
	}
}
