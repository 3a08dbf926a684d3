import { readdir, readFile, readlink } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { z } from "zod";
import type { Admission } from "./admission.ts";
import { BoundedBytes, JsonError, parseBoundedJson } from "./bounded-bytes.ts";
import { DeveloperMethods } from "./developer-methods.ts";
import { isListenerHost, isPlainJson, routeOf } from "./http-checks.ts";
import type { AgentConnection, MainLink } from "./main-link.ts";
import type { McpOverHttp } from "./mcp-http.ts";
import { clientNameIn, programName } from "./program-name.ts";
import { MAX_REQUEST_BYTES } from "./protocol.ts";
import { FAULTS, INVALID_REQUEST, PARSE_ERROR, RpcError, SERVER_ERROR } from "./rpc-errors.ts";

/** Maximum number of processes to scan per lookup. */
const MAX_PROCESSES = 5_000;

/** Formats 127.0.0.1 and a port the way `/proc/net/tcp` does. */
const loopback = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;

/** Returns the inode of the peer's socket, or `null` if the table doesn't list it. */
export function peerInode(table: string, port: number, ownPort: number): string | null {
	for (const line of table.split("\n")) {
		const [, local, remote, , , , , , , inode] = line.trim().split(/\s+/);
		if (local === loopback(port) && remote === loopback(ownPort) && inode !== undefined && inode !== "0")
			return inode;
	}
	return null;
}

async function holds(pid: string, inode: string): Promise<boolean> {
	try {
		for (const fd of await readdir(`/proc/${pid}/fd`))
			if ((await readlink(`/proc/${pid}/fd/${fd}`)) === `socket:[${inode}]`) return true;
	} catch {
		// The process has exited or belongs to another user.
	}
	return false;
}

/** Finds the program at the other end of a connection to 127.0.0.1. Only works on Linux. */
class Peers {
	#isLooking = false;

	/**
	 * Returns the process ID. Returns `null` if the system doesn't reveal it, or if another lookup is already
	 * running, so that a flood of connections can't start many at once.
	 */
	async find(port: number | undefined, ownPort: number): Promise<number | null> {
		if (process.platform !== "linux" || port === undefined || this.#isLooking) return null;
		this.#isLooking = true;
		try {
			const inode = peerInode(await readFile("/proc/net/tcp", "utf8"), port, ownPort);
			if (inode === null) return null;
			const pids = (await readdir("/proc")).filter((name) => /^[1-9][0-9]*$/.test(name));
			// The newest process is the most likely one, because the user just started the program.
			for (const pid of pids
				.map(Number)
				.sort((one, other) => other - one)
				.slice(0, MAX_PROCESSES))
				if (await holds(String(pid), inode)) return pid;
			return null;
		} catch {
			return null;
		} finally {
			this.#isLooking = false;
		}
	}
}

/** Maximum number of calls in a JSON-RPC 2.0 batch. */
const MAX_BATCH = 100;

const callId = z.union([z.string().max(1_000), z.number(), z.null()]);
const rpcCall = z.object({
	jsonrpc: z.literal("2.0"),
	id: callId.optional(),
	method: z.string().min(1).max(200),
	params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
});
const anyId = z.object({ id: callId });

/** @throws RpcError */
type Perform = (method: string, params: unknown) => Promise<unknown>;

type RpcId = z.infer<typeof callId>;
const failure = (id: RpcId, { code, message, data }: RpcError) => ({
	jsonrpc: "2.0",
	id,
	error: { code, message, ...(data === undefined ? {} : { data }) },
});

async function answerOne(value: unknown, perform: Perform): Promise<unknown> {
	const call = rpcCall.safeParse(value);
	if (!call.success) {
		const id = anyId.safeParse(value).data?.id ?? null;
		return failure(id, new RpcError(INVALID_REQUEST, "This is not a JSON-RPC 2.0 call."));
	}
	const { id, method, params } = call.data;
	// Notifications don't get a response.
	if (id === undefined) return null;
	try {
		return { jsonrpc: "2.0", id, result: (await perform(method, params ?? [])) ?? null };
	} catch (error) {
		return failure(id, error instanceof RpcError ? error : new RpcError(SERVER_ERROR, "Countersign failed."));
	}
}

/** Handles a single call or a batch. Returns `null` if no response is needed. Never rejects. */
async function answerJsonRpc(text: string, perform: Perform): Promise<unknown> {
	let body: unknown;
	try {
		body = parseBoundedJson(text);
	} catch (error) {
		const message = error instanceof JsonError ? error.message : "The body can't be read.";
		return failure(null, new RpcError(PARSE_ERROR, message));
	}
	if (!Array.isArray(body)) return answerOne(body, perform);
	if (body.length === 0 || body.length > MAX_BATCH)
		return failure(null, new RpcError(INVALID_REQUEST, `A batch has 1 to ${MAX_BATCH} calls.`));
	const answers = await Promise.all(body.map((each) => answerOne(each, perform)));
	const wanted = answers.filter((answer) => answer !== null);
	return wanted.length === 0 ? null : wanted;
}

const MAX_CONNECTIONS = 512;
const MAX_OPEN_PER_AGENT = 32;
const HEAD_MS = 5_000;
const REQUEST_MS = 30_000;
/**
 * Maximum bytes of an oversized body to read and discard, so the program gets a response instead of a broken
 * pipe.
 */
const MAX_DISCARDED_BYTES = 128 * 1_048_576;

/** Thrown to refuse a request before any method runs. */
class HttpRefusal extends Error {
	override readonly name = "HttpRefusal";
	readonly status: number;
	readonly code: number;
	constructor(status: number, text: string, code = SERVER_ERROR) {
		super(text);
		this.status = status;
		this.code = code;
	}
}

/** @throws HttpRefusal if the body is too large */
async function readBody(request: IncomingMessage): Promise<string> {
	const tooLarge = new HttpRefusal(413, `The body is larger than ${MAX_REQUEST_BYTES} bytes.`);
	const declared = Number(request.headers["content-length"] ?? 0);
	if (!(declared <= MAX_DISCARDED_BYTES)) throw tooLarge;
	const body = new BoundedBytes(MAX_REQUEST_BYTES);
	for await (const chunk of request) {
		if (Buffer.isBuffer(chunk)) body.add(chunk);
		if (body.size > MAX_DISCARDED_BYTES) throw tooLarge;
	}
	if (body.size > MAX_REQUEST_BYTES) throw tooLarge;
	return body.consumeText();
}

/** @throws HttpRefusal */
function parseMessage(body: string): unknown {
	try {
		return parseBoundedJson(body);
	} catch (error) {
		throw new HttpRefusal(400, error instanceof JsonError ? error.message : "Unreadable.", PARSE_ERROR);
	}
}

function respond(
	response: ServerResponse,
	status: number,
	body: unknown,
	onWritten: () => void = () => {},
): void {
	if (response.destroyed || response.writableEnded) return;
	const text = body === null ? "" : JSON.stringify(body);
	const headers: Record<string, string | number> = {
		"cache-control": "no-store",
		"content-length": Buffer.byteLength(text),
	};
	if (text !== "") headers["content-type"] = "application/json";
	if (status === 401) headers["www-authenticate"] = "Bearer";
	if (status === 405) headers["allow"] = "POST";
	// The body of a refused request may not have been read completely.
	if (status >= 400) headers["connection"] = "close";
	const { socket } = response;
	response.once("finish", () => {
		if (socket !== null && !socket.destroyed) onWritten();
	});
	response.writeHead(status, headers);
	response.end(text);
}

/**
 * Serves MCP and JSON-RPC over HTTP on 127.0.0.1. Web pages can't use it: it checks the `Host` header and
 * refuses any request with an `Origin`.
 */
export class HttpDoor {
	readonly #link: MainLink;
	readonly #admission: Admission;
	readonly #log: (line: string) => void;
	readonly #server: Server;
	/** Loaded on the first MCP request, because the library accounts for most of the process's memory. */
	#mcp: Promise<McpOverHttp> | null = null;
	readonly #methods: DeveloperMethods;
	readonly #peers = new Peers();
	/** Connections with open requests, by credential. */
	readonly #open = new Map<string, Map<ServerResponse, Socket>>();
	#port = 0;

	constructor(options: {
		readonly link: MainLink;
		readonly admission: Admission;
		/** Must never receive a secret. */
		readonly log: (line: string) => void;
	}) {
		this.#link = options.link;
		this.#admission = options.admission;
		this.#log = options.log;
		this.#methods = new DeveloperMethods(options.link);
		this.#server = createServer(
			{
				headersTimeout: HEAD_MS,
				requestTimeout: REQUEST_MS,
				connectionsCheckingInterval: 1_000,
				maxHeaderSize: 16_384,
			},
			(request, response) => {
				void this.#serve(request, response);
			},
		);
		this.#server.maxConnections = MAX_CONNECTIONS;
	}

	/**
	 * Starts listening. @param port 0 for any free port @returns the actual port @throws the system's error
	 */
	open(port: number): Promise<number> {
		return new Promise((resolve, reject) => {
			this.#server.once("error", reject);
			this.#server.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
				this.#server.off("error", reject);
				this.#server.on("error", (error) => this.#log(`http: ${error.name}`));
				const address = this.#server.address();
				this.#port = typeof address === "object" && address !== null ? address.port : port;
				resolve(this.#port);
			});
		});
	}

	/** Closes the connections of an agent's open requests. */
	disconnect(credential: string): void {
		for (const socket of [...(this.#open.get(credential)?.values() ?? [])]) socket.destroy();
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await (await this.#mcp)?.close();
		await new Promise<void>((resolve) => this.#server.close(() => resolve()));
	}

	async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		response.on("error", () => {});
		try {
			await this.#dispatch(request, response);
		} catch (error) {
			if (error instanceof HttpRefusal) {
				const { status, code, message } = error;
				respond(response, status, { jsonrpc: "2.0", id: null, error: { code, message } });
			} else if (response.headersSent || request.destroyed) response.destroy();
			else {
				this.#log(`http: a request failed (${error instanceof Error ? error.name : "unknown"})`);
				respond(response, 500, {
					jsonrpc: "2.0",
					id: null,
					error: { code: SERVER_ERROR, message: "Countersign failed." },
				});
			}
		}
	}

	/** @throws HttpRefusal */
	async #dispatch(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { headers, headersDistinct, method } = request;
		if (headersDistinct["host"]?.length !== 1 || !isListenerHost(headers.host, this.#port))
			throw new HttpRefusal(403, "The Host header is not this computer.");
		if (headers.origin !== undefined) throw new HttpRefusal(403, "Requests of web pages are refused.");
		const route = routeOf(request.url ?? "", headers.authorization);
		if (route.kind === "unknown") throw new HttpRefusal(404, "There is nothing here.");
		if (route.credential === null)
			throw new HttpRefusal(401, "Send the agent's secret as a bearer token.", FAULTS.unknown_agent.code);
		if (method !== "POST") throw new HttpRefusal(405, "Only POST is answered.");
		if (!isPlainJson(headers["content-type"], headers["content-encoding"]))
			throw new HttpRefusal(415, "The body must be application/json, uncompressed.");
		const { credential } = route;
		const door = route.kind === "mcp" ? "mcp_http" : "json_rpc";
		const signal = this.#track(credential, request, response);
		const body = await readBody(request);
		const message = route.kind === "mcp" ? parseMessage(body) : null;
		// The process ID is only needed for an agent's first call, and finding it takes several milliseconds.
		const pid = this.#admission.knows(credential)
			? null
			: await this.#peers.find(request.socket.remotePort, this.#port);
		const program = clientNameIn(message) ?? programName(headers["user-agent"]);
		const connection: AgentConnection = { credential, caller: { door, pid, program } };
		if (!(await this.#admission.admits(connection)))
			throw new HttpRefusal(401, FAULTS.unknown_agent.text, FAULTS.unknown_agent.code);
		if (route.kind === "mcp") {
			this.#mcp ??= import("./mcp-http.ts").then(({ McpOverHttp }) => new McpOverHttp(this.#link));
			await (await this.#mcp).answer(request, response, { connection, message, signal });
		} else await this.#answerRpc(response, connection, route.chain, body, signal);
	}

	/**
	 * Tracks a request until its response is closed. @throws HttpRefusal if the agent has too many open
	 * requests
	 */
	#track(credential: string, request: IncomingMessage, response: ServerResponse): AbortSignal {
		const open = this.#open.get(credential) ?? new Map<ServerResponse, Socket>();
		if (open.size >= MAX_OPEN_PER_AGENT) throw new HttpRefusal(429, FAULTS.busy.text, FAULTS.busy.code);
		this.#open.set(credential, open);
		open.set(response, request.socket);
		const controller = new AbortController();
		response.on("close", () => {
			open.delete(response);
			if (open.size === 0 && this.#open.get(credential) === open) this.#open.delete(credential);
			controller.abort();
		});
		return controller.signal;
	}

	async #answerRpc(
		response: ServerResponse,
		connection: AgentConnection,
		chain: string | null,
		body: string,
		signal: AbortSignal,
	): Promise<void> {
		const answered = new Set<string>();
		const call = { connection, chain, signal, onAnswered: (id: string) => answered.add(id) };
		const answer = await answerJsonRpc(body, (method, params) => this.#methods.perform(call, method, params));
		respond(response, answer === null ? 204 : 200, answer, () => {
			for (const id of answered) this.#link.confirmDelivery(connection, id);
		});
	}
}
