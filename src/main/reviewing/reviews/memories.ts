import type { Frozen } from "../../../core/match/frozen.ts";
import { type ApprovalRequest, commitViewOf } from "../../../core/review/approval-request.ts";
import type { Review } from "../../../core/review/compose.ts";
import { TERMINAL_COMMIT_STATES } from "../../../service-api/commit.ts";
import type { ReviewBrief } from "../../inbox/entries/entry-view.ts";
import type { Requests } from "../../inbox/requests/requests.ts";
import type { Clock } from "../../ports.ts";
import type { Prepared } from "../facts/preparing.ts";
import { evictable, MAX_REMEMBERED } from "./cache-eviction.ts";

/** How often what is remembered is gone through, in ms, while it is not too much. */
const SWEEP_MS = 3600_000;

export interface KeptReview {
	readonly review: Review;
	readonly prepared: Prepared;
	readonly request: ApprovalRequest;
	readonly brief: ReviewBrief;
	/** The other members of its batch as they stood then: the match reads them too. */
	readonly beside: readonly ApprovalRequest[];
}

/** What is remembered of one entry. */
export interface EntryMemory {
	kept: KeptReview | null;
	/** The review that the user saw before the kept one. */
	seen: Frozen | null;
	/** The kept review was drawn in the trusted window. */
	onScreen: boolean;
	/** The last review that could be decoded, for when its payload is gone. */
	decoded: Review | null;
}

/**
 * Since when an entry is over, Unix ms; null while it is not. One that is no longer known is over for ever.
 * @param expiresAt of its review, Unix ms; null where there is none, or it states none
 * @param now Unix ms
 */
export function overSince(
	request: ApprovalRequest | null,
	expiresAt: number | null,
	now: number,
): number | null {
	if (request === null) return 0;
	const view = commitViewOf(request);
	const ended =
		request.kind === "action" || request.kind === "unreadable"
			? (request.action.state ?? "pending") !== "pending"
			: view !== null && TERMINAL_COMMIT_STATES.has(view.state);
	if (ended) return request.receivedAt;
	return expiresAt !== null && expiresAt <= now ? expiresAt : null;
}

export interface MemoriesParts {
	readonly clock: Pick<Clock, "now">;
	readonly requests: Pick<Requests, "get">;
	/** The entry that the user looks at. */
	readonly open: () => string | null;
}

/** What is remembered of entries: let go of once they are long over, or too many. */
export class Memories {
	readonly #parts: MemoriesParts;
	/** Used longest ago first. */
	readonly #all = new Map<string, EntryMemory>();
	#swept: number;

	constructor(parts: MemoriesParts) {
		this.#parts = parts;
		this.#swept = parts.clock.now();
	}

	/** The memory of this entry as it is; null where there is none. */
	peek(entryId: string): EntryMemory | null {
		return this.#all.get(entryId) ?? null;
	}

	/** The memory of this entry, put last as the one used latest. */
	use(entryId: string): EntryMemory {
		const memory = this.#all.get(entryId) ?? { kept: null, seen: null, onScreen: false, decoded: null };
		this.#all.delete(entryId);
		this.#all.set(entryId, memory);
		return memory;
	}

	/** Of what something is remembered. */
	ids(): readonly string[] {
		return [...this.#all.keys()];
	}

	/** The kept review, where the request that it was composed of still stands. */
	current(entryId: string): KeptReview | null {
		const kept = this.peek(entryId)?.kept ?? null;
		return kept !== null && this.#parts.requests.get(entryId)?.source === kept.request.source ? kept : null;
	}

	sweep(): void {
		const { clock, open, requests } = this.#parts;
		const now = clock.now();
		if (this.#all.size <= MAX_REMEMBERED && now - this.#swept < SWEEP_MS) return;
		this.#swept = now;
		const all = [...this.#all].map(([id, { kept }]) => ({
			id,
			overSince: overSince(requests.get(id), kept?.review.expiresAt ?? null, now),
		}));
		for (const id of evictable(all, open(), now)) this.#all.delete(id);
	}
}
