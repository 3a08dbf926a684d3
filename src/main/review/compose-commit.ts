import type { CommitView, ReadCommit } from "../../contract/commit.ts";
import { deepFreeze, freeze } from "../match/freeze.ts";
import type { FrozenCommit } from "../match/frozen.ts";
import { againstAttempt, againstFreezing, againstState, approvalOf } from "./approval.ts";
import { approvalFor, withFrozen, withoutFrozen } from "./composed.ts";
import type { Headline } from "./headline.ts";
import { evmFactsOf } from "./insight.ts";
import type { Review, Reviewed, ReviewInput } from "./review.ts";
import { headlineOfReview } from "./reviewed.ts";

/** The review of a commit. */

type OfCommit = Extract<Reviewed, { kind: "commit" }>;

function headlineWithout(read: ReadCommit): Headline {
	if (read.kind === "unreadable") return { text: "A request that can't be read", known: false, amount: null };
	const { action, review } = read.view;
	const kind = action?.kind === "sign" || action?.kind === "start_wallet_send" ? action.payload.kind : null;
	if (kind === "svm_transaction") return { text: "A Solana transaction", known: false, amount: null };
	if (kind === "user_operation") return { text: "A user operation", known: false, amount: null };
	const text =
		review === null ? "A request without a readable review" : "A request that asks for no signature now";
	return { text, known: false, amount: null };
}

function unreadable(input: ReviewInput, of: OfCommit, commitId: string | null, reason: string): Review {
	const words = `The service's request can't be read (${reason}). Nothing was signed; ask the agent for it again.`;
	return {
		...withoutFrozen(input, []),
		subject: { kind: "commit", view: null, commitId },
		headline: headlineWithout(of.read),
		approval: approvalOf([{ words, passing: false }], []),
		canReject: false,
	};
}

/** A user operation is blind: where the person allows that, what they approve says so. */
function asAllowed(frozen: FrozenCommit, blindAllowed: boolean): FrozenCommit {
	return frozen.payload.kind === "user_operation" && blindAllowed
		? deepFreeze<FrozenCommit>({ ...frozen, blind: true })
		: frozen;
}

const stillOpen = (view: CommitView) => view.state === "needs_signature" && view.wallet_attempt === null;

function known(input: ReviewInput, of: OfCommit, view: CommitView, reviewFault: string | null): Review {
	const freezing = freeze(view, input, of.lookups, false, input.transport);
	const refusals = freezing.ok ? [] : freezing.refusals;
	const common = freezing.ok
		? withFrozen(input, asAllowed(freezing.frozen, input.blindAllowed))
		: withoutFrozen(input, refusals);
	const state = [...againstAttempt(view), ...againstState(view, input.confirmedByGet)];
	const settled = view.state !== "needs_signature" || (view.action === null && view.wallet_attempt === null);
	const told = headlineOfReview(view, evmFactsOf(input.answers[0]), input.person);
	return {
		...common,
		subject: { kind: "commit", view, commitId: view.commit_id },
		headline: common.insights[0]?.headline ?? told ?? headlineWithout(of.read),
		approval: settled
			? approvalOf(state, common.findings)
			: approvalFor(input, common, againstFreezing(refusals, reviewFault), state),
		canReject: stillOpen(view),
	};
}

export function composeCommit(input: ReviewInput, of: OfCommit): Review {
	const { read } = of;
	return read.kind === "unreadable"
		? unreadable(input, of, read.commitId, read.reason)
		: known(input, of, read.view, read.reviewFault);
}
