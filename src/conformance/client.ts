import { AppError } from "../core/app-error.ts";
import { type Message, message, verbatim } from "../core/localized-text.ts";
import { errorEnvelope, readServiceFault } from "../service-api/error.ts";

export class NoAnswer extends AppError {
	override readonly name = "NoAnswer";
}

interface HttpRequest {
	readonly method?: "GET" | "POST";
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly body?: unknown;
	readonly key?: string;
	readonly token: string | null;
	readonly sessionId?: string;
	readonly timeoutMs?: number;
}

export interface HttpAnswer {
	readonly status: number;
	readonly headers: Headers;
	/** `undefined` if the body is not JSON. */
	readonly json: unknown;
	readonly code: string | null;
	readonly ms: number;
}

export interface EventFrame {
	readonly event: string;
	readonly data: string;
}

interface Streamed {
	readonly status: number;
	readonly contentType: string;
	readonly frames: readonly EventFrame[];
	readonly json: unknown;
}

export interface ClientOptions {
	readonly baseUrl: string;
	readonly fetch: typeof globalThis.fetch;
	readonly signal: AbortSignal;
	readonly now: () => number;
}

const SCHEME = "Bearer";
const CAP = 8 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

function why(error: unknown): Message {
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	if (cause instanceof Error && "code" in cause && typeof cause.code === "string")
		return verbatim(cause.code);
	return message(
		error instanceof Error && error.name === "TimeoutError"
			? "conformance.no-answer-in-time"
			: "conformance.connection-failed",
	);
}

async function* chunksOf(response: Response): AsyncGenerator<string> {
	if (response.body === null) return;
	const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let size = 0;
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			size += value.byteLength;
			if (size > CAP) throw new NoAnswer(message("conformance.answer-too-large"));
			yield decoder.decode(value, { stream: true });
		}
	} finally {
		reader.cancel().catch(() => {});
	}
}

async function textOf(response: Response): Promise<string> {
	let text = "";
	for await (const chunk of chunksOf(response)) text += chunk;
	return text;
}

/** Ignores comments and events without data. */
export function frameOf(block: string): EventFrame | null {
	let event = "message";
	const data: string[] = [];
	for (const line of block.split(/\r\n|\n|\r/)) {
		const [, field = "", value = ""] = /^(event|data)(?:$|: ?(.*)$)/s.exec(line) ?? [];
		if (field === "event") event = value;
		if (field === "data") data.push(value);
	}
	return data.length === 0 ? null : { event, data: data.join("\n") };
}

function jsonOf(text: string, response: Response): unknown {
	if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get("content-type") ?? ""))
		return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export class ConformanceClient {
	/**
	 * Requests answered with an error that has no envelope (`bare`) or two different request IDs
	 * (`misnamed`), e.g. "GET /path 404".
	 */
	readonly bare = new Set<string>();
	readonly misnamed = new Set<string>();
	readonly #options: ClientOptions;
	#errors = 0;
	#named = 0;

	constructor(options: ClientOptions) {
		this.#options = options;
	}

	count(): { readonly errors: number; readonly named: number } {
		return { errors: this.#errors, named: this.#named };
	}

	/** @throws NoAnswer */
	async ask(ask: HttpRequest): Promise<HttpAnswer> {
		return await this.#within(ask, async (ends) => {
			const { now } = this.#options;
			const began = now();
			const response = await this.#send(ask, "application/json", ends);
			const json = jsonOf(await textOf(response), response);
			this.#record(ask, response, json);
			return {
				status: response.status,
				headers: response.headers,
				json,
				code: readServiceFault(json).code,
				ms: now() - began,
			};
		});
	}

	/**
	 * Stops at the first `page` frame or on timeout.
	 * @throws NoAnswer
	 */
	async stream(ask: HttpRequest): Promise<Streamed> {
		return await this.#within(ask, async (ends) => {
			const response = await this.#send(ask, "text/event-stream", ends);
			const contentType = response.headers.get("content-type") ?? "";
			const frames: EventFrame[] = [];
			if (response.status !== 200 || !/^text\/event-stream\b/i.test(contentType)) {
				// A successful response with another content type may be an endless stream, so its body isn't
				// read.
				const json = response.status === 200 ? undefined : jsonOf(await textOf(response), response);
				response.body?.cancel().catch(() => {});
				this.#record(ask, response, json);
				return { status: response.status, contentType, frames, json };
			}
			this.#record(ask, response, undefined);
			let rest = "";
			try {
				for await (const chunk of chunksOf(response)) {
					const blocks = (rest + chunk).split(/(?:\r\n|\n|\r){2}/);
					rest = blocks.pop() ?? "";
					frames.push(...blocks.map(frameOf).filter((frame) => frame !== null));
					if (frames.some(({ event }) => event === "page")) break;
				}
			} catch (error) {
				// Frames that arrived before the timeout still count.
				if (error instanceof NoAnswer || this.#options.signal.aborted) throw error;
			}
			return { status: response.status, contentType, frames, json: undefined };
		});
	}

	async #send(ask: HttpRequest, accept: string, ends: AbortSignal): Promise<Response> {
		const { baseUrl, fetch } = this.#options;
		const url = new URL(`${baseUrl.replace(/\/+$/, "")}${ask.path}`);
		for (const [name, value] of Object.entries(ask.query ?? {})) url.searchParams.set(name, value);
		return await fetch(url, {
			method: ask.method ?? "GET",
			// A redirect could send the token to another host.
			redirect: "manual",
			signal: ends,
			headers: {
				accept,
				...(ask.token === null ? {} : { authorization: `${SCHEME} ${ask.token}` }),
				...(ask.body === undefined ? {} : { "content-type": "application/json" }),
				...(ask.key === undefined ? {} : { "idempotency-key": ask.key }),
				...(ask.sessionId === undefined
					? {}
					: { "x-session-id": ask.sessionId, "x-thread-id": ask.sessionId }),
			},
			...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
		});
	}

	#record(ask: HttpRequest, response: Response, json: unknown): void {
		const line = `${ask.method ?? "GET"} ${ask.path} ${response.status}`;
		if (response.status < 400) return;
		this.#errors += 1;
		const id = response.headers.get("x-request-id");
		if (id !== null) this.#named += 1;
		const { requestId } = readServiceFault(json);
		if (id !== null && requestId !== null && id !== requestId) this.misnamed.add(line);
		if (!errorEnvelope.safeParse(json).success) this.bare.add(line);
	}

	async #within<T>(ask: HttpRequest, work: (ends: AbortSignal) => Promise<T>): Promise<T> {
		const { signal } = this.#options;
		const ends = AbortSignal.any([signal, AbortSignal.timeout(ask.timeoutMs ?? TIMEOUT_MS)]);
		try {
			return await work(ends);
		} catch (error) {
			if (error instanceof NoAnswer) throw error;
			if (signal.aborted) throw new NoAnswer(message("conformance.run-too-long"));
			throw new NoAnswer(why(error));
		}
	}
}
