import { createParser, type EventSourceMessage } from "eventsource-parser";
import { orIfThrown } from "../../core/or-if-thrown.ts";
import { firstIssue, type ReadPage, readEventPageInSlices } from "../../service-api/event-page.ts";
import { type LiveMessage, liveMessage } from "../../service-api/events.ts";
import type { Clock } from "../ports.ts";
import { chatPath } from "./agent.ts";
import { decode } from "./body.ts";
import { ServiceError } from "./errors.ts";
import type { Http } from "./http.ts";
import { parsePageJson } from "./strict-json.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/**
 * Parsing the streams of 300 agents at once would block main, so the work is spread over several event loop
 * turns.
 */

export const READ_IN_A_TURN = 16 * 1024;

export class ReadingTurns {
	readonly #soon: (run: () => void) => void;
	readonly #waiting: { readonly length: number; readonly go: () => void }[] = [];
	#left = READ_IN_A_TURN;
	#isPlanned = false;

	constructor(soon: (run: () => void) => void = setImmediate) {
		this.#soon = soon;
	}

	/** Resolves immediately, or in a later turn if this turn's share is used up. */
	async waitForShare(length: number): Promise<void> {
		this.#plan();
		if (this.#left > 0 && this.#waiting.length === 0) {
			this.#left -= length;
			return;
		}
		await new Promise<void>((go) => this.#waiting.push({ length, go }));
	}

	#plan(): void {
		if (this.#isPlanned) return;
		this.#isPlanned = true;
		this.#soon(() => this.#next());
	}

	#next(): void {
		this.#isPlanned = false;
		this.#left = READ_IN_A_TURN;
		while (this.#left > 0) {
			const first = this.#waiting.shift();
			if (first === undefined) return;
			this.#left -= first.length;
			first.go();
		}
		this.#plan();
	}
}

/** See docs/service-api/events.md#server-sent-events */
export type StreamFrame =
	| { readonly kind: "page"; readonly page: ReadPage }
	| { readonly kind: "message"; readonly live: LiveMessage }
	| { readonly kind: "resync" }
	| { readonly kind: "unreadable"; readonly event: "page" | "message"; readonly reason: string };

interface StreamCall {
	readonly sessionId: string;
	readonly cursor: string | null;
	readonly signal: AbortSignal;
	readonly onOpen: () => void;
	/** Called once per chunk. The next chunk is read after the promise resolves. An error ends the stream. */
	readonly onFrames: (frames: readonly StreamFrame[]) => Promise<void> | void;
	/**
	 * How long in ms a connection can be silent before it counts as dead. Defaults to 45 s. SSE comments
	 * count as data.
	 */
	readonly readDeadlineMs?: number;
}

export interface StreamService {
	/** Resolves when the service ends the stream. Otherwise, throws a ServiceError. */
	follow(call: StreamCall): Promise<void>;
}

const FRAME_CAP = 8 * 1024 * 1024;

function parsed(data: string): unknown {
	return orIfThrown(undefined, () => parsePageJson(data));
}

export async function readFrame(
	event: string,
	data: string,
	pause: () => Promise<void> = yieldToEventLoop,
): Promise<StreamFrame | null> {
	switch (event) {
		case "page": {
			const page = await readEventPageInSlices(parsed(data), pause);
			return page.ok
				? { kind: "page", page: page.value }
				: { kind: "unreadable", event, reason: page.reason };
		}
		case "message": {
			const live = liveMessage.safeParse(parsed(data));
			return live.success
				? { kind: "message", live: live.data }
				: { kind: "unreadable", event, reason: firstIssue(live.error) };
		}
		case "resync":
			return { kind: "resync" };
		default:
			return null;
	}
}

class SilenceTimer {
	readonly #clock;
	readonly #ms;
	readonly #expire;
	#lastAt: number;
	#cancel = () => {};

	constructor(clock: Clock, ms: number, expire: () => void) {
		this.#clock = clock;
		this.#ms = ms;
		this.#expire = expire;
		this.#lastAt = clock.now();
		this.#arm(ms);
	}

	#arm(left: number): void {
		this.#cancel = this.#clock.after(left, () => {
			const quiet = this.#clock.now() - this.#lastAt;
			if (quiet >= this.#ms) this.#expire();
			else this.#arm(this.#ms - quiet);
		});
	}

	recordData(): void {
		this.#lastAt = this.#clock.now();
	}

	stop(): void {
		this.#cancel();
	}
}

export function createStream(http: Http, clock: Clock, turns = new ReadingTurns()): StreamService {
	return {
		async follow({ sessionId, cursor, signal, onOpen, onFrames, readDeadlineMs = 45_000 }) {
			const silence = new AbortController();
			const both = AbortSignal.any([signal, silence.signal]);
			const response = await http.open({
				method: "GET",
				path: chatPath(sessionId, "/stream"),
				query: cursor === null ? {} : { cursor },
				sessionId,
				accept: "text/event-stream",
				signal: both,
			});
			if (
				!/\btext\/event-stream\b/i.test(response.headers.get("content-type") ?? "") ||
				response.body === null
			) {
				response.body?.cancel().catch(() => {});
				throw new ServiceError("refused", {
					status: response.status,
					detail: "stream is not text/event-stream",
				});
			}
			onOpen();
			let messages: EventSourceMessage[] = [];
			let overflow = false;
			const parser = createParser({
				maxBufferSize: FRAME_CAP,
				onEvent: (message) => messages.push(message),
				onError: (error) => {
					if (error.type === "max-buffer-size-exceeded") overflow = true;
				},
			});
			const decoder = new TextDecoder("utf-8", { fatal: true });
			const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
			const timer = new SilenceTimer(clock, readDeadlineMs, () =>
				silence.abort(new ServiceError("timeout", { detail: `stream silent for ${readDeadlineMs} ms` })),
			);
			const leave = () => void reader.cancel().catch(() => {});
			both.addEventListener("abort", leave, { once: true });
			try {
				for (;;) {
					const { done, value } = await reader.read();
					both.throwIfAborted();
					if (done) return;
					timer.recordData();
					await turns.waitForShare(value.byteLength);
					both.throwIfAborted();
					parser.feed(decode(decoder, value));
					if (overflow)
						throw new ServiceError("unreadable", { detail: "unfinished frame is larger than 8 MiB" });
					const arrived = messages;
					messages = [];
					const frames: StreamFrame[] = [];
					for (const { event, data } of arrived) {
						const frame = await readFrame(event ?? "message", data, () => yieldToEventLoop(both));
						if (frame !== null) frames.push(frame);
					}
					if (frames.length > 0) await onFrames(frames);
				}
			} catch (error) {
				if (signal.aborted) throw signal.reason;
				if (silence.signal.aborted) throw silence.signal.reason;
				if (error instanceof ServiceError) throw error;
				if (error instanceof TypeError || (error instanceof Error && error.name === "AbortError"))
					throw new ServiceError("offline", { detail: "stream was cut", cause: error });
				throw error;
			} finally {
				timer.stop();
				both.removeEventListener("abort", leave);
				leave();
			}
		},
	};
}
