import type { Check } from "../../../core/match/check.ts";
import type { Frozen } from "../../../core/match/frozen.ts";
import { type ApprovalRequest, commitViewOf, statedSigner } from "../../../core/review/approval-request.ts";
import { composeReview, type Review } from "../../../core/review/compose.ts";
import { siblingChecks } from "../../../core/review/effects/siblings.ts";
import { NO_OPINION } from "../../../core/subject/opinion.ts";

import type { Prepared } from "../facts/preparing.ts";
import type { ReviewsParts } from "./reviews-types.ts";

/** Puts one review together of what is known at this moment. */
export class Composer {
	readonly #parts: ReviewsParts;

	constructor(parts: ReviewsParts) {
		this.#parts = parts;
	}

	/** @param previous the review that the user saw before; null where they saw none */
	compose(request: ApprovalRequest, prepared: Prepared, previous: Frozen | null): Review {
		const parts = this.#parts;
		const { frozen } = prepared;
		const policy = parts.policy(frozen);
		const review = composeReview({
			...parts.owner(),
			request,
			freezing: prepared.freezing(),
			answers: prepared.answers,
			user: parts.user(frozen?.signer ?? statedSigner(request), request.sessionId),
			now: parts.clock.now(),
			clockOffset: parts.clockOffset(),
			lane: { heldBy: frozen === null ? null : parts.heldBy(frozen) },
			previous,
			confirmedByGet: parts.requests.confirmed(request),
			session: parts.session(request.sessionId),
			typed: parts.typed(request.sessionId, request.receivedAt),
			around: this.#around(request),
			repeats: parts.repeats(request),
			blindAllowed: parts.blindAllowed(),
			opinion: frozen === null ? NO_OPINION : parts.opinions.of(frozen),
			prices: parts.prices,
			policy,
		});
		if (parts.requests.asks(request.entryId))
			parts.onReview?.({ request, review, answers: prepared.answers, policy });
		return review;
	}

	/** The other members of its batch that are known. */
	beside(request: ApprovalRequest): ApprovalRequest[] {
		const view = commitViewOf(request);
		if (view === null) return [];
		return (view.batch?.ordered_commit_ids ?? []).flatMap((id) => {
			const other = id === view.commit_id ? null : this.#parts.requests.commit(id);
			return other === null ? [] : [other];
		});
	}

	/** What is said beside it: a contradiction of before, other forms of the same transactions, its batch. */
	#around(request: ApprovalRequest): Check[] {
		const view = commitViewOf(request);
		const folded = this.#parts.folding(request);
		if (view === null) return [...folded];
		const contradiction = this.#parts.contradictions.of(view);
		const others = this.beside(request).flatMap((other) => {
			const found = commitViewOf(other);
			return found === null ? [] : [[found.commit_id, found] as const];
		});
		return [
			...(contradiction === null ? [] : [contradiction]),
			...folded,
			...siblingChecks(view, new Map(others)),
		];
	}
}
