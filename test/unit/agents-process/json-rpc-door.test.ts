import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
	EVM_ACCOUNT,
	newSecret,
	RECIPIENT,
	REJECTED,
	SENT,
	SIGNED,
	TX_HASH,
} from "../../support/agents-main.ts";
import { type AgentsWorld, openAgentsWorld } from "../../support/agents-world.ts";

let world: AgentsWorld;
let secret: string;

beforeEach(async () => {
	world = await openAgentsWorld();
	secret = world.main.addAgent();
});
afterEach(() => world.close());

interface Answer {
	readonly id: unknown;
	readonly result?: unknown;
	readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

async function post(body: unknown, path = `/${secret}`): Promise<Answer> {
	const response = await fetch(world.url + path, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
	return response.json();
}
const rpc = (method: string, params: unknown = [], path?: string) =>
	post({ jsonrpc: "2.0", id: 7, method, params }, path);

const TRANSFER = { from: EVM_ACCOUNT, to: RECIPIENT, value: "0xde0b6b3a7640000" };

describe("accounts and networks", () => {
	it("lists the shared Ethereum accounts", async () => {
		expect(await rpc("eth_accounts")).toEqual({ jsonrpc: "2.0", id: 7, result: [EVM_ACCOUNT] });
	});

	it("refuses to request accounts if none is shared", async () => {
		world.main.agentOf(secret).accounts = [];
		expect((await rpc("eth_requestAccounts")).error?.code).toBe(4100);
	});

	it("starts on the first allowed network and switches for this agent alone", async () => {
		const other = world.main.addAgent();
		expect((await rpc("eth_chainId")).result).toBe("0x1");
		expect((await rpc("wallet_switchEthereumChain", [{ chainId: "0x2105" }])).result).toBe(null);
		expect((await rpc("eth_chainId")).result).toBe("0x2105");
		expect((await rpc("net_version")).result).toBe("8453");
		expect((await rpc("eth_chainId", [], `/${other}`)).result).toBe("0x1");
	});

	it("refuses to switch to a network that the user does not allow", async () => {
		expect((await rpc("wallet_switchEthereumChain", [{ chainId: "0xa" }])).error?.code).toBe(4902);
	});

	it("leaves a network that the user no longer allows", async () => {
		await rpc("wallet_switchEthereumChain", [{ chainId: "0x2105" }]);
		const agent = world.main.agentOf(secret);
		agent.networks = agent.networks.filter(({ chain }) => chain === "1");
		expect((await rpc("eth_chainId")).result).toBe("0x1");
	});

	it("stays on the network that the URL fixes", async () => {
		expect((await rpc("eth_chainId", [], `/${secret}/8453`)).result).toBe("0x2105");
		const refused = await rpc("wallet_switchEthereumChain", [{ chainId: "0x1" }], `/${secret}/8453`);
		expect(refused.error?.code).toBe(4902);
		expect((await rpc("eth_chainId", [], `/${secret}/10`)).error?.code).toBe(4902);
	});
});

describe("transactions", () => {
	it("proposes one call, waits for the user and answers with the hash", async () => {
		const answer = rpc("eth_sendTransaction", [{ ...TRANSFER, data: "0x01", nonce: "0x5" }]);
		const id = await world.main.proposed();
		world.main.decide(id, { state: "approved" });
		world.main.decide(id, { state: "signed", transactionIds: [TX_HASH] });
		world.main.decide(id, SENT);
		expect((await answer).result).toBe(TX_HASH);
		expect(world.main.callsOf("propose")).toEqual([
			{
				kind: "propose",
				proposed: {
					kind: "evm_calls",
					chain: "1",
					from: EVM_ACCOUNT,
					calls: [{ to: RECIPIENT, value: "1000000000000000000", data: "0x01" }],
					nonce: "5",
				},
				reason: null,
				key: null,
				expiresAt: null,
			},
		]);
		await world.main.until(() => world.main.callsOf("delivered").length === 1);
		expect(world.main.callsOf("delivered")).toEqual([{ kind: "delivered", id }]);
	});

	it("answers viem's second query about a deployment like the first", async () => {
		const { to: _to, ...deployment } = TRANSFER;
		const answers = await Promise.all(
			["eth_sendTransaction", "wallet_sendTransaction"].map((method) => rpc(method, [deployment])),
		);
		const [first, second] = answers.map(({ error }) => error);
		expect(first?.code).toBe(-32602);
		expect(second).toEqual(first);
	});

	it("answers 4001 with the user's reason after a rejection", async () => {
		const answer = rpc("eth_sendTransaction", [TRANSFER]);
		const id = await world.main.proposed();
		world.main.decide(id, REJECTED);
		const { error } = await answer;
		expect(error?.code).toBe(4001);
		expect(error?.data).toEqual({ id, state: "rejected", reason: "Not now.", wantedChange: "Send half." });
	});

	it("merges the repeated requests of tools that gave up, and answers the tool that still listens", async () => {
		for (let attempt = 1; attempt <= 3; attempt += 1) {
			const abort = new AbortController();
			const gone = fetch(`${world.url}/${secret}`, {
				method: "POST",
				headers: { "content-type": "application/json" },
				body: JSON.stringify({
					jsonrpc: "2.0",
					id: attempt,
					method: "eth_sendTransaction",
					params: [TRANSFER],
				}),
				signal: abort.signal,
			}).catch(() => "gone");
			await world.main.until(() => world.main.callsOf("propose").length === attempt);
			abort.abort();
			await gone;
		}
		const last = rpc("eth_sendTransaction", [TRANSFER]);
		await world.main.until(() => world.main.callsOf("propose").length === 4);
		const id = await world.main.proposed();
		expect(world.main.proposals.size).toBe(1);
		world.main.decide(id, SENT);
		expect((await last).result).toBe(TX_HASH);
		await world.main.until(() => world.main.callsOf("delivered").length > 0);
		expect(world.main.callsOf("delivered")).toHaveLength(1);
	});

	it("does not count an answer as delivered if no one listens any more", async () => {
		const abort = new AbortController();
		const gone = fetch(`${world.url}/${secret}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendTransaction", params: [TRANSFER] }),
			signal: abort.signal,
		}).catch(() => "gone");
		const id = await world.main.proposed();
		abort.abort();
		await gone;
		// A response to another request proves that the process has seen the connection end.
		await rpc("eth_accounts");
		world.main.decide(id, SENT);
		await rpc("eth_accounts");
		expect(world.main.callsOf("delivered")).toEqual([]);
	});

	it("answers a repeated request at once if it was decided while no one listened", async () => {
		const abort = new AbortController();
		const gone = fetch(`${world.url}/${secret}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendTransaction", params: [TRANSFER] }),
			signal: abort.signal,
		}).catch(() => "gone");
		const id = await world.main.proposed();
		abort.abort();
		await gone;
		await rpc("eth_accounts");
		world.main.decide(id, { ...SENT, state: "confirmed", isFinal: true });
		expect((await rpc("eth_sendTransaction", [TRANSFER])).result).toBe(TX_HASH);
		expect(world.main.proposals.size).toBe(1);
	});

	it.each([
		["a creation", [{ from: EVM_ACCOUNT, data: "0x6000" }]],
		["another chain", [{ ...TRANSFER, chainId: "0x2105" }]],
		["two contents", [{ ...TRANSFER, data: "0x01", input: "0x02" }]],
		["a delegation", [{ ...TRANSFER, authorizationList: [{}] }]],
		["a negative value", [{ ...TRANSFER, value: "-0x1" }]],
		["a bidi address", [{ ...TRANSFER, to: "\u202e0x2222222222222222222222222222222222222222" }]],
		["no transaction", []],
		["an object", { 0: TRANSFER }],
	])("refuses %s before it is proposed", async (_name, params) => {
		expect((await rpc("eth_sendTransaction", params)).error?.code).toBe(-32602);
		expect(world.main.proposals.size).toBe(0);
	});

	it.each([
		["unknown_agent", 4100],
		["not_confirmed", 4100],
		["paused", 4100],
		["account_not_shared", 4100],
		["network_not_allowed", 4902],
		["malformed", -32602],
		["too_many_waiting", -32005],
		["too_many_requests", -32005],
		["unavailable", 4900],
	] as const)("answers %s with %i", async (fault, code) => {
		await rpc("eth_accounts");
		world.main.agentOf(secret).fault = fault;
		expect((await rpc("eth_sendTransaction", [TRANSFER])).error?.code).toBe(code);
	});

	it.each(["expired", "refused", "failed"] as const)(
		"answers %s as final, without inviting a repeat",
		async (state) => {
			const answer = rpc("eth_sendTransaction", [TRANSFER]);
			world.main.decide(await world.main.proposed(), { state, isFinal: true });
			expect((await answer).error?.code).toBe(-32003);
		},
	);
});

describe("messages", () => {
	it("answers personal_sign with the signature", async () => {
		const answer = rpc("personal_sign", ["0x68656c6c6f", EVM_ACCOUNT]);
		world.main.decide(await world.main.proposed(), SIGNED);
		expect((await answer).result).toBe(SIGNED.signatures?.[0]);
		expect(world.main.callsOf("propose")[0]?.proposed).toEqual({
			kind: "message",
			family: "evm",
			from: EVM_ACCOUNT,
			message: "0x68656c6c6f",
		});
	});

	it("reads the reversed order of older tools", async () => {
		const answer = rpc("personal_sign", [EVM_ACCOUNT, "hello"]);
		world.main.decide(await world.main.proposed(), SIGNED);
		await answer;
		expect(world.main.callsOf("propose")[0]?.proposed).toMatchObject({ from: EVM_ACCOUNT, message: "hello" });
	});

	it.each([
		["as text", JSON.stringify({ domain: {} })],
		["as an object", { domain: {} }],
	])("forwards typed data that came %s", async (_name, data) => {
		const answer = rpc("eth_signTypedData_v4", [EVM_ACCOUNT, data]);
		world.main.decide(await world.main.proposed(), SIGNED);
		expect((await answer).result).toBe(SIGNED.signatures?.[0]);
		expect(world.main.callsOf("propose")[0]?.proposed).toEqual({
			kind: "typed_data",
			from: EVM_ACCOUNT,
			typedData: '{"domain":{}}',
		});
	});

	it.each([
		"eth_sign",
		"eth_signTransaction",
		"eth_sendRawTransaction",
		"eth_subscribe",
		"wallet_addEthereumChain",
	])("refuses %s as unsupported", async (method) => {
		const asked = world.main.calls.length;
		expect((await rpc(method, [EVM_ACCOUNT, "0x00"])).error?.code).toBe(4200);
		expect(world.main.calls.slice(asked).map(({ request }) => request.kind)).toEqual(["networks"]);
	});

	it("refuses methods that don't exist", async () => {
		expect((await rpc("constructor")).error?.code).toBe(-32601);
	});
});

describe("bundles (EIP-5792)", () => {
	const BUNDLE = {
		version: "2.0.0",
		from: EVM_ACCOUNT,
		chainId: "0x2105",
		atomicRequired: false,
		calls: [
			{ to: RECIPIENT, value: "0x1" },
			{ to: RECIPIENT, data: "0x01" },
		],
	};

	it("says that no network sends calls atomically", async () => {
		expect((await rpc("wallet_getCapabilities", [EVM_ACCOUNT])).result).toEqual({
			"0x1": { atomic: { status: "unsupported" } },
			"0x2105": { atomic: { status: "unsupported" } },
		});
		expect((await rpc("wallet_getCapabilities", [EVM_ACCOUNT, ["0x2105"]])).result).toEqual({
			"0x2105": { atomic: { status: "unsupported" } },
		});
		expect((await rpc("wallet_getCapabilities", [RECIPIENT])).error?.code).toBe(4100);
	});

	it("answers with an id at once, and later with receipts", async () => {
		const { result } = await rpc("wallet_sendCalls", [BUNDLE]);
		const id = await world.main.proposed();
		expect(result).toEqual({ id: `0x${id}` });
		const status = async () => (await rpc("wallet_getCallsStatus", [`0x${id}`])).result;
		expect(await status()).toEqual({
			version: "2.0.0",
			id: `0x${id}`,
			chainId: "0x2105",
			status: 100,
			atomic: false,
		});
		const receipt = { status: "0x1", transactionHash: TX_HASH, logs: [] };
		world.main.reads.set("eth_getTransactionReceipt", { kind: "result", json: JSON.stringify(receipt) });
		world.main.decide(id, { state: "confirmed", isFinal: true, transactionIds: [TX_HASH] });
		expect(await status()).toMatchObject({ status: 200, receipts: [receipt] });
		expect((await rpc("wallet_showCallsStatus", [`0x${id}`])).result).toBe(null);
	});

	it("keeps the caller's id: the same bundle again is the same request, another one is refused", async () => {
		const named = { ...BUNDLE, id: "my-bundle" };
		expect((await rpc("wallet_sendCalls", [named])).result).toEqual({ id: "my-bundle" });
		expect((await rpc("wallet_sendCalls", [named])).result).toEqual({ id: "my-bundle" });
		expect(world.main.proposals.size).toBe(1);
		const other = { ...named, calls: BUNDLE.calls.slice(1) };
		expect((await rpc("wallet_sendCalls", [other])).error?.code).toBe(5720);
		expect((await rpc("wallet_getCallsStatus", ["my-bundle"])).result).toMatchObject({
			id: "my-bundle",
			status: 100,
		});
	});

	it.each([
		["atomic calls", { ...BUNDLE, atomicRequired: true }, 5760],
		["a capability", { ...BUNDLE, capabilities: { paymasterService: { url: "x" } } }, 5700],
		[
			"a call's capability",
			{ ...BUNDLE, calls: [{ to: RECIPIENT, capabilities: { x: { optional: false } } }] },
			5700,
		],
		["another network", { ...BUNDLE, chainId: "0xa" }, 5710],
		["33 calls", { ...BUNDLE, calls: Array.from({ length: 33 }, () => ({ to: RECIPIENT })) }, 5740],
		["no call", { ...BUNDLE, calls: [] }, -32602],
	])("refuses %s", async (_name, bundle, code) => {
		expect((await rpc("wallet_sendCalls", [bundle])).error?.code).toBe(code);
		expect(world.main.proposals.size).toBe(0);
	});

	it("accepts requests without their optional members", async () => {
		const { from: _from, ...rest } = BUNDLE;
		const capabilities = { paymasterService: { optional: true, url: "x" } };
		expect((await rpc("wallet_sendCalls", [{ ...rest, capabilities }])).error).toBe(undefined);
	});

	it("shows no bundle of another agent", async () => {
		await rpc("wallet_sendCalls", [BUNDLE]);
		const id = await world.main.proposed();
		const other = world.main.addAgent();
		expect((await rpc("wallet_getCallsStatus", [`0x${id}`], `/${other}`)).error?.code).toBe(5730);
	});

	it.each([
		["rejected", [], 400],
		["failed", [], 400],
		["failed", [TX_HASH], 500],
	] as const)("reports %s with transactions %j as %i", async (state, transactionIds, code) => {
		await rpc("wallet_sendCalls", [BUNDLE]);
		const id = await world.main.proposed();
		world.main.decide(id, { state, isFinal: true, transactionIds: [...transactionIds] });
		expect((await rpc("wallet_getCallsStatus", [`0x${id}`])).result).toMatchObject({ status: code });
	});
});

describe("reads", () => {
	it("passes named methods to the user's RPC on the current network", async () => {
		world.main.reads.set("eth_getBalance", { kind: "result", json: '"0x10"' });
		expect((await rpc("eth_getBalance", [EVM_ACCOUNT, "latest"])).result).toBe("0x10");
		expect(world.main.callsOf("read")).toEqual([
			{ kind: "read", chain: "1", method: "eth_getBalance", params: `["${EVM_ACCOUNT}","latest"]` },
		]);
	});

	it("returns the RPC's error with its data, from which tools decode reverts", async () => {
		const error = { code: 3, message: "execution reverted", data: "0x08c379a0" };
		world.main.reads.set("eth_call", { kind: "fault", code: "rpc_error", detail: JSON.stringify(error) });
		expect((await rpc("eth_call", [{ to: RECIPIENT }, "latest"])).error).toEqual(error);
	});

	it("returns any other error as text", async () => {
		world.main.reads.set("eth_call", { kind: "fault", code: "rpc_error", detail: "out of gas" });
		expect((await rpc("eth_call", [{ to: RECIPIENT }, "latest"])).error).toMatchObject({
			code: -32000,
			message: expect.stringContaining("out of gas"),
		});
	});

	it("says if the user has no RPC", async () => {
		expect((await rpc("eth_blockNumber")).error?.code).toBe(4901);
	});
});

describe("envelopes", () => {
	it("answers the calls of a batch in order", async () => {
		const response = await post([
			{ jsonrpc: "2.0", id: "a", method: "eth_chainId" },
			{ jsonrpc: "2.0", method: "eth_accounts" },
			{ jsonrpc: "2.0", id: null, method: "eth_sign" },
			5,
		]);
		expect(response).toMatchObject([
			{ id: "a", result: "0x1" },
			{ id: null, error: { code: 4200 } },
			{ id: null, error: { code: -32600 } },
		]);
	});

	it("reports each proposal that a batch answered as delivered", async () => {
		const answer = post([
			{ jsonrpc: "2.0", id: 1, method: "personal_sign", params: ["0x01", EVM_ACCOUNT] },
			{ jsonrpc: "2.0", id: 2, method: "personal_sign", params: ["0x02", EVM_ACCOUNT] },
		]);
		await world.main.proposed(2);
		for (const id of world.main.proposals.keys()) world.main.decide(id, SIGNED);
		await answer;
		await world.main.until(() => world.main.callsOf("delivered").length === 2);
		expect(
			world.main
				.callsOf("delivered")
				.map(({ id }) => id)
				.sort(),
		).toEqual([...world.main.proposals.keys()].sort());
	});

	it.each([
		["truncated JSON", '{"jsonrpc":"2.0","id":1,"meth', -32700],
		["nothing", "", -32700],
		["deep JSON", `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${"[".repeat(10_000)}`, -32700],
		["an empty batch", "[]", -32600],
		[
			"ten thousand calls",
			JSON.stringify(
				Array.from({ length: 10_000 }, (_, id) => ({ jsonrpc: "2.0", id, method: "eth_chainId" })),
			),
			-32600,
		],
		["another version", '{"jsonrpc":"1.0","id":1,"method":"eth_chainId"}', -32600],
	])("refuses %s", async (_name, body, code) => {
		expect((await post(body)).error?.code).toBe(code);
	});

	it("ignores a notification, which expects no answer", async () => {
		const response = await fetch(`${world.url}/${secret}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ jsonrpc: "2.0", method: "eth_sendTransaction", params: [TRANSFER] }),
		});
		expect(response.status).toBe(204);
		expect(world.main.proposals.size).toBe(0);
	});

	it("refuses a secret that belongs to no agent, and never repeats it", async () => {
		const wrong = newSecret();
		const response = await fetch(`${world.url}/${wrong}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_accounts" }),
		});
		expect(response.status).toBe(401);
		expect(await response.text()).not.toContain(wrong);
		expect(world.logged.join("\n")).not.toContain(wrong);
		expect(JSON.stringify(world.main.calls)).not.toContain(wrong);
	});
});
