import { message } from "../../core/localized-text.ts";
import { resourceOf } from "../../service-api/resource.ts";
import type { Clock } from "../ports.ts";
import { bearerOf, requestInit, type ServiceCall, urlOf } from "./address.ts";
import { FixedTokens, type Tokens } from "./bearer-tokens.ts";
import { readText } from "./body.ts";
import { networkErrorOf, ServiceError, serviceErrorOf } from "./errors.ts";
import { parsePageJson } from "./strict-json.ts";

export interface HttpOptions {
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
	/** Called for each request, because the address and token may change while the app is running. */
	readonly baseUrl: () => string;
	readonly token?: () => string | null;
	readonly tokens?: Tokens;
	/** Timeout for a whole request in ms. Defaults to 20 s. */
	readonly timeoutMs?: number;
	readonly onDate?: (date: string | null, sentAt: number, receivedAt: number) => void;
	readonly cap?: number;
}

export async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
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

interface Deadline {
	readonly clock: Clock;
	readonly limitMs: number;
	readonly method: string;
	readonly signal: AbortSignal | undefined;
}

/** Throws a ServiceError. If the caller aborts, throws the caller's reason. */
export async function withinDeadline<T>(
	{ clock, limitMs, method, signal }: Deadline,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const deadline = new AbortController();
	const cancel = clock.after(limitMs, () =>
		deadline.abort(new ServiceError("timeout", { detail: `no answer to ${method} after ${limitMs} ms` })),
	);
	// Removed below, because `signal` may live as long as the app.
	const leave = () => deadline.abort(signal?.reason);
	if (signal?.aborted === true) leave();
	signal?.addEventListener("abort", leave, { once: true });
	try {
		deadline.signal.throwIfAborted();
		return await work(deadline.signal);
	} catch (error) {
		if (signal?.aborted === true) throw signal.reason;
		if (deadline.signal.aborted) throw deadline.signal.reason;
		if (error instanceof ServiceError) throw error;
		throw networkErrorOf(error);
	} finally {
		cancel();
		signal?.removeEventListener("abort", leave);
	}
}

function isJson(response: Response): boolean {
	return /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get("content-type") ?? "");
}

function mediaType(response: Response): string {
	const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
	return /^[\w.+/-]{1,60}$/.test(type) ? type : "no readable content type";
}

const APP_KEY = new Set(["app_key_required", "app_key_not_scoped"]);

export class HttpClient {
	readonly #options: HttpOptions;
	readonly #cap: number;
	readonly #timeoutMs: number;
	readonly #tokens: Tokens;
	#seen = "";
	#generation = 0;

	constructor(options: HttpOptions) {
		this.#options = options;
		this.#cap = options.cap ?? 8 * 1024 * 1024;
		this.#timeoutMs = options.timeoutMs ?? 20_000;
		this.#tokens = options.tokens ?? new FixedTokens(options.token ?? (() => null));
	}

	text(call: ServiceCall): Promise<string> {
		return this.#within(call, async (signal) => {
			const response = await this.#send(call, signal, signal);
			if (response.status === 204) return "";
			if (!isJson(response) && call.anyText !== true) {
				response.body?.cancel().catch(() => {});
				throw new ServiceError("unreadable", {
					status: response.status,
					detail: mediaType(response),
					text: message("service.not-data"),
				});
			}
			return await until(signal, readText(response, this.#cap));
		});
	}

	async json(call: ServiceCall): Promise<unknown> {
		const text = await this.text(call);
		try {
			return parsePageJson(text);
		} catch (cause) {
			throw new ServiceError("unreadable", { detail: "not JSON", cause });
		}
	}

	/** The timeout only applies to the headers. The caller reads the body. */
	async open(call: ServiceCall): Promise<Response> {
		const body = new AbortController();
		const stop = () => body.abort(call.signal?.reason);
		if (call.signal?.aborted === true) stop();
		call.signal?.addEventListener("abort", stop, { once: true });
		try {
			return await this.#within(call, (signal) => this.#send(call, signal, body.signal));
		} catch (error) {
			body.abort(error);
			throw error;
		}
	}

	/** Returns a number that changes with the address or the token. */
	credentials(): number {
		const now = JSON.stringify([this.#options.baseUrl(), this.#tokens.generation()]);
		if (now !== this.#seen) this.#generation += 1;
		this.#seen = now;
		return this.#generation;
	}

	#within<T>(call: ServiceCall, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const limitMs = this.#timeoutMs + (call.extraMs ?? 0);
		const { clock } = this.#options;
		return withinDeadline({ clock, limitMs, method: call.method, signal: call.signal }, work);
	}

	/** Retries once with a renewed token after a 401, because it means that the service did nothing. */
	async #send(call: ServiceCall, signal: AbortSignal, bodySignal: AbortSignal): Promise<Response> {
		const resource = resourceOf(call.path);
		const token = await until(signal, this.#tokens.bearer(resource));
		try {
			return await this.#attempt(call, token, signal, bodySignal);
		} catch (error) {
			const renewable =
				error instanceof ServiceError && error.status === 401 && !APP_KEY.has(error.serviceCode ?? "");
			if (!renewable || token === null) throw error;
			const next = await until(signal, this.#tokens.renewed(resource, token));
			if (next === null || next === token) throw error;
			return await this.#attempt(call, next, signal, bodySignal);
		}
	}

	/**
	 * Reads the address in the same tick as it sends the request, so a token is never sent to a new address.
	 */
	async #attempt(
		call: ServiceCall,
		token: string | null,
		signal: AbortSignal,
		bodySignal: AbortSignal,
	): Promise<Response> {
		const { baseUrl, clock, fetch, onDate } = this.#options;
		const bearer = bearerOf(token);
		const url = urlOf(baseUrl(), call.path, call.query ?? {});
		const sentAt = clock.now();
		const response = await until(signal, fetch(url.href, requestInit(call, bearer, bodySignal)));
		onDate?.(response.headers.get("date"), sentAt, clock.now());
		if (!response.ok) throw await this.#faultOf(response, token ?? "", signal);
		return response;
	}

	async #faultOf(response: Response, token: string, signal: AbortSignal): Promise<ServiceError> {
		let body: string | null = null;
		if (isJson(response)) {
			try {
				body = await until(signal, readText(response, this.#cap));
			} catch {
				// The status determines the error, even if the body is unreadable.
			}
		} else response.body?.cancel().catch(() => {});
		const { status, headers } = response;
		return serviceErrorOf({ status, headers, body, token, now: this.#options.clock.now() });
	}
}

export type Http = Pick<HttpClient, "text" | "json" | "open" | "credentials">;
