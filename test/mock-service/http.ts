import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { resourceOf } from "../../src/service-api/resource.ts";
import type { Bearer } from "./auth/authority.ts";
import { distortPage, type Fault, type Faults, GARBAGE_PAGE } from "./faults.ts";
import type { After } from "./options.ts";
import { Problem } from "./problem.ts";
import { preciseNow, type RecordBook, type RequestRecord } from "./records.ts";

/** HTTP layer below the routes: bodies, bearer tokens, error envelopes, records and requested faults. */

export interface Exchange {
	readonly method: string;
	readonly url: URL;
	readonly headers: IncomingMessage["headers"];
	/** Parsed JSON body; undefined if there was none. */
	readonly body: unknown;
	/** Raw body. */
	readonly text: string;
	readonly fault: Fault | null;
	readonly response: ServerResponse;
	/** Subject of the caller's token. */
	readonly subject: string;
	/** Aborts when the caller disconnects or the service stops. */
	readonly disconnected: AbortSignal;
}

/** Answer to send, or `streaming` if the route writes by itself. */
export type Answer = { readonly status: number; readonly text: string } | "streaming";

export interface Route {
	readonly method: string;
	readonly path: RegExp;
	readonly scope: string;
	/** `ids` are the groups of `path`, decoded. */
	handle(exchange: Exchange, ids: readonly string[]): Answer | Promise<Answer>;
}

export interface HttpParts {
	readonly routes: readonly Route[];
	/** Returns a token's caller and scopes for the resource of the path; `null` if it is not valid there. */
	readonly bearer: (token: string, path: string) => Bearer | null;
	/** Throws a Problem if the path or body names another user's object. */
	readonly guard: (subject: string, path: string, body: unknown) => void;
	readonly faults: Faults;
	readonly book: RecordBook;
	readonly after: After;
}

const MAX_BODY = 1024 * 1024;

export async function readText(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		const bytes = Buffer.from(chunk);
		size += bytes.length;
		if (size > MAX_BODY) throw new Problem(413, "too_large", "The body is larger than 1 MiB.");
		chunks.push(bytes);
	}
	return Buffer.concat(chunks).toString("utf8");
}

/** @throws Problem 400 if the text is not JSON */
export function parseBody(text: string): unknown {
	if (text === "") return undefined;
	try {
		return JSON.parse(text);
	} catch {
		throw new Problem(400, "invalid_json", "The body is not JSON.");
	}
}

/** @returns the caller */
function authorize(parts: HttpParts, header: string | undefined, path: string, scope: string): string {
	const resource = `/.well-known/oauth-protected-resource/v1/${resourceOf(path)}`;
	const challenge = (error: string) => ({
		headers: {
			"www-authenticate": `Bearer resource_metadata="${resource}", error="${error}", scope="${scope}"`,
		},
	});
	const token = /^Bearer (.+)$/i.exec(header ?? "")?.[1];
	const bearer = token === undefined ? null : parts.bearer(token, path);
	if (bearer === null) {
		throw new Problem(401, "invalid_token", "Authorization failed", challenge("invalid_token"));
	}
	if (!bearer.scopes.has(scope)) {
		throw new Problem(403, "insufficient_scope", "Authorization failed", challenge("insufficient_scope"));
	}
	return bearer.subject;
}

function findRoute(parts: HttpParts, method: string, path: string): { route: Route; ids: string[] } {
	const matching = parts.routes.flatMap((route) => {
		const found = route.path.exec(path);
		return found === null ? [] : [{ route, ids: found.slice(1).map(decodeURIComponent) }];
	});
	const chosen = matching.find(({ route }) => route.method === method);
	if (chosen !== undefined) return chosen;
	if (matching.length > 0) throw new Problem(405, "method_not_allowed", `${method} is not offered here.`);
	throw new Problem(404, "not_found", "There is nothing here.");
}

function sendJson(
	response: ServerResponse,
	status: number,
	text: string,
	headers: Readonly<Record<string, string>> = {},
): void {
	response.writeHead(status, { "content-type": "application/json", ...headers });
	response.end(text);
}

function sendProblem(response: ServerResponse, problem: Problem, requestId: string): void {
	const details = problem.details === undefined ? {} : { details: problem.details };
	const error = { code: problem.code, message: problem.message, requestId, ...details };
	sendJson(response, problem.status, JSON.stringify({ error }), problem.headers);
}

function flatHeaders(headers: IncomingMessage["headers"]): Record<string, string> {
	const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
		value === undefined || name === "authorization" ? [] : [[name, String(value)]],
	);
	return Object.fromEntries(pairs);
}

async function sleep(after: After, ms: number, disconnected: AbortSignal): Promise<void> {
	await new Promise<void>((resolve) => {
		const cancel = after(ms, resolve);
		disconnected.addEventListener("abort", () => {
			cancel();
			resolve();
		});
	});
}

/** Applies a fault before the request has any effect. Returns true if the fault answered the request. */
async function applyFaultBefore(
	after: After,
	fault: Fault,
	exchange: Omit<Exchange, "subject">,
	requestId: string,
): Promise<boolean> {
	const { response, disconnected, url } = exchange;
	const streaming = url.pathname.endsWith("/stream");
	switch (fault.kind) {
		case "delay":
			if (fault.where === "request") await sleep(after, fault.ms, disconnected);
			return false;
		case "status": {
			const body = fault.body ?? { error: { code: "ordered", message: "Ordered by a test.", requestId } };
			sendJson(response, fault.status, JSON.stringify(body), fault.headers);
			return true;
		}
		case "retry_after":
			sendProblem(
				response,
				new Problem(429, "rate_limited", "Slow down.", { headers: { "retry-after": String(fault.seconds) } }),
				requestId,
			);
			return true;
		case "html":
			response.writeHead(fault.status, { "content-type": "text/html" });
			response.end("<html><body><h1>Bad gateway</h1></body></html>");
			return true;
		case "lost_request":
			response.socket?.destroy();
			return true;
		case "garbage_page":
		case "raw_page":
			if (streaming) return false;
			sendJson(response, 200, fault.kind === "raw_page" ? fault.body : GARBAGE_PAGE);
			return true;
		default:
			return false;
	}
}

async function sendAnswer(
	after: After,
	answer: Exclude<Answer, "streaming">,
	exchange: Exchange,
): Promise<void> {
	const { fault, response, disconnected } = exchange;
	if (fault?.kind === "lost_answer") {
		response.socket?.destroy();
		return;
	}
	if (fault?.kind === "delay" && fault.where === "answer") await sleep(after, fault.ms, disconnected);
	if (disconnected.aborted) return;
	const text =
		(fault === null ? null : distortPage(fault, answer.text === "" ? "{}" : answer.text)) ?? answer.text;
	sendJson(response, answer.status, text);
}

/** Handles one request: records it, applies a requested fault, authorizes it and runs the route. */
export async function answerRequest(
	parts: HttpParts,
	request: IncomingMessage,
	response: ServerResponse,
	stopped: AbortSignal,
): Promise<void> {
	const url = new URL(request.url ?? "/", "http://127.0.0.1");
	const method = request.method ?? "GET";
	const path = `${url.pathname}${url.search}`;
	const requestId = `req_${randomUUID()}`;
	response.setHeader("x-request-id", requestId);
	const connection = new AbortController();
	response.once("close", () => connection.abort());
	const fault = parts.faults.consume(method, path);
	const record: RequestRecord = {
		at: preciseNow(),
		method,
		path,
		idempotencyKey: request.headers["idempotency-key"]?.toString() ?? null,
		headers: flatHeaders(request.headers),
		body: null,
		status: null,
		fault: fault?.kind ?? null,
	};
	parts.book.requests.push(record);
	response.once("close", () => {
		record.status ??= response.headersSent && response.writableFinished ? response.statusCode : 0;
	});
	try {
		const text = await readText(request);
		record.body = text === "" ? null : text;
		const body = parseBody(text);
		record.body = body ?? null;
		const disconnected = AbortSignal.any([connection.signal, stopped]);
		const received = { method, url, headers: request.headers, body, text, fault, response, disconnected };
		if (fault !== null && (await applyFaultBefore(parts.after, fault, received, requestId))) return;
		const { route, ids } = findRoute(parts, method, url.pathname);
		const subject = authorize(parts, request.headers.authorization, url.pathname, route.scope);
		parts.guard(subject, url.pathname, body);
		const exchange: Exchange = { ...received, subject };
		const answer = await route.handle(exchange, ids);
		if (answer !== "streaming") await sendAnswer(parts.after, answer, exchange);
	} catch (error) {
		if (response.headersSent || response.destroyed || stopped.aborted) {
			response.destroy();
			return;
		}
		const problem =
			error instanceof Problem
				? error
				: new Problem(500, "internal", error instanceof Error ? error.message : String(error));
		if (fault?.kind === "lost_answer") response.socket?.destroy();
		else sendProblem(response, problem, requestId);
	}
}

/** Starts listening on 127.0.0.1 and returns the base address. */
export async function listen(server: Server, port: number): Promise<{ url: string; port: number }> {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", resolve);
	});
	const address: AddressInfo | string | null = server.address();
	if (address === null || typeof address === "string") throw new Error("the server has no port");
	return { url: `http://127.0.0.1:${address.port}`, port: address.port };
}

/** Ends the server and every connection to it. */
export async function closeServer(server: Server): Promise<void> {
	const closed = new Promise<void>((resolve) => server.close(() => resolve()));
	server.closeAllConnections();
	await closed;
}
