import type { Review } from "../../core/review/compose.ts";
import type { ChainAnswer } from "../../core/subject/question.ts";
import type { EntryReviews } from "../inbox/entries.ts";

/** The reviews of open entries, composed with what the user's own RPC says. */
export interface Reviews extends EntryReviews {
	/** Reads service and chain at once, and composes anew. Never rejects: what failed is in the review. */
	load(entryId: string): Promise<Review | null>;
	/** The same, when its turn among the few at a time comes; null where it is no longer wanted by then. */
	loadSoon(entryId: string): Promise<Review | null>;
	/** All that the chain said of this request as it stands, in the order of signing. */
	answers(entryId: string): readonly ChainAnswer[];
	/** Who would sign what was frozen last; null where nothing was. */
	signer(entryId: string): string | null;
	/** The user has seen this review: a later one says what changed since. */
	shown(entryId: string): void;
	/** The request changed: what was composed of it before is old. */
	stale(entryId: string): boolean;
}
