import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { getAbiItem, parseEther, toFunctionSelector } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { findAnvil, NoAnvilError } from "./anvil-binary.ts";
import { compileContracts } from "./compile.ts";
import { deployDemo } from "./demo.ts";
import { ROUTER_RATE, routerAbi, tokenAbi } from "./demo-abi.ts";
import { type Anvil, devAccount, startAnvil } from "./evm.ts";

function alive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

async function answers(url: string): Promise<boolean> {
	const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] });
	const headers = { "content-type": "application/json" };
	return await fetch(url, { method: "POST", body, headers }).then(
		(answer) => answer.ok,
		() => false,
	);
}

describe("anvil", () => {
	it("answers with the requested chain id on its own port, and ends after stop", async () => {
		const [one, two] = await Promise.all([startAnvil({ chainId: 8453 }), startAnvil({ chainId: 10 })]);
		expect(one.url).not.toBe(two.url);
		expect(await one.publicClient.getChainId()).toBe(8453);
		expect(await two.publicClient.getChainId()).toBe(10);
		await Promise.all([one.stop(), two.stop()]);
		expect(await answers(one.url)).toBe(false);
		expect(alive(one.pid)).toBe(false);
	});

	it("ends by itself when the process that started it is killed", async () => {
		const evm = fileURLToPath(new URL("./evm.ts", import.meta.url));
		const script = `const { startAnvil } = await import(${JSON.stringify(evm)});
			const chain = await startAnvil();
			console.log(JSON.stringify({ url: chain.url, pid: chain.pid }));
			setInterval(() => undefined, 1000);`;
		const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
			stdio: ["ignore", "pipe", "inherit"],
			env: { ...process.env, NODE_OPTIONS: "" },
		});
		const [line] = await once(createInterface({ input: parent.stdout }), "line");
		const { url, pid } = JSON.parse(String(line));
		expect(await answers(url)).toBe(true);
		parent.kill("SIGKILL");
		await vi.waitFor(async () => expect(await answers(url)).toBe(false), { timeout: 60_000 });
		await vi.waitFor(() => expect(alive(pid)).toBe(false), { timeout: 60_000 });
	});

	it("mines only on request if automine is off", async () => {
		const chain = await startAnvil({ automine: false });
		const wallet = chain.walletClient(devAccount(1));
		const hash = await wallet.sendTransaction({ to: devAccount(2).address, value: 1n });
		expect(await chain.publicClient.getBlockNumber()).toBe(0n);
		await chain.mine();
		const receipt = await chain.publicClient.getTransactionReceipt({ hash });
		expect(receipt).toMatchObject({ status: "success", blockNumber: 1n });
		await chain.stop();
	});

	it("names its download if it is missing", () => {
		expect(() => findAnvil({ COUNTERSIGN_ANVIL: "/no/such/anvil" })).toThrow(NoAnvilError);
		expect(() => findAnvil({ COUNTERSIGN_ANVIL: "/no/such/anvil" })).toThrow("/no/such/anvil");
	});
});

describe("the demo contracts", () => {
	const person = privateKeyToAccount(generatePrivateKey());
	let chain: Anvil;
	let demo: Awaited<ReturnType<typeof deployDemo>>;
	beforeAll(async () => {
		chain = await startAnvil();
		demo = await deployDemo(chain, { people: [person.address] });
	});
	afterAll(() => chain.stop());

	it("match the typed ABI", async () => {
		const { DemoToken, Router } = await compileContracts();
		const item = z.object({
			type: z.string(),
			name: z.string().default(""),
			inputs: z.array(z.object({ type: z.string() })).default([]),
		});
		const described = (abi: readonly unknown[] = []) =>
			abi
				.map((raw) => item.parse(raw))
				.map(({ type, name, inputs }) => `${type} ${name}(${inputs.map((input) => input.type).join()})`)
				.sort();
		expect(described(DemoToken?.abi)).toEqual(described(tokenAbi));
		expect(described(Router?.abi)).toEqual(described(routerAbi));
	});

	it("use the transfer selector of ERC-20", () => {
		expect(toFunctionSelector(getAbiItem({ abi: tokenAbi, name: "transfer" }))).toBe("0xa9059cbb");
	});

	it("fund accounts with ETH and DEMO", async () => {
		const read = { address: demo.token, abi: tokenAbi } as const;
		expect(await chain.publicClient.getBalance({ address: person.address })).toBe(parseEther("10"));
		expect(
			await chain.publicClient.readContract({ ...read, functionName: "balanceOf", args: [person.address] }),
		).toBe(parseEther("10000"));
		expect(await chain.publicClient.readContract({ ...read, functionName: "symbol" })).toBe("DEMO");
		expect(await chain.publicClient.readContract({ ...read, functionName: "name" })).toBe("Demo Dollar");
		expect(await chain.publicClient.readContract({ ...read, functionName: "decimals" })).toBe(18);
	});

	it("fund several accounts at the same time", async () => {
		const others = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()].map(
			(key) => privateKeyToAccount(key).address,
		);
		await Promise.all(others.map((other) => demo.fund(other, { eth: 5n, demo: 7n })));
		const balances = others.map((address) => chain.publicClient.getBalance({ address }));
		expect(await Promise.all(balances)).toEqual([5n, 5n, 5n]);
	});
	it("swap at the fixed rate, up to the approved amount", async () => {
		const wallet = chain.walletClient(person);
		const amount = parseEther("200");
		const swap = {
			address: demo.router,
			abi: routerAbi,
			functionName: "swap",
			args: [demo.token, amount, amount / ROUTER_RATE],
			account: person,
		} as const;
		await expect(chain.publicClient.simulateContract(swap)).rejects.toThrow();
		const approval = await wallet.writeContract({
			address: demo.token,
			abi: tokenAbi,
			functionName: "approve",
			args: [demo.router, amount],
		});
		await chain.publicClient.waitForTransactionReceipt({ hash: approval });
		const before = await chain.publicClient.getBalance({ address: person.address });
		const receipt = await chain.publicClient.waitForTransactionReceipt({
			hash: await wallet.writeContract(swap),
		});
		expect(receipt.status).toBe("success");
		const paid = receipt.gasUsed * receipt.effectiveGasPrice;
		const after = await chain.publicClient.getBalance({ address: person.address });
		expect(after - before + paid).toBe(amount / ROUTER_RATE);
	});
});
