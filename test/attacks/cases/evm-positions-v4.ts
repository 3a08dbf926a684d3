import { type Address, parseAbi } from "viem";
import { type Case, THIEF, USER } from "../case.ts";
import { COINS, FRXETH, WSTETH } from "../world/evm/coins.ts";
import {
	type Action,
	burn,
	CALLER,
	clearOrTake,
	close,
	decrease,
	ETHER,
	GIFT,
	ITSELF,
	increase,
	listed,
	MAY_TAKE,
	OTHERS,
	open,
	POSITION,
	POSITION_AMOUNT,
	POSITIONS_V4,
	settlePair,
	sweep,
	TOLLED,
	take,
	takePair,
	v4Abi,
} from "../world/evm/positions-v4.ts";
import { KEEPS_ALL } from "../world/evm/traps.ts";
import { attack, calls, dataOf, SOON } from "./attack.ts";

/** Action lists of Uniswap's v4 position manager. Their contents are nested in two levels of `bytes`. */

const PAIR: readonly [Address, Address] = [FRXETH, WSTETH];
const OTHER_PAIR: readonly [Address, Address] = [FRXETH, COINS.AAVE];
const ELSEWHERE = "The recipient of what is put in or taken out is a stranger";
const LOST = "What is left to nobody is lost, as if it were sent to a stranger";

const modify = (...actions: readonly Action[]) =>
	calls(POSITIONS_V4, v4Abi, "modifyLiquidities", [listed(...actions), SOON]);
const itemsAbi = parseAbi(["function safeTransferFrom(address from, address to, uint256 tokenId)"]);

export const cases: readonly Case[] = [
	attack(
		"elsewhere/position-v4-to-stranger",
		"danger",
		"Takes all liquidity out of a position of Uniswap v4 to a stranger.",
		`${ELSEWHERE}: DECREASE_LIQUIDITY and TAKE_PAIR.`,
		modify(decrease(POSITION, POSITION_AMOUNT), takePair(PAIR, THIEF)),
	),
	attack(
		"elsewhere/position-v4-one-side-to-stranger",
		"danger",
		"Takes liquidity out, one token of it to the person and the other to a stranger.",
		`${ELSEWHERE}: two actions TAKE, of which only the first names the person.`,
		modify(decrease(POSITION, POSITION_AMOUNT), take(FRXETH, CALLER), take(WSTETH, THIEF)),
	),
	attack(
		"elsewhere/position-v4-swept-to-stranger",
		"danger",
		"Ends a position, has the manager keep what was in it and sweeps that to a stranger.",
		`${ELSEWHERE}: BURN_POSITION, TAKE_PAIR to the manager itself, SWEEP.`,
		modify(burn(POSITION), takePair(PAIR, ITSELF), sweep(FRXETH, THIEF), sweep(WSTETH, THIEF)),
	),
	attack(
		"elsewhere/position-v4-opened-for-stranger",
		"danger",
		"Opens a position with the person's tokens for a stranger.",
		`${ELSEWHERE}: MINT_POSITION with another owner, paid by SETTLE_PAIR.`,
		modify(open(OTHER_PAIR, MAY_TAKE, THIEF), settlePair(OTHER_PAIR)),
	),
	attack(
		"elsewhere/position-v4-of-another",
		"danger",
		"Adds the person's tokens to a position that somebody else holds and lets the person use.",
		`${ELSEWHERE}: INCREASE_LIQUIDITY names a position by its number alone, and whoever holds it has what is in it.`,
		modify(increase(OTHERS, MAY_TAKE), settlePair(OTHER_PAIR)),
	),
	attack(
		"elsewhere/position-v4-in-multicall",
		"danger",
		"Collects fees to the person, and gives the position away, in one multicall.",
		"The second call inside is an item's, with a stranger as its receiver.",
		calls(POSITIONS_V4, v4Abi, "multicall", [
			[
				dataOf(v4Abi, "modifyLiquidities", [listed(decrease(POSITION, 0n), takePair(PAIR, CALLER)), SOON]),
				dataOf(itemsAbi, "safeTransferFrom", [USER, THIEF, POSITION]),
			],
		]),
	),
	attack(
		"elsewhere/position-v4-left-behind",
		"danger",
		"Takes all liquidity out to the manager itself, where whoever comes next sweeps it.",
		`${LOST}: TAKE_PAIR to the manager, and no SWEEP.`,
		modify(decrease(POSITION, POSITION_AMOUNT), takePair(PAIR, ITSELF)),
	),
	attack(
		"elsewhere/position-v4-left-at-its-address",
		"danger",
		"Takes all liquidity out to the manager by its address, where whoever comes next sweeps it.",
		`${LOST}: TAKE_PAIR names the manager itself, not the constant that stands for it.`,
		modify(decrease(POSITION, POSITION_AMOUNT), takePair(PAIR, POSITIONS_V4)),
	),
	attack(
		"elsewhere/position-v4-opened-for-manager",
		"danger",
		"Opens a position with the person's tokens, held by the manager.",
		`${LOST}: MINT_POSITION names the manager itself as the owner.`,
		modify(open(OTHER_PAIR, MAY_TAKE, POSITIONS_V4), settlePair(OTHER_PAIR)),
	),
	attack(
		"elsewhere/position-v4-taken-to-nobody",
		"danger",
		"Takes all liquidity out to the address of nobody.",
		"What is sent to nobody is burnt: TAKE_PAIR to the zero address.",
		modify(decrease(POSITION, POSITION_AMOUNT), takePair(PAIR, ETHER)),
	),
	attack(
		"elsewhere/position-v4-coin-in-multicall",
		"caution",
		"Collects fees in a multicall, and leaves the coin that is sent along at the manager.",
		`${LOST}: no call in the multicall takes the coin, and there is no SWEEP.`,
		calls(
			POSITIONS_V4,
			v4Abi,
			"multicall",
			[[dataOf(v4Abi, "modifyLiquidities", [listed(decrease(POSITION, 0n), takePair(PAIR, CALLER)), SOON])]],
			10n ** 18n,
		),
	),
	attack(
		"elsewhere/position-v4-toll",
		"danger",
		"Adds nothing to somebody else's position, whose pool takes a toll of whoever touches it.",
		"A hook may claim up to the bounds of an INCREASE_LIQUIDITY, also of one without liquidity, and CLOSE_CURRENCY pays it.",
		modify(increase(TOLLED, 0n, MAY_TAKE), close(FRXETH), close(COINS.AAVE)),
	),
	attack(
		"elsewhere/position-v4-gift",
		"danger",
		"Adds to a position that somebody gave to the person, whose pool takes a toll.",
		"The pool's hook may claim up to the bounds of an INCREASE_LIQUIDITY, and stands nowhere in the call.",
		modify(increase(GIFT, 0n, MAY_TAKE), close(FRXETH), close(COINS.AAVE)),
	),
	attack(
		"elsewhere/position-v4-gift-ended",
		"danger",
		"Ends such a position without a least amount.",
		"The hook may keep all above the least amounts of a BURN_POSITION, and stands nowhere in the call.",
		modify(burn(GIFT), takePair(OTHER_PAIR, CALLER)),
	),
	attack(
		"elsewhere/position-v4-given-up",
		"danger",
		"Ends a position and gives up all that was in it.",
		`${LOST}: CLEAR_OR_TAKE with more than there is.`,
		modify(burn(POSITION), clearOrTake(FRXETH, POSITION_AMOUNT), clearOrTake(WSTETH, POSITION_AMOUNT)),
	),
	attack(
		"elsewhere/position-v4-hook",
		"danger",
		"Opens a position for the person in a pool whose hook is an unknown contract.",
		"The hook decides what comes of what is put in, and when it can be taken out.",
		modify(open(OTHER_PAIR, MAY_TAKE, USER, KEEPS_ALL), settlePair(OTHER_PAIR)),
	),
	attack(
		"elsewhere/position-v4-look-alike",
		"danger",
		"An unknown contract's modifyLiquidities is said to open a position for the person, and keeps what is sent along.",
		"Four bytes prove nothing: whoever speaks like the position manager may do anything.",
		{
			to: KEEPS_ALL,
			data: dataOf(v4Abi, "modifyLiquidities", [
				listed(open([ETHER, WSTETH], 1n, USER), settlePair([ETHER, WSTETH]), sweep(ETHER, CALLER)),
				SOON,
			]),
			value: 10n ** 18n,
		},
		{ declares: "nothing" },
	),
];
