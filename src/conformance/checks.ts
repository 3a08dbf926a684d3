/** Every check of the conformance run: what it asks, and which part of the interface it is about. */

export interface CheckWords {
	readonly part: string;
	readonly asked: string;
}

const AUTH = "Authentication";
const ERRORS = "Errors";
const SESSIONS = "Sessions (upstream)";
const PAGE = "EventPage";
const READ = "GET chat/{sessionId}";
const STREAM = "GET chat/{sessionId}/stream";
const COMMITS = "CommitView";
const COMMIT_CALLS = "Commits (upstream)";
const PIPELINE = "Directory";
const ACCOUNT = "Account";
const START = "POST chat";
const INTERRUPT = "POST chat/{sessionId}/interrupt";

/** In the order in which they are shown. Those of `START` and `INTERRUPT` are for --write. */
export const CHECKS = {
	"auth.missing": { part: AUTH, asked: "a request without a token gets 401" },
	"auth.wrong": { part: AUTH, asked: "a request with a made-up token gets 401" },
	"auth.challenge": { part: AUTH, asked: "a 401 says in WWW-Authenticate what it wants (RFC 6750)" },
	"sessions.list": { part: SESSIONS, asked: "the list of sessions has its form" },
	"sessions.paging": { part: SESSIONS, asked: "the list's next page brings other sessions" },
	"session.unknown": { part: READ, asked: "a session that is not there gets 404" },
	"session.long": { part: READ, asked: "a session id of 161 characters is refused" },
	"page.form": { part: PAGE, asked: "a page has its five members, of their types" },
	"page.session": { part: PAGE, asked: "a page is of the session that was asked for" },
	"page.events": { part: PAGE, asked: "each event has the form of its kind" },
	"page.actions": { part: PAGE, asked: "each action has the form of an Action" },
	"page.order": { part: PAGE, asked: "events come in rising sequence, over all pages" },
	"page.unique": { part: PAGE, asked: "no event id comes twice" },
	"page.extra": { part: PAGE, asked: "pages and events have no members or kinds beyond the interface" },
	"cursor.after": { part: READ, asked: "a page's cursor brings only what comes after it" },
	"cursor.again": { part: READ, asked: "the same cursor brings the same events again" },
	"cursor.malformed": { part: READ, asked: "a malformed cursor gets 400 invalid_cursor" },
	"cursor.foreign": { part: READ, asked: "another session's cursor gets 400 invalid_cursor" },
	"wait.most": { part: READ, asked: "wait=30000 is taken" },
	"wait.over": { part: READ, asked: "wait=30001 is refused or cut down, with no fault" },
	"wait.form": { part: READ, asked: "wait=soon is refused or ignored, with no fault" },
	"wait.rest": { part: READ, asked: "a short wait on a resting session ends with a page" },
	"stream.type": { part: STREAM, asked: "the stream is text/event-stream" },
	"stream.page": { part: STREAM, asked: "its first page frame comes within 10 s and is an EventPage" },
	"stream.names": { part: STREAM, asked: "its events are named page, message or resync" },
	"stream.same": { part: STREAM, asked: "it begins with the same event as the pages" },
	"stream.cursor": { part: STREAM, asked: "a malformed cursor gets 400 invalid_cursor" },
	"commits.form": { part: COMMITS, asked: "each commit of a page has its form" },
	"commits.session": { part: COMMITS, asked: "each commit of a page is of its session" },
	"commits.batch": { part: COMMITS, asked: "a commit stands in its batch where the batch says" },
	"commits.extra": { part: COMMITS, asked: "commits have no members beyond the interface" },
	"commits.get": { part: COMMIT_CALLS, asked: "a commit can be read by itself, in the same form" },
	"commits.same": { part: COMMIT_CALLS, asked: "read by itself it is the commit of the page, no older" },
	"commits.unknown": { part: COMMIT_CALLS, asked: "a commit that is not there gets 404" },
	"directory.root": { part: PIPELINE, asked: "GET /v1/pipeline is a directory of that path" },
	"directory.svm": { part: PIPELINE, asked: "GET /v1/pipeline/svm is a directory of that path" },
	"directory.links": { part: PIPELINE, asked: "its links stay within /v1/pipeline of this service" },
	"directory.extra": { part: PIPELINE, asked: "directories have no members beyond the interface" },
	"account.secrets": { part: ACCOUNT, asked: "an app's secrets are declared, with their presence" },
	"account.values": { part: ACCOUNT, asked: "no value of a secret is returned" },
	"account.credits": { part: "Account (upstream)", asked: "the credit position has one of its forms" },
	"account.apps": { part: "Account (upstream)", asked: "the list of apps can be read" },
	"turn.start": { part: START, asked: "a turn starts, and its answer is an EventPage" },
	"turn.replay": { part: START, asked: "the same key and body bring the same session, and no second turn" },
	"turn.reuse": { part: START, asked: "the same key with another body gets 409" },
	"turn.empty": { part: START, asked: "a message of no characters is refused" },
	"turn.long": { part: START, asked: "a message of 32,001 characters is refused" },
	"turn.closed": { part: START, asked: "a body with a member beyond the interface is refused" },
	"turn.mode": { part: START, asked: "a mode that is neither auto nor direct is refused" },
	"turn.keyMissing": { part: START, asked: "a start without Idempotency-Key is refused" },
	"turn.keyLong": { part: START, asked: "an Idempotency-Key of 161 characters is refused" },
	"turn.end": { part: START, asked: "the turn reaches an end state" },
	"turn.cursor": { part: START, asked: "a start with a cursor brings only what comes after it" },
	"interrupt.answer": {
		part: INTERRUPT,
		asked: "a running turn can be interrupted; the answer is an EventPage",
	},
	"interrupt.end": { part: INTERRUPT, asked: "the interrupted turn reaches an end state" },
	"interrupt.key": { part: INTERRUPT, asked: "an interrupt without Idempotency-Key is refused" },
	"errors.envelope": { part: ERRORS, asked: "every error answer is JSON with the member `error`" },
	"errors.route": { part: ERRORS, asked: "a path that is not there gets 404" },
	"errors.requestId": { part: "Headers (upstream)", asked: "every answer carries X-Request-Id" },
} as const satisfies Readonly<Record<string, CheckWords>>;

export type CheckId = keyof typeof CHECKS;

function isCheckId(id: string): id is CheckId {
	return Object.hasOwn(CHECKS, id);
}

export const CHECK_IDS: readonly CheckId[] = Object.keys(CHECKS).filter(isCheckId);
