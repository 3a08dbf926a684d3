import type { CommitView } from "../../contract/commit.ts";
import { CanonicalError } from "../match/canonical.ts";
import { type Check, failed } from "../match/check.ts";
import { hashOf, timelessRequests } from "../match/fingerprint.ts";

/**
 * One revision of a review has one content and one digest. A service that shows two under the same number has lied
 * in one of them, whichever it was: then neither is signed.
 */
export interface Contradictions {
	/** Takes note of a view, from a page or a GET. */
	note(view: CommitView): void;
	/** The failing check; null where everything shown so far agrees. */
	of(view: CommitView): Check | null;
}

interface Shown {
	readonly digest: string;
	/** Hashed, since reviews can be large and none is forgotten. */
	readonly content: string;
}

/** A Solana blockhash is no part of it where the service may renew it: that is the same review, told again. */
function contentOf({ review }: CommitView): string | null {
	if (review === null) return null;
	try {
		return hashOf(timelessRequests([review.request, ...review.legs]));
	} catch (cause) {
		// What can't be written canonically is refused elsewhere, by name.
		if (cause instanceof CanonicalError) return null;
		throw cause;
	}
}

export function createContradictions(): Contradictions {
	const first = new Map<string, Shown>();
	const found = new Map<string, Check>();
	const keyOf = (view: CommitView) => JSON.stringify([view.thread_id, view.commit_id, view.review?.revision]);

	return {
		note(view) {
			const content = contentOf(view);
			if (view.review === null || content === null) return;
			const { digest, revision } = view.review;
			const key = keyOf(view);
			const before = first.get(key);
			if (before === undefined) first.set(key, { digest, content });
			else if (before.digest !== digest)
				found.set(
					key,
					failed("review.digest", `The service shows revision ${revision} under two digests.`, {
						reviewed: before.digest,
						payload: digest,
					}),
				);
			else if (before.content !== content)
				found.set(
					key,
					failed(
						"review",
						`The service shows two different reviews as revision ${revision}, under one digest.`,
					),
				);
		},
		of: (view) => found.get(keyOf(view)) ?? null,
	};
}
