import type { CommitView } from "../../../service-api/commit.ts";
import { message } from "../../localized-text.ts";
import { CanonicalError } from "../../match/canonical.ts";
import { type Check, failed } from "../../match/check.ts";
import { boundRequest, hashOf, timelessRequests } from "../../match/fingerprint.ts";

/**
 * Remembers reviews that were displayed. Each revision of a review must have exactly one content and one
 * digest. If a service shows two reviews with the same revision, neither is signed.
 */
export interface Contradictions {
	addView(view: CommitView): void;
	of(view: CommitView): Check | null;
}

interface ShownReview {
	readonly digest: string;
	/** Stored as a hash, because reviews can be large and are never dropped. */
	readonly content: string;
}

/** Excludes a Solana blockhash that the service may renew. */
function contentOf({ review }: CommitView): string | null {
	if (review === null) return null;
	try {
		return hashOf(timelessRequests([review.request, ...review.legs]).map(boundRequest));
	} catch (cause) {
		// Another rule rejects values without a canonical form and reports which ones.
		if (cause instanceof CanonicalError) return null;
		throw cause;
	}
}

const commitKeyOf = (view: CommitView) => JSON.stringify([view.thread_id, view.commit_id]);
const revisionKeyOf = (view: CommitView) =>
	JSON.stringify([view.thread_id, view.commit_id, view.review?.revision]);

export class ReviewContradictions implements Contradictions {
	readonly #read: (view: CommitView) => string | null;
	readonly #first = new Map<string, ShownReview>();
	readonly #found = new Map<string, Check>();
	/** The only view of a commit so far, which isn't hashed yet. `null` once there are several. */
	readonly #only = new Map<string, CommitView | null>();
	readonly #noted = new WeakSet<CommitView>();

	constructor(read: (view: CommitView) => string | null = contentOf) {
		this.#read = read;
	}

	addView(view: CommitView): void {
		if (view.review === null || this.#noted.has(view)) return;
		this.#noted.add(view);
		const commit = commitKeyOf(view);
		const alone = this.#only.get(commit);
		// A single view can't contradict anything, so it is only hashed when a second view arrives.
		if (alone === undefined) {
			this.#only.set(commit, view);
			return;
		}
		this.#only.set(commit, null);
		if (alone !== null) this.#compare(alone);
		this.#compare(view);
	}

	of(view: CommitView): Check | null {
		return this.#found.get(revisionKeyOf(view)) ?? null;
	}

	#compare(view: CommitView): void {
		const content = this.#read(view);
		if (view.review === null || content === null) return;
		const { digest, revision } = view.review;
		const key = revisionKeyOf(view);
		const before = this.#first.get(key);
		if (before === undefined) this.#first.set(key, { digest, content });
		else if (before.digest !== digest)
			this.#found.set(key, {
				...failed("review.digest", message("match.review.two-digests", { revision: String(revision) }), {
					reviewed: before.digest,
					payload: digest,
				}),
				isSecondReview: true,
			});
		else if (before.content !== content)
			this.#found.set(key, {
				...failed("review", message("match.review.two-reviews", { revision: String(revision) })),
				isSecondReview: true,
			});
	}
}

/** Keeps scopes separate, because threads and commits from two services can have the same IDs. */
export class ScopedContradictions implements Contradictions {
	readonly #scope: () => string;
	readonly #memories = new Map<string, Contradictions>();

	constructor(scope: () => string) {
		this.#scope = scope;
	}

	addView(view: CommitView): void {
		this.#current().addView(view);
	}

	of(view: CommitView): Check | null {
		return this.#current().of(view);
	}

	#current(): Contradictions {
		const scope = this.#scope();
		const memory = this.#memories.get(scope) ?? new ReviewContradictions();
		this.#memories.set(scope, memory);
		return memory;
	}
}
