/** Why a call to the service gave no answer that can be used. */
export type ServiceErrorKind =
	| "offline"
	| "timeout"
	| "unauthorized"
	| "forbidden"
	| "notFound"
	| "conflict"
	| "gone"
	| "invalidCursor"
	| "unprocessable"
	| "rateLimited"
	| "server"
	| "unreadable"
	| "refused";

/** What happened, what it means for the person's funds, what to do next. */
const WORDS: Readonly<Record<ServiceErrorKind, string>> = {
	offline:
		"The service can't be reached. Nothing new can arrive or be sent; your funds are not touched. Countersign tries again by itself.",
	timeout:
		"The service did not answer in time. Whether it took the request is not known yet; Countersign asks again with the same key, so nothing happens twice.",
	unauthorized:
		"The service does not accept the access token. Nothing can arrive or be sent until a valid one is given in Settings; your funds are not touched.",
	forbidden:
		"The service does not allow this for the token in use. Nothing was done; give a token with the needed permission in Settings.",
	notFound: "The service does not have this, or does not offer it. Nothing was done.",
	conflict: "The service says that something changed in between. Nothing was done; look at it again.",
	gone: "The service no longer holds this place in the conversation. Countersign reads it again as a whole.",
	invalidCursor:
		"The service does not know this place in the conversation. Countersign reads it again as a whole.",
	unprocessable:
		"The service understood the request and refused it. Nothing was done; look at it again before another try.",
	rateLimited:
		"The service asks for patience. Countersign tries again when it said; your funds are not touched.",
	server:
		"The service has a fault of its own. Countersign tries again by itself; your funds are not touched.",
	unreadable:
		"The service's answer can't be read. It is not used, and nothing is signed from it; Countersign asks again.",
	refused: "The request was refused. Nothing was done.",
};

const RETRYABLE: ReadonlySet<ServiceErrorKind> = new Set([
	"offline",
	"timeout",
	"rateLimited",
	"server",
	"unreadable",
]);

export interface ServiceErrorFacts {
	/** HTTP status; null where no answer came. */
	readonly status?: number | null;
	/** The service's own code, such as `invalid_cursor`. */
	readonly code?: string | null;
	readonly requestId?: string | null;
	/** From Retry-After, in ms. */
	readonly retryAfterMs?: number | null;
	/** One technical line for the log; never a token. */
	readonly detail?: string;
	/** In place of the kind's own words. */
	readonly words?: string;
	/** In place of the kind's own answer. */
	readonly retryable?: boolean;
	readonly cause?: unknown;
}

/** Every failure of a call to the service. `words` is for people, `message` for the log; neither holds a secret. */
export class ServiceError extends Error {
	override readonly name = "ServiceError";
	readonly kind: ServiceErrorKind;
	readonly status: number | null;
	readonly code: string | null;
	readonly requestId: string | null;
	readonly retryAfterMs: number | null;
	/** The same call may be made again as it is: safe for GETs, and for POSTs with the same key and body. */
	readonly retryable: boolean;
	readonly words: string;

	constructor(kind: ServiceErrorKind, facts: ServiceErrorFacts = {}) {
		const parts = [
			kind,
			facts.status,
			facts.code,
			facts.detail,
			facts.requestId && `request ${facts.requestId}`,
		];
		super(parts.filter((part) => part !== undefined && part !== null && part !== "").join(" "), {
			cause: facts.cause,
		});
		this.kind = kind;
		this.status = facts.status ?? null;
		this.code = facts.code ?? null;
		this.requestId = facts.requestId ?? null;
		this.retryAfterMs = facts.retryAfterMs ?? null;
		this.retryable = facts.retryable ?? RETRYABLE.has(kind);
		this.words = facts.words ?? WORDS[kind];
	}
}

/** The kind that an HTTP status and code stand for (learnt.md part 13). */
export function kindOfStatus(status: number, code: string | null): ServiceErrorKind {
	if (code === "invalid_cursor") return "invalidCursor";
	if (code === "cursor_expired") return "gone";
	switch (status) {
		case 401:
			return "unauthorized";
		case 403:
			return "forbidden";
		case 404:
			return "notFound";
		case 408:
			return "timeout";
		case 409:
			return "conflict";
		case 410:
			return "gone";
		case 422:
			return "unprocessable";
		case 429:
			return "rateLimited";
		// Not offered: final (learnt.md part 13).
		case 501:
			return "refused";
		default:
			return status >= 500 ? "server" : "refused";
	}
}
