import type { Frozen } from "../../../core/match/frozen.ts";
import { type ApprovalRequest, commitViewOf } from "../../../core/review/approval-request.ts";
import type { Review } from "../../../core/review/compose.ts";
import { TERMINAL_COMMIT_STATES } from "../../../service-api/commit.ts";
import type { ReviewBrief } from "../../inbox/entries/entry-view.ts";
import type { Requests } from "../../inbox/requests/requests.ts";
import type { Clock } from "../../ports.ts";
import { openEntryId, type TrustedWindow } from "../../trusted-window.ts";
import type { Prepared } from "../facts/preparing.ts";

/** Interval of sweeps while there are not too many, in ms. */
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

/** A commit that ended can still be looked at for a day, in ms. */
export const OVER_MS = 24 * 3600_000;
/** Beyond this number ended commits are evicted first, then the ones used longest ago. */
export const MAX_REMEMBERED = 2_000;

export interface CacheUse {
	readonly id: string;
	/** When it ended, Unix ms; `null` before that. */
	readonly overSince: number | null;
}

/**
 * Returns the ids to evict.
 * @param all used longest ago first
 * @param open the one that the user looks at: it stays
 */
export function evictable(all: readonly CacheUse[], open: string | null, now: number): readonly string[] {
	const others = all.filter((each) => each.id !== open);
	const old = others.filter(({ overSince }) => overSince !== null && now - overSince > OVER_MS);
	const excess = all.length - old.length - MAX_REMEMBERED;
	if (excess <= 0) return old.map((each) => each.id);
	const gone = new Set(old);
	const left = others.filter((each) => !gone.has(each));
	const over = left.filter(({ overSince }) => overSince !== null);
	const waiting = left.filter(({ overSince }) => overSince === null);
	return [...old, ...[...over, ...waiting].slice(0, excess)].map((each) => each.id);
}

/** Remembers the reviews of entries until they ended long ago, or there are too many. */
export class Memories {
	readonly #app;
	/** Used longest ago first. */
	readonly #all = new Map<string, EntryMemory>();
	#swept: number;

	constructor(app: {
		readonly clock: Pick<Clock, "now">;
		readonly requests: Pick<Requests, "get">;
		readonly window: Pick<TrustedWindow, "route">;
	}) {
		this.#app = app;
		this.#swept = app.clock.now();
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

	/** Returns the ids of the remembered entries. */
	ids(): readonly string[] {
		return [...this.#all.keys()];
	}

	/** The kept review, where the request that it was composed of still stands. */
	current(entryId: string): KeptReview | null {
		const kept = this.peek(entryId)?.kept ?? null;
		return kept !== null && this.#app.requests.get(entryId)?.source === kept.request.source ? kept : null;
	}

	sweep(): void {
		const { clock, requests, window } = this.#app;
		const now = clock.now();
		if (this.#all.size <= MAX_REMEMBERED && now - this.#swept < SWEEP_MS) return;
		this.#swept = now;
		const all = [...this.#all].map(([id, { kept }]) => ({
			id,
			overSince: overSince(requests.get(id), kept?.review.expiresAt ?? null, now),
		}));
		for (const id of evictable(all, openEntryId(window), now)) this.#all.delete(id);
	}
}
