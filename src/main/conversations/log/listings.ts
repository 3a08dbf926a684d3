import type { LogSession } from "../../storage/log-db.ts";

interface Listing {
	readonly listedAt: number;
	readonly seenAt: number;
	readonly wasRead: boolean;
}

/**
 * Tracks the times in the session list. They are in whole seconds, so a read that started within the same
 * second may have missed later changes.
 */
export class Listings {
	readonly #secondMs: number;
	readonly #seen = new Map<string, Listing>();

	constructor(secondMs: number) {
		this.#secondMs = secondMs;
	}

	recordListing(id: string, listedAt: number, now: number): void {
		if (this.#seen.get(id)?.listedAt === listedAt) return;
		this.#seen.set(id, { listedAt, seenAt: now, wasRead: false });
	}

	recordRead(id: string, listedAt: number, from: number): boolean {
		const seen = this.#seen.get(id);
		if (seen?.listedAt !== listedAt || this.#isExpired(seen, from)) return true;
		this.#seen.set(id, { ...seen, wasRead: true });
		return false;
	}

	isDue({ id, listedAt, readListedAt }: LogSession, now: number): boolean {
		if (listedAt === readListedAt) return false;
		const seen = this.#seen.get(id);
		return seen?.listedAt !== listedAt || !seen.wasRead || this.#isExpired(seen, now);
	}

	#isExpired({ seenAt }: Listing, now: number): boolean {
		return now - seenAt > this.#secondMs;
	}
}
