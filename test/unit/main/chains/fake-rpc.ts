import type { Clock } from "../../../../src/main/ports.ts";

/** A JSON-RPC endpoint made of functions, behind a fetch; and clocks for tests. */

type Method = (params: readonly unknown[]) => unknown;

/** Result of a method that fails with an RPC error. */
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
		return Response.json(Array.isArray(body) ? body.map(answerTo) : answerTo(body));
	};
	function answerTo({
		id,
		method: name,
		params,
	}: {
		id: number;
		method: string;
		params: readonly unknown[];
	}) {
		calls.push({ method: name, params });
		const method = methods[name];
		const result = method === undefined ? new RpcFault(`${name} is not there`, -32601) : method(params);
		const answer =
			result instanceof RpcFault
				? { error: { code: result.code, message: result.message } }
				: { result: result ?? null };
		return { jsonrpc: "2.0", id, ...answer };
	}
	return { fetch, calls, methods };
}

/**
 * Returns a clock that advances to the next timer as soon as no other work is pending. Timers of more than a minute
 * never fire.
 */
export function eagerClock(start = 1_790_000_000_000): Clock & { readonly waited: () => number } {
	const PAUSE_MS = 60_000;
	const QUIET_TURNS = 4;
	let time = start;
	let isMoving = false;
	let waiting: { at: number; run: () => void }[] = [];
	async function move(): Promise<void> {
		isMoving = true;
		for (;;) {
			for (let turn = 0; turn < QUIET_TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
			const [next, ...others] = waiting.toSorted((left, right) => left.at - right.at);
			if (next === undefined) break;
			waiting = others;
			time = Math.max(time, next.at);
			next.run();
		}
		isMoving = false;
	}
	return {
		now: () => time,
		waited: () => time - start,
		after: (ms, run) => {
			if (ms > PAUSE_MS) return () => {};
			const entry = { at: time + ms, run };
			waiting.push(entry);
			if (!isMoving) void move();
			return () => {
				waiting = waiting.filter((each) => each !== entry);
			};
		},
	};
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
