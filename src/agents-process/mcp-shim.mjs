#!/usr/bin/env node
// Joins an MCP client's standard input and output to Countersign's socket. Plain Node 18 or later, one file.
// In a clone: `npm run --silent mcp`; without --silent, npm writes to standard output, which belongs to MCP.
// The agent's secret comes from COUNTERSIGN_AGENT, never from an argument, which other programs can read.
import { connect } from "node:net";
import { homedir, platform, userInfo } from "node:os";
import { join } from "node:path";
import { env, exit, stderr, stdin, stdout } from "node:process";

const FIRST_MS = 500;
const RETRY_MS = 500;
/** Time for which a message waits for Countersign to start again. */
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

/** Returns where the app opens its socket (`socketPath` in protocol.ts). */
function socketPath() {
	if (env.COUNTERSIGN_SOCKET) return env.COUNTERSIGN_SOCKET;
	if (platform() === "win32") return `\\\\.\\pipe\\countersign-agents-${userInfo().username}`;
	if (env.XDG_RUNTIME_DIR) return join(env.XDG_RUNTIME_DIR, "countersign", "agents.sock");
	if (platform() === "darwin")
		return join(homedir(), "Library", "Application Support", "countersign", "agents.sock");
	return join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "countersign", "agents.sock");
}

/** Calls back with each line of a stream. */
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

/** The client's name, which the user sees before they confirm its first call; undefined while it gave none. */
let program;
/** The open connection; null while there is none. */
let socket = null;
let wasReady = false;
/** Lines that wait for a connection, with the timer that gives up. */
let held = [];
/** Ids of requests that were sent and not answered. */
const inFlight = new Map();
/** The 2025 handshake, once it was answered: sent again on each new connection. */
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
// The first message names the client. Whoever sends none still hears soon if something is wrong.
setTimeout(start, FIRST_MS);
