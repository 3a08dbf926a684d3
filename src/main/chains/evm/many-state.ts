import { decodeFunctionResult, encodeFunctionData, keccak256, parseAbi } from "viem/utils";
import { ChainError } from "../../../core/chain/chain-error.ts";
import type { Hex } from "../../../core/format/numeral.ts";
import { isRefusal } from "../abilities.ts";
import type { Rpc } from "../json-rpc.ts";
import type { Question } from "./asks-many.ts";
import { type ManyQuestion, type ManyResult, proveChain, unreadable } from "./many-question.ts";
import { bytes, quantity, smallQuantity } from "./rpc-values.ts";

/**
 * Used if an RPC rejects calls without a target. Multicall3 doesn't set a gas limit per call, so a hostile
 * contract could affect other answers. Untrusted contracts are therefore never queried together with known
 * ones.
 */

const USUAL = "0xca11bde05977b3631167028862be2a173976ca11";

/** Multicall3 addresses by chain ID, in lower case. Source: viem's chain definitions. */
export const MULTICALL3: ReadonlyMap<number, Hex> = new Map<number, Hex>([
	...[1, 10, 56, 100, 130, 137, 480, 8_453, 42_161, 43_114, 59_144, 84_532, 534_352, 11_155_111].map(
		(chainId) => [chainId, USUAL] as const,
	),
	[324, "0xf9cda624fbc7e059355ce98a31693d299facd963"],
]);

/** Maximum number of separate queries. A public RPC would reject more. */
const MAX_ONE_BY_ONE = 60;

const ABI = parseAbi([
	"struct Call { address target; bool allowFailure; bytes callData; }",
	"struct Result { bool success; bytes returnData; }",
	"function aggregate3(Call[] calls) payable returns (Result[] returnData)",
	"function getEthBalance(address addr) view returns (uint256 balance)",
	"function getChainId() view returns (uint256 chainid)",
]);

const GET_CHAIN_ID = encodeFunctionData({ abi: ABI, functionName: "getChainId" });

const within = (answer: Hex, words: number): ManyResult =>
	answer.length - 2 > words * 64 ? "unclear" : answer;

const word = (value: bigint): string => value.toString(16).padStart(64, "0");

function callOf(multicall: Hex, { to, data }: ManyQuestion) {
	if (data !== "0x") return { target: to, allowFailure: true, callData: data };
	const callData = encodeFunctionData({ abi: ABI, functionName: "getEthBalance", args: [to] });
	return { target: multicall, allowFailure: true, callData };
}

function resultsOf(answer: Hex) {
	try {
		return decodeFunctionResult({ abi: ABI, functionName: "aggregate3", data: answer });
	} catch (cause) {
		throw unreadable(cause);
	}
}

async function queryMulticall(
	rpc: Rpc,
	chainId: number,
	multicall: Hex,
	questions: readonly ManyQuestion[],
	at: Hex | "latest",
): Promise<readonly ManyResult[]> {
	const calls = [
		{ target: multicall, allowFailure: false, callData: GET_CHAIN_ID },
		...questions.map((question) => callOf(multicall, question)),
	];
	const data = encodeFunctionData({ abi: ABI, functionName: "aggregate3", args: [calls] });
	const answer = await rpc(bytes, "eth_call", [{ to: multicall, data }, at]);
	const [chainAnswer, ...results] = resultsOf(answer);
	if (chainAnswer?.returnData.length !== 66 || results.length !== questions.length) throw unreadable();
	proveChain(chainId, BigInt(chainAnswer.returnData));
	return questions.map(({ words }, index) => {
		const result = results[index];
		return result?.success === true ? within(result.returnData, words) : "unclear";
	});
}

async function queryOne(rpc: Rpc, question: Question, at: Hex | "latest"): Promise<ManyResult> {
	if ("codeOf" in question) {
		const code = await rpc(bytes, "eth_getCode", [question.codeOf, at]);
		const size = (code.length - 2) / 2;
		return `0x${word(BigInt(size))}${keccak256(code).slice(2)}${code.slice(2, 66).padEnd(64, "0")}`;
	}
	const { to, data, words } = question;
	try {
		if (data !== "0x") return within(await rpc(bytes, "eth_call", [{ to, data }, at]), words);
		return `0x${word(await rpc(quantity, "eth_getBalance", [to, at]))}`;
	} catch (cause) {
		if (cause instanceof ChainError && isRefusal(cause)) return "refused";
		throw cause;
	}
}

async function queryOneByOne(
	rpc: Rpc,
	chainId: number,
	questions: readonly Question[],
	at: Hex | "latest",
): Promise<readonly ManyResult[]> {
	const [chainAnswer, ...answers] = await Promise.all([
		rpc(smallQuantity, "eth_chainId", []),
		...questions.slice(0, MAX_ONE_BY_ONE).map((question) => queryOne(rpc, question, at)),
	]);
	proveChain(chainId, BigInt(chainAnswer));
	return questions.map((_, index) => answers[index] ?? "unclear");
}

export async function queryStateMany(
	rpc: Rpc,
	chainId: number,
	questions: readonly Question[],
	at: Hex | "latest",
): Promise<readonly ManyResult[]> {
	const multicall = MULTICALL3.get(chainId);
	const calls = questions.filter((question) => "data" in question);
	// Multicall3 can't read code.
	return multicall === undefined || calls.length < questions.length
		? await queryOneByOne(rpc, chainId, questions, at)
		: await queryMulticall(rpc, chainId, multicall, calls, at);
}
