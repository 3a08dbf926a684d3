import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { JsonRpcProvider } from "ethers";
import {
	type Address,
	createWalletClient,
	defineChain,
	getAddress,
	http,
	parseEther,
	verifyMessage,
	verifyTypedData,
} from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { z } from "zod";
import {
	type Agent,
	type AgentsWorld,
	callForStatus,
	callTool,
	type McpDoor,
	type McpEra,
	rpc,
	run,
	untilState,
} from "./world.ts";

/** Stories of agents and developer tools, from the first call to the chain. */

export interface Story {
	readonly name: string;
	readonly run: (world: AgentsWorld) => Promise<void>;
}

function must(condition: boolean, what: string): asserts condition {
	if (!condition) throw new Error(what);
}

const someone = (): Address => privateKeyToAddress(generatePrivateKey());
const key = () => generatePrivateKey().slice(2, 34);
const wei = (tenths: number): bigint => parseEther("0.001") * BigInt(tenths);
const hex = (value: bigint): string => `0x${value.toString(16)}`;
const chainOf = (world: AgentsWorld): string => String(world.kinds.world.chain.chainId);

function transfer(world: AgentsWorld, to: Address, value: bigint) {
	return {
		chain: chainOf(world),
		from: world.kinds.evm,
		calls: [{ to, value: value.toString(), data: "0x" }],
		reason: "Pay the invoice",
		idempotency_key: key(),
	};
}

function viemChain(world: AgentsWorld) {
	return defineChain({
		id: world.kinds.world.chain.chainId,
		name: "Test",
		nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
		rpcUrls: { default: { http: [] } },
	});
}

/** Returns the names of an error and of its causes, outermost first. */
function errorNames(cause: unknown): readonly string[] {
	return cause instanceof Error ? [cause.name, ...errorNames(cause.cause)] : [];
}

const walletOf = (world: AgentsWorld, agent: Agent, timeout = 60_000) =>
	createWalletClient({
		chain: viemChain(world),
		transport: http(agent.rpcUrl, { retryCount: 3, retryDelay: 1, timeout }),
	});

const mcp = (door: McpDoor, era: McpEra): Story => ({
	name: `MCP over ${door}, ${era}: a transfer is proposed, approved and confirmed`,
	async run(world) {
		const agent = await world.addAgent(`mcp ${door} ${era}`);
		const client = await world.connect(agent, door, era);
		const listed = z
			.object({ accounts: z.array(z.object({ address: z.string() })) })
			.parse(await callTool(client, "list_accounts", {}));
		must(
			listed.accounts.some(({ address }) => address === world.kinds.evm),
			"the shared account is not listed",
		);
		await callTool(client, "list_networks", {});
		const to = someone();
		const proposal = await callForStatus(client, "propose_transaction", transfer(world, to, wei(3)));
		must(proposal.state === "waiting", `proposed as ${proposal.state}`);
		await world.approve(agent);
		const done = await untilState(client, proposal.id, "confirmed", "failed");
		must(done.state === "confirmed", `ended ${done.state}`);
		must(done.transaction_id !== undefined, "no transaction id");
		must((await world.balance(to)) === wei(3), "nothing arrived");
	},
});

const repeatedByKey: Story = {
	name: "four proposals with the same idempotency key create one transaction, and different fields are refused",
	async run(world) {
		const agent = await world.addAgent("keys");
		const client = await world.connect(agent, "http", "modern");
		const before = await world.nonce();
		const proposal = transfer(world, someone(), wei(1));
		const ids = new Set<string>();
		for (let time = 0; time < 4; time += 1)
			ids.add((await callForStatus(client, "propose_transaction", proposal)).id);
		must(ids.size === 1, "a repeat became another request");
		const other = await client.callTool({
			name: "propose_transaction",
			arguments: { ...proposal, calls: [{ ...proposal.calls[0], value: "7" }] },
		});
		must(other.isError === true, "a key was used again with other fields");
		await world.approve(agent);
		const [id] = ids;
		await untilState(client, id ?? "", "confirmed");
		ids.add((await callForStatus(client, "propose_transaction", proposal)).id);
		must(ids.size === 1, "a repeat after the end became another request");
		must((await world.nonce()) === before + 1, "more than one transaction");
	},
};

const rejected: Story = {
	name: "a rejection and a requested change are returned with the user's words",
	async run(world) {
		const agent = await world.addAgent("rejected");
		const client = await world.connect(agent, "stdio", "modern");
		const first = await callForStatus(client, "propose_transaction", transfer(world, someone(), wei(1)));
		await world.reject(agent, "not today");
		const no = await untilState(client, first.id, "rejected");
		must(no.reason === "not today", `the reason is ${no.reason}`);
		const second = await callForStatus(client, "propose_transaction", transfer(world, someone(), wei(1)));
		const next = await world.proposed(agent);
		await world.person.review(next.id);
		const sent = await world.person.callTrusted("askForChange", {
			entryId: next.id,
			message: "half of it, please",
		});
		must(sent.ok, "the change was not sent");
		const changed = await untilState(client, second.id, "rejected");
		must(changed.wanted_change === "half of it, please", `the wanted change is ${changed.wanted_change}`);
	},
};

const TYPED = {
	domain: { name: "Story", version: "1" },
	types: { Note: [{ name: "text", type: "string" }] },
	primaryType: "Note",
	message: { text: "hello" },
} as const;

const messages: Story = {
	name: "a message and typed data are signed only for the agent",
	async run(world) {
		const agent = await world.addAgent("messages");
		const client = await world.connect(agent, "http", "legacy");
		const proposal = await callForStatus(client, "propose_message", {
			family: "evm",
			from: world.kinds.evm,
			message: "hello from a story",
			reason: "Prove the account",
			idempotency_key: key(),
		});
		await world.approve(agent);
		const { signature } = await untilState(client, proposal.id, "signed");
		must(signature !== undefined, "no signature");
		must(
			await verifyMessage({
				address: world.kinds.evm,
				message: "hello from a story",
				signature: signature as `0x${string}`,
			}),
			"the signature is not the account's",
		);
		const typed = await callForStatus(client, "propose_typed_data", {
			from: world.kinds.evm,
			typed_data: {
				...TYPED,
				types: {
					EIP712Domain: [
						{ name: "name", type: "string" },
						{ name: "version", type: "string" },
					],
					...TYPED.types,
				},
			},
			reason: "Prove it again",
			idempotency_key: key(),
		});
		await world.approve(agent);
		const { signature: own } = await untilState(client, typed.id, "signed");
		must(own !== undefined, "no signature of typed data");
		must(
			await verifyTypedData({ ...TYPED, address: world.kinds.evm, signature: own as `0x${string}` }),
			"the signature of typed data is not the account's",
		);
	},
};

const viem: Story = {
	name: "viem's wallet client sends, switches chains, signs, and receives a rejection",
	async run(world) {
		const agent = await world.addAgent("viem");
		const wallet = walletOf(world, agent);
		must((await wallet.getAddresses())[0] === world.kinds.evm, "another account");
		must((await wallet.getChainId()) === world.kinds.world.chain.chainId, "another network");
		const to = someone();
		const sent = wallet.sendTransaction({ account: world.kinds.evm, to, value: wei(2) });
		await world.approve(agent);
		const id = await sent;
		const receipt = await world.kinds.world.chain.publicClient.waitForTransactionReceipt({ hash: id });
		must(receipt.status === "success" && (await world.balance(to)) === wei(2), "nothing arrived");
		const signing = wallet.signMessage({ account: world.kinds.evm, message: "viem" });
		await world.approve(agent);
		must(
			await verifyMessage({ address: world.kinds.evm, message: "viem", signature: await signing }),
			"another signature",
		);
		const no = wallet
			.sendTransaction({ account: world.kinds.evm, to, value: wei(2) })
			.then(() => null, errorNames);
		await world.reject(agent, "no");
		must((await no)?.includes("UserRejectedRequestError") === true, "the rejection is not one for viem");
	},
};

const slowUser: Story = {
	name: "a tool that times out and proposes four times gets one entry that says so, and one transaction",
	async run(world) {
		const agent = await world.addAgent("slow user");
		const before = await world.nonce();
		const to = someone();
		const timedOut = walletOf(world, agent, 400)
			.sendTransaction({ account: world.kinds.evm, to, value: wei(4) })
			.then(() => null, errorNames);
		must((await timedOut)?.includes("TimeoutError") === true, "it did not give up");
		const entry = await world.proposed(agent);
		const review = await world.person.review(entry.id, (each) => each.approval.possible);
		must(JSON.stringify(review).includes('"asked":'), "the review does not say how often it was asked");
		const again = walletOf(world, agent).sendTransaction({ account: world.kinds.evm, to, value: wei(4) });
		await world.approve(agent);
		await world.kinds.world.chain.publicClient.waitForTransactionReceipt({ hash: await again });
		must((await world.nonce()) === before + 1, "more than one transaction");
		must((await world.balance(to)) === wei(4), "another amount arrived");
	},
};

const ethers: Story = {
	name: "ethers 6 sends with its signer",
	async run(world) {
		const agent = await world.addAgent("ethers");
		const provider = new JsonRpcProvider(agent.rpcUrl);
		try {
			const signer = await provider.getSigner();
			must((await signer.getAddress()) === world.kinds.evm, "another account");
			const to = someone();
			const sent = signer.sendTransaction({ to, value: wei(5) });
			await world.approve(agent);
			const receipt = await (await sent).wait();
			must(receipt?.status === 1 && (await world.balance(to)) === wei(5), "nothing arrived");
		} finally {
			provider.destroy();
		}
	},
};

function binary(name: "cast" | "forge"): string {
	const require = createRequire(import.meta.url);
	return join(require.resolve(`@foundry-rs/${name}-linux-amd64/package.json`), "..", "bin", name);
}

function scratchFolder(): string {
	return mkdtempSync(join(tmpdir(), "countersign-agents-"));
}

const cast: Story = {
	name: "cast send --unlocked",
	async run(world) {
		const agent = await world.addAgent("cast");
		const to = someone();
		const folder = scratchFolder();
		try {
			const sending = run(
				binary("cast"),
				["send", "--unlocked", "--from", world.kinds.evm, to, "--value", wei(6).toString()],
				{ ETH_RPC_URL: agent.rpcUrl },
				folder,
			);
			await world.approve(agent);
			const { code, output } = await sending;
			must(code === 0, `cast ended ${code}: ${output.slice(-400)}`);
			must((await world.balance(to)) === wei(6), "nothing arrived");
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	},
};

/** Returns a script that Forge runs as its native compiler. It uses the compiler from npm. */
function compilerScript(): string {
	const solc = createRequire(import.meta.url).resolve("solc");
	return `#!${process.execPath}
const solc = require(${JSON.stringify(solc)});
if (process.argv.includes("--version"))
	console.log("solc, the solidity compiler commandline interface\\nVersion: " + solc.version().replace(/\\.clang$/, ""));
else process.stdout.write(solc.compile(require("node:fs").readFileSync(0, "utf8")));
`;
}

/** Returns a Forge script without libraries. It starts the broadcast with Foundry's cheat code. */
const scriptOf = (to: Address, value: bigint) => `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
interface Vm { function startBroadcast(address) external; function stopBroadcast() external; }
contract Pay {
	Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
	function run() external {
		vm.startBroadcast(msg.sender);
		payable(${getAddress(to)}).transfer(${value});
		vm.stopBroadcast();
	}
}
`;

const forge: Story = {
	name: "forge script --broadcast --unlocked",
	async run(world) {
		const agent = await world.addAgent("forge");
		const to = someone();
		const folder = scratchFolder();
		try {
			mkdirSync(join(folder, "script"));
			writeFileSync(join(folder, "script", "Pay.s.sol"), scriptOf(to, wei(7)));
			const solc = join(folder, "solc.cjs");
			writeFileSync(solc, compilerScript(), { mode: 0o755 });
			writeFileSync(
				join(folder, "foundry.toml"),
				`[profile.default]\nscript = "script"\noffline = true\nsolc = "${solc}"\n`,
			);
			const sending = run(
				binary("forge"),
				[
					"script",
					"script/Pay.s.sol:Pay",
					"--broadcast",
					"--unlocked",
					"--sender",
					world.kinds.evm,
					"--skip-simulation",
				],
				{ ETH_RPC_URL: agent.rpcUrl, FOUNDRY_ETH_RPC_URL: agent.rpcUrl },
				folder,
			);
			const approving = world.approve(agent).then(
				() => null,
				(cause: unknown) => cause,
			);
			const { code, output } = await sending;
			must(code === 0, `forge ended ${code}: ${output.slice(-600)}`);
			const fault = await approving;
			must(fault === null, String(fault));
			must((await world.balance(to)) === wei(7), "nothing arrived");
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	},
};

const restarts: Story = {
	name: "a proposal is neither lost nor duplicated if Countersign restarts and the agents process is killed",
	async run(world) {
		const agent = await world.addAgent("restarts");
		const client = await world.connect(agent, "stdio", "modern");
		const before = await world.nonce();
		const to = someone();
		const proposal = transfer(world, to, wei(8));
		const first = await callForStatus(client, "propose_transaction", proposal);
		await world.proposed(agent);
		const processes = world.processes();
		world.killProcess();
		await world.person.until("another agents process", () => world.processes() > processes);
		await world.doors();
		must((await world.proposed(agent)).id.endsWith(first.id), "the entry is another");
		await world.restart();
		await world.doors();
		const again = await world.connect(agent, "http", "legacy");
		must(
			(await callForStatus(again, "propose_transaction", proposal)).id === first.id,
			"the key became another request",
		);
		await world.approve(agent);
		await untilState(again, first.id, "confirmed");
		must((await world.nonce()) === before + 1, "more than one transaction");
		must((await world.balance(to)) === wei(8), "another amount arrived");
	},
};

const stopped: Story = {
	name: "Stop rejects waiting requests, and further calls fail because the agent is paused",
	async run(world) {
		const agent = await world.addAgent("stopped");
		const other = await world.addAgent("goes on");
		const client = await world.connect(agent, "http", "modern");
		const first = await callForStatus(client, "propose_transaction", transfer(world, someone(), wei(1)));
		await world.proposed(agent);
		const done = await world.person.callDesk("stopLocalAgent", { agentId: agent.id });
		must(done.ok, "it was not stopped");
		await world.person.until("nothing that waits", () => world.waiting(agent).length === 0);
		const next = await rpc(agent, "eth_accounts", []);
		must(next.error !== undefined, "a stopped agent is answered");
		must(world.row(agent.id)?.state === "paused", "it is not paused");
		must((await rpc(other, "eth_chainId", [])).error === undefined, "another agent was stopped too");
		must(first.state === "waiting", "it never waited");
	},
};

const payment: Story = {
	name: "an x402 payment is bound to payee, amount and resource, and its payload is returned",
	async run(world) {
		const agent = await world.addAgent("x402");
		const client = await world.connect(agent, "http", "modern");
		const to = someone();
		const proposal = await callForStatus(client, "propose_payment", {
			from: world.kinds.evm,
			payment_requirements: {
				scheme: "exact",
				network: `eip155:${chainOf(world)}`,
				asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
				amount: "10000",
				payTo: to,
				maxTimeoutSeconds: 300,
				extra: { name: "USD Coin", version: "2" },
			},
			resource: "https://api.example.com/report",
			reason: "Buy the report",
			idempotency_key: key(),
		});
		const entry = await world.proposed(agent);
		const review = await world.person.review(entry.id);
		const shown = JSON.stringify(review).toLowerCase();
		must(shown.includes("api.example.com"), "the review does not name the host");
		must(shown.includes(to.toLowerCase()), "the review does not name the payee");
		await world.approve(agent);
		const done = await untilState(client, proposal.id, "signed");
		must(JSON.stringify(done).includes("authorization"), "no payment payload came back");
	},
};

const hostile: Story = {
	name: "a web page, a forged Host, incomplete JSON and a wrong secret get errors and create no entry",
	async run(world) {
		const agent = await world.addAgent("hostile");
		const call = JSON.stringify({
			jsonrpc: "2.0",
			id: 1,
			method: "eth_sendTransaction",
			params: [{ from: world.kinds.evm, to: someone(), value: hex(wei(1)) }],
		});
		const before = world.person.desk().inbox.length;
		const post = async (headers: Record<string, string>, body: string, url = agent.rpcUrl) =>
			(
				await fetch(url, {
					method: "POST",
					headers: { "content-type": "application/json", ...headers },
					body,
				})
			).status;
		must((await post({ origin: "https://evil.example" }, call)) === 403, "an Origin was admitted");
		must((await post({}, call.slice(0, 40))) < 500, "half a JSON broke it");
		const wrong = agent.rpcUrl.replace(agent.secret, "A".repeat(43));
		const unknown = await rpc({ rpcUrl: wrong }, "eth_accounts", []);
		must(unknown.error !== undefined, "an unknown secret was answered");
		must(world.waiting(agent).length === 0, "an entry came of it");
		must(world.person.desk().inbox.length === before, "the inbox grew");
	},
};

const solana: Story = {
	name: "a Solana transfer is proposed as instructions and as a transaction",
	async run(world) {
		const agent = await world.addAgent("solana");
		const client = await world.connect(agent, "http", "modern");
		const { person, svm } = world.kinds.solana;
		const connection = svm.connection();
		for (const form of ["instructions", "transaction"] as const) {
			const to = Keypair.generate().publicKey;
			const transfer = SystemProgram.transfer({
				fromPubkey: person.publicKey,
				toPubkey: to,
				lamports: 5_000_000,
			});
			const message = new TransactionMessage({
				payerKey: person.publicKey,
				recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
				instructions: [transfer],
			}).compileToV0Message();
			const proposal = await callForStatus(client, "propose_solana_transaction", {
				cluster: "localnet",
				from: person.publicKey.toBase58(),
				reason: "Pay on Solana",
				idempotency_key: key(),
				...(form === "transaction"
					? {
							transaction_base64: Buffer.from(new VersionedTransaction(message).serialize()).toString(
								"base64",
							),
						}
					: {
							instructions: [
								{
									program_id: transfer.programId.toBase58(),
									accounts: transfer.keys.map(({ pubkey, isSigner, isWritable }) => ({
										pubkey: pubkey.toBase58(),
										is_signer: isSigner,
										is_writable: isWritable,
									})),
									data_base64: transfer.data.toString("base64"),
								},
							],
						}),
			});
			await world.approve(agent);
			const done = await untilState(client, proposal.id, "confirmed", "failed");
			must(done.state === "confirmed", `${form} ended ${done.state}: ${done.reason}`);
			must((await connection.getBalance(to)) === 5_000_000, `${form}: nothing arrived`);
		}
	},
};

export const STORIES: readonly Story[] = [
	mcp("stdio", "modern"),
	mcp("stdio", "legacy"),
	mcp("http", "modern"),
	mcp("http", "legacy"),
	repeatedByKey,
	rejected,
	messages,
	viem,
	slowUser,
	ethers,
	cast,
	forge,
	solana,
	restarts,
	stopped,
	payment,
	hostile,
];

export interface TimeOuts {
	readonly count: number;
	/** Number of entries or transactions beyond one per payment. */
	readonly duplicates: number;
}

/** Proposes payments with a tool that times out and retries while the user is slow. */
export async function repeatTimedOut(world: AgentsWorld, count: number): Promise<TimeOuts> {
	const agent = await world.addAgent("time-outs");
	const before = await world.nonce();
	let entries = 0;
	for (let at = 0; at < count; at += 1) {
		const call = [{ from: world.kinds.evm, to: someone(), value: hex(wei(1)) }];
		const repeats = 1 + (at % 3);
		for (let time = 0; time < repeats; time += 1)
			await rpc(agent, "eth_sendTransaction", call, 40).catch(() => null);
		const last = rpc(agent, "eth_sendTransaction", call);
		const [{ error }] = await Promise.all([
			last,
			world.proposed(agent).then(async () => {
				entries += world.waiting(agent).length;
				await world.approve(agent);
			}),
		]);
		must(error === undefined, `time-out ${at}: ${error?.message}`);
	}
	const sent = (await world.nonce()) - before;
	return { count, duplicates: entries - count + (sent - count) };
}
