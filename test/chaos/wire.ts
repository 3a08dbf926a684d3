import { type IncomingMessage, request } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import type { SteadyTime } from "./steady-time.ts";
import { HTML, HUGE, statusOf, type Trouble, WRONG_TYPES } from "./troubles.ts";

/** Carries requests to the service over connections in memory, and spoils answers on the way back. */

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
	/** Called with each request, once and in order. */
	readonly trouble: (sent: SentRequest) => Trouble;
	readonly onAnswer: (sent: SentRequest, status: number) => void;
	/** Changes whole answers, and chunks of streams, whatever befalls them. */
	readonly forge?: (text: string) => string;
}

export interface Wire {
	readonly fetch: typeof globalThis.fetch;
	/** Cuts every connection that is open. */
	cutAll(): void;
}

const DELAY_MS = 30_000;
/** A cut falls within these first bytes of an answer. */
const CUT_BYTES = 3_000;

const failed = () => new TypeError("fetch failed");

interface Sink {
	write(bytes: Uint8Array): void;
	end(): void;
	fail(cause: unknown): void;
}

/** Frames of a stream, or the whole of anything else. */
const pieces = (text: string): string[] => text.split(/(?<=\n\n)/);

/** Spoils the bytes of one answer. */
function spoil({ kind, size }: Trouble, sink: Sink, isStream: boolean): Sink {
	const most = Math.floor(size * CUT_BYTES);
	let written = 0;
	let isOver = false;
	let held: Uint8Array | null = null;
	const texts = (bytes: Uint8Array, change: (all: string[]) => string[]) =>
		Buffer.from(change(pieces(Buffer.from(bytes).toString())).join(""));
	return {
		write(bytes) {
			if (isOver) return;
			const room = most - written;
			written += bytes.length;
			if ((kind === "cut" || kind === "ended" || kind === "silent") && bytes.length > room) {
				isOver = true;
				if (room > 0) sink.write(bytes.subarray(0, room));
				if (kind === "cut") sink.fail(failed());
				if (kind === "ended") sink.end();
			} else if (kind === "twice") sink.write(texts(bytes, (all) => all.flatMap((each) => [each, each])));
			else if (kind === "reorder" && isStream) {
				// The second of two goes before the first.
				const now = texts(bytes, (all) => all.toReversed());
				if (held === null) held = now;
				else {
					sink.write(now);
					sink.write(held);
					held = null;
				}
			} else if (kind === "split") {
				const step = 1 + Math.floor(size * 97);
				for (let at = 0; at < bytes.length; at += step) sink.write(bytes.subarray(at, at + step));
			} else sink.write(bytes);
		},
		end() {
			if (isOver) return;
			if (held !== null) sink.write(held);
			sink.end();
		},
		fail: (cause) => {
			if (!isOver) sink.fail(cause);
		},
	};
}

/** The same bytes again and again: nobody makes room for all of them but its reader. */
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

function madeUp({ kind, size }: Trouble, sent: SentRequest): Response | null {
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

export function createWire({ time, accept, trouble, onAnswer, forge }: WireParts): Wire {
	const open = new Set<() => void>();
	/** The last whole answer to each read. */
	const before = new Map<string, { readonly status: number; readonly text: string }>();

	/** One request over a connection of its own. */
	function carry(
		sent: SentRequest,
		to: { onAnswer(answer: IncomingMessage): void; onFault(): void },
	): () => void {
		const [near, far] = duplexPair();
		const leave = () => {
			near.destroy();
			far.destroy();
		};
		near.on("error", () => {});
		far.on("error", () => {});
		open.add(leave);
		near.once("close", () => open.delete(leave));
		accept(far);
		const { method, path, headers } = sent;
		const going = request({
			method,
			path,
			headers: { ...headers, host: "service" },
			createConnection: () => near,
		});
		going.on("error", () => to.onFault());
		going.on("response", (answer) => to.onAnswer(answer));
		going.end(sent.body ?? undefined);
		return leave;
	}

	/** Sends the request as a caller who does not read the answer. */
	function carryBlind(sent: SentRequest): Promise<void> {
		return new Promise((resolve) => {
			const leave = carry(sent, {
				onAnswer: () => {
					leave();
					resolve();
				},
				onFault: resolve,
			});
		});
	}

	function bodyOf(
		sent: SentRequest,
		answer: IncomingMessage,
		given: Trouble,
		leave: () => void,
	): ReadableStream<Uint8Array> {
		const isStream = /event-stream/.test(answer.headers["content-type"] ?? "");
		const key = `${sent.method} ${sent.path}`;
		let whole = "";
		let isOver = false;
		return new ReadableStream<Uint8Array>({
			start(controller) {
				const over = (end: () => void) => () => {
					if (isOver) return;
					isOver = true;
					end();
					leave();
				};
				const fail = (cause: unknown) => over(() => controller.error(cause))();
				const sink = spoil(
					given,
					{
						write: (bytes) => {
							if (!isOver) controller.enqueue(new Uint8Array(bytes));
						},
						end: over(() => controller.close()),
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
						if (sent.method === "GET") before.set(key, { status: answer.statusCode ?? 200, text: whole });
						sink.write(Buffer.from(forge === undefined ? whole : forge(whole)));
					}
					sink.end();
				});
				answer.on("error", () => sink.fail(failed()));
				answer.on("close", () => sink.fail(failed()));
			},
			cancel() {
				isOver = true;
				leave();
			},
		});
	}

	async function exchange(sent: SentRequest, given: Trouble, signal: AbortSignal): Promise<Response> {
		const { kind, size } = given;
		const made = madeUp(given, sent);
		if (made !== null) return made;
		if (kind === "refused") throw failed();
		if (kind === "half_open") return await new Promise<never>(() => {});
		const old = kind === "stale" ? before.get(`${sent.method} ${sent.path}`) : undefined;
		if (old !== undefined) return new Response(old.text, { status: old.status, headers: jsonType });
		if (kind === "lost") {
			await carryBlind(sent);
			throw failed();
		}
		if (kind === "delay") await time.sleep(Math.floor(size * DELAY_MS));
		signal.throwIfAborted();
		if (kind === "repeat") await carryBlind(sent);
		const response = await new Promise<Response>((resolve, reject) => {
			const leave = carry(sent, {
				onAnswer: (answer) => {
					const status = answer.statusCode ?? 502;
					onAnswer(sent, status);
					const headers = new Headers();
					for (const [name, value] of Object.entries(answer.headers))
						if (value !== undefined && name !== "content-length") headers.set(name, String(value));
					const body = bodyOf(sent, answer, given, leave);
					resolve(new Response(status === 204 ? null : body, { status, headers }));
				},
				onFault: () => reject(failed()),
			});
			signal.addEventListener("abort", leave, { once: true });
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
				const leave = () => reject(signal.reason);
				open.add(cut);
				signal.addEventListener("abort", leave, { once: true });
				exchange(sent, trouble(sent), signal)
					.then(resolve, reject)
					.finally(() => {
						open.delete(cut);
						signal.removeEventListener("abort", leave);
					});
			});
		},
		cutAll() {
			for (const cut of [...open]) cut();
			open.clear();
		},
	};
}
