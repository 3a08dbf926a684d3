#!/usr/bin/env node
// Connects an MCP client's standard input and output to Countersign's socket. A single file for Node 18 or
// later. In a clone, run `npm run --silent mcp`. Without --silent, npm would write to standard output, which
// is reserved for MCP. The agent's secret comes from COUNTERSIGN_AGENT and never from an argument, because
// other programs can read arguments.
import { connect } from "node:net";
import { homedir, platform, userInfo } from "node:os";
import { join } from "node:path";
import { env, exit, stderr, stdin, stdout } from "node:process";

const FIRST_MS = 500;
const RETRY_MS = 500;
/** How long a message waits for Countersign to start again. */
const HOLD_MS = 10_000;
const MAX_HELD = 100;
const MAX_LINE = 64 * 1_048_576;
const REPLAY_ID = "countersign-replay";
const LOST =
	"Countersign was restarted or closed. A request that it received is kept: call list_requests or get_request.";
const ABSENT = "Countersign is not running, or its door for agents is closed. Open it and call again.";
const REFUSALS = {
	unknown_agent:
		"Countersign knows no agent with this secret. Add the agent there and use the new COUNTERSIGN_AGENT.",
	busy: "Countersign has too many connections of this agent. Close one.",
};

/** Returns the path of the app's socket (`socketPath` in protocol.ts). */
function socketPath() {
	if (env.COUNTERSIGN_SOCKET) return env.COUNTERSIGN_SOCKET;
	if (platform() === "win32") return `\\\\.\\pipe\\countersign-agents-${userInfo().username}`;
	if (env.XDG_RUNTIME_DIR) return join(env.XDG_RUNTIME_DIR, "countersign", "agents.sock");
	if (platform() === "darwin")
		return join(homedir(), "Library", "Application Support", "countersign", "agents.sock");
	return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "countersign", "agents.sock");
}

/** Calls `receive` for each line of a stream. */
function onLines(stream, receive) {
	let rest = "";
	stream.setEncoding("utf8");
	stream.on("data", (text) => {
		const lines = (rest + text).split("\n");
		rest = lines.pop() ?? "";
		if (rest.length > MAX_LINE) fail("A message is too large.");
		for (const line of lines) if (line.trim() !== "") receive(line);
	});
}

function parse(line) {
	try {
		const value = JSON.parse(line);
		return typeof value === "object" && value !== null ? value : {};
	} catch {
		return {};
	}
}

function fail(text) {
	stderr.write(`countersign: ${text}\n`);
	exit(1);
}

const secret = env.COUNTERSIGN_AGENT ?? "";
if (!/^[A-Za-z0-9_-]{43}$/.test(secret))
	fail("Set COUNTERSIGN_AGENT to the secret that Countersign showed for this agent.");

/**
 * The client's name, which the user sees before confirming its first call. `undefined` until the client gives
 * one.
 */
let program;
/** The open connection, or `null`. */
let socket = null;
let wasReady = false;
/** Lines waiting for a connection, each with the timer that gives up. */
let held = [];
/** IDs of requests that have no response yet. */
const inFlight = new Map();
/**
 * The client's handshake (2025 revision of MCP), once it was answered. It is sent again on every new
 * connection.
 */
let initialize = null;
let initialized = null;
let asked = null;

const answer = (id, message) =>
	stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message } })}\n`);

function send(line) {
	const message = parse(line);
	const { id, method } = message;
	if (method !== undefined && id !== undefined) inFlight.set(JSON.stringify(id), id);
	if (method === "notifications/cancelled") inFlight.delete(JSON.stringify(message.params?.requestId));
	if (method === "initialize") asked = message;
	if (method === "notifications/initialized") initialized = line;
	socket.write(`${line}\n`);
}

function hold(line) {
	const { id, method } = parse(line);
	const giveUp = () => {
		held = held.filter((each) => each !== entry);
		if (id !== undefined && method !== undefined) answer(id, ABSENT);
	};
	const entry = { line, timer: setTimeout(giveUp, HOLD_MS) };
	held.push(entry);
	if (held.length > MAX_HELD) {
		clearTimeout(held[0].timer);
		const [oldest] = held.splice(0, 1);
		const lost = parse(oldest.line);
		if (lost.id !== undefined && lost.method !== undefined) answer(lost.id, ABSENT);
	}
}

function flush() {
	const lines = held;
	held = [];
	for (const { line, timer } of lines) {
		clearTimeout(timer);
		send(line);
	}
}

function open() {
	const next = connect(socketPath());
	let state = "opening";
	const ready = () => {
		state = "ready";
		wasReady = true;
		socket = next;
		flush();
	};
	next.on("connect", () => next.write(`${JSON.stringify({ secret, program })}\n`));
	onLines(next, (line) => {
		if (state === "opening") {
			const greeting = parse(line);
			if (greeting.countersign !== "ready")
				fail(REFUSALS[greeting.code] ?? "Countersign refused the connection.");
			if (initialize === null) ready();
			else {
				state = "replaying";
				next.write(`${JSON.stringify({ ...initialize, id: REPLAY_ID })}\n`);
			}
		} else if (state === "replaying") {
			if (parse(line).id !== REPLAY_ID) return;
			if (initialized !== null) next.write(`${initialized}\n`);
			ready();
		} else {
			const { id, method, result } = parse(line);
			if (method === undefined) inFlight.delete(JSON.stringify(id));
			if (method === undefined && asked !== null && id === asked.id && result !== undefined)
				initialize = asked;
			stdout.write(`${line}\n`);
		}
	});
	next.on("error", (error) => {
		if (!wasReady) fail(`${ABSENT} (${error.code ?? error.name} at ${socketPath()})`);
	});
	next.on("close", () => {
		if (!wasReady) fail("Countersign closed the connection.");
		if (socket === next) {
			socket = null;
			for (const id of inFlight.values()) answer(id, LOST);
			inFlight.clear();
		}
		setTimeout(open, RETRY_MS);
	});
}

let isStarted = false;
function start() {
	if (isStarted) return;
	isStarted = true;
	open();
}

onLines(stdin, (line) => {
	const { params } = parse(line);
	const client = params?.clientInfo ?? params?._meta?.["io.modelcontextprotocol/clientInfo"];
	program ??= client === undefined ? undefined : `${client.name} ${client.version ?? ""}`.slice(0, 100);
	start();
	if (socket === null) hold(line);
	else send(line);
});
stdin.on("end", () => exit(0));
stdin.on("error", () => exit(0));
stdout.on("error", () => exit(0));
// The first message contains the client's name. A client that sends no message is still notified soon if
// there is a problem.
setTimeout(start, FIRST_MS);
