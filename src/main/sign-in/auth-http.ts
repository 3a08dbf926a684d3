import type { CustomFetch } from "openid-client";
import type { Clock } from "../ports.ts";
import { readText } from "../service/body.ts";
import { kindOfStatus, ServiceError } from "../service/errors.ts";
import { SignInError } from "./sign-in-error.ts";

export interface AuthHttp {
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 256 * 1024;
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Returns a fetch for openid-client that accepts only one origin and has a timeout and a size limit.
 * @param signal if aborted, its reason is thrown unchanged
 */
export function authFetch(http: AuthHttp, origin: string, signal?: AbortSignal): CustomFetch {
	return async (address, options) => {
		if (new URL(address).origin !== origin) throw new SignInError("foreignEndpoint");
		const deadline = new AbortController();
		const leave = () => deadline.abort(signal?.reason);
		const cancel = http.clock.after(TIMEOUT_MS, () => deadline.abort(new ServiceError("timeout")));
		if (signal?.aborted === true) leave();
		signal?.addEventListener("abort", leave, { once: true });
		try {
			deadline.signal.throwIfAborted();
			const response = await http.fetch(address, {
				method: options.method,
				headers: options.headers,
				...(options.body == null ? {} : { body: String(options.body) }),
				redirect: "manual",
				credentials: "omit",
				cache: "no-store",
				signal: deadline.signal,
			});
			const { status } = response;
			const kind = status >= 200 ? kindOfStatus(status, null) : "unreadable";
			if (status === 408 || status === 429 || status >= 500 || status < 200)
				throw new ServiceError(status === 501 ? "unreadable" : kind, { status });
			const text = await readText(response, MAX_BYTES);
			return new Response(BODILESS.has(status) ? null : text, {
				status,
				headers: { "content-type": response.headers.get("content-type") ?? "" },
			});
		} catch (error) {
			if (signal?.aborted === true) throw signal.reason;
			if (deadline.signal.aborted) throw deadline.signal.reason;
			if (error instanceof ServiceError) throw error;
			throw new ServiceError("offline", { cause: error });
		} finally {
			cancel();
			signal?.removeEventListener("abort", leave);
		}
	};
}

export async function readDocument(fetch: CustomFetch, address: string): Promise<unknown> {
	const response = await fetch(address, {
		method: "GET",
		headers: { accept: "application/json" },
		body: undefined,
		redirect: "manual",
	});
	if (response.status !== 200) return null;
	try {
		return JSON.parse(await response.text());
	} catch {
		return null;
	}
}
