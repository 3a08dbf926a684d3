import { z } from "zod";
import type { Clock } from "../ports.ts";
import { ChainError } from "./chain-error.ts";

/** JSON-RPC 2.0 over the injected fetch: one request a call, no batching, no silent retry. */

const TIMEOUT_MS = 10_000;

const rpcFault = z.looseObject({ code: z.number(), message: z.string() });
const answer = z.union([z.looseObject({ error: rpcFault }), z.looseObject({ result: z.unknown() })]);

export interface RpcPorts {
	readonly url: string;
	readonly fetch: typeof globalThis.fetch;
	readonly clock: Clock;
}

/** Asks one method and reads its result with `schema`. Throws ChainError. */
export type Rpc = <T>(schema: z.ZodType<T>, method: string, params: readonly unknown[]) => Promise<T>;

function unreachable(cause: unknown): ChainError {
	return new ChainError(
		"unreachable",
		"Your RPC could not be reached. Nothing was sent to the chain; check its address or try again.",
		{ cause },
	);
}

async function post(ports: RpcPorts, body: string): Promise<string> {
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
		return await response.text();
	} catch (cause) {
		throw unreachable(cause);
	} finally {
		cancel();
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new ChainError(
			"unreadable",
			"Your RPC answered with something that is not JSON. Check its address; nothing was sent to the chain.",
			{ cause },
		);
	}
}

export function createRpc(ports: RpcPorts): Rpc {
	let id = 0;
	return async (schema, method, params) => {
		id += 1;
		const text = await post(ports, JSON.stringify({ jsonrpc: "2.0", id, method, params }));
		const read = answer.safeParse(parsed(text));
		if (!read.success)
			throw new ChainError("unreadable", `Your RPC answered ${method} with something unreadable.`);
		const reply = read.data;
		// Some nodes write `error: null` beside a result.
		const fault = rpcFault.safeParse(reply["error"]);
		if (fault.success)
			throw new ChainError("refused", `Your RPC refused ${method}: ${fault.data.message.slice(0, 300)}`, {
				code: fault.data.code,
			});
		const result = schema.safeParse(reply["result"]);
		if (!result.success)
			throw new ChainError("unreadable", `Your RPC answered ${method} with something unreadable.`, {
				cause: result.error,
			});
		return result.data;
	};
}
