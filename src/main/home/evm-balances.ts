import { decodeFunctionResult, encodeFunctionData, hexToString, parseAbi } from "viem/utils";
import { isRefused, orIfChainError } from "../../core/chain/chain-error.ts";
import { orIfThrown } from "../../core/or-if-thrown.ts";
import type { EvmChain } from "../chains/evm/chain.ts";
import { scalingBy } from "../chains/evm/facts.ts";
import type { ManyAnswer, ManyQuestion } from "../chains/evm/many-question.ts";
import { type ClaimedUnit, keyOf, type RpcBalances, type Scales } from "./holdings.ts";

type Hex = `0x${string}`;
type Asker = Pick<EvmChain, "many">;

const ABI = parseAbi([
	"function balanceOf(address owner) view returns (uint256)",
	"function symbol() view returns (string)",
	"function decimals() view returns (uint8)",
	"function uiMultiplier() view returns (uint256)",
	"function newUIMultiplier() view returns (uint256)",
	"function effectiveAt() view returns (uint256)",
]);

const MAX_OTHERS = 200;
const SYMBOL_WORDS = 6;

const hexOf = (address: string): Hex => `0x${address.slice(2)}`;

interface BalanceQuery {
	readonly key: string;
	readonly question: ManyQuestion;
}

function tokenQuestion(account: string, token: string): BalanceQuery {
	const data = encodeFunctionData({ abi: ABI, functionName: "balanceOf", args: [hexOf(account)] });
	return { key: keyOf(account, token), question: { to: hexOf(token), data, words: 1 } };
}

const coinQuestion = (account: string): BalanceQuery => ({
	key: keyOf(account, "native"),
	question: { to: hexOf(account), data: "0x", words: 1 },
});

const amountOf = (answer: ManyAnswer): bigint | null => (answer?.length === 66 ? BigInt(answer) : null);

type ReadAmounts = Pick<RpcBalances, "unread"> & { readonly amounts: readonly (readonly [string, bigint])[] };

async function ask(chain: Asker, asked: readonly BalanceQuery[]): Promise<ReadAmounts> {
	if (asked.length === 0) return { amounts: [], unread: [] };
	const answers = await chain.many(asked.map(({ question }) => question));
	const read = asked.map(({ key }, index) => [key, amountOf(answers[index] ?? null)] as const);
	return {
		amounts: read.flatMap(([key, raw]) => (raw === null ? [] : [[key, raw] as const])),
		unread: read.flatMap(([key, raw]) => (raw === null ? [key] : [])),
	};
}

async function askOthers(chain: Asker, asked: readonly BalanceQuery[]) {
	return await orIfChainError(null, () => ask(chain, asked), isRefused);
}

/**
 * Reads listed and unlisted tokens in separate queries, so a hostile token can't affect the listed ones.
 * Throws a ChainError.
 */
export async function readEvmBalances(
	chain: Asker,
	accounts: readonly string[],
	{ listed, others }: { readonly listed: readonly string[]; readonly others: readonly string[] },
): Promise<RpcBalances> {
	const known = accounts.flatMap((account) => [
		coinQuestion(account),
		...listed.map((token) => tokenQuestion(account, token)),
	]);
	const strange = others.flatMap((token) => accounts.map((account) => tokenQuestion(account, token)));
	const asked = strange.slice(0, MAX_OTHERS);
	const [ours, theirs] = await Promise.all([ask(chain, known), askOthers(chain, asked)]);
	return {
		amounts: new Map(
			[...ours.amounts, ...(theirs?.amounts ?? [])].filter(
				([key, raw]) => raw > 0n || key.endsWith(" native"),
			),
		),
		unread: ours.unread,
		whole: ours.unread.length === 0 && theirs !== null && asked.length === strange.length,
	};
}

const SCALE_QUESTIONS = ["uiMultiplier", "newUIMultiplier", "effectiveAt"] as const;

/** Returns only the tokens whose amounts are scaled. Throws a ChainError. */
export async function readEvmScales(chain: Asker, tokens: readonly string[], nowMs: number): Promise<Scales> {
	const answers = await chain.many(
		tokens.flatMap((token) =>
			SCALE_QUESTIONS.map((functionName): ManyQuestion => {
				const data = encodeFunctionData({ abi: ABI, functionName });
				return { to: hexOf(token), data, words: 1 };
			}),
		),
	);
	return new Map(
		tokens.flatMap((token, index) => {
			const at = index * SCALE_QUESTIONS.length;
			const [factor = null, later = null, atSeconds = null] = answers.slice(at, at + 3).map(amountOf);
			const scaling =
				factor === null ? null : scalingBy({ factor, later, atSeconds }, BigInt(Math.floor(nowMs / 1_000)));
			return scaling === null ? [] : [[token, scaling] as const];
		}),
	);
}

function readOrNull<T>(answer: ManyAnswer, read: (answer: Hex) => T): T | null {
	if (answer === null || answer === "0x") return null;
	return orIfThrown(null, () => read(answer));
}

/** The oldest tokens return bytes32 instead of a string. */
const symbolOf = (answer: Hex): string =>
	answer.length === 66
		? hexToString(answer, { size: 32 }).replace(/\0+$/u, "")
		: decodeFunctionResult({ abi: ABI, functionName: "symbol", data: answer });

function decimalsOf(answer: ManyAnswer): number | null {
	const stated = answer?.length === 66 ? BigInt(answer) : 256n;
	return stated > 255n ? null : Number(stated);
}

export async function readEvmUnits(
	chain: Asker,
	tokens: readonly string[],
): Promise<ReadonlyMap<string, ClaimedUnit>> {
	const answers = await chain.many(
		tokens.flatMap((token): ManyQuestion[] => [
			{
				to: hexOf(token),
				data: encodeFunctionData({ abi: ABI, functionName: "symbol" }),
				words: SYMBOL_WORDS,
			},
			{ to: hexOf(token), data: encodeFunctionData({ abi: ABI, functionName: "decimals" }), words: 1 },
		]),
	);
	return new Map(
		tokens.map((token, index) => {
			const [symbol = null, decimals = null] = answers.slice(index * 2, index * 2 + 2);
			return [token, { symbol: readOrNull(symbol, symbolOf), decimals: decimalsOf(decimals) }];
		}),
	);
}
