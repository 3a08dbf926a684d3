import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listen } from "../mock-service/http.ts";

/** A proxy for a service that deviates from the interface in one way and forwards everything else. */

export interface ForwardedRequest {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: Record<string, string>;
	body: unknown;
}

export interface ForwardedResponse {
	status: number;
	headers: Record<string, string>;
	/** Parsed JSON body; `undefined` if the body is empty or a stream. */
	json: unknown;
}

export interface Deviation {
	/** Changes the request in place. */
	request?(passing: ForwardedRequest): void;
	/** Changes the response in place; `again` repeats the request to the service. */
	answer?(
		passed: ForwardedResponse,
		passing: ForwardedRequest,
		again: () => Promise<ForwardedResponse>,
	): void | Promise<void>;
	/** Changes one frame of a stream. */
	frame?(text: string): string;
}

export interface Proxy {
	readonly url: string;
	/** Returns virtual time in ms: the sum of the waits that the service answered with an empty page. */
	now(): number;
	stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(Buffer.from(chunk));
	const text = Buffer.concat(chunks).toString("utf8");
	return text === "" ? undefined : JSON.parse(text);
}

const KEPT = ["authorization", "accept", "content-type", "idempotency-key", "x-session-id", "x-thread-id"];
const RETURNED = ["content-type", "x-request-id", "www-authenticate"];

function pick(names: readonly string[], read: (name: string) => string | null | undefined) {
	return Object.fromEntries(
		names.flatMap((name): [string, string][] => {
			const value = read(name) ?? null;
			return value === null ? [] : [[name, value]];
		}),
	);
}

function isEmptyPage(json: unknown): boolean {
	const events: unknown = typeof json === "object" && json !== null ? Reflect.get(json, "events") : null;
	return Array.isArray(events) && events.length === 0;
}

export async function deviatingProxy(target: string, deviation: Deviation): Promise<Proxy> {
	const forward = (passing: ForwardedRequest, signal: AbortSignal) => {
		const query = passing.query.size === 0 ? "" : `?${passing.query.toString()}`;
		return fetch(`${target}${passing.path}${query}`, {
			method: passing.method,
			headers: passing.headers,
			signal,
			...(passing.body === undefined ? {} : { body: JSON.stringify(passing.body) }),
		});
	};

	async function passedOf(answer: Response): Promise<ForwardedResponse> {
		const text = await answer.text();
		return {
			status: answer.status,
			headers: pick(RETURNED, (name) => answer.headers.get(name)),
			json: text === "" ? undefined : JSON.parse(text),
		};
	}

	async function stream(answer: Response, response: ServerResponse): Promise<void> {
		const passed: ForwardedResponse = {
			status: answer.status,
			headers: pick(RETURNED, (name) => answer.headers.get(name)),
			json: undefined,
		};
		await deviation.answer?.(passed, STREAM, async () => passed);
		response.writeHead(passed.status, passed.headers);
		let rest = "";
		const decoder = new TextDecoder();
		const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = answer.body?.getReader();
		for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
			const frames = (rest + decoder.decode(read.value, { stream: true })).split("\n\n");
			rest = frames.pop() ?? "";
			for (const frame of frames) response.write(`${deviation.frame?.(frame) ?? frame}\n\n`);
		}
		response.end();
	}

	let waited = 0;

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const gone = new AbortController();
		response.once("close", () => gone.abort());
		const url = new URL(request.url ?? "/", target);
		const passing: ForwardedRequest = {
			method: request.method ?? "GET",
			path: url.pathname,
			query: url.searchParams,
			headers: pick(KEPT, (name) => request.headers[name]?.toString()),
			body: await bodyOf(request),
		};
		deviation.request?.(passing);
		const answer = await forward(passing, gone.signal);
		if (/^text\/event-stream/.test(answer.headers.get("content-type") ?? "")) {
			await stream(answer, response);
			return;
		}
		const passed = await passedOf(answer);
		if (isEmptyPage(passed.json)) waited += Number(passing.query.get("wait") ?? 0);
		await deviation.answer?.(passed, passing, async () => passedOf(await forward(passing, gone.signal)));
		response.writeHead(passed.status, passed.headers);
		response.end(passed.json === undefined ? "" : JSON.stringify(passed.json));
	}

	const server = createServer((request, response) => {
		handle(request, response).catch(() => response.destroy());
	});
	const { url } = await listen(server, 0);
	return { url, now: () => waited, stop: () => closeServer(server) };
}

/** Request that is passed to `answer` for a stream that has begun. */
const STREAM: ForwardedRequest = {
	method: "GET",
	path: "/stream",
	query: new URLSearchParams(),
	headers: {},
	body: undefined,
};
