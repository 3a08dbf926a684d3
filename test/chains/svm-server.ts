import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { stringify } from "lossless-json";
import { z } from "zod";
import { RpcFault, type svmMethods } from "./svm-methods.ts";

/** Serves JSON-RPC 2.0 over HTTP on 127.0.0.1. Lamports are written as integers of any size. */

const request = z.looseObject({
	id: z.union([z.string(), z.number(), z.null()]).default(null),
	method: z.string(),
	params: z.array(z.unknown()).default([]),
});

export interface SvmServer {
	readonly url: string;
	/** Stops the server and closes open connections. */
	stop(): Promise<void>;
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
	let text = "";
	incoming.setEncoding("utf8");
	for await (const chunk of incoming) text += String(chunk);
	return text;
}

function answerTo(methods: ReturnType<typeof svmMethods>, message: unknown): unknown {
	const call = request.safeParse(message);
	if (!call.success) return { jsonrpc: "2.0", error: { code: -32600, message: "Invalid request" }, id: null };
	const { id, method, params } = call.data;
	try {
		const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
		if (run === undefined) throw new RpcFault(-32601, "Method not found");
		return { jsonrpc: "2.0", result: run(params) ?? null, id };
	} catch (error) {
		if (!(error instanceof RpcFault))
			return { jsonrpc: "2.0", error: { code: -32603, message: `Internal error: ${String(error)}` }, id };
		const { code, message, data } = error;
		return { jsonrpc: "2.0", error: { code, message, ...(data === undefined ? {} : { data }) }, id };
	}
}

function reply(methods: ReturnType<typeof svmMethods>, text: string): unknown {
	let message: unknown;
	try {
		message = JSON.parse(text);
	} catch {
		return { jsonrpc: "2.0", error: { code: -32700, message: "Parse error" }, id: null };
	}
	return Array.isArray(message) ? message.map((each) => answerTo(methods, each)) : answerTo(methods, message);
}

/** Keep-alive timeout in milliseconds, which is longer than any client keeps an idle connection. */
const IDLE_MS = 600_000;

export async function serveSvm(methods: ReturnType<typeof svmMethods>, port: number): Promise<SvmServer> {
	const server = createServer((incoming, response) => {
		void bodyOf(incoming).then(
			(text) => {
				response.setHeader("content-type", "application/json");
				response.end(stringify(reply(methods, text)));
			},
			() => response.destroy(),
		);
	});
	// Clients close idle connections earlier. On a busy machine, a connection that the server closes could
	// collide with the next request.
	server.keepAliveTimeout = IDLE_MS;
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	if (typeof address !== "object" || address === null) throw new Error("the server has no address");
	return {
		url: `http://127.0.0.1:${address.port}`,
		stop: async () => {
			if (!server.listening) return;
			const closed = once(server, "close");
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}
