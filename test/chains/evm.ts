import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
	type Account,
	type Chain,
	createPublicClient,
	createTestClient,
	createWalletClient,
	defineChain,
	type Hash,
	type Hex,
	type HttpTransport,
	http,
	type PublicClient,
	type TestClient,
	type WalletClient,
} from "viem";
import { type HDAccount, mnemonicToAccount } from "viem/accounts";
import { findAnvil } from "./anvil-binary.ts";

/** Starts a real EVM chain for tests and the demo: anvil on a free port of 127.0.0.1. */

/** Public recovery phrase of every local development chain. Never use it for value. */
export const DEV_MNEMONIC = "test test test test test test test test test test test junk";

/**
 * Returns account `index` of DEV_MNEMONIC at m/44'/60'/0'/0/index. anvil gives each of the first accounts
 * 10,000 ETH.
 */
export function devAccount(index: number): HDAccount {
	return mnemonicToAccount(DEV_MNEMONIC, { addressIndex: index });
}

export interface AnvilOptions {
	/** Defaults to 31337. */
	readonly chainId?: number;
	/** Block interval in milliseconds; if omitted, every transaction is mined at once. */
	readonly blockTimeMs?: number;
	/** If false, nothing is mined until `mine` or `setAutomine(true)`. */
	readonly automine?: boolean;
	/** Number of accounts of DEV_MNEMONIC that get ETH. Default: 10. */
	readonly accounts?: number;
	/** Port; a free one by default. */
	readonly port?: number;
}

export interface Anvil {
	readonly url: string;
	readonly chainId: number;
	/** Process id of the watchdog that runs anvil. */
	readonly pid: number;
	readonly chain: Chain;
	readonly publicClient: PublicClient<HttpTransport, Chain>;
	readonly testClient: TestClient<"anvil", HttpTransport, Chain>;
	walletClient(account: Account): WalletClient<HttpTransport, Chain, Account>;
	setAutomine(on: boolean): Promise<void>;
	/** Mines `blocks` blocks. Default: 1. */
	mine(blocks?: number): Promise<void>;
	/** Mines a block every `ms` milliseconds, rounded up to whole seconds for anvil; 0 ends it. */
	setIntervalMining(ms: number): Promise<void>;
	setBalance(address: Hex, wei: bigint): Promise<void>;
	snapshot(): Promise<Hex>;
	revert(snapshot: Hex): Promise<void>;
	/** Drops a pending transaction. */
	drop(hash: Hash): Promise<void>;
	stop(): Promise<void>;
}

/** Thrown if anvil starts but does not listen; `cause` has its output. */
export class AnvilStartError extends Error {
	override readonly name = "AnvilStartError";
}

const START_TIMEOUT_MS = 20_000;

/** Returns a chain definition for viem clients of a local node. */
export function localChain(chainId: number, url: string): Chain {
	return defineChain({
		id: chainId,
		name: `Local ${chainId}`,
		nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
		rpcUrls: { default: { http: [url] } },
	});
}

function anvilArgs(options: AnvilOptions): string[] {
	const { chainId = 31_337, accounts = 10, port = 0, blockTimeMs, automine = true } = options;
	const fixed = ["--host", "127.0.0.1", "--port", String(port), "--chain-id", String(chainId)];
	const people = ["--mnemonic", DEV_MNEMONIC, "--accounts", String(accounts), "--slots-in-an-epoch", "1"];
	if (blockTimeMs !== undefined) return [...fixed, ...people, "--block-time", String(blockTimeMs / 1000)];
	return automine ? [...fixed, ...people] : [...fixed, ...people, "--no-mining"];
}

/** Waits for the URL that anvil prints once it listens. */
async function listening(child: ChildProcess): Promise<string> {
	const said: string[] = [];
	const { stdout, stderr } = child;
	if (stdout === null || stderr === null) throw new AnvilStartError("anvil was started without pipes");
	stderr.setEncoding("utf8").on("data", (text: string) => said.push(text));
	const lines = createInterface({ input: stdout });
	return await new Promise<string>((resolve, reject) => {
		const fail = (what: string) => reject(new AnvilStartError(what, { cause: new Error(said.join("")) }));
		const timer = setTimeout(() => fail("anvil did not listen in time"), START_TIMEOUT_MS);
		child.once("exit", (code) => fail(`anvil ended at once (exit code ${code}): ${said.join("").trim()}`));
		child.once("error", (cause) => reject(new AnvilStartError("anvil can't be started", { cause })));
		lines.on("line", (line) => {
			const address = /^Listening on (\S+)/.exec(line)?.[1];
			if (address === undefined) return;
			clearTimeout(timer);
			child.removeAllListeners("exit");
			resolve(`http://${address}`);
		});
	});
}

/**
 * Starts anvil and waits until it answers. It ends with `stop()` or when this process ends.
 * @throws NoAnvilError, AnvilStartError
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
	const binary = findAnvil();
	const watchdog = fileURLToPath(new URL("./watchdog.ts", import.meta.url));
	// Folder for states that anvil does not hold in memory; the watchdog removes it.
	const cache = mkdtempSync(join(tmpdir(), "countersign-anvil-"));
	const args = [...anvilArgs(options), "--cache-path", cache];
	const child = spawn(process.execPath, [watchdog, cache, binary, ...args], {
		stdio: ["pipe", "pipe", "pipe"],
		// Runs in its own process group, so that this process handles a terminal's Ctrl-C and the chain outlives
		// its last requests.
		detached: true,
		env: { ...process.env, NODE_OPTIONS: "" },
	});
	child.stdin?.on("error", () => undefined);
	const url = await listening(child);
	const chainId = options.chainId ?? 31_337;
	const chain = localChain(chainId, url);
	// The compiler runs in this process and blocks it for longer than the usual timeout of ten seconds.
	const transport = http(url, { retryCount: 0, timeout: 60_000 });
	const publicClient = createPublicClient({ chain, transport, pollingInterval: 25, cacheTime: 0 });
	const testClient = createTestClient({ mode: "anvil", chain, transport });
	// Otherwise anvil prints every call, and its output would have to be read.
	await testClient.setLoggingEnabled(false);
	child.unref();
	return {
		url,
		chainId,
		pid: child.pid ?? -1,
		chain,
		publicClient,
		testClient,
		walletClient: (account) => createWalletClient({ account, chain, transport }),
		setAutomine: (on) => testClient.setAutomine(on),
		mine: (blocks = 1) => testClient.mine({ blocks }),
		setIntervalMining: (ms) => testClient.setIntervalMining({ interval: Math.ceil(ms / 1000) }),
		setBalance: (address, wei) => testClient.setBalance({ address, value: wei }),
		snapshot: () => testClient.snapshot(),
		revert: (snapshot) => testClient.revert({ id: snapshot }),
		drop: (hash) => testClient.dropTransaction({ hash }),
		stop: async () => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const ended = once(child, "exit");
			child.ref();
			child.stdin?.end();
			await ended;
		},
	};
}
