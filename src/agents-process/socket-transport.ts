import type { Socket } from "node:net";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { BoundedBytes, JsonError, parseBoundedJson } from "./bounded-bytes.ts";
import type { AgentConnection, MainLink } from "./main-link.ts";
import { createMcpServer } from "./mcp-server.ts";
import { MAX_REQUEST_BYTES } from "./protocol.ts";
import { FAULTS, INVALID_REQUEST, PARSE_ERROR } from "./rpc-errors.ts";

/** Maximum number of pending requests per connection. */
const MAX_IN_FLIGHT = 64;
/** Maximum number of sent bytes that the program hasn't read yet. */
const MAX_UNREAD_BYTES = 8 * MAX_REQUEST_BYTES;
const MAX_SUBSCRIPTIONS = 16;
const NEWLINE = 0x0a;

/** Splits a stream into lines of limited length. */
class LineReader {
	readonly #line: BoundedBytes;

	constructor(maxBytes: number) {
		this.#line = new BoundedBytes(maxBytes);
	}

	/** Returns the complete lines, or `null` if a line is too long. */
	push(chunk: Buffer): string[] | null {
		const lines: string[] = [];
		let from = 0;
		for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
			if (!this.#line.add(chunk.subarray(from, at))) return null;
			lines.push(this.#line.consumeText());
			from = at + 1;
		}
		return this.#line.add(chunk.subarray(from)) ? lines : null;
	}
}

const cancellation = z.object({
	method: z.literal("notifications/cancelled"),
	params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/** Carries MCP messages over a socket, one per line, like the stdio transport. */
class SocketTransport implements Transport {
	onclose?: () => void;
	onerror?: (error: Error) => void;
	onmessage?: (message: JSONRPCMessage) => void;
	readonly #socket: Socket;
	readonly #lines = new LineReader(MAX_REQUEST_BYTES);
	/** Pending requests. A cancelled request gets no response. */
	readonly #inFlight = new Set<string | number>();
	#isClosed = false;

	constructor(socket: Socket) {
		this.#socket = socket;
	}

	async start(): Promise<void> {
		this.#socket.on("data", (chunk: Buffer) => this.#receive(chunk));
		this.#socket.on("close", () => this.#end());
		if (this.#socket.destroyed) this.#end();
	}

	async send(message: JSONRPCMessage): Promise<void> {
		if (!("method" in message) && message.id !== undefined) this.#inFlight.delete(message.id);
		this.#write(message);
	}

	async close(): Promise<void> {
		this.#socket.destroy();
		this.#end();
	}

	#end(): void {
		if (this.#isClosed) return;
		this.#isClosed = true;
		this.onclose?.();
	}

	#write(message: unknown): void {
		if (this.#socket.destroyed) return;
		this.#socket.write(`${JSON.stringify(message)}\n`);
		if (this.#socket.writableLength > MAX_UNREAD_BYTES) this.#socket.destroy();
	}

	#refuse(id: unknown, code: number, message: string): void {
		this.#write({ jsonrpc: "2.0", id, error: { code, message } });
	}

	#receive(chunk: Buffer): void {
		const lines = this.#lines.push(chunk);
		if (lines === null) {
			this.#refuse(null, INVALID_REQUEST, `A message is larger than ${MAX_REQUEST_BYTES} bytes.`);
			this.#socket.end();
			this.#socket.removeAllListeners("data");
			this.#socket.resume();
			return;
		}
		for (const line of lines) if (line.trim() !== "") this.#accept(line);
	}

	#accept(line: string): void {
		let message: JSONRPCMessage;
		try {
			message = parseJSONRPCMessage(parseBoundedJson(line));
		} catch (error) {
			if (error instanceof JsonError) this.#refuse(null, PARSE_ERROR, error.message);
			else this.#refuse(null, INVALID_REQUEST, "This is not an MCP message.");
			return;
		}
		if ("method" in message && "id" in message) {
			const { id } = message;
			if (this.#inFlight.has(id)) {
				this.#refuse(id, INVALID_REQUEST, "A request with this id waits for its answer.");
				return;
			}
			if (this.#inFlight.size >= MAX_IN_FLIGHT) {
				this.#refuse(id, FAULTS.busy.code, FAULTS.busy.text);
				return;
			}
			this.#inFlight.add(id);
		}
		const cancelled = cancellation.safeParse(message).data?.params.requestId;
		if (cancelled !== undefined) this.#inFlight.delete(cancelled);
		this.onmessage?.(message);
	}
}

/** Serves an admitted agent until its socket closes. */
export function serveMcp(socket: Socket, link: MainLink, connection: AgentConnection): void {
	serveStdio(() => createMcpServer(link, connection), {
		transport: new SocketTransport(socket),
		maxSubscriptions: MAX_SUBSCRIPTIONS,
	});
}
