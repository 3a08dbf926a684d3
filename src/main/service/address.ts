import { plain } from "../../core/format/plain.ts";
import { message } from "../../core/localized-text.ts";
import { ServiceError } from "./errors.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const SCHEME = "Bearer";
const BEARER = /^[\x21-\x7e]+$/;
const HEADER_VALUE = /^[\x21-\x7e]{1,160}$/;

/** Requires TLS, except on this computer, because the token must not be sent unencrypted. */
export function urlOf(baseUrl: string, path: string, query: Readonly<Record<string, string>>): URL {
	let url: URL;
	try {
		url = new URL(`${baseUrl.trim().replace(/\/+$/, "")}${path}`);
	} catch (cause) {
		throw new ServiceError("refused", {
			detail: "base address",
			text: message("service.address.unreadable"),
			cause,
		});
	}
	const safe = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.test(url.hostname));
	if (!safe || url.username !== "" || url.password !== "")
		throw new ServiceError("refused", {
			detail: "base address is not https",
			text: message("service.address.insecure"),
		});
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	return url;
}

export function bearerOf(token: string | null): string {
	if (token === null || token === "")
		throw new ServiceError("unauthorized", {
			detail: "no token",
			text: message("service.no-token"),
		});
	if (!BEARER.test(token))
		throw new ServiceError("unauthorized", { detail: "token has characters that can't be sent" });
	return `${SCHEME} ${token}`;
}

function fitsHeader(id: string): boolean {
	return HEADER_VALUE.test(id);
}

/** Throws a ServiceError for an ID that would change the path. */
export function pathSegment(id: string): string {
	// URL resolves dots, and lone surrogates can't be encoded.
	if (id === "" || id === "." || id === ".." || !id.isWellFormed())
		throw new ServiceError("refused", {
			detail: "id can't be sent in a path",
			text: message("service.id.unusable", { id: plain(id, 60) }),
			unsent: true,
		});
	return encodeURIComponent(id);
}

function headerId(value: string): string {
	if (!HEADER_VALUE.test(value))
		throw new ServiceError("refused", { detail: "id can't be sent in a header" });
	return value;
}

export interface ServiceCall {
	readonly method: "GET" | "POST" | "PATCH" | "DELETE";
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly sessionId?: string;
	readonly idempotencyKey?: string;
	readonly body?: unknown;
	readonly rawBody?: string;
	readonly anyText?: boolean;
	readonly extraMs?: number;
	readonly accept?: string;
	readonly signal?: AbortSignal;
}

export function requestInit(call: ServiceCall, bearer: string, signal: AbortSignal): RequestInit {
	const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
	return {
		method: call.method,
		headers: {
			accept: call.accept ?? "application/json",
			authorization: bearer,
			...(body === undefined ? {} : { "content-type": "application/json" }),
			...(call.idempotencyKey === undefined ? {} : { "idempotency-key": headerId(call.idempotencyKey) }),
			// The path also names the session.
			...(call.sessionId === undefined || !fitsHeader(call.sessionId)
				? {}
				: { "x-session-id": call.sessionId, "x-thread-id": call.sessionId }),
		},
		// A redirect must not forward tokens, and no cookies may be sent.
		redirect: "manual",
		credentials: "omit",
		cache: "no-store",
		signal,
		...(body === undefined ? {} : { body }),
	};
}
