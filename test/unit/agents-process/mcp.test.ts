import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
	EVM_ACCOUNT,
	RECIPIENT,
	REJECTED,
	SENT,
	SIGNED,
	SVM_ACCOUNT,
	TX_HASH,
} from "../../support/agents-main.ts";
import { type AgentsWorld, openAgentsWorld } from "../../support/agents-world.ts";

const SHIM = fileURLToPath(new URL("../../../src/agents-process/mcp-shim.mjs", import.meta.url));

let world: AgentsWorld;
let secret: string;
let clients: Client[];

beforeEach(async () => {
	world = await openAgentsWorld();
	secret = world.main.addAgent();
	clients = [];
});
afterEach(async () => {
	for (const client of clients) await client.close();
	await world.close();
});

const overHttp = () =>
	new StreamableHTTPClientTransport(new URL(`${world.url}/mcp`), {
		requestInit: { headers: { authorization: `Bearer ${secret}` } },
	});
const overStdio = () =>
	new StdioClientTransport({
		command: process.execPath,
		args: [SHIM],
		env: { COUNTERSIGN_AGENT: secret, COUNTERSIGN_SOCKET: world.socket },
		stderr: "ignore",
	});

/** Connects the official client: `modern` uses the stateless revision, `legacy` starts with `initialize`. */
async function connect(door: "http" | "stdio", era: "modern" | "legacy"): Promise<Client> {
	const client = new Client(
		{ name: "Claude\u202e evil", version: "1" },
		{ versionNegotiation: { mode: era === "modern" ? { pin: "2026-07-28" } : "legacy" } },
	);
	clients.push(client);
	await client.connect(door === "http" ? overHttp() : overStdio());
	return client;
}

const TRANSFER = {
	chain: "8453",
	from: EVM_ACCOUNT,
	calls: [{ to: RECIPIENT, value: "5" }],
	reason: "Pay the invoice.",
	idempotency_key: "invoice 7",
};
const propose = (client: Client, fields: object = {}) =>
	client.callTool({ name: "propose_transaction", arguments: { ...TRANSFER, ...fields } });

describe.each([
	["http", "modern"],
	["http", "legacy"],
	["stdio", "modern"],
	["stdio", "legacy"],
] as const)("over %s, %s", (door, era) => {
	it("offers the tools, each with an output schema", async () => {
		const client = await connect(door, era);
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name).sort()).toEqual([
			"cancel_request",
			"get_request",
			"list_accounts",
			"list_networks",
			"list_requests",
			"propose_message",
			"propose_payment",
			"propose_solana_transaction",
			"propose_transaction",
			"propose_typed_data",
		]);
		for (const tool of tools) expect(tool.outputSchema?.type).toBe("object");
		expect(client.getNegotiatedProtocolVersion()).toBe(era === "modern" ? "2026-07-28" : "2025-11-25");
	});

	it("proposes, waits for the user, and returns the transaction", async () => {
		const client = await connect(door, era);
		const proposed = await propose(client);
		const id = await world.main.proposed();
		expect(proposed.structuredContent).toMatchObject({
			id,
			state: "waiting",
			is_final: false,
			chain: "8453",
		});
		expect(proposed.content[1]).toMatchObject({ type: "resource_link", uri: `countersign://review/${id}` });
		const waiting = client.callTool({ name: "get_request", arguments: { id, wait_ms: 60_000 } });
		await world.main.until(() => world.main.callsOf("get").length === 1);
		world.main.decide(id, SENT);
		expect((await waiting).structuredContent).toMatchObject({ state: "sent", transaction_id: TX_HASH });
		expect(world.main.callsOf("propose")).toEqual([
			{
				kind: "propose",
				proposed: {
					kind: "evm_calls",
					chain: "8453",
					from: EVM_ACCOUNT,
					calls: [{ to: RECIPIENT, value: "5", data: "0x" }],
					nonce: null,
				},
				reason: "Pay the invoice.",
				key: "invoice 7",
				expiresAt: null,
			},
		]);
	});

	it("names the door and the program, without characters that reverse text", async () => {
		const client = await connect(door, era);
		await client.callTool({ name: "list_accounts" });
		const caller = world.main.calls.at(-1)?.caller;
		expect(caller?.door).toBe(door === "http" ? "mcp_http" : "mcp_stdio");
		// The user confirms the first call, so that call must name the client.
		expect(world.main.calls[0]?.caller.program).toBe("Claude evil 1");
		// Over HTTP, the older protocol names the client only in its first request.
		expect(caller?.program).toBe(door === "http" && era === "legacy" ? "node" : "Claude evil 1");
	});
});

it.each(["2025-06-18", "2025-03-26", "2024-11-05"])("mirrors the older version %s", async (version) => {
	const response = await fetch(`${world.url}/mcp`, {
		method: "POST",
		headers: {
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
			authorization: `Bearer ${secret}`,
		},
		body: JSON.stringify({
			jsonrpc: "2.0",
			id: 1,
			method: "initialize",
			params: { protocolVersion: version, capabilities: {}, clientInfo: { name: "old", version: "1" } },
		}),
	});
	expect(await response.text()).toContain(`"protocolVersion":"${version}"`);
});

describe("tools", () => {
	it("lists what the user shares", async () => {
		const client = await connect("http", "modern");
		expect((await client.callTool({ name: "list_accounts" })).structuredContent).toEqual({
			accounts: [
				{ family: "evm", address: EVM_ACCOUNT },
				{ family: "svm", address: SVM_ACCOUNT },
			],
		});
		expect((await client.callTool({ name: "list_networks" })).structuredContent).toMatchObject({
			networks: [{ chain: "1" }, { chain: "8453" }, { chain: "devnet" }],
		});
	});

	it("returns the user's reason and requested change", async () => {
		const client = await connect("http", "modern");
		await propose(client);
		const id = await world.main.proposed();
		world.main.decide(id, REJECTED);
		const { structuredContent } = await client.callTool({ name: "get_request", arguments: { id } });
		expect(structuredContent).toMatchObject({
			state: "rejected",
			is_final: true,
			reason: "Not now.",
			wanted_change: "Send half.",
		});
	});

	it("returns the current state when the wait ends", async () => {
		const client = await connect("http", "modern");
		await propose(client);
		const id = await world.main.proposed();
		const waiting = client.callTool({ name: "get_request", arguments: { id, wait_ms: 1_234 } });
		await expect.poll(() => world.timers.waiting.includes(1_234)).toBe(true);
		world.timers.expire(1_234);
		expect((await waiting).structuredContent).toMatchObject({ state: "waiting" });
	});

	it("returns the same request for the same key, and refuses the key for other fields", async () => {
		const client = await connect("http", "modern");
		const [one, two] = [await propose(client), await propose(client)];
		expect(one.structuredContent).toMatchObject({ id: await world.main.proposed() });
		expect(two.structuredContent).toMatchObject({ id: await world.main.proposed() });
		const other = await propose(client, { chain: "1" });
		expect(other).toMatchObject({ isError: true, structuredContent: { error: { code: "key_reused" } } });
		expect(world.main.proposals.size).toBe(1);
	});

	it("lists and cancels requests", async () => {
		const client = await connect("http", "modern");
		await propose(client);
		const id = await world.main.proposed();
		expect(
			(await client.callTool({ name: "cancel_request", arguments: { id } })).structuredContent,
		).toMatchObject({
			state: "cancelled",
		});
		expect((await client.callTool({ name: "list_requests" })).structuredContent).toMatchObject({
			requests: [{ id, state: "cancelled" }],
		});
	});

	it("shows no request of another agent", async () => {
		await propose(await connect("http", "modern"));
		const id = await world.main.proposed();
		secret = world.main.addAgent();
		const client = await connect("http", "modern");
		expect(await client.callTool({ name: "get_request", arguments: { id } })).toMatchObject({
			isError: true,
			structuredContent: { error: { code: "not_found" } },
		});
		expect((await client.callTool({ name: "list_requests" })).structuredContent).toEqual({ requests: [] });
	});

	it("proposes on Solana, as a transaction or as instructions", async () => {
		const client = await connect("http", "modern");
		const common = { cluster: "devnet", from: SVM_ACCOUNT, reason: "r" };
		await client.callTool({
			name: "propose_solana_transaction",
			arguments: { ...common, transaction_base64: "AQID", idempotency_key: "1" },
		});
		await client.callTool({
			name: "propose_solana_transaction",
			arguments: {
				...common,
				idempotency_key: "2",
				instructions: [
					{
						program_id: SVM_ACCOUNT,
						accounts: [{ pubkey: SVM_ACCOUNT, is_signer: true, is_writable: false }],
						data_base64: "AQ==",
					},
				],
			},
		});
		expect(world.main.callsOf("propose").map(({ proposed }) => proposed)).toEqual([
			{ kind: "svm_transaction", cluster: "devnet", from: SVM_ACCOUNT, transactionBase64: "AQID" },
			{
				kind: "svm_instructions",
				cluster: "devnet",
				from: SVM_ACCOUNT,
				instructions: [
					{
						programId: SVM_ACCOUNT,
						accounts: [{ pubkey: SVM_ACCOUNT, isSigner: true, isWritable: false }],
						dataBase64: "AQ==",
					},
				],
				lookupTables: [],
			},
		]);
		const both = await client.callTool({
			name: "propose_solana_transaction",
			arguments: { ...common, idempotency_key: "3" },
		});
		expect(both).toMatchObject({ isError: true, structuredContent: { error: { code: "malformed" } } });
	});

	it("proposes typed data and messages, and returns signatures", async () => {
		const client = await connect("http", "modern");
		const common = { from: EVM_ACCOUNT, reason: "r" };
		await client.callTool({
			name: "propose_typed_data",
			arguments: { ...common, typed_data: { domain: {} }, idempotency_key: "1" },
		});
		await client.callTool({
			name: "propose_message",
			arguments: { ...common, family: "evm", message: "hello", idempotency_key: "2" },
		});
		const id = await world.main.proposed(2);
		world.main.decide(id, SIGNED);
		expect(
			(await client.callTool({ name: "get_request", arguments: { id } })).structuredContent,
		).toMatchObject({
			signature: SIGNED.signatures?.[0],
		});
		expect(world.main.callsOf("propose").map(({ proposed }) => proposed)).toEqual([
			{ kind: "typed_data", from: EVM_ACCOUNT, typedData: '{"domain":{}}' },
			{ kind: "message", family: "evm", from: EVM_ACCOUNT, message: "hello" },
		]);
	});

	const X402 = {
		scheme: "exact",
		asset: RECIPIENT,
		payTo: RECIPIENT,
		maxTimeoutSeconds: 60,
		extra: { name: "USDC", version: "2" },
	};
	it.each([
		[1, { ...X402, network: "base", maxAmountRequired: "10000", resource: "https://a.example/x" }],
		[2, { ...X402, network: "eip155:8453", amount: "10000" }],
	])(
		"proposes an x402 payment by requirements of version %i, and returns its payload",
		async (version, requirements) => {
			const client = await connect("http", "modern");
			await client.callTool({
				name: "propose_payment",
				arguments: {
					from: EVM_ACCOUNT,
					payment_requirements: requirements,
					resource: "https://a.example/x",
					reason: "r",
					idempotency_key: "1",
				},
			});
			const proposed = world.main.callsOf("propose")[0]?.proposed;
			if (proposed?.kind !== "payment") throw new Error("no payment");
			const { accepted, ...payment } = proposed.payment;
			expect(JSON.parse(accepted)).toEqual(requirements);
			expect({ ...proposed, payment }).toEqual({
				kind: "payment",
				from: EVM_ACCOUNT,
				payment: {
					network: "8453",
					asset: RECIPIENT,
					amount: "10000",
					payTo: RECIPIENT,
					resource: "https://a.example/x",
					description: "",
					maxTimeoutSeconds: 60,
					name: "USDC",
					version: "2",
					x402Version: version,
				},
			});
			const id = await world.main.proposed();
			world.main.decide(id, { ...SIGNED, payment: '{"x402Version":1}' });
			expect(
				(await client.callTool({ name: "get_request", arguments: { id } })).structuredContent,
			).toMatchObject({
				payment_payload: { x402Version: 1 },
			});
		},
	);

	it.each([
		["another scheme", { ...X402, scheme: "upto", network: "eip155:1", amount: "1" }],
		[
			"Permit2",
			{ ...X402, network: "eip155:1", amount: "1", extra: { ...X402.extra, assetTransferMethod: "permit2" } },
		],
		["an unknown network", { ...X402, network: "constructor", maxAmountRequired: "1" }],
		["no amount", { ...X402, network: "base" }],
		["two amounts", { ...X402, network: "eip155:1", amount: "1", maxAmountRequired: "2" }],
		["no resource", { ...X402, network: "eip155:1", amount: "1" }],
	])("refuses a payment with %s", async (name, requirements) => {
		const client = await connect("http", "modern");
		const answered = await client.callTool({
			name: "propose_payment",
			arguments: {
				from: EVM_ACCOUNT,
				payment_requirements: requirements,
				...(name === "no resource" ? {} : { resource: "https://a.example" }),
				reason: "r",
				idempotency_key: "1",
			},
		});
		expect(answered).toMatchObject({ isError: true, structuredContent: { error: { code: "malformed" } } });
		expect(world.main.proposals.size).toBe(0);
	});

	it.each([
		["no key", { idempotency_key: undefined }],
		["an unknown field", { approve: true }],
		["a negative value", { calls: [{ to: RECIPIENT, value: "-1" }] }],
		["33 calls", { calls: Array.from({ length: 33 }, () => ({ to: RECIPIENT })) }],
		["a bidi network", { chain: "\u202e1" }],
	])("refuses a proposal with %s, in a result that agents can read", async (_name, fields) => {
		const client = await connect("http", "modern");
		expect((await propose(client, fields)).isError).toBe(true);
		expect(world.main.proposals.size).toBe(0);
	});

	it.each(["not_confirmed", "paused", "account_not_shared", "too_many_waiting", "unavailable"] as const)(
		"returns %s with the next step",
		async (code) => {
			const client = await connect("http", "modern");
			world.main.agentOf(secret).fault = code;
			expect(await propose(client)).toMatchObject({ isError: true, structuredContent: { error: { code } } });
		},
	);
});
