import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { type Case, type CaseContext, type EvmBefore, type EvmStep, type Label, USER } from "../case.ts";
import * as accounts from "../world/evm/accounts.ts";
import { permit2Abi } from "../world/evm/base.ts";
import { COIN_BALANCE } from "../world/evm/coins.ts";
import { COLLECTION, collectionAbi } from "../world/evm/drops.ts";
import { tokenAbi as plainAbi, USDC, usd } from "../world/evm/tokens.ts";
import {
	COLLECTOR,
	GENEROUS,
	MAKER,
	makerAbi,
	POLITE,
	POLITE_OF_UNLISTED,
	POLITE_TO_CONTRACT,
	UNLISTED,
} from "../world/evm/traps.ts";
import { attack, calls, dataOf } from "./attack.ts";

/**
 * Functions with the harmless name of a standard on a contract that takes something. The outflow is small and
 * truthfully declared.
 */

const WHY =
	"What leaves by the user's own simulation, and nothing in the bytes accounts for, is a theft at any size, whatever the call is named.";

const ROUTER: Address = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";

const wordsAbi = parseAbi([
	"function approve(address spender, uint256 amount)",
	"function decreaseAllowance(address spender, uint256 subtracted)",
	"function setApprovalForAll(address operator, bool approved)",
	"function transfer(address to, uint256 amount)",
	"function burn(uint256 amount)",
	"function deposit() payable",
	"function delegate(address delegatee)",
	"function acceptOwnership()",
	"function getReward()",
	"function castVote(uint256 proposalId, uint8 support)",
	"function setText(bytes32 node, string key, string value)",
	"function setUserEMode(uint8 categoryId)",
	"function claimAllRewardsToSelf(address[] assets)",
	"function claimWithdrawal(uint256 requestId)",
	"function incrementCounter()",
	"function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
]);

const NODE: Hex = `0x${"11".repeat(32)}`;

/** Functions and their arguments by case name. */
const WORDS: Readonly<Record<string, readonly [abi: Abi, name: string, args: readonly unknown[]]>> = {
	revoke: [wordsAbi, "approve", [ROUTER, 0n]],
	decrease: [wordsAbi, "decreaseAllowance", [ROUTER, 1n]],
	"operator-off": [wordsAbi, "setApprovalForAll", [ROUTER, false]],
	"transfer-nothing": [wordsAbi, "transfer", [USER, 0n]],
	"burn-nothing": [wordsAbi, "burn", [0n]],
	"wrap-nothing": [wordsAbi, "deposit", []],
	delegate: [wordsAbi, "delegate", [USER]],
	"accept-ownership": [wordsAbi, "acceptOwnership", []],
	"get-reward": [wordsAbi, "getReward", []],
	lockdown: [permit2Abi as Abi, "lockdown", [[{ token: USDC, spender: ROUTER }]]],
	"cast-vote": [wordsAbi, "castVote", [7n, 1]],
	"set-text": [wordsAbi, "setText", [NODE, "url", "https://example.org"]],
	"e-mode": [wordsAbi, "setUserEMode", [1]],
	"claim-rewards": [wordsAbi, "claimAllRewardsToSelf", [[USDC]]],
	"claim-withdrawal": [wordsAbi, "claimWithdrawal", [50_001n]],
	"cancel-orders": [wordsAbi, "incrementCounter", []],
};

/** Percentage of the 25,000 USDC, and the spender: a contract or an account. */
const SIZES: readonly (readonly [percent: number, taker: Address, to: string])[] = [
	[1, POLITE_TO_CONTRACT, "contract"],
	[8, POLITE, "account"],
	[16, POLITE_TO_CONTRACT, "contract"],
	[24, POLITE, "account"],
];

const allowed = (token: Address, spender: Address, amount: bigint): EvmBefore => ({
	from: USER,
	to: token,
	data: dataOf(plainAbi as Abi, "approve", [spender, amount]),
});

const wordAt = (at: Address, word: string): EvmStep => {
	const [abi, name, args] = WORDS[word] ?? [wordsAbi, "delegate", [USER]];
	return calls(at, abi, name, args);
};

const danger = (
	id: string,
	title: string,
	steps: EvmStep | readonly EvmStep[],
	more: { readonly before?: readonly EvmBefore[]; readonly context?: CaseContext } = {},
	label: Label = "danger",
) => attack(`words/${id}`, label, title, WHY, steps, more);

const bySize: readonly Case[] = Object.keys(WORDS).flatMap((word) =>
	SIZES.map(([percent, taker, to]) =>
		danger(
			`${word}-${percent}-to-${to}`,
			`A call named ${WORDS[word]?.[1]} takes ${percent} % of the USDC by an old allowance, for the thief's ${to}.`,
			wordAt(taker, word),
			{ before: [allowed(USDC, taker, usd(250 * percent))] },
		),
	),
);

const ofUnlisted: readonly Case[] = ["revoke", "delegate", "get-reward", "cast-vote", "lockdown"].map(
	(word) =>
		danger(
			`${word}-of-unlisted`,
			`A call named ${WORDS[word]?.[1]} takes 40 % of a token that is on no list.`,
			wordAt(POLITE_OF_UNLISTED, word),
			{ before: [allowed(UNLISTED, POLITE_OF_UNLISTED, (COIN_BALANCE * 4n) / 10n)] },
		),
);

const approveStep = (amount: bigint): EvmStep =>
	calls(USDC, plainAbi as Abi, "approve", [POLITE_TO_CONTRACT, amount]);
const inBatch = (amount: bigint) =>
	[approveStep(amount), wordAt(POLITE_TO_CONTRACT, "delegate")].map(({ to, value = 0n, data = "0x" }) => ({
		target: to,
		to,
		value,
		data: data as Hex,
	}));
/** EIP-7702 delegation indicator for Simple7702Account, as the code of the user's account. */
const LENT: Hex = `0xef0100${accounts.DELEGATE_7702.slice(2).toLowerCase()}`;
const owned: CaseContext = {
	accounts: [{ address: USER }, { address: accounts.SAFE, label: "Household Safe", signer: "missing" }],
};

const others: readonly Case[] = [
	danger("approve-then-delegate", "Approves 3 500 USDC, then a delegate to oneself takes them.", [
		approveStep(usd(3_500)),
		wordAt(POLITE_TO_CONTRACT, "delegate"),
	]),
	danger(
		"batch-of-own-account",
		"The same inside of a batch of the user's account, which lends a known code.",
		{
			to: USER,
			data: encodeFunctionData({
				abi: accounts.simpleAccountAbi,
				functionName: "executeBatch",
				args: [inBatch(usd(2_000))],
			}),
		},
		{ before: [{ at: USER, code: LENT }] },
	),
	danger(
		"batch-with-an-unread-call",
		"The same beside a call that can't be read and does nothing.",
		{
			to: USER,
			data: encodeFunctionData({
				abi: accounts.simpleAccountAbi,
				functionName: "executeBatch",
				args: [
					[...inBatch(usd(2_000)), { target: MAKER, value: 0n, data: dataOf(makerAbi as Abi, "work", [1n]) }],
				],
			}),
		},
		{ before: [{ at: USER, code: LENT }] },
	),
	danger(
		"batch-of-own-safe",
		"The same inside of a batch of the user's Safe: its 500 USDC leave.",
		{
			to: accounts.SAFE,
			data: accounts.safeExec(accounts.MULTI_SEND_CALL_ONLY, 0n, accounts.multiSend(inBatch(usd(500))), 1),
		},
		{ context: owned },
	),
	danger(
		"item-by-revoke",
		"A call named approve(…, 0) takes one of three items of a collection.",
		wordAt(COLLECTOR, "revoke"),
		{
			before: [
				{ from: USER, to: COLLECTION, data: dataOf(collectionAbi as Abi, "approve", [COLLECTOR, 2n]) },
			],
		},
	),
	danger(
		"item-by-delegate",
		"A call named delegate takes one of three items of a collection.",
		wordAt(COLLECTOR, "delegate"),
		{
			before: [
				{
					from: USER,
					to: COLLECTION,
					data: dataOf(collectionAbi as Abi, "setApprovalForAll", [COLLECTOR, true]),
				},
			],
		},
	),
	danger(
		"right-by-revoke",
		"A call named approve(…, 0) lets the thief's contract spend a tenth of a token.",
		wordAt(GENEROUS, "revoke"),
	),
	danger(
		"right-by-vote",
		"A call named castVote lets the thief's contract spend a tenth of a token.",
		wordAt(GENEROUS, "cast-vote"),
	),
	danger(
		"more-than-deposited",
		"A vault's deposit of 100 USDC takes 2 000.",
		calls(POLITE_TO_CONTRACT, parseAbi(["function deposit(uint256 assets, address receiver)"]), "deposit", [
			usd(100),
			USER,
		]),
		{ before: [allowed(USDC, POLITE_TO_CONTRACT, usd(2_000))] },
	),
	danger(
		"mint-for-no-price",
		"A vault's mint of one share takes 2 000 USDC.",
		calls(POLITE_TO_CONTRACT, parseAbi(["function mint(uint256 shares, address receiver)"]), "mint", [
			1n,
			USER,
		]),
		{ before: [allowed(USDC, POLITE_TO_CONTRACT, usd(2_000))] },
	),
	danger(
		"supply-of-another",
		"A call that reads like Aave's supply of an unlisted token takes USDC.",
		calls(
			POLITE_TO_CONTRACT,
			parseAbi(["function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)"]),
			"supply",
			[UNLISTED, usd(2_000), USER, 0],
		),
		{ before: [allowed(USDC, POLITE_TO_CONTRACT, usd(2_000))] },
	),
	danger(
		"withdraw-that-takes",
		"A call that reads like Aave's withdrawal takes USDC.",
		calls(
			POLITE_TO_CONTRACT,
			parseAbi(["function withdraw(address asset, uint256 amount, address to)"]),
			"withdraw",
			[USDC, usd(2_000), USER],
		),
		{ before: [allowed(USDC, POLITE_TO_CONTRACT, usd(2_000))] },
	),
];

export const cases: readonly Case[] = [...bySize, ...ofUnlisted, ...others];
