import { ChainError } from "../../core/chain/chain-error.ts";
import { message } from "../../core/message.ts";
import { BodyError, readCapped } from "../capped-body.ts";
import type { Clock } from "../ports.ts";

/** How every RPC is asked, of either family: one POST with a deadline, no redirect, and an answer up to a cap. */

const TIMEOUT_MS = 10_000;
/**
 * Bytes of one answer. The largest honest ones are the call tree and the state of a large EVM transaction (some
 * 4 MiB), and 64 Solana accounts of 16 KiB in base64 (1.4 MiB).
 */
const MAX_ANSWER = 16 * 2 ** 20;

/** Characters that are shown of what an RPC says when it refuses. */
export const MAX_QUOTED = 300;

/** Family of the RPC, which determines its name in texts. */
export type RpcFamily = "evm" | "svm";

export interface RpcPorts {
	readonly url: string;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
	/** It gave no answer: not reached, too slow, or failing by itself. Never called for what an RPC says. */
	readonly onSilence?: () => void;
	/** Requests began to wait for it because it is busy, or none waits any more. */
	readonly onBusy?: (isBusy: boolean) => void;
}

/** Answer of an RPC. */
export interface RpcAnswer {
	readonly text: string;
	/** HTTP status. RPCs may return JSON-RPC errors with any status. */
	readonly status: number;
	/** Requested pause; `null` if none. */
	readonly pauseMs: number | null;
}

/** Parses `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). */
function pauseOf(header: string | null, now: number): number | null {
	if (header === null) return null;
	const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
	return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Returns the error of a response that is not JSON, by its HTTP status if that is more specific. */
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

/**
 * Returns the RPC's answer to `body`.
 * @throws ChainError `too_large`, `unreadable` if not text, otherwise `unreachable`
 */
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
