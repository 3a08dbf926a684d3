import { actionEntryId } from "../inbox/entry.ts";
import {
	carriesSame,
	commitKeys,
	counts,
	isFolded,
	reviewedKeys,
	shareTransaction,
	transactionKeys,
} from "../inbox/folding.ts";
import { type Check, failed } from "../match/check.ts";
import type { Frozen, FrozenAction, FrozenCommit } from "../match/frozen.ts";
import type { Sessions } from "../sessions/types.ts";
import { doneBy, frozenOfRow } from "../signing/kin.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { JournalRow } from "../storage/journal-types.ts";
import type { Request } from "./requests.ts";

/** One intent, one answer: what is answered through commits is not answered through an action, nor the other way. */

interface Around {
	readonly sessions: Sessions;
	readonly journal: Journal;
	readonly scope: string;
}

/** A row is another object once it was written: what was frozen in it is read once. */
const frozenOf = new WeakMap<JournalRow, Frozen | null>();

/** What was approved in this row; null where this version can't read it. */
function readFrozen(row: JournalRow): Frozen | null {
	const known = frozenOf.get(row);
	if (known !== undefined) return known;
	let frozen: Frozen | null = null;
	try {
		frozen = frozenOfRow(row);
	} catch {
		// What can't be read is not compared; it is refused where it would be signed.
	}
	frozenOf.set(row, frozen);
	return frozen;
}

const isCommit = (frozen: Frozen | null): frozen is FrozenCommit => frozen !== null && "commit_id" in frozen;
const isAction = (frozen: Frozen | null): frozen is FrozenAction => frozen !== null && "intents" in frozen;

/** Our signature of it is at large, or has taken effect: whatever the service says, asking for it again repeats it. */
function mayHaveHappened(journal: Journal, row: JournalRow): boolean {
	if (row.live || doneBy(journal, row) !== null) return true;
	// Where no chain of ours has shown its end, the service's word alone does not free it.
	return row.outcome === "failed" && row.receipt === null && row.signedBytes !== null && !row.dead;
}

const ANSWERED_ELSEWHERE = failed(
	"repeat",
	"Another request of this conversation carries the same transactions: it is answered there, so that nothing happens twice.",
);
const SIGNED_AS_COMMIT = failed(
	"repeat",
	"You have signed the same transaction already in this conversation, and your signature can still take effect or has. Signing it again could make it happen twice.",
);
const SIGNED_AS_ACTION = failed(
	"repeat",
	"You have approved the same transaction already, as another request of this conversation. Signing it again would make it happen twice.",
);

function checksOfAction(
	request: Request & { kind: "action" },
	{ sessions, journal, scope }: Around,
): Check[] {
	const keys = transactionKeys(request.action.request);
	if (keys.length === 0) return [];
	if (isFolded(request, sessions.commits())) return [ANSWERED_ELSEWHERE];
	const signed = journal.ofSession(scope, request.sessionId).some((row) => {
		const frozen = row.kind === "commit" && mayHaveHappened(journal, row) ? readFrozen(row) : null;
		return isCommit(frozen) && shareTransaction(keys, reviewedKeys(frozen));
	});
	return signed ? [SIGNED_AS_COMMIT] : [];
}

function checksOfCommit(
	request: Request & { kind: "commit" },
	{ sessions, journal, scope }: Around,
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
		// The action may read otherwise by now, or be gone: what was signed is what the journal froze.
		if (row.kind === "action" && (row.live || row.answer !== null)) {
			const frozen = readFrozen(row);
			if (isAction(frozen) && shareTransaction(keys, transactionKeys(frozen.request)))
				return [SIGNED_AS_ACTION];
		}
		// The service gave it up and stages it anew, while the signature that it has seen still lives.
		if (row.kind === "commit" && row.live && row.signedBytes !== null && row.intentId !== view.commit_id) {
			const other = sessions.commit(row.intentId)?.read;
			if (other?.kind === "known" && counts(other.view)) continue;
			const frozen = readFrozen(row);
			if (isCommit(frozen) && shareTransaction(keys, reviewedKeys(frozen))) return [SIGNED_AS_COMMIT];
		}
	}
	return [];
}

/** The checks that stand against a request because its transactions stand, or stood, in another one. */
export function foldingChecks(request: Request, around: Around): Check[] {
	if (request.kind === "action") return checksOfAction(request, around);
	return request.kind === "commit" ? checksOfCommit(request, around) : [];
}
