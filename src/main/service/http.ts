import { message } from "../../core/message.ts";
import { resourceOf } from "../../service-api/resource.ts";
import type { Clock } from "../ports.ts";
import { bearerOf, urlOf } from "./address.ts";
import { readText } from "./body.ts";
import { until, withinDeadline } from "./deadline.ts";
import { ServiceError, serviceErrorOf } from "./errors.ts";
import { parsePageJson } from "./page-json.ts";
import { requestInit, type ServiceCall } from "./request.ts";
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
	/** Called with each answer's `Date`, and when its request was sent and its headers came. */
	readonly onDate?: (date: string | null, sentAt: number, receivedAt: number) => void;
	/** Bytes of a body at most (8 MiB). */
	readonly cap?: number;
}

export interface Http {
	/** The answer's JSON text; empty for a 204. Throws a ServiceError. */
	text(call: ServiceCall): Promise<string>;
	/** The same, parsed by parsePageJson. */
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

export function createHttp(options: HttpOptions): Http {
	const cap = options.cap ?? 8 * 1024 * 1024;
	const timeoutMs = options.timeoutMs ?? 20_000;
	const tokens = options.tokens ?? fixedTokens(options.token ?? (() => null));
	let seen = "";
	let generation = 0;

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

	const within = <T>(call: ServiceCall, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
		const limitMs = timeoutMs + (call.extraMs ?? 0);
		return withinDeadline({ clock: options.clock, limitMs, method: call.method, signal: call.signal }, work);
	};

	/** One try with this token. The address is read in the same tick, so that no token goes to another's. */
	async function attempt(
		call: ServiceCall,
		token: string | null,
		signal: AbortSignal,
		bodySignal: AbortSignal,
	): Promise<Response> {
		const bearer = bearerOf(token);
		const url = urlOf(options.baseUrl(), call.path, call.query ?? {});
		const sentAt = options.clock.now();
		const response = await until(signal, options.fetch(url.href, requestInit(call, bearer, bodySignal)));
		options.onDate?.(response.headers.get("date"), sentAt, options.clock.now());
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
				return parsePageJson(text);
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
