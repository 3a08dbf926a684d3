/** What a person is told of each failure: what happened, what it means for their funds, what to do next. */

/** Why a call to the service gave no answer that can be used. */
export type ServiceErrorKind =
	| "offline"
	| "insecure"
	| "timeout"
	| "unauthorized"
	| "paymentRequired"
	| "forbidden"
	| "notFound"
	| "notOffered"
	| "conflict"
	| "gone"
	| "invalidCursor"
	| "unprocessable"
	| "rateLimited"
	| "server"
	| "unreadable"
	| "refused";

export const KIND_WORDS: Readonly<Record<ServiceErrorKind, string>> = {
	offline:
		"The service can't be reached. Nothing new can arrive or be sent; your funds are not touched. Countersign tries again by itself.",
	insecure:
		"Whoever answers at the service's address could not prove to be the service. Nothing was sent, not even your token. Check the address, this computer's date and the network; Countersign tries again by itself.",
	timeout:
		"The service did not answer in time. Whether it took the request is not known yet; Countersign asks again with the same key, so nothing happens twice.",
	unauthorized:
		"The service does not accept your sign-in. Nothing can arrive or be sent until you sign in again in Settings, or paste another token there; your funds are not touched.",
	paymentRequired:
		"The service wants a payment before it does this. Nothing was done and nothing was paid: Countersign makes no such payment by itself. Pay where the service tells you to, then try again; the same key is used, so that it is not done twice.",
	forbidden:
		"The service does not allow this for your sign-in. Nothing was done; sign in again in Settings and allow it, or ask the service for access.",
	notFound: "The service does not have this, or does not offer it. Nothing was done.",
	notOffered: "This service does not offer this. Nothing was done, and your funds are not touched.",
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

/** Kinds after which the same call may be made again as it is. */
export const RETRYABLE: ReadonlySet<ServiceErrorKind> = new Set([
	"offline",
	"insecure",
	"timeout",
	"rateLimited",
	"server",
	"unreadable",
]);

/** Statuses that say more than their kind does. */
export const STATUS_WORDS: ReadonlyMap<number, string> = new Map([
	[
		400,
		"The service could not make sense of the request. Nothing was done; if it stays so, this service may need a newer Countersign.",
	],
	[405, "This service does not offer this here. Nothing was done, and your funds are not touched."],
	[
		407,
		"A proxy between here and the service asks for a sign-in. Nothing was sent on; set up this computer's proxy. Your funds are not touched.",
	],
	[413, "The service finds the request too large. Nothing was done; make it shorter."],
	[451, "The service may not do this for legal reasons, as it says. Nothing was done."],
	[
		511,
		"The network asks for a sign-in before it lets anything through. Nothing was sent on; sign in to the network. Your funds are not touched.",
	],
]);

export interface CodeWords {
	readonly words: string;
	/** In place of what the status stands for. */
	readonly kind?: ServiceErrorKind;
}

const BROADCASTER =
	"Nothing was prepared, signed or sent. Choose another way of sending, or another account, and ask again.";

/** Codes that the service is known to use (learnt.md parts 8 and 13). */
export const CODE_WORDS: ReadonlyMap<string, CodeWords> = new Map([
	["invalid_cursor", { kind: "invalidCursor", words: KIND_WORDS.invalidCursor }],
	["cursor_expired", { kind: "gone", words: KIND_WORDS.gone }],
	["invalid_token", { words: KIND_WORDS.unauthorized }],
	[
		"app_key_required",
		{
			// Another token would not help, so that none is asked for.
			kind: "forbidden",
			words:
				"This app is private and wants a key of its own. Nothing was done; choose another app, or ask its maker for access.",
		},
	],
	[
		"app_key_not_scoped",
		{
			kind: "forbidden",
			words: "This app's key does not cover what was asked. Nothing was done; ask its maker for access.",
		},
	],
	[
		"insufficient_scope",
		{
			words:
				"The sign-in in use does not carry the permission for this. Nothing was done; sign in again in Settings and allow it.",
		},
	],
	[
		"csrf_failed",
		{
			words:
				"The service took the request for one that a web page forged, and refused it. Nothing was done; sign in again in Settings.",
		},
	],
	["app_not_found", { words: "The service does not know this app. Nothing was done; choose another one." }],
	[
		"app_inactive",
		{ words: "This app is switched off at the service. Nothing was done; choose another one." },
	],
	[
		"session_not_found",
		{
			words:
				"The service does not have this conversation for the sign-in in use. Nothing was done; what is stored here stays.",
		},
	],
	[
		"busy",
		{
			words:
				"The service is still at work on the turn before. Nothing was started; wait for its end, or stop it, and send again.",
		},
	],
	["signing_denied", { words: `The service's rules do not allow signing this. ${BROADCASTER}` }],
	[
		"broadcaster_incompatible",
		{ words: `The chosen way of sending does not go with this request. ${BROADCASTER}` },
	],
	[
		"broadcaster_unsupported_for_chain",
		{ words: `The chosen way of sending is not there for this chain. ${BROADCASTER}` },
	],
	[
		"signing_unbound_wallet",
		{ words: `The service does not know the account as one of yours. ${BROADCASTER}` },
	],
	[
		"signing_svm_account_link_required_for_hosted",
		{
			words: `The service sends for a Solana account only after it was linked there. ${BROADCASTER}`,
		},
	],
	[
		"idempotency_conflict",
		{
			words:
				"The service has seen this request's key with other content. Nothing was done by this one; look at what became of the first before you try anew.",
		},
	],
]);

/** The exact code of a key that was used with other content is not known: any that names it counts (learnt.md 16). */
export function codeWords(code: string): CodeWords | null {
	const known = CODE_WORDS.get(code);
	if (known !== undefined) return known;
	return /idempoten/i.test(code) ? (CODE_WORDS.get("idempotency_conflict") ?? null) : null;
}

/** Why nothing came back, by what the network says of it. */
export type NetworkFailure = "dns" | "refused" | "reset" | "unreachable" | "tls" | "unknown";

export const NETWORK_WORDS: Readonly<Record<NetworkFailure, string>> = {
	dns: "The service can't be reached: its name can't be found. This computer is offline, or the address is wrong. Nothing was sent; your funds are not touched. Countersign tries again by itself.",
	refused:
		"The service can't be reached: nothing answers at its address. Nothing was sent; your funds are not touched. Countersign tries again by itself.",
	reset:
		"The service can't be reached: the connection broke off. Whether it took what was sent is not known yet; Countersign asks again with the same key, so nothing happens twice.",
	unreachable:
		"The service can't be reached: the network is down, or blocks it. Nothing was sent; your funds are not touched. Countersign tries again by itself.",
	tls: KIND_WORDS.insecure,
	unknown: KIND_WORDS.offline,
};
