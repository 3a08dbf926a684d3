import {
	type Address,
	BaseError,
	getAddress,
	type Hex,
	isAddressEqual,
	type Log,
	maxUint256,
	type PublicClient,
	parseEventLogs,
} from "viem";
import type {
	ApprovalChange,
	BalanceChange,
	GuardResult,
	PipelineSimulation,
} from "../../src/contract/simulation.ts";
import { tokenAbi } from "../chains/demo-abi.ts";
import type { Call, Pricing } from "./evm-build.ts";
import type { ServiceChain } from "./options.ts";

/** Simulates a call on the chain itself and reports what the chain said, in the interface's words. */

/** Where `traceTransfers` puts the movement of ETH (execution-apis, eth_simulateV1). */
const ETH_LOGS: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";

interface Run {
	readonly passed: boolean;
	readonly logs: readonly Log[];
	readonly reason: string | null;
}

async function run(client: PublicClient, signer: Address, call: Call): Promise<Run> {
	try {
		const [block] = await client.simulateBlocks({
			blocks: [{ calls: [{ account: signer, to: call.to, value: call.value, data: call.data }] }],
			traceTransfers: true,
		});
		const result = block?.calls[0];
		if (result === undefined) return { passed: false, logs: [], reason: "The chain gave no result." };
		if (result.status === "success") return { passed: true, logs: result.logs ?? [], reason: null };
		return { passed: false, logs: [], reason: reasonOf(result.error) };
	} catch (error) {
		return { passed: false, logs: [], reason: reasonOf(error) };
	}
}

function reasonOf(error: unknown): string {
	const short = error instanceof BaseError ? error.shortMessage : String(error);
	return `The transaction would fail: ${short.split("\n").join(" ")}`;
}

interface TokenFacts {
	readonly symbol: string;
	readonly name: string;
	readonly decimals: number;
}

async function readToken(client: PublicClient, address: Address): Promise<TokenFacts> {
	const read = { address, abi: tokenAbi } as const;
	const [symbol, name, decimals] = await Promise.all([
		client.readContract({ ...read, functionName: "symbol" }),
		client.readContract({ ...read, functionName: "name" }),
		client.readContract({ ...read, functionName: "decimals" }),
	]);
	return { symbol, name, decimals };
}

function movements(
	chain: ServiceChain,
	signer: Address,
	logs: readonly Log[],
	token: TokenFacts,
): BalanceChange[] {
	return parseEventLogs({ abi: tokenAbi, eventName: "Transfer", logs: [...logs] }).flatMap((log) => {
		const { from, to, value } = log.args;
		const native = isAddressEqual(log.address, ETH_LOGS);
		const facts = native
			? { asset: "native", symbol: "ETH", name: "Ether", decimals: 18, standard: "native" as const }
			: { asset: getAddress(log.address), ...token, standard: "erc20" as const };
		const common = { ...facts, account: signer, amount: value.toString(), chainId: chain.chainId, step: 1 };
		const changes: BalanceChange[] = [];
		if (isAddressEqual(from, signer)) changes.push({ ...common, direction: "out", counterparty: to });
		if (isAddressEqual(to, signer)) changes.push({ ...common, direction: "in", counterparty: from });
		return changes;
	});
}

function allowances(
	chain: ServiceChain,
	logs: readonly Log[],
	signer: Address,
	token: TokenFacts,
): ApprovalChange[] {
	return parseEventLogs({ abi: tokenAbi, eventName: "Approval", logs: [...logs] })
		.filter((log) => isAddressEqual(log.args.owner, signer))
		.map((log) => ({
			account: signer,
			spender: log.args.spender,
			asset: getAddress(log.address),
			kind: "allowance",
			standard: "erc20",
			amount: log.args.value.toString(),
			symbol: token.symbol,
			name: token.name,
			decimals: token.decimals,
			approved: log.args.value > 0n,
			unlimited: log.args.value === maxUint256,
			chainId: chain.chainId,
			step: 1,
		}));
}

/** The service's own checks, each with a true reason. */
function guardsOf(
	chain: ServiceChain,
	call: Call,
	pricing: Pricing,
	balance: bigint,
	approvals: readonly ApprovalChange[],
): GuardResult[] {
	const needed = call.value + pricing.gasLimit * pricing.maxFeePerGas;
	const covers: GuardResult =
		balance >= needed
			? {
					name: "balance-covers-cost",
					status: "passed",
					message: "The balance covers the value and the highest fee.",
				}
			: {
					name: "balance-covers-cost",
					status: "warning",
					message: "The balance may not cover value and fee.",
				};
	const spenders = approvals.map((approval): GuardResult => {
		const known = approval.spender.toLowerCase() === chain.router.toLowerCase();
		return known
			? { name: "spender-allowlist", status: "passed", message: "The spender is the demo router." }
			: { name: "spender-allowlist", status: "warning", message: "The spender is not on the list." };
	});
	return [covers, ...spenders];
}

export async function simulateCall(
	client: PublicClient,
	chain: ServiceChain,
	signer: Address,
	call: Call,
	pricing: Pricing,
): Promise<PipelineSimulation> {
	const [result, token, balance] = await Promise.all([
		run(client, signer, call),
		readToken(client, chain.token),
		client.getBalance({ address: signer }),
	]);
	const approvals = allowances(chain, result.logs, signer, token);
	const unlimited = approvals.some((approval) => approval.unlimited === true);
	const units = pricing.estimate ?? pricing.gasLimit;
	const cost = (units * pricing.priceWei).toString();
	return {
		status: result.passed ? "passed" : "failed",
		balanceChanges: movements(chain, signer, result.logs, token),
		approvals,
		fees: [
			{
				account: signer,
				asset: "native",
				amount: cost,
				symbol: "ETH",
				decimals: 18,
				chainId: chain.chainId,
				kind: "network",
			},
		],
		warnings: [
			...(result.reason === null ? [] : [result.reason]),
			...(unlimited ? ["The allowance has no limit and stays until it is revoked."] : []),
		],
		guards: guardsOf(chain, call, pricing, balance, approvals),
		gas: { units: units.toString(), priceWei: pricing.priceWei.toString(), nativeCost: cost },
		logs: result.logs
			.filter((log) => !isAddressEqual(log.address, ETH_LOGS))
			.map((log) => ({
				address: getAddress(log.address),
				topics: log.topics.map((topic: Hex) => topic),
				data: log.data,
				chainId: chain.chainId,
				step: 1,
			})),
	};
}
