import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { AgentConnection, MainLink } from "./main-link.ts";
import { createMcpServer } from "./mcp-server.ts";

const MAX_SUBSCRIPTIONS = 64;

/** Writes the MCP library's response, which may be a stream. */
async function respondWith(response: ServerResponse, answer: Response): Promise<void> {
	response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), "cache-control": "no-store" });
	if (answer.body === null) {
		response.end();
		return;
	}
	const reader = answer.body.getReader();
	response.on("close", () => {
		reader.cancel().catch(() => {});
	});
	for (;;) {
		const { done, value } = await reader.read();
		if (done || response.destroyed) break;
		if (!response.write(value))
			await new Promise<void>((resolve) => {
				response.once("drain", resolve);
				response.once("close", resolve);
			});
	}
	response.end();
}

/** MCP over stateless HTTP. Every request gets its own server. */
export class McpOverHttp {
	readonly #handler: McpHttpHandler;
	/** Agent connection for each request that the library is serving. */
	readonly #connections = new WeakMap<Request, AgentConnection>();

	constructor(link: MainLink) {
		this.#handler = createMcpHandler(
			({ requestInfo }) => {
				const connection = requestInfo === undefined ? undefined : this.#connections.get(requestInfo);
				if (connection === undefined) throw new Error("the request has no agent");
				return createMcpServer(link, connection);
			},
			{ maxSubscriptions: MAX_SUBSCRIPTIONS },
		);
	}

	async answer(
		request: IncomingMessage,
		response: ServerResponse,
		call: { readonly connection: AgentConnection; readonly message: unknown; readonly signal: AbortSignal },
	): Promise<void> {
		const headers = new Headers();
		// The library doesn't need the secret.
		for (const [name, value] of Object.entries(request.headers))
			if (value !== undefined && name !== "authorization") headers.set(name, String(value));
		const asked = new Request("http://127.0.0.1/mcp", { method: "POST", headers, signal: call.signal });
		this.#connections.set(asked, call.connection);
		await respondWith(response, await this.#handler.fetch(asked, { parsedBody: call.message }));
	}

	close(): Promise<void> {
		return this.#handler.close();
	}
}
