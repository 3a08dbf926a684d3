import { AppError } from "../../core/app-error.ts";
import { type Message, message, sentences } from "../../core/message.ts";
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

/** The one place where a status, code, envelope or network failure becomes an error with words (docs/errors.md). */

export type { ServiceErrorKind } from "./error-text.ts";

export interface ServiceErrorFacts {
	/** HTTP status; `null` without a response. */
	readonly status?: number | null;
	/** The service's own code, such as `invalid_cursor`. */
	readonly code?: string | null;
	readonly requestId?: string | null;
	/** From Retry-After, in ms. */
	readonly retryAfterMs?: number | null;
	/** The service's own message: one line of text that is not ours. */
	readonly stated?: string | null;
	/** The request has not reached the service. */
	readonly unsent?: boolean;
	/** One technical line for the log; never a token. */
	readonly detail?: string;
	/** In place of the kind's own words. */
	readonly text?: Message;
	/** In place of the kind's own answer. */
	readonly retryable?: boolean;
	readonly cause?: unknown;
}

/** Every failure of a call to the service. `text` is for people, `message` for the log; neither holds a secret. */
export class ServiceError extends AppError {
	override readonly name = "ServiceError";
	readonly kind: ServiceErrorKind;
	readonly status: number | null;
	/** The service's own code, such as `invalid_cursor`. */
	readonly serviceCode: string | null;
	readonly requestId: string | null;
	readonly retryAfterMs: number | null;
	/** The service's own text, hostile until displayed as plain text; `null` if it gave none. */
	readonly stated: string | null;
	/** True where the request is known not to have reached the service: nothing can have come of it. */
	readonly unsent: boolean;
	/** The same call may be made again as it is: safe for GETs, and for POSTs with the same key and body. */
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

	/** Returns a line for the service's support; `null` if no request id was given. */
	get support(): Message | null {
		return this.requestId === null ? null : message("service.support", { id: this.requestId });
	}
}

/** The words, and below them what the service's support would ask for. */
export function supportedText({ text, support }: ServiceError): Message {
	return support === null ? text : sentences(text, support);
}

/** Characters that look like quotation marks and could end the quote visually. */
const QUOTES = /[\p{Pi}\p{Pf}"＂❝❞〝〞]/gu;

/** The same, and after it what the service itself says of a refusal: quoted, so that it can't pass for ours. */
export function quotedText(error: ServiceError): Message {
	if (error.stated === null) return supportedText(error);
	const stated = message("service.stated", { text: error.stated.replace(QUOTES, "'") });
	return sentences(supportedText(error), stated);
}

/** The kind that an HTTP status and code stand for (docs/service-api/errors.md#statuses-and-codes). */
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
		// Not offered: final (docs/service-api/errors.md#statuses-and-codes).
		case 501:
			return "notOffered";
		// The network's own demands: the service has seen nothing.
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

/**
 * Parses Retry-After, seconds or an HTTP date, capped at an hour.
 * @returns ms, or `null` if absent
 */
export function retryAfterMs(header: string | null, now: number): number | null {
	if (header === null) return null;
	const seconds = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
	return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), HOUR) : null;
}

/** "30 seconds", "2 minutes": rounded up, so that nobody comes back too early. @param ms above 0 */
function waitText(ms: number): Message {
	const seconds = Math.ceil(ms / 1000);
	if (seconds < 120) return message("service.wait.seconds", { seconds });
	return message("service.wait.minutes", { minutes: Math.ceil(seconds / 60) });
}

/** A code or id that the service wrote, if it is safe to log: short, plain, and not our token. */
function plainId(value: string | null, token: string): string | null {
	const safe = value !== null && /^[\w.:-]{1,120}$/.test(value);
	return safe && !(token !== "" && value.includes(token)) ? value : null;
}

// Controls, format characters (bidi marks, zero-width, tags), separators, and what is drawn as nothing.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{DI}]/gu;
const STATED_LENGTH = 300;

/** The service's message as one line, clipped; nothing of it where it repeats our token. */
function plainLine(value: string | null, token: string): string | null {
	if (value === null || (token !== "" && value.includes(token))) return null;
	const line = value.slice(0, STATED_LENGTH).replace(INVISIBLE, " ").trim();
	return line === "" ? null : line;
}

/** The permission that WWW-Authenticate names as missing (RFC 6750, part 3), if it can be shown. */
function scopeOf(header: string | null): string | null {
	return /\bscope="([\w:.-]{1,80}(?: [\w:.-]{1,80}){0,9})"/.exec(header ?? "")?.[1] ?? null;
}

/** An answer of the service that is no success. */
export interface ErrorAnswer {
	readonly status: number;
	readonly headers: Pick<Headers, "get">;
	/** Body as text; `null` if not read or unreadable. */
	readonly body: string | null;
	/** Sent token, which must never appear in a text. */
	readonly token: string;
	/** Unix ms. */
	readonly now: number;
}

function parsed(body: string | null): unknown {
	try {
		return body === null ? undefined : JSON.parse(body);
	} catch {
		return undefined;
	}
}

const REDIRECTED = message("service.redirected");

/** Statuses at which a page instead of data most likely comes from something in between. */
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

/** Converts a response with a status outside 200 to 299. Never throws. */
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
		// A code that can't be shown as one is the service's text like any other.
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

/** The name that Node or Chromium gives to a failed connection; never an address or a header. */
function networkCode(error: unknown): string | null {
	const cause = error instanceof Error ? (error.cause ?? error) : null;
	const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
	if (typeof code === "string" && /^[A-Z0-9_]{2,60}$/.test(code)) return code;
	return error instanceof Error ? (/net::[A-Z0-9_]+/.exec(error.message)?.[0] ?? null) : null;
}

/** Why nothing came back, told by the name of the failure. */
function networkFailure(code: string | null): NetworkFailure {
	return NETWORK.find(([, pattern]) => code !== null && pattern.test(code))?.[0] ?? "unknown";
}

/** Converts a failed connection. Rethrows an abort by the caller. */
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
