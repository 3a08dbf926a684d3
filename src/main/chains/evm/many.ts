import { ChainError } from "../../../core/chain/chain-error.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import { type Abilities, isRefusal } from "../abilities.ts";
import type { Rpc } from "../json-rpc.ts";
import { asDeployment, asLentCode, carried, type Question, resultsIn } from "./asks-many.ts";
import type { ManyResult } from "./many-question.ts";
import { queryStateMany } from "./many-state.ts";
import { bytes } from "./rpc-values.ts";

/**
 * Leaves a margin below the limits in EIP-3860 (49,152 bytes of init code) and EIP-170 (24,576 bytes of
 * code).
 */
const MAX_BATCH_BYTES = 48_000;
const MAX_ANSWERED = 24_000;

function split(questions: readonly Question[]): readonly (readonly Question[])[] {
	const parts: Question[][] = [];
	const total = { asked: 0, answered: 0 };
	for (const question of questions) {
		const { asked, answered } = carried(question);
		const last = parts.at(-1);
		if (
			last === undefined ||
			total.asked + asked > MAX_BATCH_BYTES ||
			total.answered + answered > MAX_ANSWERED
		) {
			parts.push([question]);
			Object.assign(total, { asked, answered });
			continue;
		}
		last.push(question);
		total.asked += asked;
		total.answered += answered;
	}
	return parts;
}

interface BatchedCall {
	readonly rpc: Rpc;
	readonly chainId: number;
	readonly abilities: Abilities;
	readonly at: Hex | "latest";
}

type Ask = (asked: BatchedCall, questions: readonly Question[]) => Promise<readonly ManyResult[]>;

const byProgram =
	(parametersOf: (questions: readonly Question[], at: string) => readonly unknown[]): Ask =>
	async (asked, questions) => {
		const { rpc, chainId, at } = asked;
		const answer = await rpc(bytes, "eth_call", parametersOf(questions, at));
		const results = resultsIn(chainId, questions, answer);
		if (results !== null) return results;
		if (questions.length <= 1) return questions.map(() => "unclear");
		const middle = Math.ceil(questions.length / 2);
		const again = byProgram(parametersOf);
		const halves = await Promise.all([
			again(asked, questions.slice(0, middle)),
			again(asked, questions.slice(middle)),
		]);
		return halves.flat();
	};

interface Way {
	readonly ability: "call without a target" | "lent code";
	readonly ask: Ask;
}

/** Some RPCs reject calls without a target, and others reject code overrides. */
const WAYS: readonly Way[] = [
	{ ability: "call without a target", ask: byProgram(asDeployment) },
	{ ability: "lent code", ask: byProgram(asLentCode) },
];

/** If a method fails, tries the next one while probing the failed one, which saves a round trip. */
async function askBy(
	asked: BatchedCall,
	questions: readonly Question[],
	[way, ...others]: readonly Way[],
): Promise<readonly ManyResult[]> {
	const { rpc, chainId, abilities, at } = asked;
	if (way === undefined) return await queryStateMany(rpc, chainId, questions, at);
	const { ability, ask } = way;
	if (abilities.lacks(ability)) return await askBy(asked, questions, others);
	try {
		return await ask(asked, questions);
	} catch (fault) {
		if (!(fault instanceof ChainError && (isRefusal(fault) || fault.kind === "unreadable"))) throw fault;
		const [learnt, other] = await Promise.allSettled([
			abilities.learn(ability, fault, () => ask({ ...asked, at: "latest" }, [])),
			askBy(asked, questions, others),
		]);
		if (learnt.status === "fulfilled" && learnt.value === "offered") throw fault;
		if (other.status === "rejected") throw other.reason;
		return other.value;
	}
}

export async function askMany(
	asked: BatchedCall,
	questions: readonly Question[],
): Promise<readonly ManyResult[]> {
	const answers = await Promise.all(split(questions).map((part) => askBy(asked, part, WAYS)));
	return answers.flat();
}
