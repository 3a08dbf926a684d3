import { fitsHeader, headerId } from "./address.ts";

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
			// The path names the session as well.
			...(call.sessionId === undefined || !fitsHeader(call.sessionId)
				? {}
				: { "x-session-id": call.sessionId, "x-thread-id": call.sessionId }),
		},
		// Tokens must not follow redirects, and no cookies may be sent.
		redirect: "manual",
		credentials: "omit",
		cache: "no-store",
		signal,
		...(body === undefined ? {} : { body }),
	};
}
