import type { JournalRow } from "../../../core/journal/types.ts";
import { readableOrNull, UnreadableRecord } from "../../../core/journal/unreadable.ts";
import { message } from "../../../core/localized-text.ts";
import { type Check, failed } from "../../../core/match/check.ts";
import {
	type Frozen,
	type FrozenAction,
	type FrozenCommit,
	isActionLike,
} from "../../../core/match/frozen.ts";
import { type ApprovalRequest, isActionLikeRequest } from "../../../core/review/approval-request.ts";
import type { Repetition } from "../../../core/risk/special/done-before.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { Journal } from "../../storage/journal-db.ts";
import { doneBy, type Rows } from "../../storage/same-nonce.ts";
import { actionEntryId } from "../entries/entry.ts";
import {
	carriersOf,
	carriesSame,
	commitKeys,
	counts,
	isDoneBefore,
	isFolded,
	reviewedKeys,
	shareTransaction,
	transactionKeys,
} from "./deduplication.ts";

/** Finds requests whose transactions were already approved in another form, as a commit or as an action. */

interface DeduplicationContext {
	readonly sessions: Pick<Sessions, "commits" | "commit" | "actions">;
	readonly journal: Rows & Pick<Journal, "ofSession" | "ofEntry">;
	readonly scope: string;
}

const readFrozen = (row: JournalRow): Frozen | null => readableOrNull(row.frozen);

const isCommit = (frozen: Frozen | null): frozen is FrozenCommit =>
	frozen !== null && frozen.kind === "commit";
const isAction = (frozen: Frozen | null): frozen is FrozenAction =>
	frozen !== null && frozen.kind === "action";

/**
 * Returns whether our signature is in circulation or was executed. If so, another approval would repeat it,
 * regardless of the service's state.
 */
function mayHaveHappened(journal: Rows, row: JournalRow): boolean {
	if (row.live || doneBy(journal, row) !== null) return true;
	// If only the service reports a failure, the transaction may still execute.
	return row.outcome === "failed" && row.receipt === null && row.signature !== null && !row.dead;
}

const ANSWERED_BY_OTHERS = failed("repeat", message("match.repeat.answered-elsewhere"));
const SIGNED_AS_COMMIT = failed("repeat", message("match.repeat.signed-as-commit"));
const SIGNED_AS_ACTION = failed("repeat", message("match.repeat.signed-as-action"));
/** Unreadable content might be the same transaction. */
const UNREADABLE = failed("repeat", message("match.repeat.unreadable"));

function checksOfAction(
	request: ApprovalRequest & { kind: "action" },
	{ sessions, journal, scope }: DeduplicationContext,
): Check[] {
	const keys = transactionKeys(request.action.request);
	if (keys.length === 0) return [];
	if (isFolded(request, sessions.commits())) return [ANSWERED_BY_OTHERS];
	for (const row of journal.ofSession(scope, request.sessionId)) {
		if (row.kind !== "commit" || !mayHaveHappened(journal, row)) continue;
		const before = sessions.commit(row.intentId);
		// The earlier commit was confirmed before this request arrived, so the repetition is deliberate. The
		// review shows a finding instead.
		if (doneBy(journal, row) !== null && before !== null && isDoneBefore(before, request)) continue;
		const { frozen } = row;
		if (frozen instanceof UnreadableRecord) return [UNREADABLE];
		if (isCommit(frozen) && shareTransaction(keys, reviewedKeys(frozen))) return [SIGNED_AS_COMMIT];
	}
	return [];
}

const MAX_LOOKED = 200;

/** An agent may repeat a call that timed out. A later repetition is usually intentional. */
const RECENT_MS = 3_600_000;

export interface BuildDeduplicationContext extends DeduplicationContext {
	readonly journal: DeduplicationContext["journal"] & Pick<Journal, "rows" | "stepRowsOf">;
	readonly isOfBuild: (sessionId: string) => boolean;
}

function approvedKeys(row: JournalRow): readonly string[] {
	const frozen = readFrozen(row);
	if (isCommit(frozen)) return reviewedKeys(frozen);
	return frozen !== null && isActionLike(frozen) ? transactionKeys(frozen.request) : [];
}

function keysOf(request: ApprovalRequest): readonly string[] {
	if (isActionLikeRequest(request)) return transactionKeys(request.action.request);
	return request.kind === "commit" && request.read.kind === "known" ? commitKeys(request.read.view) : [];
}

function repeatsRow(
	request: ApprovalRequest,
	{ journal, scope }: BuildDeduplicationContext,
	isCompared: (row: JournalRow) => boolean,
): boolean {
	const keys = keysOf(request);
	if (keys.length === 0) return false;
	return journal.rows(scope, MAX_LOOKED).some((row) => {
		if (row.entryId === request.entryId || !isCompared(row)) return false;
		const happens = [row, ...journal.stepRowsOf(row.id)].some((each) => mayHaveHappened(journal, each));
		return happens && shareTransaction(keys, approvedKeys(row));
	});
}

/**
 * Returns whether the request repeats an earlier commit in its session, or an approval outside its Build.
 * Neither blocks the request, because the repetition may be intentional.
 */
export function repetitionOf(
	request: ApprovalRequest,
	context: BuildDeduplicationContext,
): Repetition | null {
	const isDone =
		request.kind === "action" &&
		carriersOf(request, context.sessions.commits()).some((commit) => isDoneBefore(commit, request));
	if (isDone) return "conversation";
	if (request.kind === "proposal") {
		const since = request.receivedAt - RECENT_MS;
		return repeatsRow(request, context, ({ approvedAt }) => approvedAt >= since) ? "agent" : null;
	}
	// The session's own checks don't see requests from a Build.
	const { isOfBuild } = context;
	const ofBuild = isOfBuild(request.sessionId);
	return repeatsRow(request, context, ({ sessionId }) => ofBuild || isOfBuild(sessionId)) ? "build" : null;
}

function checksOfCommit(
	request: ApprovalRequest & { kind: "commit" },
	{ sessions, journal, scope }: DeduplicationContext,
): Check[] {
	if (request.read.kind !== "known") return [];
	const { view } = request.read;
	for (const { sessionId, action } of sessions.actions()) {
		if (sessionId !== request.sessionId || !carriesSame(view, action.request)) continue;
		const row = journal.ofEntry(scope, actionEntryId(sessionId, action.id));
		if (row !== null && (row.live || row.answer !== null)) return [SIGNED_AS_ACTION];
	}
	const keys = commitKeys(view);
	for (const row of journal.ofSession(scope, request.sessionId)) {
		// The comparison uses the approved action, because the current one may have changed or disappeared.
		if (row.kind === "action" && (row.live || row.answer !== null)) {
			const { frozen } = row;
			if (frozen instanceof UnreadableRecord) return [UNREADABLE];
			if (isAction(frozen) && shareTransaction(keys, transactionKeys(frozen.request)))
				return [SIGNED_AS_ACTION];
		}
		// The service dropped the other commit and restaged it, but the signature that the service already
		// received is still valid.
		if (row.kind === "commit" && row.live && row.signature !== null && row.intentId !== view.commit_id) {
			const other = sessions.commit(row.intentId)?.read;
			if (other?.kind === "known" && counts(other.view)) continue;
			const { frozen } = row;
			if (frozen instanceof UnreadableRecord) return [UNREADABLE];
			if (isCommit(frozen) && shareTransaction(keys, reviewedKeys(frozen))) return [SIGNED_AS_COMMIT];
		}
	}
	return [];
}

export function deduplicationChecks(request: ApprovalRequest, context: DeduplicationContext): Check[] {
	if (request.kind === "action") return checksOfAction(request, context);
	return request.kind === "commit" ? checksOfCommit(request, context) : [];
}
