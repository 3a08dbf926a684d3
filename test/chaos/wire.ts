import { type IncomingMessage, request } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { SteadyTime } from "./steady-time.ts";
import { HTML, HUGE, statusOf, type Trouble, WRONG_TYPES } from "./troubles.ts";

/** Sends requests to the service over connections in memory, and injects faults into them and their responses. */

export interface SentRequest {
	readonly method: string;
	/** Path and query. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | null;
}

export interface WireParts {
	readonly time: SteadyTime;
	readonly accept: (connection: Duplex) => void;
	/** Returns the fault of a request. Called with each request, once and in order. */
	readonly drawTrouble: (sent: SentRequest) => Trouble;
	readonly onAnswer: (sent: SentRequest, status: number) => void;
	/** Falsifies whole responses and chunks of streams, independently of their faults. */
	readonly forge?: (text: string) => string;
}

export interface Wire {
	readonly fetch: typeof globalThis.fetch;
	/** Closes every open connection. */
	cutAll(): void;
}

const DELAY_MS = 30_000;
/** Maximum number of bytes of a response before it is cut. */
const CUT_BYTES = 3_000;

const failed = () => new TypeError("fetch failed");

interface Sink {
	write(bytes: Uint8Array): void;
	end(): void;
	fail(cause: unknown): void;
}

/** Splits a stream into its frames. Other texts stay whole. */
const pieces = (text: string): string[] => text.split(/(?<=\n\n)/);

/** Returns a sink that writes a response's bytes with the given fault. */
function withFault({ kind, size }: Trouble, sink: Sink, isStream: boolean): Sink {
	const maxBytes = Math.floor(size * CUT_BYTES);
	let written = 0;
	let isOver = false;
	let delayed: Uint8Array | null = null;
	const texts = (bytes: Uint8Array, change: (all: string[]) => string[]) =>
		Buffer.from(change(pieces(Buffer.from(bytes).toString())).join(""));
	return {
		write(bytes) {
			if (isOver) return;
			const room = maxBytes - written;
			written += bytes.length;
			if ((kind === "cut" || kind === "ended" || kind === "silent") && bytes.length > room) {
				isOver = true;
				if (room > 0) sink.write(bytes.subarray(0, room));
				if (kind === "cut") sink.fail(failed());
				if (kind === "ended") sink.end();
			} else if (kind === "twice") sink.write(texts(bytes, (all) => all.flatMap((each) => [each, each])));
			else if (kind === "reorder" && isStream) {
				// Swaps two consecutive chunks.
				const now = texts(bytes, (all) => all.toReversed());
				if (delayed === null) delayed = now;
				else {
					sink.write(now);
					sink.write(delayed);
					delayed = null;
				}
			} else if (kind === "split") {
				const step = 1 + Math.floor(size * 97);
				for (let at = 0; at < bytes.length; at += step) sink.write(bytes.subarray(at, at + step));
			} else sink.write(bytes);
		},
		end() {
			if (isOver) return;
			if (delayed !== null) sink.write(delayed);
			sink.end();
		},
		fail: (cause) => {
			if (!isOver) sink.fail(cause);
		},
	};
}

/** Returns a body that repeats the same bytes, so that only a reader that buffers everything needs the memory. */
function hugeBody(): ReadableStream<Uint8Array> {
	let left: number = HUGE.times;
	return new ReadableStream({
		pull(controller) {
			left -= 1;
			controller.enqueue(HUGE.chunk);
			if (left === 0) controller.close();
		},
	});
}

const jsonType = { "content-type": "application/json" };

function fabricated({ kind, size }: Trouble, sent: SentRequest): Response | null {
	const isRead = sent.method === "GET";
	switch (kind) {
		case "status": {
			const { status, headers } = statusOf(size, isRead);
			return new Response(HTML, { status, headers: { "content-type": "text/html", ...headers } });
		}
		case "html":
			return new Response(HTML, { status: 200, headers: { "content-type": "text/html" } });
		case "type":
			return new Response(WRONG_TYPES[Math.floor(size * WRONG_TYPES.length)], { headers: jsonType });
		case "huge": {
			const headers = sent.path.includes("/stream") ? { "content-type": "text/event-stream" } : jsonType;
			return new Response(hugeBody(), { headers });
		}
		default:
			return null;
	}
}

export function createWire({ time, accept, drawTrouble, onAnswer, forge }: WireParts): Wire {
	const open = new Set<() => void>();
	/** Last complete response to each read, by method and path. */
	const lastReads = new Map<string, { readonly status: number; readonly text: string }>();

	/** Sends a request over a new connection. @returns a function that closes the connection */
	function sendOnce(
		sent: SentRequest,
		callbacks: { onAnswer(answer: IncomingMessage): void; onFault(): void },
	): () => void {
		const [near, far] = duplexPair();
		const close = () => {
			near.destroy();
			far.destroy();
		};
		near.on("error", () => {});
		far.on("error", () => {});
		open.add(close);
		near.once("close", () => open.delete(close));
		accept(far);
		const { method, path, headers } = sent;
		const outgoing = request({
			method,
			path,
			headers: { ...headers, host: "service" },
			createConnection: () => near,
		});
		outgoing.on("error", () => callbacks.onFault());
		outgoing.on("response", (answer) => callbacks.onAnswer(answer));
		outgoing.end(sent.body ?? undefined);
		return close;
	}

	/** Sends a request and closes the connection without reading the response's body. */
	function sendUnread(sent: SentRequest): Promise<void> {
		return new Promise((resolve) => {
			const close = sendOnce(sent, {
				onAnswer: () => {
					close();
					resolve();
				},
				onFault: resolve,
			});
		});
	}

	function bodyOf(
		sent: SentRequest,
		answer: IncomingMessage,
		trouble: Trouble,
		close: () => void,
	): ReadableStream<Uint8Array> {
		const isStream = /event-stream/.test(answer.headers["content-type"] ?? "");
		const key = `${sent.method} ${sent.path}`;
		let whole = "";
		let isOver = false;
		return new ReadableStream<Uint8Array>({
			start(controller) {
				const finish = (end: () => void) => () => {
					if (isOver) return;
					isOver = true;
					end();
					close();
				};
				const fail = (cause: unknown) => finish(() => controller.error(cause))();
				const sink = withFault(
					trouble,
					{
						write: (bytes) => {
							if (!isOver) controller.enqueue(new Uint8Array(bytes));
						},
						end: finish(() => controller.close()),
						fail,
					},
					isStream,
				);
				answer.on("data", (bytes: Buffer) => {
					if (!isStream) whole += bytes.toString();
					else sink.write(forge === undefined ? bytes : Buffer.from(forge(bytes.toString())));
				});
				answer.on("end", () => {
					if (!isStream) {
						if (sent.method === "GET") lastReads.set(key, { status: answer.statusCode ?? 200, text: whole });
						sink.write(Buffer.from(forge === undefined ? whole : forge(whole)));
					}
					sink.end();
				});
				answer.on("error", () => sink.fail(failed()));
				answer.on("close", () => sink.fail(failed()));
			},
			cancel() {
				isOver = true;
				close();
			},
		});
	}

	async function exchange(sent: SentRequest, trouble: Trouble, signal: AbortSignal): Promise<Response> {
		const { kind, size } = trouble;
		const made = fabricated(trouble, sent);
		if (made !== null) return made;
		if (kind === "refused") throw failed();
		if (kind === "half_open") return await new Promise<never>(() => {});
		const old = kind === "stale" ? lastReads.get(`${sent.method} ${sent.path}`) : undefined;
		if (old !== undefined) return new Response(old.text, { status: old.status, headers: jsonType });
		if (kind === "lost") {
			await sendUnread(sent);
			throw failed();
		}
		if (kind === "delay") await time.sleep(Math.floor(size * DELAY_MS));
		signal.throwIfAborted();
		if (kind === "repeat") await sendUnread(sent);
		const response = await new Promise<Response>((resolve, reject) => {
			const close = sendOnce(sent, {
				onAnswer: (answer) => {
					const status = answer.statusCode ?? 502;
					onAnswer(sent, status);
					const headers = new Headers();
					for (const [name, value] of Object.entries(answer.headers))
						if (value !== undefined && name !== "content-length") headers.set(name, String(value));
					const body = bodyOf(sent, answer, trouble, close);
					resolve(new Response(status === 204 ? null : body, { status, headers }));
				},
				onFault: () => reject(failed()),
			});
			signal.addEventListener("abort", close, { once: true });
		});
		if (kind === "late") await time.sleep(Math.floor(size * DELAY_MS));
		return response;
	}

	return {
		fetch: async (input, init = {}) => {
			const url = new URL(String(input));
			const headers = Object.fromEntries(new Headers(init.headers).entries());
			const body = typeof init.body === "string" ? init.body : null;
			const sent: SentRequest = {
				method: init.method ?? "GET",
				path: `${url.pathname}${url.search}`,
				headers,
				body,
			};
			const signal = init.signal ?? new AbortController().signal;
			signal.throwIfAborted();
			return await new Promise<Response>((resolve, reject) => {
				const cut = () => reject(failed());
				const abort = () => reject(signal.reason);
				open.add(cut);
				signal.addEventListener("abort", abort, { once: true });
				exchange(sent, drawTrouble(sent), signal)
					.then(resolve, reject)
					.finally(() => {
						open.delete(cut);
						signal.removeEventListener("abort", abort);
					});
			});
		},
		cutAll() {
			for (const cut of [...open]) cut();
			open.clear();
		},
	};
}
