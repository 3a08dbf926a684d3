import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";
import { page, SESSION } from "./pages.ts";

/** A service that answers as a test scripts it, over real HTTP. */

type Route = "change" | "list" | "poll" | "stream" | "start" | "interrupt" | "commit" | "manual";

interface Asked {
	readonly route: Route;
	readonly id: string;
	readonly query: URLSearchParams;
	readonly headers: IncomingMessage["headers"];
	readonly body: string;
}

export type Handler = (response: ServerResponse, asked: Asked) => void;

export interface ScriptedService {
	readonly url: string;
	readonly asked: readonly Asked[];
	count(route: Route): number;
	/** Sets the handlers of the next requests to this route, in order, before those of `always`. */
	next(route: Route, ...handlers: Handler[]): void;
	always(route: Route, handler: Handler): void;
	/** Resolves with the n-th request (from 1) to this route when it arrives. */
	request(route: Route, nth?: number): Promise<Asked>;
	close(): Promise<void>;
}

const ROUTES: readonly (readonly [string, RegExp, Route])[] = [
	["GET", /^\/v1\/agent\/sessions$/, "list"],
	["PATCH", /^\/v1\/agent\/sessions\/([^/]+)$/, "change"],
	["POST", /^\/v1\/agent\/chat$/, "start"],
	["GET", /^\/v1\/agent\/chat\/([^/]+)$/, "poll"],
	["GET", /^\/v1\/agent\/chat\/([^/]+)\/stream$/, "stream"],
	["POST", /^\/v1\/agent\/chat\/([^/]+)\/interrupt$/, "interrupt"],
	["GET", /^\/api\/commits\/([^/]+)$/, "commit"],
	["POST", /^\/api\/commits\/([^/]+)\/manual$/, "manual"],
];

export const json =
	(value: unknown, status = 200, headers: Record<string, string> = {}): Handler =>
	(response) => {
		response.writeHead(status, { "content-type": "application/json", ...headers });
		response.end(typeof value === "string" ? value : JSON.stringify(value));
	};

export const html =
	(status = 200): Handler =>
	(response) => {
		response.writeHead(status, { "content-type": "text/html" });
		response.end("<html><body>Sign in to the network</body></html>");
	};

export const problem = (status: number, code: string, headers: Record<string, string> = {}): Handler =>
	json({ error: { code, message: "as scripted" } }, status, headers);

/** Closes the connection without an answer. */
export const lost: Handler = (response) => response.destroy();

export function frame(event: string, data: unknown): string {
	return `event: ${event}\ndata: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

/** Opens a stream and writes the parts, then leaves it open, ends it, or cuts the connection. */
export const stream =
	(parts: readonly (string | Uint8Array)[], then: "open" | "end" | "cut" = "open"): Handler =>
	(response) => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.flushHeaders();
		for (const part of parts) response.write(part);
		if (then === "end") response.end();
		// Closes the socket only after everything was written.
		if (then === "cut") response.socket?.destroySoon();
	};

export const sessionList = (...ids: readonly string[]): Handler =>
	json({ sessions: ids.map((id) => ({ id, title: null, updatedAt: 1_790_000_000, archived: false })) });

async function bodyOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(z.instanceof(Buffer).parse(part));
	return Buffer.concat(parts).toString("utf8");
}

export async function startScripted(): Promise<ScriptedService> {
	const asked: Asked[] = [];
	const queues = new Map<Route, Handler[]>();
	const usual = new Map<Route, Handler>([
		["list", sessionList()],
		["poll", json(page([], { cursor: "cur_0" }))],
		["stream", stream([])],
	]);
	let watchers: (() => void)[] = [];

	async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const url = new URL(request.url ?? "", "http://service");
		const found = ROUTES.flatMap(([method, pattern, route]) => {
			const match = request.method === method ? pattern.exec(url.pathname) : null;
			return match === null ? [] : [{ route, id: decodeURIComponent(match[1] ?? "") }];
		})[0];
		if (found === undefined) return problem(404, "not_found")(response, noRequest);
		const { headers } = request;
		const one: Asked = { ...found, query: url.searchParams, headers, body: await bodyOf(request) };
		asked.push(one);
		const handler = queues.get(found.route)?.shift() ?? usual.get(found.route) ?? problem(404, "not_found");
		handler(response, one);
		const told = watchers;
		watchers = [];
		for (const tell of told) tell();
	}

	const server = createServer((request, response) => {
		serve(request, response).catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = z.object({ port: z.number() }).parse(server.address());
	const of = (route: Route) => asked.filter((one) => one.route === route);

	return {
		url: `http://127.0.0.1:${port}`,
		asked,
		count: (route) => of(route).length,
		next: (route, ...handlers) => queues.set(route, [...(queues.get(route) ?? []), ...handlers]),
		always: (route, handler) => usual.set(route, handler),
		request: async (route, nth = 1) => {
			for (;;) {
				const one = of(route)[nth - 1];
				if (one !== undefined) return one;
				await new Promise<void>((resolve) => watchers.push(resolve));
			}
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

const noRequest: Asked = {
	route: "list",
	id: SESSION,
	query: new URLSearchParams(),
	headers: {},
	body: "",
};
