import type { EvmFacts } from "../../../core/chain/evm.ts";
import { message } from "../../../core/message.ts";
import { type ApprovalRequest, commitViewOf } from "../../../core/review/approval-request.ts";
import type { Review } from "../../../core/review/compose.ts";
import type { ChainAnswer } from "../../../core/subject/question.ts";
import type { ReviewBrief } from "../../inbox/entries/entry-view.ts";

import { ServiceError } from "../../service/errors.ts";
import type { Prepared } from "../facts/preparing.ts";
import { briefOf } from "./brief.ts";
import { Composer } from "./composer.ts";
import { earlierCalls } from "./earlier.ts";
import { createLoadQueue, type LoadQueue } from "./load-queue.ts";
import { Memories } from "./memories.ts";
import type { Reviews, ReviewsParts } from "./reviews-types.ts";

/** Reviews that nobody looks at are loaded so many at a time: a flood of requests is no flood for service and RPC. */
const AT_ONCE = 4;
/** A request that keeps changing while the chain is asked about it is shown without the chain's word. */
const MAX_TRIES = 3;
const CHANGING = message("chain.request-changed");

/** What was decoded before, under a service that no longer asks: nothing of it can be approved. */
function over(before: Review, now: Review): Review {
	const { approval, canReject } = now;
	return {
		...before,
		request: now.request,
		changed: [],
		approval: { ...approval, possible: false, word: null, wordOf: null },
		canReject,
	};
}

class ComposedReviews implements Reviews {
	readonly #parts: ReviewsParts;
	readonly #composer: Composer;
	readonly #memories: Memories;
	readonly #queue: LoadQueue<Review | null>;
	/** Somebody waits for these. */
	readonly #awaited = new Set<string>();

	constructor(parts: ReviewsParts) {
		this.#parts = parts;
		this.#composer = new Composer(parts);
		this.#memories = new Memories(parts);
		this.#queue = createLoadQueue({
			clock: parts.clock,
			budget: parts.budget,
			most: AT_ONCE,
			run: (entryId) => this.#safely(entryId),
			wanted: parts.wanted,
		});
	}

	get(entryId: string): Review | null {
		const review = this.#now(entryId);
		if (review === null) return null;
		const memory = this.#memories.use(entryId);
		const { kept } = memory;
		// It was read before anybody looked at it.
		if (kept !== null && review.insights.some(({ opinion }) => opinion.addressFacts === null))
			this.#askOpinion(kept.request, kept.prepared);
		if (review.insights.length > 0) {
			memory.decoded = review;
			return review;
		}
		const before = memory.decoded;
		// It ran out or was answered: what it was stays on screen, and why it is over stands beside it.
		return before === null || this.#parts.requests.asks(entryId) ? review : over(before, review);
	}

	brief(entryId: string): ReviewBrief | null {
		const known = this.#memories.current(entryId);
		if (known === null) return null;
		const beside = this.#composer.beside(known.request);
		const same =
			beside.length === known.beside.length &&
			beside.every((each, at) => each.source === known.beside[at]?.source);
		if (same) return known.brief;
		const brief = briefOf(this.#compose(known.request, known.prepared));
		this.#memories.use(entryId).kept = { ...known, brief, beside };
		return brief;
	}

	decoded(entryId: string): Review | null {
		return this.#memories.peek(entryId)?.decoded ?? null;
	}

	load(entryId: string): Promise<Review | null> {
		this.#awaited.add(entryId);
		return this.#queue.now(entryId).finally(() => this.#awaited.delete(entryId));
	}

	loadSoon(entryId: string): Promise<Review | null> {
		return this.#queue.soon(entryId);
	}

	facts(entryId: string): EvmFacts | null {
		const answer: ChainAnswer | undefined = this.answers(entryId)[0];
		return answer !== undefined && "family" in answer && answer.family === "evm" ? answer.facts : null;
	}

	answers(entryId: string): readonly ChainAnswer[] {
		return this.#memories.current(entryId)?.prepared.answers ?? [];
	}

	signer(entryId: string): string | null {
		return this.#memories.peek(entryId)?.kept?.review.frozen?.signer ?? null;
	}

	shown(entryId: string): void {
		const memory = this.#memories.peek(entryId);
		if (memory !== null) memory.onScreen = true;
	}

	stale(entryId: string): boolean {
		return this.#memories.current(entryId) === null;
	}

	checkAgain(): void {
		for (const id of this.#memories.ids())
			if (this.answers(id).some((answer) => "fault" in answer)) void this.loadSoon(id);
	}

	#compose(request: ApprovalRequest, prepared: Prepared): Review {
		const previous = this.#memories.peek(request.entryId)?.seen ?? null;
		return this.#composer.compose(request, prepared, previous);
	}

	/** Lock state, labels, clock and lane move on: the same facts, composed for this very moment. */
	#now(entryId: string): Review | null {
		const known = this.#memories.current(entryId);
		return known === null ? null : this.#compose(known.request, known.prepared);
	}

	/** Only what the user looks at is simulated: a flood of requests is none for their RPC. */
	#askOpinion(request: ApprovalRequest, prepared: Prepared): void {
		const { onChange, open, opinions, requests } = this.#parts;
		const { frozen } = prepared;
		if (frozen === null || open() !== request.entryId) return;
		const earlier = earlierCalls(commitViewOf(request), prepared, (id) => {
			const member = requests.commit(id);
			return member === null ? null : commitViewOf(member);
		});
		opinions.ask(frozen, earlier, () => onChange(request.entryId));
	}

	async #safely(entryId: string): Promise<Review | null> {
		try {
			return await this.#load(entryId);
		} catch (cause) {
			this.#parts.log(`review of ${entryId}: ${String(cause)}`);
			return null;
		}
	}

	async #load(entryId: string): Promise<Review | null> {
		const { preparing, requests } = this.#parts;
		// The service's own answer has its own authority; without it, what is stored is shown as not confirmed.
		await requests.refresh(entryId).catch((cause: unknown) => {
			// A full disk, or an end of the app that cut the GET off: the same holds.
			if (!(cause instanceof ServiceError)) this.#parts.log(`review of ${entryId}: ${String(cause)}`);
		});
		const first = requests.get(entryId);
		if (first === null) return null;
		let request: ApprovalRequest = first;
		for (let tries = 0; tries < MAX_TRIES; tries += 1) {
			const asked: ApprovalRequest = request;
			const prepared = await preparing.prepare(asked);
			const now = (): ApprovalRequest => requests.get(entryId) ?? asked;
			// What the chain said of one request says nothing about another that came meanwhile.
			const review = await this.#inTurn(entryId, () =>
				now().source === asked.source ? this.#keep(now(), prepared) : null,
			);
			if (review !== null) return review;
			request = now();
		}
		return this.#keep(request, preparing.without(request, CHANGING));
	}

	/** What somebody waits for is done at once, the rest in a turn that others leave time in. */
	#inTurn<T>(entryId: string, work: () => T): Promise<T> {
		const { budget, clock } = this.#parts;
		const isAwaited = () => this.#awaited.has(entryId);
		return new Promise((resolve, reject) => {
			function attempt(): void {
				if (!isAwaited() && budget.isSpent()) {
					clock.after(0, attempt);
					return;
				}
				try {
					resolve(budget.spend(work));
				} catch (cause) {
					reject(cause);
				}
			}
			attempt();
		});
	}

	#keep(request: ApprovalRequest, prepared: Prepared): Review {
		const memory = this.#memories.use(request.entryId);
		const old = memory.kept?.review ?? null;
		let fresh = this.#compose(request, prepared);
		if (old?.frozen != null && old.fingerprint !== fresh.fingerprint && memory.onScreen) {
			// What the user looked at is what the new one is told apart from.
			memory.seen = old.frozen;
			memory.onScreen = false;
			fresh = this.#compose(request, prepared);
		}
		const beside = this.#composer.beside(request);
		memory.kept = { review: fresh, prepared, request, brief: briefOf(fresh), beside };
		if (fresh.insights.length > 0) memory.decoded = fresh;
		this.#memories.sweep();
		this.#askOpinion(request, prepared);
		this.#parts.onChange(request.entryId);
		return fresh;
	}
}

/** Composes the reviews of entries and keeps the latest of each. */
export function createReviews(parts: ReviewsParts): Reviews {
	return new ComposedReviews(parts);
}
