import type { Codec, CodecHook, Wire } from "./codec.ts";

type AnyFunction = (...args: unknown[]) => unknown;

/** One end of the connection between the preload's isolated world and the page's main world. */
export interface BridgeEnd {
	wrap: (value: unknown) => Wire;
	unwrap: (wire: Wire) => unknown;
	send: (message: Record<string, Wire>) => void;
	listen: (kind: string, listener: (message: Record<string, Wire>) => void) => void;
}

/**
 * Creates a bridge between two worlds, like Electron's contextBridge. Values are copied, functions become
 * proxies that copy arguments and results, and promises are awaited. `pipe` is an element outside the
 * document that only the two ends can access. Its events are synchronous, so calls return values.
 * Self-contained, because it is injected as source text.
 */
export function makeBridge(codec: Codec, pipe: EventTarget, mine: string, theirs: string): BridgeEnd {
	const parse = JSON.parse;
	const write = JSON.stringify;
	const CustomEventOf = CustomEvent;
	const PromiseOf = Promise;
	const functions: AnyFunction[] = [];
	const ids = new WeakMap<object, number>();
	const proxies = new Map<number, AnyFunction>();
	const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: unknown) => void }>();
	const answers = new Map<number, Record<string, Wire>>();
	const listeners = new Map<string, (message: Record<string, Wire>) => void>();
	let promises = 0;
	let calls = 0;

	function send(message: Record<string, Wire>): void {
		pipe.dispatchEvent(new CustomEventOf(theirs, { detail: write(message) }));
	}

	function attempt(work: () => unknown): Record<string, Wire> {
		try {
			return { ok: true, value: wrap(work()) };
		} catch (error) {
			return { ok: false, value: wrap(error instanceof Error ? error : new Error(String(error))) };
		}
	}

	function settle(id: number, work: () => unknown): void {
		send({ kind: "settled", id, ...attempt(work) });
	}

	const hook: CodecHook = {
		encode(value) {
			if (typeof value === "function") {
				let id = ids.get(value);
				if (id === undefined) {
					id = functions.push(value as AnyFunction) - 1;
					ids.set(value, id);
				}
				return `f${id}`;
			}
			if (value instanceof PromiseOf) {
				const id = promises++;
				value.then(
					(result) => settle(id, () => result),
					(error) =>
						settle(id, () => {
							throw error;
						}),
				);
				return `p${id}`;
			}
			return undefined;
		},
		decode(token) {
			const id = Number(token.slice(1));
			if (token.startsWith("p"))
				return new PromiseOf((resolve, reject) => {
					waiting.set(id, { resolve, reject });
				});
			const known = proxies.get(id);
			if (known !== undefined) return known;
			const proxy: AnyFunction = (...args) => {
				const call = calls++;
				send({ kind: "call", call, id, args: wrap(args) });
				const answer = answers.get(call);
				answers.delete(call);
				if (answer === undefined) throw new Error("The page is being left.");
				const value = unwrap(answer.value ?? null);
				if (answer.ok !== true) throw value;
				return value;
			};
			proxies.set(id, proxy);
			return proxy;
		},
	};

	function wrap(value: unknown): Wire {
		return codec.encode(value, hook);
	}

	function unwrap(wire: Wire): unknown {
		return codec.decode(wire, hook);
	}

	pipe.addEventListener(mine, (event) => {
		const message: Record<string, Wire> = parse((event as CustomEvent<string>).detail);
		const id = Number(message.id);
		switch (message.kind) {
			case "call": {
				const answer = attempt(() => {
					const args = unwrap(message.args ?? []);
					return functions[id]?.(...(Array.isArray(args) ? args : []));
				});
				send({ kind: "answer", call: message.call ?? 0, ...answer });
				break;
			}
			case "answer":
				answers.set(Number(message.call), message);
				break;
			case "settled": {
				const pending = waiting.get(id);
				waiting.delete(id);
				const value = unwrap(message.value ?? null);
				if (message.ok === true) pending?.resolve(value);
				else pending?.reject(value);
				break;
			}
			default:
				listeners.get(String(message.kind))?.(message);
		}
	});

	return { wrap, unwrap, send, listen: (kind, listener) => void listeners.set(kind, listener) };
}
