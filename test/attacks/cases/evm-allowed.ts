import { type Address, encodePacked, type Hex, parseAbi, parseSignature } from "viem";
import { devAccount } from "../../chains/evm.ts";
import { type Case, type EvmStep, NOW, THIEF, USER } from "../case.ts";
import { OWN_OTHER } from "../world/deploy.ts";
import { PERMIT2, permit2Abi } from "../world/evm/base.ts";
import { COIN_BALANCE, COINS, FRXETH, SFRXETH, SHARES, STAKED, TICKETS, WSTETH } from "../world/evm/coins.ts";
import { PAIR, PAIR_SHARES, POSITIONS, positionsAbi, TOKEN_ID } from "../world/evm/liquidity.ts";
import { LENT, RECEIPT } from "../world/evm/markets.ts";
import { THIEF_TOO } from "../world/evm/people.ts";
import { WETH } from "../world/evm/tokens.ts";
import { MADE, MADE_SALT, MAKER, makerAbi, SPENDER, SWAP_PROXY, swapProxyAbi } from "../world/evm/traps.ts";
import { attack, calls, e18, NO_LIMIT, SOON, tokenAbi } from "./attack.ts";

/**
 * Permissions: for a whole balance without being "unlimited", for an account that gets code later, and
 * existing ones that are used.
 */

const ALL = "An allowance of what is held takes everything, as an unlimited one does";
const ADDED = "Several allowances that add up to what is held, each small";
const LATER = "A step in front does nothing, so that the spender may be said to get its code later";

const approve = (token: `0x${string}`, spender: `0x${string}`, amount: bigint) =>
	calls(token, tokenAbi, "approve", [spender, amount]);

const account = devAccount(0);
const permitAbi = parseAbi([
	"function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
	"function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)",
]);

/** Creates a step in which the user submits their own permit. */
async function permitted(coin: Address, name: string, value: bigint): Promise<EvmStep> {
	const message = { owner: USER, spender: SPENDER, value, nonce: 0n, deadline: SOON };
	const { r, s, v } = parseSignature(
		await account.signTypedData({
			domain: { name, version: "1", chainId: 1, verifyingContract: coin },
			types: {
				Permit: [
					{ name: "owner", type: "address" },
					{ name: "spender", type: "address" },
					{ name: "value", type: "uint256" },
					{ name: "nonce", type: "uint256" },
					{ name: "deadline", type: "uint256" },
				],
			},
			primaryType: "Permit",
			message,
		}),
	);
	return calls(coin, permitAbi, "permit", [USER, SPENDER, value, SOON, Number(v ?? 27n), r, s]);
}

/** Creates a step in which the user submits their own Permit2 permit for several tokens. */
async function permittedMany(coins: readonly Address[], amount: bigint): Promise<EvmStep> {
	const message = {
		details: coins.map((token) => ({ token, amount, expiration: NOW + 31_536_000, nonce: 0 })),
		spender: SPENDER,
		sigDeadline: SOON,
	};
	const signature = await account.signTypedData({
		domain: { name: "Permit2", chainId: 1, verifyingContract: PERMIT2 },
		types: {
			PermitBatch: [
				{ name: "details", type: "PermitDetails[]" },
				{ name: "spender", type: "address" },
				{ name: "sigDeadline", type: "uint256" },
			],
			PermitDetails: [
				{ name: "token", type: "address" },
				{ name: "amount", type: "uint160" },
				{ name: "expiration", type: "uint48" },
				{ name: "nonce", type: "uint48" },
			],
		},
		primaryType: "PermitBatch",
		message,
	});
	return calls(PERMIT2, permitAbi, "permit", [USER, message, signature]);
}

const byEffect: readonly Case[] = [
	attack(
		"allowance/permit-exact",
		"danger",
		"Carries out the person's own permit for exactly what is held, for an unknown contract.",
		`${ALL}: EIP-2612's permit, which reads as somebody else's signature.`,
		await permitted(COINS.YFI, "YFI", COIN_BALANCE),
	),
	attack(
		"allowance/permit2-batch-of-fourteen",
		"danger",
		"Carries out the person's own Permit2 permit for fourteen tokens, each for the whole holding.",
		`${ALL}; a list longer than what is asked of a chain.`,
		await permittedMany(Object.values(COINS).slice(0, 14), COIN_BALANCE),
	),
	attack(
		"allowance/exact-balance",
		"danger",
		"Lets an unknown contract take exactly what is held.",
		`${ALL}; asking for the exact balance is the way around wallets that warn of a maximum alone.`,
		approve(COINS.AAVE, SPENDER, COIN_BALANCE),
	),
	attack(
		"allowance/a-little-less",
		"danger",
		"Lets an unknown contract take all but one unit of what is held.",
		ALL,
		approve(COINS.AAVE, SPENDER, COIN_BALANCE - 1n),
	),
	attack(
		"allowance/half",
		"danger",
		"Lets an unknown contract take half of what is held.",
		"Half of a holding for one who was never met is a word's worth.",
		approve(COINS.AAVE, SPENDER, COIN_BALANCE / 2n),
	),
	attack(
		"allowance/ten-times-the-balance",
		"danger",
		"Lets an unknown contract take ten times what is held, far below the supply.",
		"More than is held and less than the supply: what comes in later is given as well.",
		approve(COINS.AAVE, SPENDER, 10n * COIN_BALANCE),
	),
	attack(
		"allowance/increase-exact",
		"danger",
		"Raises an unknown contract's allowance by exactly what is held.",
		`${ALL}: increaseAllowance.`,
		calls(COINS.AAVE, tokenAbi, "increaseAllowance", [SPENDER, COIN_BALANCE]),
	),
	attack(
		"allowance/four-small-raises",
		"danger",
		"Raises one allowance four times by a quarter of what is held.",
		ADDED,
		[1n, 2n, 3n, 4n].map(() => calls(COINS.CRV, tokenAbi, "increaseAllowance", [SPENDER, COIN_BALANCE / 4n])),
	),
	attack(
		"allowance/three-ways-for-one",
		"danger",
		"An approve, a raise and a Permit2 allowance of a third each, for one spender.",
		ADDED,
		[
			approve(FRXETH, SPENDER, STAKED / 3n),
			calls(FRXETH, tokenAbi, "increaseAllowance", [SPENDER, STAKED / 3n]),
			calls(PERMIT2, permit2Abi, "approve", [FRXETH, SPENDER, STAKED / 3n, NOW + 86_400]),
		],
	),
	attack(
		"allowance/many-tokens-exact",
		"danger",
		"Sixteen exact allowances for one spender in one batch.",
		`${ALL}; more tokens than are asked of a chain for a list of permissions.`,
		Object.values(COINS).map((coin) => approve(coin, SPENDER, COIN_BALANCE)),
	),
	attack(
		"allowance/many-permit2-exact",
		"danger",
		"Fourteen tokens by Permit2 for one spender, each for the whole holding.",
		`${ALL}, by Permit2; more tokens than are asked of a chain.`,
		Object.values(COINS)
			.slice(0, 14)
			.map((coin) => calls(PERMIT2, permit2Abi, "approve", [coin, SPENDER, COIN_BALANCE, NOW + 31_536_000])),
	),
	attack(
		"allowance/permit2-exact",
		"danger",
		"Lets an unknown contract take what is held by Permit2, for a year.",
		`${ALL}: AllowanceTransfer's approve.`,
		calls(PERMIT2, permit2Abi, "approve", [FRXETH, SPENDER, STAKED, NOW + 31_536_000]),
	),
	attack(
		"allowance/vault-shares-exact",
		"danger",
		"Lets an unknown contract take all shares of a vault.",
		`${ALL}: shares of EIP-4626 are a token, and a claim on what was put in.`,
		approve(SFRXETH, SPENDER, SHARES),
	),
	attack(
		"allowance/receipts-exact",
		"danger",
		"Lets an unknown contract take all receipts of a lending pool.",
		`${ALL}: whoever has the receipts withdraws the supply.`,
		approve(RECEIPT, SPENDER, LENT),
	),
	attack(
		"allowance/pair-shares-exact",
		"danger",
		"Lets an unknown contract take all shares of a pair.",
		`${ALL}: LP tokens of SushiSwap.`,
		approve(PAIR, SPENDER, PAIR_SHARES),
	),
	attack(
		"allowance/position",
		"danger",
		"Lets an unknown contract take a liquidity position.",
		"A position is an item with worth in it: approve(address, uint256) reads as an amount of 4711 units.",
		calls(POSITIONS, positionsAbi, "approve", [SPENDER, TOKEN_ID]),
	),
	attack(
		"allowance/positions-operator",
		"danger",
		"Lets an unknown contract move every liquidity position.",
		"setApprovalForAll of a position manager.",
		calls(POSITIONS, positionsAbi, "setApprovalForAll", [SPENDER, true]),
	),
	attack(
		"allowance/exact-then-use",
		"danger",
		"A fee to a contract, then an exact allowance for it, told as approve and deposit.",
		`${ALL}; that it was paid a step before makes it no acquaintance.`,
		[{ to: SPENDER, value: 10_000_000_000_000n }, approve(COINS.MKR, SPENDER, COIN_BALANCE)],
	),
];

const later: readonly Case[] = [
	attack(
		"later/no-op-then-approve",
		"danger",
		"A call that does nothing, then an allowance for an account without code.",
		`${LATER}: an account without a contract never needs an allowance but to take.`,
		[calls(MAKER, makerAbi, "ping"), approve(COINS.LDO, THIEF, COIN_BALANCE)],
	),
	attack(
		"later/no-op-then-small-approve",
		"danger",
		"A call that does nothing, then a small allowance for an account without code.",
		`${LATER}: however small, an account without code takes what it is allowed.`,
		[calls(MAKER, makerAbi, "ping"), approve(COINS.LDO, THIEF, COIN_BALANCE / 20n)],
	),
	attack(
		"later/self-transfer-then-approve",
		"danger",
		"A transfer of nothing to oneself, then an allowance for an account without code.",
		LATER,
		[calls(COINS.LDO, tokenAbi, "transfer", [USER, 0n]), approve(COINS.LDO, THIEF, COIN_BALANCE)],
	),
	attack(
		"later/wrap-then-approve",
		"danger",
		"Wraps a little ether, then allows an account without code the wrapped and much more.",
		LATER,
		[
			calls(WETH, parseAbi(["function deposit() payable"]), "deposit", [], e18 / 10n),
			approve(WETH, THIEF, 20n * e18),
		],
	),
	attack(
		"later/no-op-then-operator",
		"danger",
		"A call that does nothing, then an account without code becomes the operator of a collection.",
		LATER,
		[calls(MAKER, makerAbi, "ping"), calls(TICKETS, tokenAbi, "setApprovalForAll", [THIEF, true])],
	),
	attack(
		"later/no-op-then-permit2",
		"danger",
		"A call that does nothing, then a Permit2 allowance for an account without code.",
		LATER,
		[
			calls(MAKER, makerAbi, "ping"),
			calls(PERMIT2, permit2Abi, "approve", [FRXETH, THIEF, STAKED, NOW + 86_400]),
		],
	),
	attack(
		"later/no-op-then-raise",
		"danger",
		"A call that does nothing, then a raised allowance for an account without code.",
		LATER,
		[
			calls(MAKER, makerAbi, "ping"),
			calls(COINS.LDO, tokenAbi, "increaseAllowance", [THIEF_TOO, COIN_BALANCE]),
		],
	),
	attack(
		"later/made-by-the-step-before",
		"danger",
		"The first step really makes the contract that the second allows everything.",
		"The spender has code when it is allowed, made by the request itself: younger than the question.",
		[calls(MAKER, makerAbi, "prepare", [MADE_SALT, SPENDER]), approve(COINS.AAVE, MADE, COIN_BALANCE)],
	),
];

const OLD = "An allowance given in earlier times is used for somebody else than the person";
const FAMILIAR = {
	dealings: [{ address: SWAP_PROXY, allowed: 3, paid: 0, lastAt: (NOW - 90 * 86_400) * 1000 }],
};

const swapped = (amount: bigint, to: `0x${string}`): Hex =>
	encodePacked(["address", "uint128", "address"], [COINS.SNX, amount, to]);

const old: readonly Case[] = [
	attack(
		"old-allowance/packed-recipient",
		"danger",
		"A swap at a trader used before pays all of a token to a stranger; the address stands in packed bytes.",
		`${OLD}: the recipient is 20 bytes at no word's end.`,
		calls(SWAP_PROXY, swapProxyAbi, "swap", [swapped(COIN_BALANCE, THIEF)]),
		{ context: FAMILIAR },
	),
	attack(
		"old-allowance/packed-recipient-part",
		"danger",
		"The same for a third of the holding.",
		`${OLD}: what leaves is truthfully told, and nothing comes for it.`,
		calls(SWAP_PROXY, swapProxyAbi, "swap", [swapped(COIN_BALANCE / 3n, THIEF)]),
		{ context: FAMILIAR },
	),
	attack(
		"old-allowance/named-recipient",
		"danger",
		"A trader used before pays a stranger.",
		OLD,
		calls(SWAP_PROXY, swapProxyAbi, "swapTo", [COINS.SNX, COIN_BALANCE, THIEF, 7n]),
		{ context: FAMILIAR },
	),
	attack(
		"old-allowance/in-a-multicall",
		"danger",
		"A trader used before pays the person a little and a stranger the rest, in one multicall.",
		`${OLD}: moved inside of a multicall.`,
		calls(SWAP_PROXY, swapProxyAbi, "multicall", [
			[
				calls(SWAP_PROXY, swapProxyAbi, "swapTo", [COINS.SNX, e18, USER, 1n]).data,
				calls(SWAP_PROXY, swapProxyAbi, "swapTo", [COINS.SNX, COIN_BALANCE - 2n * e18, THIEF, 2n]).data,
			],
		]),
		{ context: FAMILIAR },
	),
	attack(
		"old-allowance/undeclared",
		"danger",
		"A trader used before pays a stranger; the service says that nothing happens.",
		`${OLD}, and the service hides it.`,
		calls(SWAP_PROXY, swapProxyAbi, "swapTo", [COINS.SNX, COIN_BALANCE, THIEF, 7n]),
		{ context: FAMILIAR, declares: "nothing" },
	),
	attack(
		"old-allowance/of-another-account",
		"danger",
		"The person, once allowed by their other account, moves that account's tokens to a stranger.",
		`${OLD}: transferFrom(other, stranger, amount) costs the signer nothing.`,
		calls(COINS.LDO, tokenAbi, "transferFrom", [OWN_OTHER, THIEF, 300n * e18]),
		{
			before: [
				{
					from: OWN_OTHER,
					to: COINS.LDO,
					data: calls(COINS.LDO, tokenAbi, "mint", [OWN_OTHER, 300n * e18]).data,
				},
				{ from: OWN_OTHER, to: COINS.LDO, data: approve(COINS.LDO, USER, NO_LIMIT).data },
			],
			context: {
				accounts: [{ address: USER }, { address: OWN_OTHER, label: "Savings" }],
			},
		},
	),
	attack(
		"old-allowance/permit2-to-oneself",
		"danger",
		"The person allows themselves a token at Permit2, then moves it to a stranger by Permit2.",
		"A permission for oneself looks harmless; the second step is a payment by another name.",
		[
			calls(PERMIT2, permit2Abi, "approve", [FRXETH, USER, STAKED, NOW + 3_600]),
			calls(PERMIT2, permit2Abi, "transferFrom", [USER, THIEF, STAKED, FRXETH]),
		],
	),
	attack(
		"old-allowance/wsteth-by-self",
		"danger",
		"The person allows themselves a token, then moves it by transferFrom.",
		"A permission for oneself, then transferFrom in place of transfer.",
		[approve(WSTETH, USER, NO_LIMIT), calls(WSTETH, tokenAbi, "transferFrom", [USER, THIEF, STAKED])],
	),
];

export const cases: readonly Case[] = [...byEffect, ...later, ...old];
