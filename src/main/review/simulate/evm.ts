import { decodeFunctionResult, encodeFunctionData, hexToString, parseAbi } from "viem/utils";
import type { BalanceChange, PipelineSimulation } from "../../../contract/simulation.ts";
import { ChainError } from "../../chains/chain-error.ts";
import type { EvmChain } from "../../chains/evm.ts";
import type { EvmSimulated, SimulateCall, SimulatedStep } from "../../chains/evm-simulate.ts";
import { readAddress, readUint } from "../../match/numeral.ts";
import type { EvmLeg } from "../leg.ts";
import type { InnerCall, OwnSimulation } from "../opinion.ts";
import { contractsOf, namesTooMany, questionsOf, type Ran } from "./evm-candidates.ts";
import { approvalsOf, balanceChangesOf, controlsOf, type EffectParts } from "./evm-effects.ts";
import { movesOf, rulerIn } from "./evm-events.ts";
import { answerOf, type Hex, type Question, readOf } from "./evm-questions.ts";
import { revertOf } from "./evm-revert.ts";

/** What has to happen on the chain before the first leg: earlier members of its batch that are not done yet. */
export interface EarlierCall {
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	readonly data: string;
}

const AFTER_FAILURE = "A transaction before it would fail, so this one can't be simulated.";
const UNREADABLE = "What it calls can't be read, so it can't be simulated.";
const MOST_ACCOUNTS = 8;
/** Questions of one request; a token that burns gas only spoils its own. */
const AT_ONCE = 48;
/** More gas than any chain gives to one transaction is not asked for. */
const MOST_GAS = 30_000_000n;
const MOST_LOGS = 200;
const MOST_TOKENS = 12;

const lower = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;

function callOf({ signer, payload: { transaction } }: EvmLeg): SimulateCall | null {
	const value = readUint(transaction.value);
	if (value === null) return null;
	const limit = BigInt(transaction.gas_limit);
	const gas = limit > MOST_GAS ? MOST_GAS : limit;
	const gasPrice = readUint(transaction.max_fee_per_gas);
	return { from: signer, to: transaction.to, value, data: transaction.data, gas, gasPrice };
}

/** The person's own EVM accounts, the signer first. */
function ownAccounts(signer: string, accounts: readonly string[]): readonly Hex[] {
	const evm = accounts.filter((each) => readAddress(each) !== null).map(lower);
	return [...new Set([lower(signer), ...evm])].slice(0, MOST_ACCOUNTS);
}

interface Session {
	readonly chain: EvmChain;
	readonly calls: readonly SimulateCall[];
	readonly told: readonly PipelineSimulation[];
	readonly accounts: readonly Hex[];
}

async function codesOf(chain: EvmChain, contracts: readonly Hex[]): Promise<ReadonlyMap<Hex, string>> {
	const found = await Promise.all(
		contracts.map(async (contract): Promise<readonly [Hex, string]> => {
			try {
				return [contract, await chain.code(contract)];
			} catch (error) {
				if (error instanceof ChainError) return [contract, "0x"];
				throw error;
			}
		}),
	);
	return new Map(found);
}

interface Interrogation {
	readonly questions: readonly Question[];
	readonly found: EvmSimulated;
	/** Of each question, its answer at each moment: before the first call, then after each. */
	readonly answers: readonly (readonly (Hex | null)[])[];
	readonly unanswered: boolean;
	/** It names more than is asked about. */
	readonly tooMany: boolean;
}

/** The same calls again, with questions before, between and after them. */
async function interrogate(session: Session, first: EvmSimulated): Promise<Interrogation> {
	const { chain, calls, told, accounts } = session;
	const ran: Ran = { calls, steps: first.steps, told, accounts };
	const questions = questionsOf(ran, await codesOf(chain, contractsOf(ran)));
	const parts = Array.from({ length: Math.ceil(questions.length / AT_ONCE) }, (_, part) =>
		questions.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
	);
	const asked = await Promise.all(
		parts.map(async (some) => {
			try {
				const found = await chain.simulate({
					calls,
					reads: some.map(readOf),
					at: first.at,
					how: first.how,
					traced: false,
				});
				return some.map((_, index) => found.answers.map((moment) => moment[index] ?? null));
			} catch (error) {
				if (!(error instanceof ChainError)) throw error;
				return null;
			}
		}),
	);
	if (parts.length > 0 && asked.every((part) => part === null))
		throw new ChainError("refused", "Your RPC simulates this, but does not tell the balances around it.");
	return {
		questions,
		found: first,
		answers: asked.flatMap((part, index) => part ?? (parts[index] ?? []).map(() => [])),
		unanswered: asked.some((part) => part === null),
		tooMany: namesTooMany(ran),
	};
}

const UNANSWERED = "Your RPC did not answer all questions about balances and permissions.";
const TOO_MANY =
	"This names more tokens or permissions than your RPC is asked about, so not all of it is seen.";

/** Counted before a leg, and not after it: what a contract burns of gas must not hide what it permits. */
const fellSilent = ({ asked }: EffectParts) =>
	asked.some(({ before, after }) => before.kind === "amount" && after.kind === "none");

function innerOf({ tree }: SimulatedStep): readonly InnerCall[] {
	return tree
		.filter(({ depth, undone }) => depth > 0 && !undone)
		.map(({ depth, kind, from, to, value, data }) => ({
			under: 0,
			depth,
			kind,
			from,
			to,
			value,
			data,
			accounts: [],
		}));
}

interface Named {
	readonly symbol?: string;
	readonly decimals?: number;
}

function simulationOf(
	step: SimulatedStep,
	effects: EffectParts,
	names: ReadonlyMap<string, Named>,
	warnings: readonly string[],
): PipelineSimulation {
	const named = (asset: string) => names.get(asset) ?? {};
	return {
		status: step.passed ? "passed" : "failed",
		balanceChanges: balanceChangesOf(effects).map((row) => ({ ...row, ...named(row.asset) })),
		approvals: approvalsOf(effects).map((row) => ({ ...row, ...named(row.asset) })),
		fees: [],
		warnings: [...warnings],
		guards: [],
		gas: { units: step.gasUsed.toString(), priceWei: null, nativeCost: null },
		logs: step.logs.slice(0, MOST_LOGS).map(({ address, topics, data }) => ({
			address,
			topics: [...topics],
			data,
			chainId: effects.chainId,
			step: effects.step,
		})),
	};
}

function effectsOf(
	session: Session,
	{ questions, found, answers }: Interrogation,
	index: number,
	earlier: number,
): EffectParts {
	const step = found.steps[index];
	return {
		asked: questions.map((question, place) => ({
			question,
			before: answerOf(question, answers[place]?.[index] ?? null),
			after: answerOf(question, answers[place]?.[index + 1] ?? null),
		})),
		moves: step === undefined ? [] : movesOf(step),
		mine: new Set(session.accounts),
		chainId: session.chain.chainId,
		step: index - earlier + 1,
	};
}

const TOKEN = parseAbi([
	"function symbol() view returns (string)",
	"function decimals() view returns (uint8)",
]);

async function textOf<T>(ask: () => Promise<T>): Promise<T | undefined> {
	try {
		return await ask();
	} catch {
		// A token need not tell.
		return undefined;
	}
}

/** Symbol and decimals of the tokens that move or are allowed, as each contract states them. */
async function namesOf(chain: EvmChain, assets: readonly string[]): Promise<ReadonlyMap<string, Named>> {
	const tokens = [...new Set(assets)].filter((asset) => asset !== "native").slice(0, MOST_TOKENS);
	const found = await Promise.all(
		tokens.map(async (token): Promise<readonly [string, Named]> => {
			const [symbol, decimals] = await Promise.all([
				textOf(async () => {
					const data = await chain.call(token, encodeFunctionData({ abi: TOKEN, functionName: "symbol" }));
					if (data.length === 66) return hexToString(data, { size: 32 }).replace(/\0+$/u, "");
					return decodeFunctionResult({ abi: TOKEN, functionName: "symbol", data });
				}),
				textOf(async () => {
					const data = await chain.call(token, encodeFunctionData({ abi: TOKEN, functionName: "decimals" }));
					return decodeFunctionResult({ abi: TOKEN, functionName: "decimals", data });
				}),
			]);
			return [
				token,
				{
					...(symbol === undefined ? {} : { symbol: symbol.slice(0, 100) }),
					...(decimals === undefined ? {} : { decimals }),
				},
			];
		}),
	);
	return new Map([["native", { decimals: 18 }], ...found]);
}

const namesAsset = ({ asset }: Pick<BalanceChange, "asset">) => asset;

async function opinions(session: Session, earlier: number): Promise<readonly OwnSimulation[]> {
	const { chain, calls } = session;
	const first = await chain.simulate({ calls, reads: [], at: null, how: null, traced: true });
	const interrogation = await interrogate(session, first);
	const steps = first.steps.map((step, index) => ({
		step,
		effects: effectsOf(session, interrogation, index, earlier),
	}));
	const names = await namesOf(
		chain,
		steps.flatMap(({ effects }) => [
			...balanceChangesOf(effects).map(namesAsset),
			...approvalsOf(effects).map(namesAsset),
		]),
	);
	const silent =
		interrogation.unanswered || steps.some(({ step, effects }) => step.passed && fellSilent(effects));
	const warnings = [...(silent ? [UNANSWERED] : []), ...(interrogation.tooMany ? [TOO_MANY] : [])];
	return calls.slice(earlier).map((call, place): OwnSimulation => {
		const found = steps[earlier + place];
		if (found === undefined) return { state: "impossible", words: AFTER_FAILURE };
		const { step, effects } = found;
		const news = step.logs.map(rulerIn).filter((each) => each !== null);
		return {
			state: "done",
			how: first.how,
			at: first.at,
			simulation: simulationOf(step, effects, names, warnings),
			controls: controlsOf(effects, news, (contract) => contract === lower(call.to)),
			inner: innerOf(step),
			revert: revertOf(step),
		};
	});
}

/**
 * Runs the legs in order, on top of each other and of `earlier`, on the person's own RPC; one result for each leg.
 * Never rejects: what can't be simulated is `impossible`, with why.
 * @param accounts the person's own
 */
export async function simulateEvm(
	chain: EvmChain,
	legs: readonly EvmLeg[],
	earlier: readonly EarlierCall[],
	accounts: readonly string[],
): Promise<readonly OwnSimulation[]> {
	const impossible = (words: string) => legs.map((): OwnSimulation => ({ state: "impossible", words }));
	const [first] = legs;
	if (first === undefined) return [];
	const own = legs.map(callOf);
	const readable = own.filter((call) => call !== null);
	if (readable.length < own.length || readAddress(first.signer) === null) return impossible(UNREADABLE);
	const before = earlier.map(
		(call): SimulateCall => ({
			...call,
			from: first.signer,
			gas: null,
			// As many units as an RPC gives, at a price, are more than anybody has.
			gasPrice: null,
		}),
	);
	try {
		return await opinions(
			{
				chain,
				calls: [...before, ...readable],
				told: legs.flatMap(({ simulation }) => (simulation === null ? [] : [simulation])),
				accounts: ownAccounts(first.signer, accounts),
			},
			before.length,
		);
	} catch (error) {
		if (error instanceof ChainError) return impossible(error.message);
		return impossible("What your RPC answered could not be used.");
	}
}
