import type { CommitView } from "../../../service-api/commit.ts";
import { CanonicalError } from "../../match/canonical.ts";
import { type Check, failed } from "../../match/check.ts";
import { boundRequest, hashOf, timelessRequests } from "../../match/fingerprint.ts";
import { message } from "../../message.ts";

/**
 * Memory of shown reviews. One revision of a review has one content and one digest. A service that shows two
 * under the same number has lied in one of them: then neither is signed.
 */
export interface Contradictions {
	/** Records a view, from a page or a GET. */
	note(view: CommitView): void;
	/** Returns the failing check; `null` if every view so far agrees. */
	of(view: CommitView): Check | null;
}

interface ShownReview {
	readonly digest: string;
	/** Hash of the content, since reviews can be large and none is forgotten. */
	readonly content: string;
}

/** Excludes a Solana blockhash that the service may renew: the review stays the same. */
function contentOf({ review }: CommitView): string | null {
	if (review === null) return null;
	try {
		return hashOf(timelessRequests([review.request, ...review.legs]).map(boundRequest));
	} catch (cause) {
		// Another rule rejects, by name, a value without a canonical form.
		if (cause instanceof CanonicalError) return null;
		throw cause;
	}
}

/**
 * @param read returns the content by which two views of one revision are compared; `null` if there is none
 */
export function createContradictions(read: (view: CommitView) => string | null = contentOf): Contradictions {
	const first = new Map<string, ShownReview>();
	const found = new Map<string, Check>();
	/** Only view of a commit so far, not compared yet; `null` once there were several. */
	const only = new Map<string, CommitView | null>();
	const noted = new WeakSet<CommitView>();
	const commitKeyOf = (view: CommitView) => JSON.stringify([view.thread_id, view.commit_id]);
	const keyOf = (view: CommitView) => JSON.stringify([view.thread_id, view.commit_id, view.review?.revision]);

	function compare(view: CommitView): void {
		const content = read(view);
		if (view.review === null || content === null) return;
		const { digest, revision } = view.review;
		const key = keyOf(view);
		const before = first.get(key);
		if (before === undefined) first.set(key, { digest, content });
		else if (before.digest !== digest)
			found.set(key, {
				...failed("review.digest", message("match.review.two-digests", { revision: String(revision) }), {
					reviewed: before.digest,
					payload: digest,
				}),
				isSecondReview: true,
			});
		else if (before.content !== content)
			found.set(key, {
				...failed("review", message("match.review.two-reviews", { revision: String(revision) })),
				isSecondReview: true,
			});
	}

	return {
		note(view) {
			if (view.review === null || noted.has(view)) return;
			noted.add(view);
			const commit = commitKeyOf(view);
			const alone = only.get(commit);
			// A single view contradicts nothing: its content is hashed once another arrives.
			if (alone === undefined) {
				only.set(commit, view);
				return;
			}
			only.set(commit, null);
			if (alone !== null) compare(alone);
			compare(view);
		},
		of: (view) => found.get(keyOf(view)) ?? null,
	};
}

/** Keeps one memory for each scope: threads and commits of two services may share their ids. */
export function createScopedContradictions(scope: () => string): Contradictions {
	const memories = new Map<string, Contradictions>();
	const current = () => {
		const name = scope();
		const memory = memories.get(name) ?? createContradictions();
		memories.set(name, memory);
		return memory;
	};
	return { note: (view) => current().note(view), of: (view) => current().of(view) };
}
