import { ChainError } from "../../../core/chain/chain-error.ts";
import type { EvmSimulated } from "../../../core/chain/evm-simulation.ts";
import { contractsOf as knownContracts } from "../../../core/decode/evm/contracts.ts";
import { decodeTransaction } from "../../../core/decode/evm/decode-evm.ts";
import { pooledIn, positionsIn } from "../../../core/decode/evm/leaves.ts";
import { type Hex, readAddress, readBytes } from "../../../core/format/numeral.ts";
import { type Message, message } from "../../../core/localized-text.ts";
import { mayHangOnBlock, mayHangOnPrice } from "../../../core/simulate/evm/block-dependence.ts";
import {
	contractsOf,
	namesTooMany,
	questionsOf,
	type SimulatedRun,
} from "../../../core/simulate/evm/evm-candidates.ts";
import { type EvmQuestion, readOf } from "../../../core/simulate/evm/evm-questions.ts";
import { impossible, NotSimulable } from "../../../core/simulate/impossible.ts";
import { anotherBlock } from "../../chains/evm/block-values.ts";
import { controlledQuestions } from "./evm-controlled.ts";
import type { SimulationSession } from "./evm-session.ts";

/** Maximum number of queries per RPC request. A token that burns gas only affects its own request. */
const AT_ONCE = 48;

export interface Interrogation {
	readonly questions: readonly EvmQuestion[];
	readonly found: EvmSimulated;
	readonly answers: readonly (readonly (Hex | null)[])[];
	readonly gaps: readonly Message[];
}

export interface Interrogated {
	readonly here: Interrogation;
	/** `null` if the block can't affect the result or the RPC didn't respond. */
	readonly otherBlock: Interrogation | null;
}

export const UNANSWERED = message("own-simulation.gap.unanswered");
const TOO_MANY = message("own-simulation.gap.too-many");
export const CUT = message("own-simulation.gap.cut");
const ONCE = message("own-simulation.gap.once");
const BETRAYED = message("own-simulation.gap.price-hidden");

/** Returns an RPC's error instead of throwing it, unless the RPC is busy. */
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
	/** Contracts could detect the simulation by its gas price, and no other method avoids that. */
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
 * Runs the calls again with queries before, between and after them. Repeats this in another block if the
 * block may affect the result.
 */
export async function interrogate(session: SimulationSession, first: EvmSimulated): Promise<Interrogated> {
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
