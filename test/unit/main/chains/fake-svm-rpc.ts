import { stringify } from "lossless-json";

/** A Solana JSON-RPC endpoint made of functions, behind a fetch. Bigints are written as integers. */

type Method = (params: readonly unknown[]) => unknown;

/** Result of a method that fails with an RPC error. */
export class RpcRefusal {
	readonly message: string;
	readonly code: number;
	readonly data: unknown;

	constructor(message: string, code = -32_002, data?: unknown) {
		this.message = message;
		this.code = code;
		this.data = data;
	}
}

export interface FakeSvmRpc {
	readonly fetch: typeof globalThis.fetch;
	readonly calls: { method: string; params: readonly unknown[] }[];
}

export function fakeSvmRpc(methods: Record<string, Method>): FakeSvmRpc {
	const calls: FakeSvmRpc["calls"] = [];
	const fetch: typeof globalThis.fetch = async (_url, init) => {
		const body = JSON.parse(String(init?.body));
		return new Response(stringify(Array.isArray(body) ? body.map(answerTo) : answerTo(body)));
	};
	function answerTo({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) {
		calls.push({ method, params });
		const run = methods[method] ?? (() => new RpcRefusal("Method not found", -32_601));
		const result = run(params);
		const { message, code, data } = result instanceof RpcRefusal ? result : new RpcRefusal("");
		const said =
			result instanceof RpcRefusal
				? { error: { code, message, ...(data === undefined ? {} : { data }) } }
				: { result: result ?? null };
		return { jsonrpc: "2.0", id, ...said };
	}
	return { fetch, calls };
}

/** Wraps a value in a response with its slot. */
export const inContext = (value: unknown) => ({ context: { slot: 7, apiVersion: "3.0.0" }, value });
