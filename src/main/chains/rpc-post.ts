import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/localized-text.ts";
import { BodyError, readCapped } from "../capped-body.ts";
import type { Clock } from "../ports.ts";

/** Sends a single POST with a time limit, without redirects, and with a size limit for the response. */

const TIMEOUT_MS = 10_000;
/**
 * Maximum size in bytes. The largest honest responses contain a large EVM transaction's call tree and state
 * (about 4 MiB).
 */
const MAX_ANSWER = 16 * 2 ** 20;

export const MAX_QUOTED = 300;

export type RpcFamily = "evm" | "svm";

export interface RpcPorts {
	readonly url: string;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
	/**
	 * Called if the RPC is unreachable, too slow or fails with a server error. Never called if the RPC itself
	 * returns an error.
	 */
	readonly onSilence?: () => void;
	readonly onBusy?: (isBusy: boolean) => void;
}

export interface RpcAnswer {
	readonly text: string;
	readonly status: number;
	readonly pauseMs: number | null;
}

/** Parses `Retry-After`, which is in seconds or a date (RFC 9110, section 10.2.3). */
function pauseOf(header: string | null, now: number): number | null {
	if (header === null) return null;
	const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
	return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

export function notJson(
	{ onSilence }: RpcPorts,
	family: RpcFamily,
	{ status }: RpcAnswer,
	cause: unknown,
): ChainError {
	if (status >= 500) onSilence?.();
	const text =
		status >= 400 ? message("chain.http-status", { family, status }) : message("chain.not-json", { family });
	return new ChainError("unreadable", text, { cause });
}

export async function postJson(ports: RpcPorts, family: RpcFamily, body: string): Promise<RpcAnswer> {
	const abort = new AbortController();
	const cancel = ports.clock.after(TIMEOUT_MS, () => abort.abort());
	try {
		const response = await ports.fetch(ports.url, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body,
			signal: abort.signal,
			redirect: "error",
		});
		return {
			text: await readCapped(response, MAX_ANSWER),
			status: response.status,
			pauseMs: pauseOf(response.headers.get("retry-after"), ports.clock.now()),
		};
	} catch (cause) {
		if (!(cause instanceof BodyError)) {
			ports.onSilence?.();
			throw new ChainError("unreachable", message("chain.unreachable", { family }), { cause });
		}
		if (cause.fault === "too large")
			throw new ChainError("too_large", message("chain.too-large", { family }), { cause });
		throw new ChainError("unreadable", message("chain.not-text", { family }), { cause });
	} finally {
		cancel();
	}
}
