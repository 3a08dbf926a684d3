import { ChainError } from "../../../core/chain/chain-error.ts";
import { type EvmSimulated, MAX_CALLS, type SimulateCall } from "../../../core/chain/evm-simulation.ts";
import { contractsOf as knownContracts } from "../../../core/decode/evm/contracts.ts";
import { decodeTransaction } from "../../../core/decode/evm/decode-evm.ts";
import { pooledIn, positionsIn } from "../../../core/decode/evm/leaves.ts";
import type { LocalSimulation } from "../../../core/decoded-transaction/opinion.ts";
import type { EvmItem } from "../../../core/decoded-transaction/signed-item.ts";
import { type Hex, readAddress, readBytes, readUint } from "../../../core/format/numeral.ts";
import { type Message, message } from "../../../core/localized-text.ts";
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
import { answerOf, type EvmQuestion, readOf } from "../../../core/simulate/evm/evm-questions.ts";
import { revertOf } from "../../../core/simulate/evm/evm-revert.ts";
import {
	type Impossible,
	impossible,
	impossibleBy,
	NotSimulable,
} from "../../../core/simulate/impossible.ts";
import type { BalanceChange } from "../../../service-api/simulation.ts";
import { anotherBlock } from "../../chains/evm/block-values.ts";
import type { EvmChain } from "../../chains/evm/chain.ts";
import {
	codesSeen,
	controlledOf,
	controlledQuestions,
	fellSilent,
	holdersIn,
	innerOf,
	poolsIn,
	priorBalances,
	remainingAllowancesIn,
	simulationOf,
} from "./evm-seen.ts";
import { codesOf, labelsOf, type SimulationSession } from "./evm-session.ts";

/** Maximum number of queries per RPC request. A token that burns gas only affects its own RPC request. */
const AT_ONCE = 48;

interface Interrogation {
	readonly questions: readonly EvmQuestion[];
	readonly found: EvmSimulated;
	readonly answers: readonly (readonly (Hex | null)[])[];
	readonly gaps: readonly Message[];
}

interface Interrogated {
	readonly here: Interrogation;
	/** `null` if the block can't affect the result or the RPC didn't respond. */
	readonly otherBlock: Interrogation | null;
}

const UNANSWERED = message("own-simulation.gap.unanswered");
const TOO_MANY = message("own-simulation.gap.too-many");
const CUT = message("own-simulation.gap.cut");
const ONCE = message("own-simulation.gap.once");
const BETRAYED = message("own-simulation.gap.price-hidden");

/** Returns an RPC error instead of throwing it, unless the RPC is busy. */
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
		if (error instanceof ChainError && error.kind !== "busy") return error;
		throw error;
	}
}

const OTHER_WAY = "debug_traceCall";

interface SecondRun {
	readonly there: EvmSimulated | ChainError | null;
	/**
	 * Whether contracts could detect the simulation by its gas price, because no other method avoids this.
	 */
	readonly isBetrayed: boolean;
}

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

function positionQuestions({ chain, calls }: SimulationSession): readonly EvmQuestion[] {
	const contracts = knownContracts(String(chain.chainId));
	return calls.flatMap(({ from, to, value, data }): EvmQuestion[] => {
		const [target, bytes] = [readAddress(to), readBytes(data)];
		if (target === null || bytes === null) return [];
		const decoded = decodeTransaction({ to: target, value, data: bytes }, undefined, contracts);
		return [
			...positionsIn(decoded, from).map(
				({ contract: token, id }) => ({ kind: "holder", token, id }) as const,
			),
			...pooledIn(decoded, from).map(({ contract: token, id }) => ({ kind: "pool", token, id }) as const),
		];
	});
}

/**
 * Reruns the calls with queries before, between and after them. If the block may affect the result, repeats
 * this in a different block.
 */
async function interrogate(session: SimulationSession, first: EvmSimulated): Promise<Interrogated> {
	const { calls, claimed, accounts } = session;
	const ran: SimulatedRun = { calls, steps: first.steps, claimed, accounts };
	const codes = await session.codes(contractsOf(ran));
	const { questions: asked, whole } = questionsOf(ran, codes, positionQuestions(session));
	const questions = [...asked, ...controlledQuestions(session, first, session.controlled)];
	const parts = Array.from({ length: Math.ceil(questions.length / AT_ONCE) }, (_, part) =>
		questions.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
	);
	const some = parts[0] ?? [];
	const [{ there, isBetrayed }, here] = await Promise.all([
		runAgain(session, first, codes, some),
		Promise.all(parts.map((part) => put(session, first, first.block, part, first.how))),
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
		otherBlock:
			there === null || there instanceof ChainError
				? null
				: { questions: some, found: there, answers: answersIn(there, some.length), gaps: [] },
	};
}

/** Earlier, unconfirmed call from the batch. It has to run before the first item. */
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

const lower = (address: string): Hex => `0x${address.slice(2).toLowerCase()}`;

function callOf({ signer, payload: { transaction } }: EvmItem): SimulateCall | null {
	const value = readUint(transaction.value);
	if (value === null) return null;
	if (!Number.isSafeInteger(transaction.gas_limit) || transaction.gas_limit < 0) return null;
	// Uses the transaction's own gas limit, because a contract could recognize a different one as a
	// simulation.
	const gas = BigInt(transaction.gas_limit);
	const gasPrice = readUint(transaction.max_fee_per_gas);
	const tip = readUint(transaction.max_priority_fee_per_gas);
	return { from: signer, to: transaction.to, value, data: transaction.data, gas, gasPrice, tip };
}

function userAccounts(signer: string, accounts: readonly string[]): readonly Hex[] {
	const evm = accounts.filter((each) => readAddress(each) !== null).map(lower);
	return [...new Set([lower(signer), ...evm])].slice(0, MAX_ACCOUNTS);
}

function effectsOf(
	{ chain }: SimulationSession,
	accounts: readonly Hex[],
	{ questions, found, answers }: Interrogation,
	index: number,
	earlier: number,
): EffectParts {
	const isTheirs = (question: EvmQuestion) =>
		(question.kind !== "balance" && question.kind !== "balance_of_id" && question.kind !== "coin") ||
		accounts.includes(question.account);
	const step = found.steps[index];
	return {
		answers: questions.flatMap((question, place) =>
			isTheirs(question)
				? [
						{
							question,
							before: answerOf(question, answers[place]?.[index] ?? null),
							after: answerOf(question, answers[place]?.[index + 1] ?? null),
						},
					]
				: [],
		),
		moves: step === undefined ? [] : movesOf(step),
		mine: new Set(accounts),
		chainId: chain.chainId,
		step: index - earlier + 1,
	};
}

const namesAsset = ({ asset }: Pick<BalanceChange, "asset">) => asset;

async function opinions(session: SimulationSession, earlier: number): Promise<readonly LocalSimulation[]> {
	const { chain, calls, accounts, controlled } = session;
	const [first] = await Promise.all([
		chain.simulate({ calls, reads: [], at: null, how: null, block: null, traced: true }),
		session.codes(calls.flatMap(({ to }) => (readAddress(to) === null ? [] : [lower(to)]))),
	]);
	const { here, otherBlock } = await interrogate(session, first);
	const steps = first.steps.map((step, index) => ({
		step,
		effects: effectsOf(session, accounts, here, index, earlier),
		others: effectsOf(session, controlled, here, index, earlier),
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
	return calls.slice(earlier).map((call, place): LocalSimulation => {
		const index = earlier + place;
		const found = steps[index];
		if (found === undefined) return impossible("later", AFTER_FAILURE);
		const { step, effects, others } = found;
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
			allowances: remainingAllowancesIn(effects),
			balancesBefore: [...priorBalances(effects), ...priorBalances(others)],
			controlled: {
				accounts: controlled,
				changes: step.passed && controlled.length > 0 ? balanceChangesOf(others) : [],
			},
			holders: holdersIn(effects),
			pools: poolsIn(effects),
			hangsOnBlock:
				otherBlock !== null &&
				hangsOnBlock(
					{ step, effects },
					{
						step: otherBlock.found.steps[index],
						effects: effectsOf(session, accounts, otherBlock, index, earlier),
					},
				),
			revert: revertOf(step),
		};
	});
}

/** Never rejects. An item that can't be simulated is `impossible`, with a reason. */
export async function simulateEvm(
	chain: EvmChain,
	items: readonly EvmItem[],
	earlier: readonly EarlierCall[],
	accounts: readonly string[],
): Promise<readonly LocalSimulation[]> {
	const none = (instead: Impossible) => items.map((): LocalSimulation => instead);
	const [first] = items;
	if (first === undefined) return [];
	const own = items.map(callOf);
	const readable = own.filter((call) => call !== null);
	if (readable.length < own.length || readAddress(first.signer) === null)
		return none(impossible("exceeds", UNREADABLE));
	if (earlier.length + items.length > MAX_CALLS) return none(impossible("too_many_steps", TOO_MANY_STEPS));
	const before = earlier.map(
		(call): SimulateCall => ({
			...call,
			from: first.signer,
			gas: null,
			// With an RPC's default gas limit, the fee at the real gas price would exceed every balance.
			gasPrice: null,
			tip: null,
		}),
	);
	const calls = [...before, ...readable];
	const mine = userAccounts(first.signer, accounts);
	try {
		return await opinions(
			{
				chain,
				calls,
				claimed: items.flatMap(({ simulation }) => (simulation === null ? [] : [simulation])),
				accounts: mine,
				controlled: controlledOf({ chain, calls, accounts: mine }),
				codes: codesOf(chain),
				labels: labelsOf(chain),
			},
			before.length,
		);
	} catch (error) {
		return none(impossibleBy(error));
	}
}
