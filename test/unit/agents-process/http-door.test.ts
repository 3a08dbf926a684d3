import { request } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { peerInode } from "../../../src/agents-process/http-door.ts";
import { newSecret } from "../../support/agents-main.ts";
import { type AgentsWorld, openAgentsWorld } from "../../support/agents-world.ts";

let world: AgentsWorld;
let secret: string;

beforeEach(async () => {
	world = await openAgentsWorld();
	secret = world.main.addAgent();
});
afterEach(() => world.close());

const CALL = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId" });

interface Answered {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly text: string;
}

/** Sends a request with exactly these headers. */
function send(options: {
	readonly path?: string;
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string | Buffer;
}): Promise<Answered> {
	return new Promise((resolve, reject) => {
		const { path = `/${secret}`, method = "POST", headers = {}, body = CALL } = options;
		const sent = request(
			{
				host: "127.0.0.1",
				port: world.port,
				path,
				method,
				headers: { "content-type": "application/json", ...headers },
			},
			(response) => {
				let text = "";
				response.setEncoding("utf8");
				response.on("data", (chunk: string) => {
					text += chunk;
				});
				response.on("end", () =>
					resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
				);
			},
		);
		sent.on("error", reject);
		sent.end(method === "POST" ? body : undefined);
	});
}

const hostsOf = (port: number) => [
	`127.0.0.1:${port}`,
	`localhost:${port}`,
	`LOCALHOST:${port}`,
	`[::1]:${port}`,
];

it("answers to the names of this computer", async () => {
	for (const host of hostsOf(world.port)) expect((await send({ headers: { host } })).status).toBe(200);
});

it.each([
	["another host", () => "evil.example"],
	["a host that resolves here", () => `rebound.example:${world.port}`],
	["no port", () => "127.0.0.1"],
	["another port", () => "127.0.0.1:1"],
	["a suffix", () => `localhost.evil.example:${world.port}`],
	["bidi", () => `localhost%E2%80%AE:${world.port}`],
])("refuses a Host that is %s, without informing main", async (_name, host) => {
	for (const path of [`/${secret}`, "/mcp"])
		expect((await send({ path, headers: { host: host() } })).status).toBe(403);
	expect(world.main.calls).toEqual([]);
});

it.each(["https://evil.example", "null", "http://localhost:3000", "chrome-extension://abc", ""])(
	"refuses the origin “%s”, and allows none by CORS",
	async (origin) => {
		for (const method of ["POST", "OPTIONS"]) {
			const answered = await send({ method, headers: { origin } });
			expect(answered.status).toBe(403);
			expect(Object.keys(answered.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
		}
		expect(world.main.calls).toEqual([]);
	},
);

it.each([
	["another path", { path: "/" }, 404],
	["a path above", { path: "/../mcp" }, 404],
	["a short secret", { path: "/abc" }, 404],
	["a secret with a query", { path: `/${"a".repeat(43)}?x` }, 404],
	["GET", { method: "GET" }, 405],
	[
		"GET of MCP",
		{ method: "GET", path: "/mcp", headers: { authorization: `Bearer ${"a".repeat(43)}` } },
		405,
	],
	["a web page's form", { headers: { "content-type": "text/plain" } }, 415],
	["a compressed body", { headers: { "content-encoding": "gzip" } }, 415],
	["MCP without a secret", { path: "/mcp" }, 401],
	["MCP with a short secret", { path: "/mcp", headers: { authorization: "Bearer abc" } }, 401],
] as const)("refuses %s, without informing main", async (_name, options, status) => {
	expect((await send(options)).status).toBe(status);
	expect(world.main.calls).toEqual([]);
});

it("refuses MCP with a secret that belongs to no agent", async () => {
	const wrong = newSecret();
	const answered = await send({
		path: "/mcp",
		headers: { authorization: `Bearer ${wrong}` },
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
	});
	expect(answered.status).toBe(401);
	expect(answered.headers["www-authenticate"]).toBe("Bearer");
	expect(answered.text).not.toContain(wrong);
});

it("refuses a body of 64 MiB, declared or not, and answers the next request", async () => {
	const body = Buffer.alloc(64 * 1_048_576, 0x20);
	expect((await send({ body })).status).toBe(413);
	expect((await send({ body, headers: { "transfer-encoding": "chunked" } })).status).toBe(413);
	expect((await send({ headers: { "content-length": String(2 ** 40) }, body: "" })).status).toBe(413);
	expect(world.main.calls).toEqual([]);
	expect((await send({})).status).toBe(200);
});

it("accepts a body of the allowed size", async () => {
	const params = ["x".repeat(1_000_000)];
	const answered = await send({
		body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params }),
	});
	expect(answered.status).toBe(200);
});

/** Sends raw bytes, and resolves with the response when the connection ends. */
function sendRaw(text: string): Promise<string> {
	return new Promise((resolve) => {
		const socket = connect(world.port, "127.0.0.1", () => socket.write(text));
		let answered = "";
		socket.on("data", (chunk) => {
			answered += String(chunk);
		});
		socket.on("close", () => resolve(answered));
	});
}

it.each([
	["no Host", () => "", 400],
	["an empty Host", () => "Host: \r\n", 403],
	["two Hosts", () => `Host: 127.0.0.1:${world.port}\r\nHost: evil.example\r\n`, 403],
])("refuses %s", async (_name, host, status) => {
	const head = `POST /${secret} HTTP/1.1\r\n${host()}Content-Type: application/json\r\nContent-Length: ${CALL.length}\r\n\r\n`;
	expect(await sendRaw(head + CALL)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
	expect(world.main.calls).toEqual([]);
});

it("closes a connection that doesn't use HTTP", async () => {
	expect(await sendRaw("\u0000\u0001 half a request\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
});

it("limits an agent's pending requests, without affecting other agents", async () => {
	const sign = (text: string) =>
		send({
			body: JSON.stringify({
				jsonrpc: "2.0",
				id: 1,
				method: "personal_sign",
				params: [text, `0x${"11".repeat(20)}`],
			}),
		});
	const waiting = Array.from({ length: 32 }, (_, index) => sign(`message ${index}`));
	await world.main.proposed(32);
	expect((await sign("one more")).status).toBe(429);
	const other = world.main.addAgent();
	expect((await send({ path: `/${other}` })).status).toBe(200);
	for (const id of world.main.proposals.keys())
		world.main.decide(id, { state: "signed", isFinal: true, signatures: ["0x01"] });
	for (const answered of await Promise.all(waiting)) expect(answered.status).toBe(200);
	expect((await send({})).status).toBe(200);
});

it("closes an agent's connections when main says so", async () => {
	const sign = JSON.stringify({
		jsonrpc: "2.0",
		id: 1,
		method: "personal_sign",
		params: ["0x01", `0x${"11".repeat(20)}`],
	});
	const waiting = send({ body: sign }).catch((error: unknown) => error);
	await world.main.proposed();
	world.main.disconnect(secret);
	expect(await waiting).toBeInstanceOf(Error);
});

it("asks main again after a disconnect whether an agent has the secret", async () => {
	await send({});
	world.main.agents.clear();
	world.main.disconnect(secret);
	await expect.poll(async () => (await send({})).status).toBe(401);
});

it("reports a port that another program uses", async () => {
	const second = await openAgentsWorld({ http: { port: world.port }, socket: null });
	expect(second.port).toBe(0);
	expect(await second.main.open({ http: null, socket: null })).toMatchObject({
		port: null,
		socket: false,
		faults: ["port_in_use"],
	});
	await second.close();
});

it("opens nothing that is turned off", async () => {
	const off = await openAgentsWorld({ http: null, socket: null });
	expect(await off.main.open({ http: null, socket: null })).toMatchObject({
		port: null,
		socket: false,
		faults: [],
	});
	await off.close();
});

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1 0 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 222 1 0 20 4 30 10 -1
   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 333 1 0 20 4 30 10 -1
   3: 0100007F:C351 0100007F:1F90 06 00000000:00000000 00:00000000 00000000  1000        0 0 1 0 20 4 30 10 -1
`;

it("finds the other end of a connection, not this one", () => {
	expect(peerInode(TABLE, 0xc350, 0x1f90)).toBe("333");
	expect(peerInode(TABLE, 0xc351, 0x1f90)).toBe(null);
	expect(peerInode(TABLE, 1, 0x1f90)).toBe(null);
	expect(peerInode("", 1, 2)).toBe(null);
});

it.skipIf(process.platform !== "linux")(
	"names the process of a first call, which the user confirms",
	async () => {
		const world = await openAgentsWorld({ socket: null });
		const secret = world.main.addAgent();
		const call = () =>
			fetch(`${world.url}/${secret}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_accounts" }),
			});
		world.main.agentOf(secret).fault = "not_confirmed";
		await call();
		await call();
		expect(world.main.calls.map(({ caller }) => caller.pid)).toEqual(Array(4).fill(process.pid));
		world.main.agentOf(secret).fault = null;
		await call();
		const before = world.main.calls.length;
		await call();
		expect(world.main.calls.slice(before).map(({ caller }) => caller.pid)).toEqual([null]);
		await world.close();
	},
);
