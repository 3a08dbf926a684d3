import { type Message, message } from "../../core/localized-text.ts";

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

export const KIND_WORDS: Readonly<Record<ServiceErrorKind, Message>> = {
	offline: message("service.offline"),
	insecure: message("service.insecure"),
	timeout: message("service.timeout"),
	unauthorized: message("service.unauthorized"),
	paymentRequired: message("service.payment-required"),
	forbidden: message("service.forbidden"),
	notFound: message("service.not-found"),
	notOffered: message("service.not-offered"),
	conflict: message("service.conflict"),
	gone: message("service.gone"),
	invalidCursor: message("service.invalid-cursor"),
	unprocessable: message("service.unprocessable"),
	rateLimited: message("service.rate-limited"),
	server: message("service.server"),
	unreadable: message("service.unreadable"),
	refused: message("service.refused"),
};

export const RETRYABLE: ReadonlySet<ServiceErrorKind> = new Set([
	"offline",
	"insecure",
	"timeout",
	"rateLimited",
	"server",
	"unreadable",
]);

export const pageText = (reason: string): Message => message("service.page", { reason });

export const STATUS_WORDS: ReadonlyMap<number, Message> = new Map([
	[400, message("service.status.senseless")],
	[405, message("service.status.not-offered-here")],
	[407, message("service.status.proxy")],
	[413, message("service.status.too-large")],
	[451, message("service.status.legal")],
	[511, message("service.status.network-sign-in")],
]);

export interface CodeText {
	readonly text: Message;
	/** Replaces the default kind for the status. */
	readonly kind?: ServiceErrorKind;
}

/** See docs/service-api/errors.md#statuses-and-codes */
export const CODE_WORDS: ReadonlyMap<string, CodeText> = new Map<string, CodeText>([
	["invalid_cursor", { kind: "invalidCursor", text: message("service.invalid-cursor") }],
	["cursor_expired", { kind: "gone", text: message("service.gone") }],
	["invalid_token", { text: message("service.unauthorized") }],
	// Mapped to `forbidden`, because renewing the token wouldn't help.
	["app_key_required", { kind: "forbidden", text: message("service.code.app-key-required") }],
	["app_key_not_scoped", { kind: "forbidden", text: message("service.code.app-key-not-scoped") }],
	["insufficient_scope", { text: message("service.code.insufficient-scope") }],
	["csrf_failed", { text: message("service.code.csrf-failed") }],
	["app_not_found", { text: message("service.code.app-not-found") }],
	["app_inactive", { text: message("service.code.app-inactive") }],
	["session_not_found", { text: message("service.code.session-not-found") }],
	["busy", { text: message("service.code.busy") }],
	["action_revision_conflict", { kind: "conflict", text: message("service.code.revised") }],
	["revision_conflict", { kind: "conflict", text: message("service.code.revised") }],
	["signing_denied", { text: message("service.code.signing-denied") }],
	["broadcaster_incompatible", { text: message("service.code.broadcaster-incompatible") }],
	["broadcaster_unsupported_for_chain", { text: message("service.code.broadcaster-unsupported-for-chain") }],
	["signing_unbound_wallet", { text: message("service.code.signing-unbound-wallet") }],
	[
		"signing_svm_account_link_required_for_hosted",
		{ text: message("service.code.signing-svm-account-link-required-for-hosted") },
	],
	["idempotency_conflict", { text: message("service.code.idempotency-conflict") }],
]);

export function codeText(code: string): CodeText | null {
	const known = CODE_WORDS.get(code);
	if (known !== undefined) return known;
	return /idempoten/i.test(code) ? (CODE_WORDS.get("idempotency_conflict") ?? null) : null;
}

export type NetworkFailure = "dns" | "refused" | "reset" | "unreachable" | "tls" | "unknown";

export const NETWORK_WORDS: Readonly<Record<NetworkFailure, Message>> = {
	dns: message("service.network.dns"),
	refused: message("service.network.refused"),
	reset: message("service.network.reset"),
	unreachable: message("service.network.unreachable"),
	tls: KIND_WORDS.insecure,
	unknown: KIND_WORDS.offline,
};
