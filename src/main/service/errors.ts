import { AppError } from "../../core/app-error.ts";
import { type Message, message, sentences } from "../../core/localized-text.ts";
import { orIfThrown } from "../../core/or-if-thrown.ts";
import { readServiceFault } from "../../service-api/error.ts";
import {
	codeText,
	KIND_WORDS,
	NETWORK_WORDS,
	type NetworkFailure,
	RETRYABLE,
	type ServiceErrorKind,
	STATUS_WORDS,
} from "./error-text.ts";

export type { ServiceErrorKind } from "./error-text.ts";

export interface ServiceErrorFacts {
	readonly status?: number | null;
	readonly code?: string | null;
	readonly requestId?: string | null;
	readonly retryAfterMs?: number | null;
	readonly stated?: string | null;
	readonly unsent?: boolean;
	/** For the log. It must not contain a token. */
	readonly detail?: string;
	readonly text?: Message;
	readonly retryable?: boolean;
	readonly cause?: unknown;
}

export class ServiceError extends AppError {
	override readonly name = "ServiceError";
	readonly kind: ServiceErrorKind;
	readonly status: number | null;
	readonly serviceCode: string | null;
	readonly requestId: string | null;
	readonly retryAfterMs: number | null;
	/** The service's own message. It must only be displayed as plain text. */
	readonly stated: string | null;
	/** `true` if the request definitely didn't reach the service. */
	readonly unsent: boolean;
	readonly retryable: boolean;

	constructor(kind: ServiceErrorKind, facts: ServiceErrorFacts = {}) {
		super(facts.text ?? KIND_WORDS[kind], { cause: facts.cause });
		const parts = [
			kind,
			facts.status,
			facts.code,
			facts.detail,
			facts.requestId && `request ${facts.requestId}`,
		];
		this.message = parts.filter((part) => part !== undefined && part !== null && part !== "").join(" ");
		this.kind = kind;
		this.status = facts.status ?? null;
		this.serviceCode = facts.code ?? null;
		this.requestId = facts.requestId ?? null;
		this.retryAfterMs = facts.retryAfterMs ?? null;
		this.stated = facts.stated ?? null;
		this.unsent = facts.unsent ?? false;
		this.retryable = facts.retryable ?? RETRYABLE.has(kind);
	}

	get support(): Message | null {
		return this.requestId === null ? null : message("service.support", { id: this.requestId });
	}
}

export function supportedText({ text, support }: ServiceError): Message {
	return support === null ? text : sentences(text, support);
}

/** A quoted text that contains one of these could appear to end its quotation. */
const QUOTES = /[\p{Pi}\p{Pf}"＂❝❞〝〞]/gu;

/** Quotes the service's message, so it can't be mistaken for the app's own text. */
export function quotedText(error: ServiceError): Message {
	if (error.stated === null) return supportedText(error);
	const stated = message("service.stated", { text: error.stated.replace(QUOTES, "'") });
	return sentences(supportedText(error), stated);
}

export function kindOfStatus(status: number, code: string | null): ServiceErrorKind {
	const kind = code === null ? undefined : codeText(code)?.kind;
	if (kind !== undefined) return kind;
	switch (status) {
		case 401:
			return "unauthorized";
		case 402:
			return "paymentRequired";
		case 403:
			return "forbidden";
		case 404:
			return "notFound";
		case 405:
		case 501:
			return "notOffered";
		// A proxy or captive portal sends these statuses, and the service never saw the request.
		case 407:
		case 511:
			return "offline";
		case 408:
			return "timeout";
		case 409:
			return "conflict";
		case 410:
			return "gone";
		case 413:
		case 422:
			return "unprocessable";
		case 429:
			return "rateLimited";
		default:
			return status >= 500 ? "server" : "refused";
	}
}

const HOUR = 3_600_000;

/** Parses seconds or an HTTP date. The result is at most an hour. */
export function retryAfterMs(header: string | null, now: number): number | null {
	if (header === null) return null;
	const seconds = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
	return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), HOUR) : null;
}

/** Rounds up, so nobody retries too early. */
function waitText(ms: number): Message {
	const seconds = Math.ceil(ms / 1000);
	if (seconds < 120) return message("service.wait.seconds", { seconds });
	return message("service.wait.minutes", { minutes: Math.ceil(seconds / 60) });
}

function plainId(value: string | null, token: string): string | null {
	const safe = value !== null && /^[\w.:-]{1,120}$/.test(value);
	return safe && !(token !== "" && value.includes(token)) ? value : null;
}

// Control and format characters (bidi marks, zero-width characters, tags) and separators.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;
const STATED_LENGTH = 300;

function plainLine(value: string | null, token: string): string | null {
	if (value === null || (token !== "" && value.includes(token))) return null;
	const line = value.slice(0, STATED_LENGTH).replace(INVISIBLE, " ").trim();
	return line === "" ? null : line;
}

/** See RFC 6750, section 3. */
function scopeOf(header: string | null): string | null {
	return /\bscope="([\w:.-]{1,80}(?: [\w:.-]{1,80}){0,9})"/.exec(header ?? "")?.[1] ?? null;
}

export interface ErrorAnswer {
	readonly status: number;
	readonly headers: Pick<Headers, "get">;
	readonly body: string | null;
	readonly token: string;
	readonly now: number;
}

function parsed(body: string | null): unknown {
	return orIfThrown(undefined, () => (body === null ? undefined : JSON.parse(body)));
}

const REDIRECTED = message("service.redirected");

/** Returns whether an HTML page probably comes from a proxy or captive portal. */
function isBetween({ status, headers }: ErrorAnswer): boolean {
	return /^text\/html\b/i.test(headers.get("content-type") ?? "") && (status < 500 || status === 511);
}

function messageFor(answer: ErrorAnswer, kind: ServiceErrorKind, code: string | null): Message {
	const { status, headers } = answer;
	if (status < 400) return REDIRECTED;
	const known = code === null ? null : codeText(code);
	const text = known?.text ?? STATUS_WORDS.get(status) ?? KIND_WORDS[kind];
	const scope = code === "insufficient_scope" ? scopeOf(headers.get("www-authenticate")) : null;
	const wait = retryAfterMs(headers.get("retry-after"), answer.now);
	const more = [
		...(scope === null ? [] : [message("service.missing-scope", { scope })]),
		...(code === null || known !== null ? [] : [message("service.calls-it", { code })]),
		...(isBetween(answer) ? [message("service.web-page")] : []),
		...(wait === null || wait === 0 ? [] : [waitText(wait)]),
	];
	return more.length === 0 ? text : sentences(text, ...more);
}

export function serviceErrorOf(answer: ErrorAnswer): ServiceError {
	const { status, headers, token } = answer;
	const fault = readServiceFault(parsed(answer.body));
	const code = plainId(fault.code, token);
	const kind = status < 400 ? "refused" : kindOfStatus(status, code);
	return new ServiceError(kind, {
		status,
		code,
		requestId: plainId(headers.get("x-request-id"), token) ?? plainId(fault.requestId, token),
		retryAfterMs: retryAfterMs(headers.get("retry-after"), answer.now),
		// A code that isn't safe to log is treated as untrusted text.
		stated: plainLine(fault.message ?? (code === null ? fault.code : null), token),
		text: messageFor(answer, kind, code),
	});
}

const TLS = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|HOSTNAME_MISMATCH)|CERT|SSL/;
const NETWORK: readonly (readonly [NetworkFailure, RegExp])[] = [
	["dns", /^(?:ENOTFOUND|EAI_AGAIN|EAI_\w+|net::ERR_NAME_\w+|net::ERR_DNS_\w+)$/],
	["refused", /^(?:ECONNREFUSED|net::ERR_CONNECTION_REFUSED)$/],
	[
		"unreachable",
		/^(?:ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL|net::ERR_(?:INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|NETWORK_ACCESS_DENIED|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED))$/,
	],
	["tls", TLS],
	[
		"reset",
		/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|net::ERR_(?:CONNECTION_RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|NETWORK_CHANGED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|HTTP2_\w+|QUIC_\w+))$/,
	],
];

const TIMED_OUT =
	/^(?:ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|net::ERR_(?:CONNECTION_)?TIMED_OUT)$/;

/** Returns only the name of the failure, because the error's message may contain an address. */
function networkCode(error: unknown): string | null {
	const cause = error instanceof Error ? (error.cause ?? error) : null;
	const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
	if (typeof code === "string" && /^[A-Z0-9_]{2,60}$/.test(code)) return code;
	return error instanceof Error ? (/net::[A-Z0-9_]+/.exec(error.message)?.[0] ?? null) : null;
}

function networkFailure(code: string | null): NetworkFailure {
	return NETWORK.find(([, pattern]) => code !== null && pattern.test(code))?.[0] ?? "unknown";
}

export function networkErrorOf(error: unknown): ServiceError {
	const code = networkCode(error);
	const detail = code ?? "connection failed";
	if (code !== null && TIMED_OUT.test(code)) return new ServiceError("timeout", { detail, cause: error });
	const failure = networkFailure(code);
	return new ServiceError(failure === "tls" ? "insecure" : "offline", {
		detail,
		text: NETWORK_WORDS[failure],
		unsent: failure !== "reset" && failure !== "unknown",
		cause: error,
	});
}
