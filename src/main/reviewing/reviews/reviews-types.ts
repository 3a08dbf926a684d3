import type { TypedText } from "../../../core/asked/typed-request.ts";
import type { Check } from "../../../core/match/check.ts";
import type { Frozen, RequestOwner } from "../../../core/match/frozen.ts";
import type { Text } from "../../../core/message.ts";
import type { ApprovalRequest } from "../../../core/review/approval-request.ts";
import type { Review, ReviewSession } from "../../../core/review/compose.ts";
import type { Contradictions } from "../../../core/review/effects/contradiction.ts";
import type { Repetition } from "../../../core/risk/special/done-before.ts";
import type { PolicyStanding } from "../../../core/rules/rules.ts";
import type { ChainAnswer } from "../../../core/subject/question.ts";
import type { User } from "../../../core/subject/subject.ts";
import type { PriceSource } from "../../../core/worth/price.ts";
import type { EntryReviews } from "../../inbox/entries/entries.ts";
import type { Requests } from "../../inbox/requests/requests.ts";
import type { TurnBudget } from "../../inbox/turn-budget.ts";
import type { Clock } from "../../ports.ts";
import type { Preparing } from "../facts/preparing.ts";
import type { SecondOpinions } from "../facts/second-opinion.ts";

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
	/** What no chain could be asked for is asked anew, each in its turn. */
	checkAgain(): void;
}

/** A review as it was composed, with what it was composed of. */
export interface ComposedReview {
	readonly request: ApprovalRequest;
	readonly review: Review;
	readonly answers: readonly ChainAnswer[];
	/** The user's rules as they stood then. */
	readonly policy: PolicyStanding;
}

export interface ReviewsParts {
	readonly clock: Clock;
	/** How much later than stated an offer ends by this computer's clock, in ms (service-clock.ts). */
	readonly clockOffset: () => number;
	/** Reviews that nobody looks at are loaded in turns that others leave time in. */
	readonly budget: TurnBudget;
	readonly owner: () => RequestOwner;
	readonly user: (signer: string, sessionId: string) => User;
	readonly session: (sessionId: string) => ReviewSession;
	/** What the user typed there, oldest first, none of it sent after this moment (Unix ms). */
	readonly typed: (sessionId: string, until: number) => readonly TypedText[];
	readonly requests: Requests;
	readonly preparing: Preparing;
	readonly log: (line: string) => void;
	readonly contradictions: Contradictions;
	/** What else was said of the same transactions: they are answered elsewhere, or were. */
	readonly folding: (request: ApprovalRequest) => readonly Check[];
	/** What it would do once more. */
	readonly repeats: (request: ApprovalRequest) => Repetition | null;
	/** The unsettled row that holds a nonce of this, in words; null where none does. */
	readonly heldBy: (frozen: Frozen) => Text | null;
	readonly blindAllowed: () => boolean;
	readonly opinions: Pick<SecondOpinions, "of" | "ask">;
	/** The user's rules, with what they count for this. */
	readonly prices: PriceSource;
	readonly policy: (frozen: Frozen | null) => PolicyStanding;
	/** A review was composed of a request that still asks; told before anybody sees it. Nothing where it is left out. */
	readonly onReview?: (composed: ComposedReview) => void;
	readonly onChange: (entryId: string) => void;
	/** The entry that the user looks at. */
	readonly open: () => string | null;
	/** Whether a review that was queued is still worth a load. */
	readonly wanted: (entryId: string) => boolean;
}
