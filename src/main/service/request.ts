import { fitsHeader, headerId } from "./address.ts";

export interface ServiceCall {
	readonly method: "GET" | "POST" | "PATCH" | "DELETE";
	/** Ids in it are already encoded. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	/** Sent as X-Session-Id and X-Thread-Id. */
	readonly sessionId?: string;
	readonly idempotencyKey?: string;
	readonly body?: unknown;
	/** JSON text that is sent byte for byte, in place of `body`. */
	readonly rawBody?: string;
	/** The answer may be any text, such as a document. */
	readonly anyText?: boolean;
	/** Over the usual deadline, in ms: for long polls. */
	readonly extraMs?: number;
	readonly accept?: string;
	/** Its reason is thrown as it is. */
	readonly signal?: AbortSignal;
}

/**
 * Returns the request of a call.
 * @throws if an id can't be a header value
 */
export function requestInit(call: ServiceCall, bearer: string, signal: AbortSignal): RequestInit {
	const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
	return {
		method: call.method,
		headers: {
			accept: call.accept ?? "application/json",
			authorization: bearer,
			...(body === undefined ? {} : { "content-type": "application/json" }),
			...(call.idempotencyKey === undefined ? {} : { "idempotency-key": headerId(call.idempotencyKey) }),
			// The path names the session, too: an id that fits no header is left out of them.
			...(call.sessionId === undefined || !fitsHeader(call.sessionId)
				? {}
				: { "x-session-id": call.sessionId, "x-thread-id": call.sessionId }),
		},
		// A token must not follow a redirect, nor cookies of anything else come along.
		redirect: "manual",
		credentials: "omit",
		cache: "no-store",
		signal,
		...(body === undefined ? {} : { body }),
	};
}
