import { bytesToHex, randomBytes } from "@noble/hashes/utils.js";
import type { Hex } from "../../../core/format/numeral.ts";
import {
	type CodeQuestion,
	type ManyQuestion,
	type ManyResult,
	proveChain,
	unreadable,
} from "./many-question.ts";

/**
 * A short program calls each contract in turn. Each call has its own gas limit and a limit on the returned
 * bytes, so a hostile token only affects its own answer. The returned chain ID proves that the answers come
 * from the right chain. The program isn't deployed. It runs as init code, or as override code at a random
 * address.
 */

/**
 * Calls each entry of its input in turn. Each input entry consists of the length of the call data (2 bytes), the maximum
 * length of the answer (2 bytes), 7 unused bytes, a byte that is set to query code, a 20-byte address, and the call data.
 * An entry without call data queries a balance. The output is the chain ID, then for each entry a word (highest bit:
 * success; next bit: more than half of the gas was used; rest: number of returned bytes) and the answer padded to its
 * maximum length, and finally the remaining gas.
 *
 * PUSH1 223 CODESIZE SUB DUP1 PUSH1 223 PUSH1 96 CODECOPY PUSH1 96 ADD DUP1 PUSH1 64 MSTORE (the end of the entries)
 * CHAINID DUP2 MSTORE PUSH1 32 ADD PUSH1 32 MSTORE (where to write) PUSH1 96 PUSH1 0 MSTORE (where to read);
 * loop: PUSH1 64 MLOAD PUSH1 0 MLOAD LT ISZERO PUSH1 done JUMPI PUSH1 0 MLOAD MLOAD DUP1 PUSH1 240 SHR DUP2 PUSH1 224
 * SHR PUSH2 0xffff AND DUP3 PUSH1 160 SHR PUSH1 0xff AND PUSH1 code JUMPI DUP2 PUSH1 call JUMPI
 * DUP3 BALANCE PUSH1 32 MLOAD PUSH1 32 ADD MSTORE PUSH1 32 PUSH1 1 PUSH1 255 SHL OR PUSH1 store JUMP;
 * code: DUP3 EXTCODESIZE PUSH1 32 MLOAD PUSH1 32 ADD MSTORE DUP3 EXTCODEHASH PUSH1 32 MLOAD PUSH1 64 ADD MSTORE PUSH1 32
 * PUSH1 0 PUSH1 32 MLOAD PUSH1 96 ADD DUP6 EXTCODECOPY PUSH1 96 PUSH1 1 PUSH1 255 SHL OR PUSH1 store JUMP;
 * call: GAS DUP2 PUSH1 32 MLOAD PUSH1 32 ADD DUP5 PUSH1 0 MLOAD PUSH1 32 ADD DUP8 PUSH3 300000 STATICCALL PUSH1 255 SHL
 * SWAP1 GAS SWAP1 SUB PUSH3 150000 LT PUSH1 254 SHL OR RETURNDATASIZE OR;
 * store: PUSH1 32 MLOAD MSTORE PUSH1 32 MLOAD ADD PUSH1 32 ADD PUSH1 32 MSTORE PUSH1 0 MLOAD ADD PUSH1 32 ADD PUSH1 0
 * MSTORE POP PUSH1 loop JUMP;
 * done: GAS PUSH1 32 MLOAD MSTORE PUSH1 64 MLOAD DUP1 PUSH1 32 MLOAD PUSH1 32 ADD SUB SWAP1 RETURN.
 */
const BATCH_CALLER =
	"60df38038060df6060396060018060405246815260200160205260606000525b604051600051101560cc57600051518060f01c8160e01c61ffff168260a01c60ff16605d57816087578231602051602001526020600160ff1b1760af565b823b60205160200152823f6020516040015260206000602051606001853c6060600160ff1b1760af565b5a816020516020018460005160200187620493e0fa60ff1b905a9003620249f01060fe1b173d175b60205152602051016020016020526000510160200160005250601f565b5a60205152604051806020516020010390f3";

const GAS = 300_000n;
/** EIP-150: a call gets at most 63/64 of the remaining gas. */
const LEAST_LEFT = (GAS * 65n) / 63n;

const WORD = 32;
const CODE_WORDS = 3;
const WENT_THROUGH = 1n << 255n;
const USED_MUCH = 1n << 254n;
const SIZE = USED_MUCH - 1n;

export type Question = ManyQuestion | CodeQuestion;

const sizeOf = (hex: Hex) => (hex.length - 2) / 2;
const digits = (value: number, bytesLong: number) => value.toString(16).padStart(bytesLong * 2, "0");
const wordsOf = (question: Question) => ("codeOf" in question ? CODE_WORDS : question.words);

export const carried = (question: Question) => ({
	asked: WORD + ("codeOf" in question ? 0 : sizeOf(question.data)),
	answered: WORD * (wordsOf(question) + 1),
});

const BYTES_HEAD = 2 * WORD;

function entryOf(question: Question): string {
	const [to, data] = "codeOf" in question ? [question.codeOf, "0x"] : [question.to, question.data];
	const header =
		digits((data.length - 2) / 2, 2) +
		digits(wordsOf(question) * WORD, 2) +
		digits(Number("codeOf" in question), 8);
	return header + to.slice(2).toLowerCase() + data.slice(2);
}

const programOf = (questions: readonly Question[]): Hex =>
	`0x${BATCH_CALLER}${questions.map(entryOf).join("")}`;

export const asDeployment = (questions: readonly Question[], at: string): readonly unknown[] => [
	{ data: programOf(questions) },
	at,
];

export function asLentCode(
	questions: readonly Question[],
	at: string,
	state: object = {},
): readonly unknown[] {
	const to: Hex = `0x${bytesToHex(randomBytes(20))}`;
	return [{ to, data: "0x" }, at, { ...state, [to]: { code: programOf(questions) } }];
}

/**
 * Returns `null` if there wasn't enough gas for all queries, because the lack of gas may have caused any
 * failure. Throws a ChainError for a malformed answer or the wrong chain.
 */
export function resultsIn(
	chainId: number,
	questions: readonly Question[],
	answer: Hex,
): readonly ManyResult[] | null {
	const whole = BYTES_HEAD + questions.reduce((sum, question) => sum + carried(question).answered, 0);
	if (sizeOf(answer) !== whole) throw unreadable();
	let at = 2;
	const take = (count: number): string => {
		const part = answer.slice(at, at + count * 2);
		at += count * 2;
		return part;
	};
	proveChain(chainId, BigInt(`0x${take(WORD)}`));
	const results = questions.map((question): ManyResult => {
		const status = BigInt(`0x${take(WORD)}`);
		const most = wordsOf(question) * WORD;
		const data = take(most);
		const size = status & SIZE;
		if ((status & WENT_THROUGH) === 0n) return (status & USED_MUCH) === 0n ? "refused" : "starved";
		return size > BigInt(most) ? "unclear" : `0x${data.slice(0, Number(size) * 2)}`;
	});
	// The remaining gas only decreases. If enough is left for one more query, every query ran with its full
	// gas.
	return BigInt(`0x${take(WORD)}`) >= LEAST_LEFT ? results : null;
}
