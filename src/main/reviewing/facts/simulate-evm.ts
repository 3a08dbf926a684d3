import { decodeFunctionResult, encodeFunctionData, hexToString, parseAbi } from "viem/utils";
import { ChainError } from "../../../core/chain/chain-error.ts";
import {
	type EvmSimulated,
	MAX_CALLS,
	type SimulateCall,
	type SimulatedStep,
} from "../../../core/chain/evm-simulation.ts";
import { contractsOf as knownContracts } from "../../../core/decode/evm/contracts.ts";
import { decodeEvm } from "../../../core/decode/evm/decode-evm.ts";
import { pooledIn, positionsIn } from "../../../core/decode/evm/leaves.ts";
import { type Hex, readAddress, readBytes, readUint } from "../../../core/format/numeral.ts";
import { type Message, message } from "../../../core/message.ts";
import { hangsOnBlock, mayHangOnBlock, mayHangOnPrice } from "../../../core/simulate/evm/block-dependence.ts";
import {
	contractsOf,
	namesTooMany,
	questionsOf,
	type SimulatedRun,
} from "../../../core/simulate/evm/evm-candidates.ts";
import {
	approvalsOf,
	balanceChangesOf,
	controlsOf,
	type EffectParts,
} from "../../../core/simulate/evm/evm-effects.ts";
import { controlEventIn, movesOf } from "../../../core/simulate/evm/evm-events.ts";
import { withoutPositions } from "../../../core/simulate/evm/evm-positions.ts";
import { answerOf, type EvmQuestion, readOf } from "../../../core/simulate/evm/evm-questions.ts";
import { revertOf } from "../../../core/simulate/evm/evm-revert.ts";
import {
	type Impossible,
	impossible,
	impossibleBy,
	NotSimulable,
} from "../../../core/simulate/impossible.ts";
import type { EvmLeg } from "../../../core/subject/leg.ts";
import {
	type CodeSeen,
	type InnerCall,
	type OwnSimulation,
	type PoolSeen,
	positionKey,
	type StandingAllowance,
} from "../../../core/subject/opinion.ts";
import type { BalanceChange, PipelineSimulation } from "../../../service-api/simulation.ts";
import { anotherBlock } from "../../chains/evm/block-values.ts";
import type { EvmChain } from "../../chains/evm/chain.ts";

/** What has to happen on the chain before the first leg: earlier members of its batch that are not done yet. */
export interface EarlierCall {
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	readonly data: string;
}

const AFTER_FAILURE = message("own-simulation.after-failure");
const TOO_MANY_STEPS = message("own-simulation.too-many-steps", { most: MAX_CALLS });
const UNREADABLE = message("own-simulation.unreadable.call");
const MAX_ACCOUNTS = 8;
/** Questions of one request; a token that burns gas only spoils its own. */
const AT_ONCE = 48;
const MAX_LOGS = 200;
const MAX_TOKENS = 12;

const lower = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;

function callOf({ signer, payload: { transaction } }: EvmLeg): SimulateCall | null {
	const value = readUint(transaction.value);
	if (value === null) return null;
	if (!Number.isSafeInteger(transaction.gas_limit) || transaction.gas_limit < 0) return null;
	// Its own limit, whatever that is: by another one a contract could tell that it is only simulated.
	const gas = BigInt(transaction.gas_limit);
	const gasPrice = readUint(transaction.max_fee_per_gas);
	const tip = readUint(transaction.max_priority_fee_per_gas);
	return { from: signer, to: transaction.to, value, data: transaction.data, gas, gasPrice, tip };
}

/** The user's own EVM accounts, the signer first. */
function ownAccounts(signer: string, accounts: readonly string[]): readonly Hex[] {
	const evm = accounts.filter((each) => readAddress(each) !== null).map(lower);
	return [...new Set([lower(signer), ...evm])].slice(0, MAX_ACCOUNTS);
}

interface SimulationSession {
	readonly chain: EvmChain;
	readonly calls: readonly SimulateCall[];
	readonly claimed: readonly PipelineSimulation[];
	readonly accounts: readonly Hex[];
	/** The code at each of these addresses, asked for once; none where the RPC did not answer. */
	readonly codes: (contracts: readonly Hex[]) => Promise<ReadonlyMap<Hex, string>>;
	readonly labels: (assets: readonly string[]) => Promise<ReadonlyMap<string, TokenLabel>>;
}

/** Reads each address' code once, however often it is asked for. */
function codesOf(chain: EvmChain): SimulationSession["codes"] {
	const asked = new Map<Hex, Promise<string>>();
	async function read(contract: Hex): Promise<string> {
		try {
			return await chain.code(contract);
		} catch (error) {
			if (error instanceof ChainError) return "0x";
			throw error;
		}
	}
	return async (contracts) => {
		for (const contract of contracts) if (!asked.has(contract)) asked.set(contract, read(contract));
		return new Map(
			await Promise.all(
				contracts.map(async (contract) => [contract, (await asked.get(contract)) ?? "0x"] as const),
			),
		);
	};
}

interface Interrogation {
	readonly questions: readonly EvmQuestion[];
	readonly found: EvmSimulated;
	/** Of each question, its answer at each moment: before the first call, then after each. */
	readonly answers: readonly (readonly (Hex | null)[])[];
	/** Why that is not all, as whole sentences. */
	readonly gaps: readonly Message[];
}

interface Interrogated {
	/** In this block. */
	readonly here: Interrogation;
	/** In another, with as many questions as one request holds; null where it can't matter, or was not answered. */
	readonly elsewhere: Interrogation | null;
}

const UNANSWERED = message("own-simulation.gap.unanswered");
const TOO_MANY = message("own-simulation.gap.too-many");
const CUT = message("own-simulation.gap.cut");
const ONCE = message("own-simulation.gap.once");
const BETRAYED = message("own-simulation.gap.price-hidden");

/** The same calls with questions before, between and after them; why not, where the RPC did not answer. */
async function put(
	{ chain, calls }: SimulationSession,
	first: EvmSimulated,
	block: EvmSimulated["block"],
	questions: readonly EvmQuestion[],
	how: EvmSimulated["how"],
): Promise<EvmSimulated | ChainError> {
	const { at } = first;
	try {
		return await chain.simulate({ calls, reads: questions.map(readOf), at, how, block, traced: false });
	} catch (error) {
		if (error instanceof ChainError) return error;
		throw error;
	}
}

/** Tried where the first showed contracts another price than the one that is paid. */
const OTHER_WAY = "debug_traceCall";

interface SecondRun {
	/** null where it can't matter. */
	readonly there: EvmSimulated | ChainError | null;
	/** Contracts could tell by the price that they were only simulated, and there is no way to run them by which not. */
	readonly isBetrayed: boolean;
}

/** Once more in another block, by a way that shows contracts what is paid where that may matter. */
async function runAgain(
	session: SimulationSession,
	first: EvmSimulated,
	codes: ReadonlyMap<Hex, string>,
	questions: readonly EvmQuestion[],
): Promise<SecondRun> {
	const again = (how: EvmSimulated["how"]) => put(session, first, anotherBlock(first.block), questions, how);
	const shows = (how: EvmSimulated["how"]) =>
		session.chain.showsPrice({ how, at: first.at, block: first.block });
	const isHidden = mayHangOnPrice(first, codes) && !(await shows(first.how));
	if (isHidden && first.how !== OTHER_WAY && (await shows(OTHER_WAY))) {
		const there = await again(OTHER_WAY);
		if (!(there instanceof ChainError)) return { there, isBetrayed: false };
	}
	const there = mayHangOnBlock(first, codes) ? await again(first.how) : null;
	return { there, isBetrayed: isHidden };
}

const answersIn = (found: EvmSimulated, count: number) =>
	Array.from({ length: count }, (_, index) => found.answers.map((moment) => moment[index] ?? null));

/** Who holds the positions that the calls put something into, and in which pool they are. */
function positionQuestions({ chain, calls }: SimulationSession): readonly EvmQuestion[] {
	const contracts = knownContracts(String(chain.chainId));
	return calls.flatMap(({ from, to, value, data }): EvmQuestion[] => {
		const [target, bytes] = [readAddress(to), readBytes(data)];
		if (target === null || bytes === null) return [];
		const decoded = decodeEvm({ to: target, value, data: bytes }, undefined, contracts);
		return [
			...positionsIn(decoded, from).map(
				({ contract: token, id }) => ({ kind: "holder", token, id }) as const,
			),
			...pooledIn(decoded, from).map(({ contract: token, id }) => ({ kind: "pool", token, id }) as const),
		];
	});
}

/** The same calls again, with questions before, between and after them; and once in another block, where that may matter. */
async function interrogate(session: SimulationSession, first: EvmSimulated): Promise<Interrogated> {
	const { calls, claimed, accounts } = session;
	const ran: SimulatedRun = { calls, steps: first.steps, claimed, accounts };
	const codes = await session.codes(contractsOf(ran));
	const { asked: questions, whole } = questionsOf(ran, codes, positionQuestions(session));
	const parts = Array.from({ length: Math.ceil(questions.length / AT_ONCE) }, (_, part) =>
		questions.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
	);
	const some = parts[0] ?? [];
	const [{ there, isBetrayed }, here] = await Promise.all([
		runAgain(session, first, codes, some),
		Promise.all(parts.map((part) => put(session, first, first.block, part, first.how))),
		// Whatever moves is among what is asked about.
		session.labels(questions.flatMap((question) => ("token" in question ? [question.token] : []))),
	]);
	const faults = here.filter((found) => found instanceof ChainError);
	const [fault] = faults;
	if (fault !== undefined && faults.length === parts.length)
		throw fault.kind === "refused" || fault.kind === "too_large"
			? new NotSimulable(impossible("exceeds", message("own-simulation.no-questions")), { cause: fault })
			: fault;
	const gaps = [
		...(faults.length > 0 ? [UNANSWERED] : []),
		...(!whole || namesTooMany(ran) ? [TOO_MANY] : []),
		...(there instanceof ChainError ? [ONCE] : []),
		...(isBetrayed ? [BETRAYED] : []),
	];
	return {
		here: {
			questions,
			found: first,
			answers: here.flatMap((found, index) => {
				const part = parts[index] ?? [];
				return found === null || found instanceof ChainError
					? part.map(() => [])
					: answersIn(found, part.length);
			}),
			gaps,
		},
		elsewhere:
			there === null || there instanceof ChainError
				? null
				: { questions: some, found: there, answers: answersIn(there, some.length), gaps: [] },
	};
}

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

interface TokenLabel {
	readonly symbol?: string;
	readonly decimals?: number;
}

function simulationOf(
	step: SimulatedStep,
	effects: EffectParts,
	names: ReadonlyMap<string, TokenLabel>,
): PipelineSimulation {
	const named = (asset: string) => names.get(asset) ?? {};
	return {
		status: step.passed ? "passed" : "failed",
		balanceChanges: withoutPositions({
			rows: balanceChangesOf(effects),
			hasDecimals: (asset) => named(asset).decimals !== undefined,
			hasMoved: (asset) => effects.moves.some(({ token }) => token === asset),
		}).map((row) => ({ ...row, ...named(row.asset) })),
		approvals: approvalsOf(effects).map((row) => ({ ...row, ...named(row.asset) })),
		fees: [],
		warnings: [],
		guards: [],
		gas: { units: step.gasUsed.toString(), priceWei: null, nativeCost: null },
		logs: step.logs.slice(0, MAX_LOGS).map(({ address, topics, data }) => ({
			address,
			topics: [...topics],
			data,
			chainId: effects.chainId,
			step: effects.step,
		})),
	};
}

function effectsOf(
	session: SimulationSession,
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

async function labelOf(chain: EvmChain, token: string): Promise<TokenLabel> {
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
	return {
		...(symbol === undefined ? {} : { symbol: symbol.slice(0, 100) }),
		...(decimals === undefined ? {} : { decimals }),
	};
}

/** Symbol and decimals of tokens, as each contract states them; of no more than so many, and each asked once. */
function labelsOf(chain: EvmChain): SimulationSession["labels"] {
	const asked = new Map<string, Promise<TokenLabel>>();
	return async (assets) => {
		const tokens = [...new Set(assets)].filter((asset) => asset !== "native").slice(0, MAX_TOKENS);
		for (const token of tokens) if (!asked.has(token)) asked.set(token, labelOf(chain, token));
		const found = tokens.map(async (token) => [token, (await asked.get(token)) ?? {}] as const);
		return new Map<string, TokenLabel>([["native", { decimals: 18 }], ...(await Promise.all(found))]);
	};
}

const namesAsset = ({ asset }: Pick<BalanceChange, "asset">) => asset;

const holdersIn = ({ asked }: EffectParts): ReadonlyMap<string, string> =>
	new Map(
		asked.flatMap(({ question, after }) =>
			question.kind === "holder" && after.kind === "address"
				? [[positionKey(question.token, question.id), after.address] as const]
				: [],
		),
	);

const NO_HOOK = /^0x0{40}$/;

/** A position's pool never changes: one that this opens is known only after, one that it ends only before. */
const poolsIn = ({ asked }: EffectParts): ReadonlyMap<string, PoolSeen> =>
	new Map(
		asked.flatMap(({ question, before, after }) => {
			const seen = after.kind === "addresses" ? after : before;
			if (question.kind !== "pool" || seen.kind !== "addresses") return [];
			const [currency0, currency1, hook] = seen.addresses;
			if (currency0 === undefined || currency1 === undefined || hook === undefined) return [];
			const pool = { currencies: [currency0, currency1], hook: NO_HOOK.test(hook) ? null : hook };
			return [[positionKey(question.token, question.id), pool] as const];
		}),
	);

/** What those are that are asked about, once a leg has run. */
const codesSeen = ({ asked }: EffectParts): ReadonlyMap<string, CodeSeen> =>
	new Map(
		asked.flatMap(({ question, after }) =>
			question.kind === "code" && after.kind === "code"
				? [[question.account, { size: after.size, delegatedTo: after.delegatedTo }] as const]
				: [],
		),
	);

/** What others may take, of all that was asked about, once a leg has run. */
const standingIn = ({ asked }: EffectParts): readonly StandingAllowance[] =>
	asked.flatMap(({ question, after }): StandingAllowance[] => {
		if ((question.kind !== "allowance" && question.kind !== "passed_on") || after.kind !== "amount")
			return [];
		const { account, spender, token } = question;
		return [
			{
				account,
				spender,
				token,
				book: question.kind === "allowance" ? "token" : question.by,
				amount: after.amount,
			},
		];
	});

async function opinions(session: SimulationSession, earlier: number): Promise<readonly OwnSimulation[]> {
	const { chain, calls } = session;
	const [first] = await Promise.all([
		chain.simulate({ calls, reads: [], at: null, how: null, block: null, traced: true }),
		// Of what is called by name the code is read meanwhile.
		session.codes(calls.flatMap(({ to }) => (readAddress(to) === null ? [] : [lower(to)]))),
	]);
	const { here, elsewhere } = await interrogate(session, first);
	const steps = first.steps.map((step, index) => ({
		step,
		effects: effectsOf(session, here, index, earlier),
	}));
	const names = await session.labels(
		steps.flatMap(({ effects }) => [
			...balanceChangesOf(effects).map(namesAsset),
			...approvalsOf(effects).map(namesAsset),
		]),
	);
	const silent = steps.some(({ step, effects }) => step.passed && fellSilent(effects));
	const cut = steps.some(({ step }) => step.cut.length > 0);
	const gaps = [...new Set([...here.gaps, ...(silent ? [UNANSWERED] : []), ...(cut ? [CUT] : [])])];
	return calls.slice(earlier).map((call, place): OwnSimulation => {
		const index = earlier + place;
		const found = steps[index];
		if (found === undefined) return impossible("later", AFTER_FAILURE);
		const { step, effects } = found;
		const news = step.logs.map(controlEventIn).filter((each) => each !== null);
		return {
			state: "done",
			how: first.how,
			at: first.at,
			simulation: simulationOf(step, effects, names),
			gaps,
			controls: controlsOf(effects, news, (contract) => contract === lower(call.to)),
			inner: innerOf(step),
			codes: codesSeen(effects),
			standing: standingIn(effects),
			holders: holdersIn(effects),
			pools: poolsIn(effects),
			hangsOnBlock:
				elsewhere !== null &&
				hangsOnBlock(
					{ step, effects },
					{ step: elsewhere.found.steps[index], effects: effectsOf(session, elsewhere, index, earlier) },
				),
			revert: revertOf(step),
		};
	});
}

/**
 * Runs the legs in order, on top of each other and of `earlier`, on the user's own RPC; one result for each leg.
 * Never rejects: what can't be simulated is `impossible`, with why.
 * @param accounts the user's own
 */
export async function simulateEvm(
	chain: EvmChain,
	legs: readonly EvmLeg[],
	earlier: readonly EarlierCall[],
	accounts: readonly string[],
): Promise<readonly OwnSimulation[]> {
	const none = (instead: Impossible) => legs.map((): OwnSimulation => instead);
	const [first] = legs;
	if (first === undefined) return [];
	const own = legs.map(callOf);
	const readable = own.filter((call) => call !== null);
	if (readable.length < own.length || readAddress(first.signer) === null)
		return none(impossible("exceeds", UNREADABLE));
	if (earlier.length + legs.length > MAX_CALLS) return none(impossible("too_many_steps", TOO_MANY_STEPS));
	const before = earlier.map(
		(call): SimulateCall => ({
			...call,
			from: first.signer,
			gas: null,
			// As many units as an RPC gives, at a price, are more than anybody has.
			gasPrice: null,
			tip: null,
		}),
	);
	try {
		return await opinions(
			{
				chain,
				calls: [...before, ...readable],
				claimed: legs.flatMap(({ simulation }) => (simulation === null ? [] : [simulation])),
				accounts: ownAccounts(first.signer, accounts),
				codes: codesOf(chain),
				labels: labelsOf(chain),
			},
			before.length,
		);
	} catch (error) {
		return none(impossibleBy(error));
	}
}
