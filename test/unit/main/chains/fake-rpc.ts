import type { Clock } from "../../../../src/main/ports.ts";

/** A JSON-RPC endpoint made of functions, behind a fetch; and a clock that moves only when told. */

type Method = (params: readonly unknown[]) => unknown;

/** An answer of the RPC that is an error of its own. */
export class RpcFault {
	readonly message: string;
	readonly code: number;

	constructor(message: string, code = -32000) {
		this.message = message;
		this.code = code;
	}
}

export interface FakeRpc {
	readonly fetch: typeof globalThis.fetch;
	readonly calls: { method: string; params: readonly unknown[] }[];
	readonly methods: Record<string, Method>;
}

export function fakeRpc(methods: Record<string, Method>): FakeRpc {
	const calls: FakeRpc["calls"] = [];
	const fetch: typeof globalThis.fetch = async (_url, init) => {
		const body = JSON.parse(String(init?.body));
		calls.push({ method: body.method, params: body.params });
		const method = methods[body.method];
		const result =
			method === undefined ? new RpcFault(`${body.method} is not there`, -32601) : method(body.params);
		const answer =
			result instanceof RpcFault
				? { error: { code: result.code, message: result.message } }
				: { result: result ?? null };
		return new Response(JSON.stringify({ jsonrpc: "2.0", id: body.id, ...answer }));
	};
	return { fetch, calls, methods };
}

export interface FakeClock extends Clock {
	advance(ms: number): void;
}

export function fakeClock(start = 1_790_000_000_000): FakeClock {
	let time = start;
	let waiting: { at: number; run: () => void }[] = [];
	return {
		now: () => time,
		after: (ms, run) => {
			const entry = { at: time + ms, run };
			waiting.push(entry);
			return () => {
				waiting = waiting.filter((each) => each !== entry);
			};
		},
		advance: (ms) => {
			time += ms;
			const due = waiting.filter((each) => each.at <= time);
			waiting = waiting.filter((each) => each.at > time);
			for (const each of due) each.run();
		},
	};
}
