import { ChainError } from "../../../core/chain/chain-error.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import { type Abilities, isRefusal } from "../abilities.ts";
import type { Rpc } from "../json-rpc.ts";
import { type ManyAnswer, type ManyQuestion, proveChain, unreadable } from "./many-question.ts";
import { askStanding } from "./many-standing.ts";
import { bytes } from "./values.ts";

/**
 * Many questions to contracts in one `eth_call`. A few bytes of code are run as if they were being deployed, so that
 * nothing has to stand on the chain for it, and nobody's contract is between: it asks each contract in turn with a gas
 * limit of its own and copies no more of an answer than was asked for, so that a hostile token spoils its own answer
 * alone. It tells the chain's id besides, which proves each answer to be of the right chain.
 */

/**
 * Reads the entries that follow it (2 bytes: length of the data, 2 bytes: bytes to be answered, 8 bytes unused, 20
 * bytes: address; then the data), and answers with the chain's id, and for each entry a word (its highest bit:
 * whether the call went through; the rest: how many bytes were returned) and as many bytes as were asked for:
 * PUSH1 149 CODESIZE SUB DUP1 PUSH1 149 PUSH1 96 CODECOPY PUSH1 96 ADD DUP1 PUSH1 64 MSTORE (the end of the entries)
 * CHAINID DUP2 MSTORE PUSH1 32 ADD PUSH1 32 MSTORE (where to write) PUSH1 96 PUSH1 0 MSTORE (where to read);
 * loop: PUSH1 64 MLOAD PUSH1 0 MLOAD LT ISZERO PUSH1 done JUMPI PUSH1 0 MLOAD MLOAD DUP1 PUSH1 240 SHR DUP2 PUSH1 224
 * SHR PUSH2 0xffff AND DUP2 PUSH1 call JUMPI
 * DUP3 BALANCE PUSH1 32 MLOAD PUSH1 32 ADD MSTORE PUSH1 32 PUSH1 1 PUSH1 255 SHL OR PUSH1 store JUMP;
 * call: DUP1 PUSH1 32 MLOAD PUSH1 32 ADD DUP4 PUSH1 0 MLOAD PUSH1 32 ADD DUP7 PUSH3 200000 STATICCALL PUSH1 255 SHL
 * RETURNDATASIZE OR;
 * store: PUSH1 32 MLOAD MSTORE PUSH1 32 MLOAD ADD PUSH1 32 ADD PUSH1 32 MSTORE PUSH1 0 MLOAD ADD PUSH1 32 ADD PUSH1 0
 * MSTORE POP PUSH1 loop JUMP;
 * done: PUSH1 64 MLOAD DUP1 PUSH1 32 MLOAD SUB SWAP1 RETURN.
 */
const ASKS_MANY =
	"609538038060956060396060018060405246815260200160205260606000525b6040516000511015608a57600051518060f01c8160e01c61ffff16816053578231602051602001526020600160ff1b17606d565b80602051602001836000516020018662030d40fa60ff1b3d175b60205152602051016020016020526000510160200160005250601f565b604051806020510390f3";

/** Bytes that one call may carry (EIP-3860: 49,152), and that it may answer (EIP-170: 24,576); some room is left. */
const MAX_ASKED = 48_000;
const MAX_ANSWERED = 24_000;

const WORD = 32;
/** Of a contract's own answer, the highest bit of the word before it. */
const WENT_THROUGH = 1n << 255n;

const sizeOf = (hex: Hex) => (hex.length - 2) / 2;
const digits = (value: number, bytesLong: number) => value.toString(16).padStart(bytesLong * 2, "0");

function entryOf({ to, data, words }: ManyQuestion): string {
	const header = digits(sizeOf(data), 2) + digits(words * WORD, 2) + digits(0, 8);
	return header + to.slice(2).toLowerCase() + data.slice(2);
}

/** As few calls as their sizes allow, in the order of the questions. */
function split(questions: readonly ManyQuestion[]): readonly (readonly ManyQuestion[])[] {
	const parts: ManyQuestion[][] = [];
	let asked = 0;
	let answered = 0;
	for (const question of questions) {
		const carries = WORD + sizeOf(question.data);
		const answers = WORD * (question.words + 1);
		const last = parts.at(-1);
		if (last === undefined || asked + carries > MAX_ASKED || answered + answers > MAX_ANSWERED) {
			parts.push([question]);
			[asked, answered] = [carries, answers];
			continue;
		}
		last.push(question);
		asked += carries;
		answered += answers;
	}
	return parts;
}

function answersOf(chainId: number, questions: readonly ManyQuestion[], answer: Hex): readonly ManyAnswer[] {
	const whole = WORD + questions.reduce((sum, { words }) => sum + WORD * (words + 1), 0);
	if (sizeOf(answer) !== whole) throw unreadable();
	let at = 2;
	const take = (count: number): string => {
		const part = answer.slice(at, at + count * 2);
		at += count * 2;
		return part;
	};
	proveChain(chainId, BigInt(`0x${take(WORD)}`));
	return questions.map(({ words }): ManyAnswer => {
		const status = BigInt(`0x${take(WORD)}`);
		const data = take(words * WORD);
		const size = status & (WENT_THROUGH - 1n);
		if ((status & WENT_THROUGH) === 0n || size > BigInt(words * WORD)) return null;
		return `0x${data.slice(0, Number(size) * 2)}`;
	});
}

async function ask(rpc: Rpc, chainId: number, questions: readonly ManyQuestion[]) {
	const data = `0x${ASKS_MANY}${questions.map(entryOf).join("")}`;
	return answersOf(chainId, questions, await rpc(bytes, "eth_call", [{ data }, "latest"]));
}

/** Such a call has no target, which some RPCs refuse whatever is asked: of those it is asked in another way. */
async function askPart(
	rpc: Rpc,
	chainId: number,
	abilities: Abilities,
	questions: readonly ManyQuestion[],
): Promise<readonly ManyAnswer[]> {
	if (abilities.lacks("call without a target")) return await askStanding(rpc, chainId, questions);
	try {
		return await ask(rpc, chainId, questions);
	} catch (fault) {
		if (!(fault instanceof ChainError && isRefusal(fault))) throw fault;
		// Both at once, so that it takes one round more and not two.
		const [learnt, other] = await Promise.allSettled([
			abilities.learn("call without a target", fault, async () => await ask(rpc, chainId, [])),
			askStanding(rpc, chainId, questions),
		]);
		if (learnt.status === "fulfilled" && learnt.value === "offered") throw fault;
		if (other.status === "rejected") throw other.reason;
		return other.value;
	}
}

/** In the order of the questions; a call each for as many as fit into one, all at once. Throws ChainError. */
export async function askMany(
	rpc: Rpc,
	chainId: number,
	abilities: Abilities,
	questions: readonly ManyQuestion[],
): Promise<readonly ManyAnswer[]> {
	const parts = split(questions);
	const answers = await Promise.all(parts.map(async (part) => await askPart(rpc, chainId, abilities, part)));
	return answers.flat();
}
