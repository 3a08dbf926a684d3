import {
	type Address,
	BaseError,
	getAddress,
	type Hex,
	isAddressEqual,
	type Log,
	type PublicClient,
} from "viem";
import type { ApprovalChange, GuardResult, PipelineSimulation } from "../../src/service-api/simulation.ts";
import type { Call, Pricing } from "./evm-build.ts";
import { allowances, ETH_LOGS, movements, readTokens, type Tokens } from "./evm-records.ts";
import type { ServiceChain } from "./options.ts";

/** Simulates calls on the chain itself, in order, and reports the results in the interface's terms. */

/** Result of one call that ran after the calls before it. */
export interface Run {
	readonly passed: boolean;
	readonly logs: readonly Log[];
	readonly reason: string | null;
	readonly gasUsed: bigint | null;
}

const FAILED = { passed: false, logs: [], gasUsed: null } as const;

/** Runs calls on top of each other, up to the first that fails. */
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
		// The chain rejects the whole simulation if one call can't start. Retries without the last call to find
		// it.
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

/** Call of a batch, or a single call. */
export interface Step {
	readonly call: Call;
	readonly pricing: Pricing;
	readonly run: Run;
	/** Position in the batch, counted from 1. */
	readonly step: number;
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);

/** Runs the service's own checks and explains each result. */
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
	/** Metadata by token address. */
	readonly tokens: Tokens;
	readonly balance: bigint;
}

/** Combines the chain's results of these steps into one simulation. */
function simulationOf({ chain, signer, tokens, balance }: Facts, steps: readonly Step[]): PipelineSimulation {
	const said = steps.map(({ run, step }) => ({ logs: run.logs, step }));
	const approvals = said.flatMap((each) => allowances(chain, each, signer, tokens));
	const unlimited = approvals.some((approval) => approval.unlimited === true);
	const units = steps.map(({ pricing }) => pricing.estimate ?? pricing.gasLimit);
	const price = steps[0]?.pricing.priceWei ?? 0n;
	const cost = (sum(units) * price).toString();
	const many = steps.length > 1;
	return {
		status: steps.every(({ run }) => run.passed) ? "passed" : "failed",
		balanceChanges: said.flatMap((each) => movements(chain, signer, each, tokens)),
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

/**
 * Returns the simulation of all steps, and one for each step after those before it. A leg keeps its `step`
 * number in the batch.
 */
export async function simulationsOf(
	client: PublicClient,
	chain: ServiceChain,
	signer: Address,
	steps: readonly Step[],
): Promise<{ readonly whole: PipelineSimulation; readonly legs: readonly PipelineSimulation[] }> {
	const [tokens, balance] = await Promise.all([
		readTokens(
			client,
			steps.flatMap(({ run }) => run.logs),
		),
		client.getBalance({ address: signer }),
	]);
	const facts = { chain, signer, tokens, balance };
	return { whole: simulationOf(facts, steps), legs: steps.map((step) => simulationOf(facts, [step])) };
}
