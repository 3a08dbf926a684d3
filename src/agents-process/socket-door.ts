import { chmodSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { z } from "zod";
import type { Admission } from "./admission.ts";
import { parseBoundedJson } from "./bounded-bytes.ts";
import { credentialOf } from "./http-checks.ts";
import type { AgentConnection, MainLink, StartTimer } from "./main-link.ts";
import { programName } from "./program-name.ts";

const MAX_CONNECTIONS = 64;
const MAX_PER_AGENT = 16;
const OPENING_MS = 5_000;
const MAX_OPENING_BYTES = 1_024;
const NEWLINE = 0x0a;

/** `program`: the client's name, if the shim already knows it. */
const opening = z.strictObject({ secret: z.string(), program: z.string().optional() });

/** Parses the first line, which identifies the agent. Returns `null` if the line is invalid. */
function readOpening(line: string): AgentConnection | null {
	try {
		const read = opening.safeParse(parseBoundedJson(line)).data;
		const credential = read === undefined ? null : credentialOf(read.secret);
		if (credential === null) return null;
		return { credential, caller: { door: "mcp_stdio", pid: null, program: programName(read?.program) } };
	} catch {
		return null;
	}
}

/** Thrown if a running process is already using the socket's path. */
export class SocketInUseError extends Error {
	override readonly name = "SocketInUseError";
}

const isPipe = (path: string) => path.startsWith("\\\\.\\pipe\\");

function isSocketFile(path: string): boolean {
	try {
		return lstatSync(path).isSocket();
	} catch {
		return false;
	}
}

/** Returns whether a process is listening on this socket. */
function isAlive(path: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(path);
		const end = (alive: boolean) => {
			socket.destroy();
			resolve(alive);
		};
		socket.once("connect", () => end(true));
		socket.once("error", () => end(false));
	});
}

/**
 * MCP over a socket that only this user can access, with one message per line. A connection's first line
 * contains the agent's secret. The response is one line: `{"countersign":"ready"}`, or `refused` with a code.
 */
export class SocketDoor {
	readonly #link: MainLink;
	readonly #admission: Admission;
	readonly #after: StartTimer;
	readonly #log: (line: string) => void;
	readonly #server: Server;
	readonly #open = new Map<string, Set<Socket>>();
	readonly #all = new Set<Socket>();

	constructor(options: {
		readonly link: MainLink;
		readonly admission: Admission;
		readonly after: StartTimer;
		/** Must never receive a secret. */
		readonly log: (line: string) => void;
	}) {
		this.#link = options.link;
		this.#admission = options.admission;
		this.#after = options.after;
		this.#log = options.log;
		this.#server = createServer((socket) => this.#greet(socket));
		this.#server.maxConnections = MAX_CONNECTIONS;
	}

	/**
	 * Starts listening. Replaces a socket whose process has exited.
	 * @throws SocketInUseError, or the system's error
	 */
	async open(path: string): Promise<void> {
		if (!isPipe(path)) {
			mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
			if (isSocketFile(path)) {
				if (await isAlive(path)) throw new SocketInUseError();
				rmSync(path, { force: true });
			}
		}
		await this.#listen(path);
		if (!isPipe(path)) chmodSync(path, 0o600);
		this.#server.on("error", (error) => this.#log(`socket: ${error.name}`));
	}

	/** Closes an agent's connections. */
	disconnect(credential: string): void {
		for (const socket of [...(this.#open.get(credential) ?? [])]) socket.destroy();
	}

	async close(): Promise<void> {
		for (const socket of [...this.#all]) socket.destroy();
		await new Promise<void>((resolve) => this.#server.close(() => resolve()));
	}

	#listen(path: string): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#server.once("error", reject);
			// `listen` creates the socket file, and no other user may be able to open it even for a moment.
			const before = process.umask(0o177);
			try {
				this.#server.listen(path, () => {
					this.#server.off("error", reject);
					resolve();
				});
			} finally {
				process.umask(before);
			}
		});
	}

	/** Waits for the first line, for a limited time. */
	#greet(socket: Socket): void {
		this.#all.add(socket);
		socket.on("error", () => {});
		socket.on("close", () => this.#all.delete(socket));
		let read = Buffer.alloc(0);
		const cancel = this.#after(OPENING_MS, () => this.#refuse(socket, "malformed"));
		socket.on("close", cancel);
		const onData = (chunk: Buffer) => {
			read = Buffer.concat([read, chunk]);
			const end = read.indexOf(NEWLINE);
			if (end === -1 && read.byteLength <= MAX_OPENING_BYTES) return;
			cancel();
			socket.off("data", onData);
			socket.pause();
			const connection =
				end === -1 || end > MAX_OPENING_BYTES ? null : readOpening(read.toString("utf8", 0, end));
			const rest = read.subarray(end + 1);
			if (connection === null) this.#refuse(socket, "malformed");
			else void this.#admit(socket, connection, rest);
		};
		socket.on("data", onData);
	}

	async #admit(socket: Socket, connection: AgentConnection, rest: Buffer): Promise<void> {
		const { credential } = connection;
		const open = this.#open.get(credential) ?? new Set<Socket>();
		if (open.size >= MAX_PER_AGENT) {
			this.#refuse(socket, "busy");
			return;
		}
		this.#open.set(credential, open);
		open.add(socket);
		socket.on("close", () => {
			open.delete(socket);
			if (open.size === 0 && this.#open.get(credential) === open) this.#open.delete(credential);
		});
		if (!(await this.#admission.admits(connection))) {
			this.#refuse(socket, "unknown_agent");
			return;
		}
		// Imported on demand, because the library accounts for most of the process's memory and many users
		// have no MCP client.
		const { serveMcp } = await import("./socket-transport.ts");
		if (socket.destroyed) return;
		socket.write(`${JSON.stringify({ countersign: "ready" })}\n`);
		if (rest.byteLength > 0) socket.unshift(rest);
		serveMcp(socket, this.#link, connection);
		socket.resume();
	}

	#refuse(socket: Socket, code: string): void {
		if (socket.destroyed) return;
		socket.end(`${JSON.stringify({ countersign: "refused", code })}\n`);
		socket.removeAllListeners("data");
		socket.resume();
		// A program that never closes its end would keep occupying a slot.
		socket.setTimeout(1_000, () => socket.destroy());
	}
}
