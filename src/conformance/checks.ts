import { type Message, message, type Text } from "../core/localized-text.ts";

export interface CheckText {
	readonly part: Text;
	readonly asked: Message;
}

const AUTH = message("conformance.part.authentication");
const ERRORS = message("conformance.part.errors");
const SESSIONS = message("conformance.part.sessions");
const PAGE = "EventPage";
const ACTION = "Action";
const READ = "GET chat/{sessionId}";
const STREAM = "GET chat/{sessionId}/stream";
const COMMITS = "CommitView";
const COMMIT_CALLS = message("conformance.part.commits");
const PIPELINE = message("conformance.part.directory");
const ACCOUNT = message("conformance.part.account");
const UPSTREAM_ACCOUNT = message("conformance.part.upstream-account");
const HEADERS = message("conformance.part.headers");
const START = "POST chat";
const INTERRUPT = "POST chat/{sessionId}/interrupt";

/** All checks in display order. The checks in `START` and `INTERRUPT` require --write. */
export const CHECKS = {
	"auth.missing": { part: AUTH, asked: message("conformance.check.auth-missing") },
	"auth.wrong": { part: AUTH, asked: message("conformance.check.auth-wrong") },
	"auth.challenge": { part: AUTH, asked: message("conformance.check.auth-challenge") },
	"sessions.list": { part: SESSIONS, asked: message("conformance.check.sessions-list") },
	"sessions.paging": { part: SESSIONS, asked: message("conformance.check.sessions-paging") },
	"session.unknown": { part: READ, asked: message("conformance.check.session-unknown") },
	"session.long": { part: READ, asked: message("conformance.check.session-long") },
	"page.form": { part: PAGE, asked: message("conformance.check.page-form") },
	"page.session": { part: PAGE, asked: message("conformance.check.page-session") },
	"page.events": { part: PAGE, asked: message("conformance.check.page-events") },
	"page.actions": { part: PAGE, asked: message("conformance.check.page-actions") },
	"actions.revision": { part: ACTION, asked: message("conformance.check.actions-revision") },
	"actions.content": { part: ACTION, asked: message("conformance.check.actions-content") },
	"page.order": { part: PAGE, asked: message("conformance.check.page-order") },
	"page.unique": { part: PAGE, asked: message("conformance.check.page-unique") },
	"page.more": { part: PAGE, asked: message("conformance.check.page-more") },
	"page.extra": { part: PAGE, asked: message("conformance.check.page-extra") },
	"cursor.after": { part: READ, asked: message("conformance.check.cursor-after") },
	"cursor.again": { part: READ, asked: message("conformance.check.cursor-again") },
	"cursor.malformed": { part: READ, asked: message("conformance.check.cursor-malformed") },
	"cursor.foreign": { part: READ, asked: message("conformance.check.cursor-foreign") },
	"wait.most": { part: READ, asked: message("conformance.check.wait-most") },
	"wait.over": { part: READ, asked: message("conformance.check.wait-over") },
	"wait.form": { part: READ, asked: message("conformance.check.wait-form") },
	"wait.rest": { part: READ, asked: message("conformance.check.wait-rest") },
	"wait.held": { part: READ, asked: message("conformance.check.wait-held") },
	"stream.type": { part: STREAM, asked: message("conformance.check.stream-type") },
	"stream.page": { part: STREAM, asked: message("conformance.check.stream-page") },
	"stream.names": { part: STREAM, asked: message("conformance.check.stream-names") },
	"stream.same": { part: STREAM, asked: message("conformance.check.stream-same") },
	"stream.cursor": { part: STREAM, asked: message("conformance.check.stream-cursor") },
	"commits.form": { part: COMMITS, asked: message("conformance.check.commits-form") },
	"commits.session": { part: COMMITS, asked: message("conformance.check.commits-session") },
	"commits.batch": { part: COMMITS, asked: message("conformance.check.commits-batch") },
	"commits.extra": { part: COMMITS, asked: message("conformance.check.commits-extra") },
	"commits.get": { part: COMMIT_CALLS, asked: message("conformance.check.commits-get") },
	"commits.same": { part: COMMIT_CALLS, asked: message("conformance.check.commits-same") },
	"commits.revision": { part: COMMITS, asked: message("conformance.check.commits-revision") },
	"commits.payload": { part: COMMITS, asked: message("conformance.check.commits-payload") },
	"commits.unknown": { part: COMMIT_CALLS, asked: message("conformance.check.commits-unknown") },
	"directory.root": { part: PIPELINE, asked: message("conformance.check.directory-root") },
	"directory.svm": { part: PIPELINE, asked: message("conformance.check.directory-svm") },
	"directory.links": { part: PIPELINE, asked: message("conformance.check.directory-links") },
	"directory.extra": { part: PIPELINE, asked: message("conformance.check.directory-extra") },
	"account.secrets": { part: ACCOUNT, asked: message("conformance.check.account-secrets") },
	"account.values": { part: ACCOUNT, asked: message("conformance.check.account-values") },
	"account.credits": { part: UPSTREAM_ACCOUNT, asked: message("conformance.check.account-credits") },
	"account.apps": { part: UPSTREAM_ACCOUNT, asked: message("conformance.check.account-apps") },
	"turn.start": { part: START, asked: message("conformance.check.turn-start") },
	"turn.replay": { part: START, asked: message("conformance.check.turn-replay") },
	"turn.reuse": { part: START, asked: message("conformance.check.turn-reuse") },
	"turn.empty": { part: START, asked: message("conformance.check.turn-empty") },
	"turn.long": { part: START, asked: message("conformance.check.turn-long") },
	"turn.closed": { part: START, asked: message("conformance.check.turn-closed") },
	"turn.mode": { part: START, asked: message("conformance.check.turn-mode") },
	"turn.keyMissing": { part: START, asked: message("conformance.check.turn-key-missing") },
	"turn.keyLong": { part: START, asked: message("conformance.check.turn-key-long") },
	"turn.end": { part: START, asked: message("conformance.check.turn-end") },
	"turn.cursor": { part: START, asked: message("conformance.check.turn-cursor") },
	"interrupt.answer": { part: INTERRUPT, asked: message("conformance.check.interrupt-answer") },
	"interrupt.end": { part: INTERRUPT, asked: message("conformance.check.interrupt-end") },
	"interrupt.key": { part: INTERRUPT, asked: message("conformance.check.interrupt-key") },
	"errors.envelope": { part: ERRORS, asked: message("conformance.check.errors-envelope") },
	"errors.route": { part: ERRORS, asked: message("conformance.check.errors-route") },
	"errors.requestId": { part: HEADERS, asked: message("conformance.check.errors-request-id") },
} as const satisfies Readonly<Record<string, CheckText>>;

export type CheckId = keyof typeof CHECKS;

function isCheckId(id: string): id is CheckId {
	return Object.hasOwn(CHECKS, id);
}

export const CHECK_IDS: readonly CheckId[] = Object.keys(CHECKS).filter(isCheckId);
