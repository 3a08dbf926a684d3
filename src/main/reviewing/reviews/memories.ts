import type { Frozen } from "../../../core/match/frozen.ts";
import {
	type ApprovalRequest,
	commitViewOf,
	isActionLikeRequest,
} from "../../../core/review/approval-request.ts";
import type { Review } from "../../../core/review/review.ts";
import { TERMINAL_COMMIT_STATES } from "../../../service-api/commit.ts";
import type { ReviewBrief } from "../../inbox/entries/entry-view.ts";
import type { Requests } from "../../inbox/requests/requests.ts";
import type { Clock } from "../../ports.ts";
import { openEntryId, type TrustedWindow } from "../../trusted-window.ts";
import type { Prepared } from "../facts/preparing.ts";

const SWEEP_MS = 3600_000;

export interface CachedReview {
	readonly review: Review;
	readonly prepared: Prepared;
	readonly request: ApprovalRequest;
	readonly brief: ReviewBrief;
	readonly batchRequests: readonly ApprovalRequest[];
}

export interface EntryMemory {
	cached: CachedReview | null;
	/** Frozen request from the review that the user last saw. */
	seen: Frozen | null;
	onScreen: boolean;
	decoded: Review | null;
}

/**
 * Returns when the entry ended, in Unix ms. `null` while it is open. An unknown entry counts as ended long
 * ago.
 */
export function endedSince(
	request: ApprovalRequest | null,
	expiresAt: number | null,
	now: number,
): number | null {
	if (request === null) return 0;
	const view = commitViewOf(request);
	const ended =
		isActionLikeRequest(request) || request.kind === "unreadable"
			? (request.action.state ?? "pending") !== "pending"
			: view !== null && TERMINAL_COMMIT_STATES.has(view.state);
	if (ended) return request.receivedAt;
	return expiresAt !== null && expiresAt <= now ? expiresAt : null;
}

export const ENDED_MS = 24 * 3600_000;
/** Above this number, ended commits are evicted first, followed by the least recently used entries. */
export const MAX_REMEMBERED = 2_000;

export interface CacheUse {
	readonly id: string;
	readonly endedSince: number | null;
}

export function evictable(all: readonly CacheUse[], open: string | null, now: number): readonly string[] {
	const others = all.filter((each) => each.id !== open);
	const old = others.filter(({ endedSince }) => endedSince !== null && now - endedSince > ENDED_MS);
	const excess = all.length - old.length - MAX_REMEMBERED;
	if (excess <= 0) return old.map((each) => each.id);
	const gone = new Set(old);
	const left = others.filter((each) => !gone.has(each));
	const over = left.filter(({ endedSince }) => endedSince !== null);
	const waiting = left.filter(({ endedSince }) => endedSince === null);
	return [...old, ...[...over, ...waiting].slice(0, excess)].map((each) => each.id);
}

export class Memories {
	readonly #app;
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

	peek(entryId: string): EntryMemory | null {
		return this.#all.get(entryId) ?? null;
	}

	use(entryId: string): EntryMemory {
		const memory = this.#all.get(entryId) ?? { cached: null, seen: null, onScreen: false, decoded: null };
		this.#all.delete(entryId);
		this.#all.set(entryId, memory);
		return memory;
	}

	ids(): readonly string[] {
		return [...this.#all.keys()];
	}

	current(entryId: string): CachedReview | null {
		const kept = this.peek(entryId)?.cached ?? null;
		return kept !== null && this.#app.requests.get(entryId)?.source === kept.request.source ? kept : null;
	}

	sweep(): void {
		const { clock, requests, window } = this.#app;
		const now = clock.now();
		if (this.#all.size <= MAX_REMEMBERED && now - this.#swept < SWEEP_MS) return;
		this.#swept = now;
		const all = [...this.#all].map(([id, { cached }]) => ({
			id,
			endedSince: endedSince(requests.get(id), cached?.review.expiresAt ?? null, now),
		}));
		for (const id of evictable(all, openEntryId(window), now)) this.#all.delete(id);
	}
}
