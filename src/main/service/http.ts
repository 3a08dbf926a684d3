import { message } from "../../core/message.ts";
import { resourceOf } from "../../service-api/resource.ts";
import type { Clock } from "../ports.ts";
import { bearerOf, headerId, urlOf } from "./address.ts";
import { readText } from "./body.ts";
import { networkErrorOf, ServiceError, serviceErrorOf } from "./errors.ts";
import { fixedTokens, type Tokens } from "./tokens.ts";

/** The one place from which the service is called: bearer, headers, deadlines, caps, and errors with words. */

export interface HttpOptions {
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
	/** Asked for each call, as are tokens, since both may change while the app runs. */
	readonly baseUrl: () => string;
	/** In place of `tokens`: one for every resource. */
	readonly token?: () => string | null;
	readonly tokens?: Tokens;
	/** A whole request, in ms (20 s). */
	readonly timeoutMs?: number;
	/** Bytes of a body at most (8 MiB). */
	readonly cap?: number;
}

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

export interface Http {
	/** The answer's JSON text; empty for a 204. Throws a ServiceError. */
	text(call: ServiceCall): Promise<string>;
	/** The same, parsed by JSON.parse. */
	json(call: ServiceCall): Promise<unknown>;
	/** A response whose headers have come; its body is the caller's. The deadline covers the headers only. */
	open(call: ServiceCall): Promise<Response>;
	/** Changes whenever address or token do. */
	credentials(): number;
}

function isJson(response: Response): boolean {
	return /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get("content-type") ?? "");
}

function mediaType(response: Response): string {
	const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
	return /^[\w.+/-]{1,60}$/.test(type) ? type : "no readable content type";
}

/**
 * What the interface asks for a code of an app's own key: another access token changes nothing
 * (docs/service-api/sign-in.md#after-401-or-403).
 */
const APP_KEY = new Set(["app_key_required", "app_key_not_scoped"]);

/** Rejects when the signal aborts, whether or not `work` cares about it. */
async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	let stop = () => {};
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

export function createHttp(options: HttpOptions): Http {
	const cap = options.cap ?? 8 * 1024 * 1024;
	const timeoutMs = options.timeoutMs ?? 20_000;
	const tokens = options.tokens ?? fixedTokens(options.token ?? (() => null));
	let seen = "";
	let generation = 0;

	function headersOf(call: ServiceCall, bearer: string): Record<string, string> {
		return {
			accept: call.accept ?? "application/json",
			authorization: bearer,
			...(call.body === undefined && call.rawBody === undefined
				? {}
				: { "content-type": "application/json" }),
			...(call.idempotencyKey === undefined ? {} : { "idempotency-key": headerId(call.idempotencyKey) }),
			...(call.sessionId === undefined
				? {}
				: { "x-session-id": headerId(call.sessionId), "x-thread-id": headerId(call.sessionId) }),
		};
	}

	async function faultOf(response: Response, token: string, signal: AbortSignal): Promise<ServiceError> {
		let body: string | null = null;
		if (isJson(response)) {
			try {
				body = await until(signal, readText(response, cap));
			} catch {
				// A body that can't be read takes nothing from what the status says.
			}
		} else response.body?.cancel().catch(() => {});
		const { status, headers } = response;
		return serviceErrorOf({ status, headers, body, token, now: options.clock.now() });
	}

	/** Runs `work` under a deadline; every failure leaves as a ServiceError, or as the caller's own abort. */
	async function within<T>(call: ServiceCall, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const limit = timeoutMs + (call.extraMs ?? 0);
		const deadline = new AbortController();
		const cancel = options.clock.after(limit, () =>
			deadline.abort(
				new ServiceError("timeout", { detail: `no answer to ${call.method} after ${limit} ms` }),
			),
		);
		// By hand, since `call.signal` may live as long as the app.
		const leave = () => deadline.abort(call.signal?.reason);
		if (call.signal?.aborted === true) leave();
		call.signal?.addEventListener("abort", leave, { once: true });
		try {
			deadline.signal.throwIfAborted();
			return await work(deadline.signal);
		} catch (error) {
			if (call.signal?.aborted === true) throw call.signal.reason;
			if (deadline.signal.aborted) throw deadline.signal.reason;
			if (error instanceof ServiceError) throw error;
			throw networkErrorOf(error);
		} finally {
			cancel();
			call.signal?.removeEventListener("abort", leave);
		}
	}

	/** One try with this token. The address is read in the same tick, so that no token goes to another's. */
	async function attempt(
		call: ServiceCall,
		token: string | null,
		signal: AbortSignal,
		bodySignal: AbortSignal,
	): Promise<Response> {
		const bearer = bearerOf(token);
		const url = urlOf(options.baseUrl(), call.path, call.query ?? {});
		const init: RequestInit = {
			method: call.method,
			headers: headersOf(call, bearer),
			// A token must not follow a redirect, nor cookies of anything else come along.
			redirect: "manual",
			credentials: "omit",
			cache: "no-store",
			signal: bodySignal,
		};
		if (call.rawBody !== undefined) init.body = call.rawBody;
		else if (call.body !== undefined) init.body = JSON.stringify(call.body);
		const response = await until(signal, options.fetch(url.href, init));
		if (!response.ok) throw await faultOf(response, token ?? "", signal);
		return response;
	}

	/** Once more with a renewed token after a 401: the service did nothing then, whatever the method. */
	async function send(call: ServiceCall, signal: AbortSignal, bodySignal: AbortSignal): Promise<Response> {
		const resource = resourceOf(call.path);
		const token = await until(signal, tokens.bearer(resource));
		try {
			return await attempt(call, token, signal, bodySignal);
		} catch (error) {
			const renewable =
				error instanceof ServiceError && error.status === 401 && !APP_KEY.has(error.serviceCode ?? "");
			if (!renewable || token === null) throw error;
			const next = await until(signal, tokens.renewed(resource, token));
			if (next === null || next === token) throw error;
			return await attempt(call, next, signal, bodySignal);
		}
	}

	const http: Http = {
		text: (call) =>
			within(call, async (signal) => {
				const response = await send(call, signal, signal);
				if (response.status === 204) return "";
				if (!isJson(response) && call.anyText !== true) {
					response.body?.cancel().catch(() => {});
					throw new ServiceError("unreadable", {
						status: response.status,
						detail: mediaType(response),
						text: message("service.not-data"),
					});
				}
				return await until(signal, readText(response, cap));
			}),
		json: async (call) => {
			const text = await http.text(call);
			try {
				return JSON.parse(text);
			} catch (cause) {
				throw new ServiceError("unreadable", { detail: "not JSON", cause });
			}
		},
		open: async (call) => {
			// The body outlives the deadline of the headers, so fetch gets a signal of its own.
			const body = new AbortController();
			const stop = () => body.abort(call.signal?.reason);
			if (call.signal?.aborted === true) stop();
			call.signal?.addEventListener("abort", stop, { once: true });
			try {
				return await within(call, (signal) => send(call, signal, body.signal));
			} catch (error) {
				body.abort(error);
				throw error;
			}
		},
		credentials: () => {
			const now = JSON.stringify([options.baseUrl(), tokens.generation()]);
			if (now !== seen) generation += 1;
			seen = now;
			return generation;
		},
	};
	return http;
}
