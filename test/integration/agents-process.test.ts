import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createWalletClient, http, type WalletClient } from "viem";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProcessChannel } from "../../src/main/ports.ts";
import {
	AgentsMain,
	EVM_ACCOUNT,
	RECIPIENT,
	REJECTED,
	SENT,
	SIGNED,
	TX_HASH,
} from "../support/agents-main.ts";
import { forkAgents } from "../support/ports.ts";

/** Calls the real agents process with viem, as developers do. */

let folder: string;
let channel: ProcessChannel;
let main: AgentsMain;
let url: string;

function mainOf(process: ProcessChannel): AgentsMain {
	const made = new AgentsMain((message) => process.post(message));
	process.onMessage((message) => made.receive(message));
	return made;
}

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "agents-process-"));
	channel = forkAgents();
	main = mainOf(channel);
	const { port } = await main.open({ http: { port: 0 }, socket: join(folder, "agents.sock") });
	url = `http://127.0.0.1:${port}/${main.addAgent()}`;
});
afterEach(() => {
	channel.kill();
	rmSync(folder, { recursive: true, force: true });
});

const wallet = (options: { readonly timeout?: number } = {}): WalletClient =>
	createWalletClient({ transport: http(url, { retryCount: 3, retryDelay: 1, ...options }) });
const transfer = (client: WalletClient) =>
	client.sendTransaction({ account: EVM_ACCOUNT, to: RECIPIENT, value: 5n, chain: null });

describe("viem", () => {
	it("lists accounts and networks, and switches", async () => {
		const client = wallet();
		expect(await client.getAddresses()).toEqual([EVM_ACCOUNT]);
		expect(await client.getChainId()).toBe(1);
		await client.switchChain({ id: 8453 });
		expect(await client.getChainId()).toBe(8453);
		await expect(client.switchChain({ id: 10 })).rejects.toMatchObject({
			name: "SwitchChainError",
			code: 4902,
		});
	});

	it("sends a transaction that the user signs", async () => {
		const sent = transfer(wallet());
		main.decide(await main.proposed(), SENT);
		expect(await sent).toBe(TX_HASH);
	});

	it("hears the user's rejection as one, and does not repeat it", async () => {
		const sent = transfer(wallet());
		main.decide(await main.proposed(), REJECTED);
		await expect(sent).rejects.toMatchObject({ cause: { name: "UserRejectedRequestError" } });
		expect(main.callsOf("propose")).toHaveLength(1);
	});

	it("gives up four times on a slow user, which results in one request and one transaction", async () => {
		const client = wallet({ timeout: 400 });
		for (let attempt = 1; attempt <= 4; attempt += 1)
			await expect(transfer(client)).rejects.toMatchObject({ cause: { name: "TimeoutError" } });
		expect(main.proposals.size).toBe(1);
		main.decide(await main.proposed(), SENT);
		expect(await transfer(wallet())).toBe(TX_HASH);
		expect(main.proposals.size).toBe(1);
		await main.until(() => main.callsOf("delivered").length === 1);
		const again = transfer(wallet());
		main.decide(await main.proposed(2), REJECTED);
		await expect(again).rejects.toMatchObject({ cause: { name: "UserRejectedRequestError" } });
	});

	it("signs messages and typed data", async () => {
		const client = wallet();
		const message = client.signMessage({ account: EVM_ACCOUNT, message: "hello" });
		main.decide(await main.proposed(), SIGNED);
		expect(await message).toBe(SIGNED.signatures?.[0]);
		const typed = client.signTypedData({
			account: EVM_ACCOUNT,
			domain: { name: "Test", chainId: 1 },
			types: { Note: [{ name: "text", type: "string" }] },
			primaryType: "Note",
			message: { text: "hello" },
		});
		main.decide(await main.proposed(2), SIGNED);
		expect(await typed).toBe(SIGNED.signatures?.[0]);
	});

	it("sends a bundle of calls and reads its status", async () => {
		const client = wallet();
		expect(await client.getCapabilities({ account: EVM_ACCOUNT })).toMatchObject({
			1: { atomic: { status: "unsupported" } },
		});
		const calls = [{ to: RECIPIENT as `0x${string}`, value: 1n }];
		const { id } = await client.sendCalls({
			account: EVM_ACCOUNT,
			chain: {
				id: 1,
				name: "x",
				nativeCurrency: { name: "x", symbol: "x", decimals: 18 },
				rpcUrls: { default: { http: [] } },
			},
			calls,
		});
		expect((await client.getCallsStatus({ id })).status).toBe("pending");
		main.decide(await main.proposed(), REJECTED);
		expect((await client.getCallsStatus({ id })).status).toBe("failure");
	});
});

it("removes its socket when it is ended", async () => {
	const ended = new Promise<void>((resolve) => channel.onExit(() => resolve()));
	expect(statSync(join(folder, "agents.sock")).mode & 0o777).toBe(0o600);
	channel.kill();
	await ended;
	expect(() => statSync(join(folder, "agents.sock"))).toThrow();
});

it("opens the same doors again in a new process", async () => {
	const ended = new Promise<void>((resolve) => channel.onExit(() => resolve()));
	channel.kill();
	await ended;
	channel = forkAgents();
	const next = mainOf(channel);
	const opened = await next.open({
		http: { port: Number(new URL(url).port) },
		socket: join(folder, "agents.sock"),
	});
	expect(opened).toMatchObject({ port: Number(new URL(url).port), socket: true, faults: [] });
});
