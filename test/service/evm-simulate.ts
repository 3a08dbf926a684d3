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

/** Simulates calls on the chain itself, in order, and reports what the chain said, in the interface's words. */

/** Where `traceTransfers` puts the movement of ETH (execution-apis, eth_simulateV1). */
const ETH_LOGS: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";

/** What the chain said of one call, after those before it. */
export interface Run {
	readonly passed: boolean;
	readonly logs: readonly Log[];
	readonly reason: string | null;
	readonly gasUsed: bigint | null;
}

const FAILED = { passed: false, logs: [], gasUsed: null } as const;

/** Runs calls on top of each other. What comes after one that fails is not run. */
export async function runInOrder(
	client: PublicClient,
	signer: Address,
	calls: readonly Call[],
): Promise<Run[]> {
	if (calls.length === 0) return [];
	try {
		const [block] = await client.simulateBlocks({
			blocks: [{ calls: calls.map(({ to, value, data }) => ({ account: signer, to, value, data })) }],
			traceTransfers: true,
		});
		const results = calls.map((_, index) => block?.calls[index]);
		const failure = results.findIndex((result) => result?.status !== "success");
		return results.map((result, index): Run => {
			if (failure >= 0 && index > failure) return NOT_RUN;
			if (result === undefined) return { ...FAILED, reason: "The chain gave no result." };
			const { logs = [], gasUsed } = result;
			if (result.status === "success") return { passed: true, logs, gasUsed, reason: null };
			return { ...FAILED, reason: reasonOf(result.error) };
		});
	} catch (error) {
		// The chain refuses the whole where one call can't even begin: find which.
		const before = await runInOrder(client, signer, calls.slice(0, -1));
		const goes = before.every(({ passed }) => passed);
		return [...before, goes ? { ...FAILED, reason: reasonOf(error) } : NOT_RUN];
	}
}

const NOT_RUN: Run = { ...FAILED, reason: "A step before it would fail." };

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

/** A step's logs, and its place, counted from 1. */
interface Stepped {
	readonly logs: readonly Log[];
	readonly step: number;
}

function movements(
	chain: ServiceChain,
	signer: Address,
	{ logs, step }: Stepped,
	token: TokenFacts,
): BalanceChange[] {
	return parseEventLogs({ abi: tokenAbi, eventName: "Transfer", logs: [...logs] }).flatMap((log) => {
		const { from, to, value } = log.args;
		const native = isAddressEqual(log.address, ETH_LOGS);
		const facts = native
			? { asset: "native", symbol: "ETH", name: "Ether", decimals: 18, standard: "native" as const }
			: { asset: getAddress(log.address), ...token, standard: "erc20" as const };
		const common = { ...facts, account: signer, amount: value.toString(), chainId: chain.chainId, step };
		const changes: BalanceChange[] = [];
		if (isAddressEqual(from, signer)) changes.push({ ...common, direction: "out", counterparty: to });
		if (isAddressEqual(to, signer)) changes.push({ ...common, direction: "in", counterparty: from });
		return changes;
	});
}

function allowances(
	chain: ServiceChain,
	{ logs, step }: Stepped,
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
			step,
		}));
}

/** A call of a batch, or the only one. */
export interface Step {
	readonly call: Call;
	readonly pricing: Pricing;
	readonly run: Run;
	/** Its place, counted from 1. */
	readonly step: number;
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** The service's own checks, each with a true reason. */
function guardsOf(
	chain: ServiceChain,
	steps: readonly Step[],
	balance: bigint,
	approvals: readonly ApprovalChange[],
): GuardResult[] {
	const needed = sum(steps.map(({ call, pricing }) => call.value + pricing.gasLimit * pricing.maxFeePerGas));
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

interface Facts {
	readonly chain: ServiceChain;
	readonly signer: Address;
	readonly token: TokenFacts;
	readonly balance: bigint;
}

/** What the chain said of these steps, as one simulation. */
function told({ chain, signer, token, balance }: Facts, steps: readonly Step[]): PipelineSimulation {
	const said = steps.map(({ run, step }) => ({ logs: run.logs, step }));
	const approvals = said.flatMap((each) => allowances(chain, each, signer, token));
	const unlimited = approvals.some((approval) => approval.unlimited === true);
	const units = steps.map(({ pricing }) => pricing.estimate ?? pricing.gasLimit);
	const price = steps[0]?.pricing.priceWei ?? 0n;
	const cost = (sum(units) * price).toString();
	const many = steps.length > 1;
	return {
		status: steps.every(({ run }) => run.passed) ? "passed" : "failed",
		balanceChanges: said.flatMap((each) => movements(chain, signer, each, token)),
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
			...steps.flatMap(({ run, step }) =>
				run.reason === null ? [] : [many ? `Step ${step}: ${run.reason}` : run.reason],
			),
			...(unlimited ? ["The allowance has no limit and stays until it is revoked."] : []),
		],
		guards: guardsOf(chain, steps, balance, approvals),
		gas: { units: sum(units).toString(), priceWei: price.toString(), nativeCost: cost },
		logs: said.flatMap(({ logs, step }) =>
			logs
				.filter((log) => !isAddressEqual(log.address, ETH_LOGS))
				.map((log) => ({
					address: getAddress(log.address),
					topics: log.topics.map((topic: Hex) => topic),
					data: log.data,
					chainId: chain.chainId,
					step,
				})),
		),
	};
}

/** The simulation of all steps, and of each alone, on top of those before it; a leg keeps its `step` of the batch. */
export async function simulationsOf(
	client: PublicClient,
	chain: ServiceChain,
	signer: Address,
	steps: readonly Step[],
): Promise<{ readonly whole: PipelineSimulation; readonly legs: readonly PipelineSimulation[] }> {
	const [token, balance] = await Promise.all([
		readToken(client, chain.token),
		client.getBalance({ address: signer }),
	]);
	const facts = { chain, signer, token, balance };
	return { whole: told(facts, steps), legs: steps.map((step) => told(facts, [step])) };
}
