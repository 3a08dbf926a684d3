import { type Address, concatHex, encodePacked, type Hex, padHex, parseAbi } from "viem";
import { SESSION } from "../build.ts";
import { type Case, NOW, THIEF, USER } from "../case.ts";
import { STARGATE_NATIVE, stargateAbi } from "../world/evm/bridges.ts";
import {
	COIN_BALANCE,
	COINS,
	FALSE_USDC,
	FALSE_WETH,
	FRXETH,
	SFRXETH,
	SHARES,
	WORTHLESS,
	WSTETH,
} from "../world/evm/coins.ts";
import { COLLECTION, SEAPORT, SELLER, seaportAbi } from "../world/evm/drops.ts";
import {
	ALLOWED,
	COMMANDS,
	commandsAbi,
	FEES,
	inputOf,
	LIQUIDITY,
	oldRouterAbi,
	PAIR_SHARES,
	POSITIONS,
	positionsAbi,
	SMART_ROUTER,
	SUSHI_ROUTER,
	TOKEN_ID,
} from "../world/evm/liquidity.ts";
import { BLUE, blueAbi } from "../world/evm/markets.ts";
import { FALSE_LANDLORD, LANDLORD, THIEF_TOO } from "../world/evm/people.ts";
import { COW_ETH_FLOW, cowAbi } from "../world/evm/swaps.ts";
import { USDC, WETH } from "../world/evm/tokens.ts";
import { MAKER, makerAbi, SALE, SPENDER, saleAbi } from "../world/evm/traps.ts";
import { attack, calls, dataOf, e18, SOON, tokenAbi } from "./attack.ts";

/** Recipients of purchases, withdrawals and transfers, and what the user receives in return. */

const ELSEWHERE = "The recipient of what is bought, wrapped or redeemed is a stranger";
const CONTACTS = { contacts: [{ address: LANDLORD, label: "Landlord" }] };

const [ME, ROUTER]: readonly [Address, Address] = [
	"0x0000000000000000000000000000000000000001",
	"0x0000000000000000000000000000000000000002",
];
const ETHER: Address = "0x0000000000000000000000000000000000000000";

const COMMAND = {
	swap3: "0x00",
	permit2: "0x02",
	sweep: "0x04",
	transfer: "0x05",
	portion: "0x06",
	swap2: "0x08",
	wrap: "0x0b",
	unwrap: "0x0c",
} as const;

type Step = readonly [keyof typeof COMMAND, Hex];

/** Creates a step that calls the Universal Router. */
const plan = (steps: readonly Step[], value = 0n) =>
	calls(
		COMMANDS,
		commandsAbi,
		"execute",
		[concatHex(steps.map(([name]) => COMMAND[name])), steps.map(([, input]) => input), SOON],
		value,
	);

const swap3 = (
	to: Address,
	[tokenIn, tokenOut]: readonly [Address, Address],
	paid: bigint,
	least: bigint,
): Step => [
	"swap3",
	inputOf("address, uint256, uint256, bytes, bool", [
		to,
		paid,
		least,
		encodePacked(["address", "uint24", "address"], [tokenIn, 500, tokenOut]),
		tokenIn !== WETH,
	]),
];
const swap2 = (to: Address, path: readonly Address[], paid: bigint, least: bigint): Step => [
	"swap2",
	inputOf("address, uint256, uint256, address[], bool", [to, paid, least, path, true]),
];
const pays = (
	name: "permit2" | "sweep" | "transfer" | "portion",
	token: Address,
	to: Address,
	amount: bigint,
): Step => [
	name,
	inputOf(name === "permit2" ? "address, address, uint160" : "address, address, uint256", [
		token,
		to,
		amount,
	]),
];
const wraps = (name: "wrap" | "unwrap", to: Address, amount: bigint): Step => [
	name,
	inputOf("address, uint256", [to, amount]),
];

const PAIR_OF = [FRXETH, WSTETH] as const;
const PAID = 20n * e18;
const MIN = 16n * e18;

const routed: readonly Case[] = [
	attack(
		"elsewhere/router-v3-to-stranger",
		"danger",
		"Swaps by the Universal Router; a stranger gets what is bought.",
		`${ELSEWHERE}: V3_SWAP_EXACT_IN.`,
		plan([swap3(THIEF, PAIR_OF, PAID, MIN)]),
	),
	attack(
		"elsewhere/router-v2-to-stranger",
		"danger",
		"Swaps by the Universal Router; a stranger gets what is bought.",
		`${ELSEWHERE}: V2_SWAP_EXACT_IN.`,
		plan([swap2(THIEF, PAIR_OF, PAID, MIN)]),
	),
	attack(
		"elsewhere/router-sweep-to-stranger",
		"danger",
		"Swaps into the router, whose sweep goes to a stranger.",
		`${ELSEWHERE}: SWEEP.`,
		plan([swap3(ROUTER, PAIR_OF, PAID, MIN), pays("sweep", WSTETH, THIEF, MIN)]),
	),
	attack(
		"elsewhere/router-portion-of-most",
		"danger",
		"Swaps into the router; 99 % go to a stranger, the rest to the person.",
		`${ELSEWHERE}: PAY_PORTION of 9 900 basis points.`,
		plan([
			swap3(ROUTER, PAIR_OF, PAID, MIN),
			pays("portion", WSTETH, THIEF, 9_900n),
			pays("sweep", WSTETH, ME, 1n),
		]),
	),
	attack(
		"elsewhere/router-portion-of-a-quarter",
		"danger",
		"Swaps into the router; a quarter goes to a stranger as if it were a fee.",
		`${ELSEWHERE}: PAY_PORTION of 2 500 basis points, where interfaces take 25 to 100.`,
		plan([
			swap3(ROUTER, PAIR_OF, PAID, MIN),
			pays("portion", WSTETH, THIEF, 2_500n),
			pays("sweep", WSTETH, ME, 1n),
		]),
	),
	attack(
		"elsewhere/router-wrap-to-stranger",
		"danger",
		"Wraps 5 ETH for a stranger.",
		`${ELSEWHERE}: WRAP_ETH.`,
		plan([wraps("wrap", THIEF, 5n * e18)], 5n * e18),
	),
	attack(
		"elsewhere/router-unwrap-to-stranger",
		"danger",
		"Wraps 5 ETH and unwraps them to a stranger.",
		`${ELSEWHERE}: UNWRAP_WETH.`,
		plan([wraps("wrap", ROUTER, 5n * e18), wraps("unwrap", THIEF, 5n * e18)], 5n * e18),
	),
	attack(
		"elsewhere/router-permit2-to-stranger",
		"danger",
		"Sends all that Permit2 allows to a stranger by the router.",
		`${ELSEWHERE}: PERMIT2_TRANSFER_FROM on an old allowance.`,
		plan([pays("permit2", FRXETH, THIEF, ALLOWED)]),
	),
	attack(
		"elsewhere/router-permit2-beside-a-swap",
		"danger",
		"Swaps a little for the person and sends the rest of a token to a stranger.",
		`${ELSEWHERE}: the second of two commands.`,
		plan([swap3(ME, PAIR_OF, e18, 8n * (e18 / 10n)), pays("permit2", FRXETH, THIEF, ALLOWED - e18)]),
	),
	attack(
		"elsewhere/router-transfer-to-stranger",
		"danger",
		"Pays 5 ETH to a stranger by the router.",
		`${ELSEWHERE}: TRANSFER.`,
		plan([pays("transfer", ETHER, THIEF, 5n * e18)], 5n * e18),
	),
	attack(
		"elsewhere/v3-single-to-stranger",
		"danger",
		"Swaps at PancakeSwap's smart router; a stranger gets what is bought.",
		`${ELSEWHERE}: exactInputSingle, a call that is not read.`,
		calls(SMART_ROUTER, oldRouterAbi, "exactInputSingle", [
			{
				tokenIn: FRXETH,
				tokenOut: WSTETH,
				fee: 500,
				recipient: THIEF,
				amountIn: PAID,
				amountOutMinimum: MIN,
				sqrtPriceLimitX96: 0n,
			},
		]),
	),
	attack(
		"elsewhere/v3-multicall-sweep-to-stranger",
		"danger",
		"Swaps into the router in a multicall whose sweep goes to a stranger.",
		`${ELSEWHERE}: moved inside of a multicall.`,
		calls(SMART_ROUTER, oldRouterAbi, "multicall", [
			SOON,
			[
				dataOf(oldRouterAbi, "exactInputSingle", [
					{
						tokenIn: FRXETH,
						tokenOut: WSTETH,
						fee: 500,
						recipient: ROUTER,
						amountIn: PAID,
						amountOutMinimum: MIN,
						sqrtPriceLimitX96: 0n,
					},
				]),
				dataOf(oldRouterAbi, "sweepToken", [WSTETH, MIN, THIEF]),
			],
		]),
	),
	attack(
		"elsewhere/v2-tokens-to-stranger",
		"danger",
		"Swaps at SushiSwap; a stranger gets what is bought.",
		`${ELSEWHERE}: swapExactTokensForTokens.`,
		calls(SUSHI_ROUTER, oldRouterAbi, "swapExactTokensForTokens", [PAID, MIN, [FRXETH, WSTETH], THIEF, SOON]),
	),
	attack(
		"elsewhere/v2-ether-to-stranger",
		"danger",
		"Swaps 5 ETH at SushiSwap; a stranger gets what is bought.",
		`${ELSEWHERE}: swapExactETHForTokens.`,
		calls(
			SUSHI_ROUTER,
			oldRouterAbi,
			"swapExactETHForTokens",
			[4n * e18, [WETH, FRXETH], THIEF, SOON],
			5n * e18,
		),
	),
	attack(
		"elsewhere/v2-remove-liquidity-to-stranger",
		"danger",
		"Takes the liquidity out of a pair; a stranger gets both tokens.",
		`${ELSEWHERE}: removeLiquidity, on an allowance given before.`,
		calls(SUSHI_ROUTER, oldRouterAbi, "removeLiquidity", [
			FRXETH,
			WSTETH,
			PAIR_SHARES,
			PAIR_SHARES,
			PAIR_SHARES,
			THIEF,
			SOON,
		]),
	),
	attack(
		"elsewhere/swap-without-a-least",
		"caution",
		"Swaps for the person without a least output.",
		"A least output of zero lets anybody trade around it (sandwich); the recipient is right.",
		calls(SUSHI_ROUTER, oldRouterAbi, "swapExactTokensForTokens", [PAID, 0n, [FRXETH, WSTETH], USER, SOON]),
	),
	attack(
		"elsewhere/router-without-a-least",
		"caution",
		"Swaps by the Universal Router for the person without a least output.",
		"A least output of zero lets anybody trade around it (sandwich); the recipient is right.",
		plan([swap3(ME, PAIR_OF, PAID, 0n)]),
	),
];

const vaultAbi = parseAbi([
	"function deposit(uint256 assets, address receiver) returns (uint256)",
	"function mint(uint256 shares, address receiver) returns (uint256)",
	"function withdraw(uint256 assets, address receiver, address owner) returns (uint256)",
	"function redeem(uint256 shares, address receiver, address owner) returns (uint256)",
]);

const vaults: readonly Case[] = [
	attack(
		"elsewhere/vault-deposit-for-stranger",
		"danger",
		"Allows a vault what it needs and deposits; a stranger gets the shares.",
		`${ELSEWHERE}: deposit(assets, receiver) of EIP-4626.`,
		[calls(FRXETH, tokenAbi, "approve", [SFRXETH, PAID]), calls(SFRXETH, vaultAbi, "deposit", [PAID, THIEF])],
	),
	attack(
		"elsewhere/vault-mint-for-stranger",
		"danger",
		"Allows a vault what it needs and mints shares; a stranger gets them.",
		`${ELSEWHERE}: mint(shares, receiver) of EIP-4626.`,
		[calls(FRXETH, tokenAbi, "approve", [SFRXETH, PAID]), calls(SFRXETH, vaultAbi, "mint", [PAID, THIEF])],
	),
	attack(
		"elsewhere/vault-redeem-to-stranger",
		"danger",
		"Redeems all shares; a stranger gets the assets.",
		`${ELSEWHERE}: redeem(shares, receiver, owner) of EIP-4626.`,
		calls(SFRXETH, vaultAbi, "redeem", [SHARES, THIEF, USER]),
	),
	attack(
		"elsewhere/vault-withdraw-to-stranger",
		"danger",
		"Withdraws a part; a stranger gets the assets.",
		`${ELSEWHERE}: withdraw(assets, receiver, owner) of EIP-4626.`,
		calls(SFRXETH, vaultAbi, "withdraw", [SHARES / 4n, THIEF, USER]),
	),
	attack(
		"elsewhere/position-collect-to-stranger",
		"danger",
		"Collects a position's fees; a stranger gets them.",
		`${ELSEWHERE}: collect with a foreign recipient, in a tuple.`,
		calls(POSITIONS, positionsAbi, "collect", [
			{ tokenId: TOKEN_ID, recipient: THIEF, amount0Max: FEES, amount1Max: FEES },
		]),
	),
	attack(
		"elsewhere/position-emptied-in-multicall",
		"danger",
		"Takes all liquidity out of a position and collects it to a stranger, in one multicall.",
		"decreaseLiquidity and collect: the item stays, and what it was worth is gone.",
		calls(POSITIONS, positionsAbi, "multicall", [
			[
				dataOf(positionsAbi, "decreaseLiquidity", [
					{ tokenId: TOKEN_ID, liquidity: LIQUIDITY, amount0Min: 1n, amount1Min: 1n, deadline: SOON },
				]),
				dataOf(positionsAbi, "collect", [
					{
						tokenId: TOKEN_ID,
						recipient: THIEF,
						amount0Max: 2n ** 128n - 1n,
						amount1Max: 2n ** 128n - 1n,
					},
				]),
			],
		]),
	),
	attack(
		"elsewhere/position-emptied-in-steps",
		"danger",
		"The same in two steps.",
		"decreaseLiquidity and collect, apart: neither step moves a token of the person's.",
		[
			calls(POSITIONS, positionsAbi, "decreaseLiquidity", [
				{ tokenId: TOKEN_ID, liquidity: LIQUIDITY, amount0Min: 1n, amount1Min: 1n, deadline: SOON },
			]),
			calls(POSITIONS, positionsAbi, "collect", [
				{ tokenId: TOKEN_ID, recipient: THIEF, amount0Max: LIQUIDITY, amount1Max: LIQUIDITY },
			]),
		],
	),
	attack(
		"elsewhere/position-swept-to-stranger",
		"danger",
		"Collects into the manager itself and sweeps both tokens to a stranger.",
		"Moved inside of a multicall: collect names nobody (the zero address), the sweeps name the stranger.",
		calls(POSITIONS, positionsAbi, "multicall", [
			[
				dataOf(positionsAbi, "collect", [
					{ tokenId: TOKEN_ID, recipient: ETHER, amount0Max: FEES, amount1Max: FEES },
				]),
				dataOf(positionsAbi, "sweepToken", [FRXETH, FEES, THIEF]),
				dataOf(positionsAbi, "sweepToken", [WSTETH, FEES, THIEF]),
			],
		]),
	),
	attack(
		"elsewhere/position-given-away-nested",
		"danger",
		"Collects for the person and gives the whole position away, in one multicall.",
		"safeTransferFrom hidden in nested bytes behind an honest collect.",
		calls(POSITIONS, positionsAbi, "multicall", [
			[
				dataOf(positionsAbi, "collect", [
					{ tokenId: TOKEN_ID, recipient: USER, amount0Max: FEES, amount1Max: FEES },
				]),
				dataOf(positionsAbi, "safeTransferFrom", [USER, THIEF, TOKEN_ID]),
			],
		]),
	),
];

const STRANGER = "Everything that is held of an asset goes to somebody never met";

const whole: readonly Case[] = [
	attack("stranger/all-ether", "danger", "Sends nearly all ether to a stranger.", STRANGER, {
		to: THIEF,
		value: 9_990n * e18,
	}),
	attack(
		"stranger/all-of-a-token",
		"danger",
		"Sends all of a token to a stranger.",
		STRANGER,
		calls(COINS.MKR, tokenAbi, "transfer", [THIEF, COIN_BALANCE]),
	),
	attack(
		"stranger/most-of-a-token",
		"danger",
		"Sends 95 % of a token to a stranger.",
		`${STRANGER}, but for a rest that is no rest.`,
		calls(COINS.MKR, tokenAbi, "transfer", [THIEF, (95n * COIN_BALANCE) / 100n]),
	),
	attack(
		"stranger/three-tokens-whole",
		"danger",
		"Sends all of three tokens to a stranger in one batch.",
		STRANGER,
		[COINS.MKR, COINS.COMP, COINS.BAL].map((coin) =>
			calls(coin, tokenAbi, "transfer", [THIEF, COIN_BALANCE]),
		),
	),
	attack(
		"stranger/all-in-four-parts",
		"danger",
		"Sends all of a token to a stranger in four parts, each small.",
		`${STRANGER}: parts of one batch count together.`,
		[1n, 2n, 3n, 4n].map(() => ({
			...calls(COINS.MKR, tokenAbi, "transfer", [THIEF, COIN_BALANCE / 4n]),
			gas: 80_000n,
		})),
	),
	attack(
		"stranger/all-vault-shares",
		"danger",
		"Sends all shares of a vault to a stranger.",
		STRANGER,
		calls(SFRXETH, tokenAbi, "transfer", [THIEF, SHARES]),
	),
];

const POISONED = "Address poisoning: both ends are those of a contact, the middle is not";

const lookAlike: readonly Case[] = [
	attack(
		"look-alike/ether",
		"danger",
		"Sends ether to an address that reads as the landlord's.",
		POISONED,
		{ to: FALSE_LANDLORD, value: 2n * e18 },
		{ context: CONTACTS },
	),
	attack(
		"look-alike/token",
		"danger",
		"Sends a token to an address that reads as the landlord's.",
		POISONED,
		calls(COINS.MKR, tokenAbi, "transfer", [FALSE_LANDLORD, COIN_BALANCE / 20n]),
		{ context: CONTACTS },
	),
	attack(
		"look-alike/after-the-true-one",
		"danger",
		"Sends a little to the landlord, then much to an address that reads the same.",
		`${POISONED}; the first step shows the right one.`,
		[
			{ to: LANDLORD, value: e18 / 100n },
			{ to: FALSE_LANDLORD, value: 3n * e18 },
		],
		{ context: CONTACTS },
	),
	attack(
		"look-alike/met-by-poison",
		"danger",
		"Sends a token to an address that was planted in the history by a payment of dust.",
		`${POISONED}; that a payment to it stands in the history makes it no acquaintance.`,
		calls(COINS.MKR, tokenAbi, "transfer", [FALSE_LANDLORD, COIN_BALANCE / 20n]),
		{
			context: {
				contacts: [{ address: LANDLORD, label: "Landlord" }],
				dealings: [{ address: LANDLORD, paid: 12, allowed: 0, lastAt: (NOW - 86_400) * 1000 }],
			},
		},
	),
	attack(
		"look-alike/vault-receiver",
		"danger",
		"Redeems shares to an address that reads as the landlord's.",
		`${POISONED}; the receiver of a redemption.`,
		calls(SFRXETH, vaultAbi, "redeem", [SHARES / 2n, FALSE_LANDLORD, USER]),
		{ context: CONTACTS },
	),
];

const NO_KEY: Hex = `0x${"0".repeat(64)}`;
const DUST = "What has worth is given for nothing, for dust or for a token that nobody lists";

const ethOrder = (buyToken: Address, sellAmount: bigint, buyAmount: bigint) => ({
	buyToken,
	receiver: USER,
	sellAmount,
	buyAmount,
	appData: NO_KEY,
	feeAmount: 0n,
	validTo: NOW + 1_800,
	partiallyFillable: false,
	quoteId: 1n,
});

/** Creates a Seaport order of a stranger: one unit of a token for item 2 of the user. */
const bid = {
	parameters: {
		offerer: SELLER,
		zone: ETHER,
		offer: [{ itemType: 1, token: COINS.CRV, identifierOrCriteria: 0n, startAmount: 1n, endAmount: 1n }],
		consideration: [
			{
				itemType: 2,
				token: COLLECTION,
				identifierOrCriteria: 2n,
				startAmount: 1n,
				endAmount: 1n,
				recipient: SELLER,
			},
		],
		orderType: 0,
		startTime: 0n,
		endTime: SOON,
		zoneHash: NO_KEY,
		salt: 7n,
		conduitKey: NO_KEY,
		totalOriginalConsiderationItems: 1n,
	},
	signature: "0x",
};

const approveAndBuy = (paid: bigint, out: Address, given: bigint) => [
	calls(COINS.BAT, tokenAbi, "approve", [SALE, paid]),
	calls(SALE, saleAbi, "buy", [COINS.BAT, paid, out, given]),
];

const forNothing: readonly Case[] = [
	attack(
		"dust/one-unit-of-a-listed-token",
		"danger",
		"Pays 400 of one token for one unit of another, truthfully told.",
		`${DUST}: something comes, and it is nothing.`,
		approveAndBuy(400n * e18, COINS.CRV, 1n),
	),
	attack(
		"dust/nothing-comes",
		"danger",
		"Pays 400 of a token; nothing comes.",
		DUST,
		approveAndBuy(400n * e18, COINS.CRV, 0n),
	),
	attack(
		"dust/only-an-unlisted-token",
		"danger",
		"Pays 50 ETH for a million of a token that nobody lists.",
		DUST,
		calls(SALE, saleAbi, "buy", [COINS.BAT, 0n, WORTHLESS, 1_000_000n * e18], 50n * e18),
	),
	attack(
		"dust/swap-for-an-unlisted-token",
		"danger",
		"Swaps 20 frxETH by the Universal Router for a token that nobody lists.",
		DUST,
		plan([swap3(ME, [FRXETH, WORTHLESS], PAID, e18)]),
	),
	attack(
		"dust/swap-at-a-thousandth",
		"danger",
		"Swaps 30 AAVE for 0.03 CRV by the Universal Router, with a least output that allows it.",
		`${DUST}: the price is a thousandth of any market's.`,
		plan([swap3(ME, [COINS.AAVE, COINS.CRV], 30n * e18, 29n * (e18 / 1_000n))]),
	),
	attack(
		"dust/with-much-of-an-unlisted-token",
		"danger",
		"Sells 400 of a token for one unit of another and a million of a token that nobody lists.",
		`${DUST}: both together are no more than each.`,
		[
			calls(COINS.BAT, tokenAbi, "approve", [SALE, 400n * e18]),
			calls(SALE, saleAbi, "buy", [COINS.BAT, 400n * e18, COINS.CRV, 1n]),
			calls(SALE, saleAbi, "buy", [COINS.BAT, 0n, WORTHLESS, 1_000_000n * e18]),
		],
	),
	attack(
		"dust/swap-whose-router-pays-many-fees",
		"danger",
		"Swaps by the Universal Router, which pays one percent of what is bought to a stranger 60 times.",
		"Each is as small as an interface's fee; together they are nearly half.",
		plan([
			swap3(ROUTER, PAIR_OF, PAID, MIN),
			...Array.from({ length: 60 }, () => pays("portion", WSTETH, THIEF, 100n)),
			pays("sweep", WSTETH, ME, e18),
		]),
	),
	attack(
		"dust/swap-with-a-least-of-one-unit",
		"caution",
		"Swaps for the person with a least output of one unit.",
		"A least output of one is as good as none: anybody may trade around it.",
		calls(SUSHI_ROUTER, oldRouterAbi, "swapExactTokensForTokens", [PAID, 1n, [FRXETH, WSTETH], USER, SOON]),
	),
	attack(
		"dust/order-of-ether-for-one-unit",
		"danger",
		"Places an order at CoW that gives 3 ETH for one unit of USDC.",
		`${DUST}: whoever carries it out may pay as little.`,
		calls(COW_ETH_FLOW, cowAbi, "createOrder", [ethOrder(USDC, 3n * e18, 1n)], 3n * e18),
	),
	attack(
		"dust/order-of-ether-for-an-unlisted-token",
		"danger",
		"Places an order at CoW that gives 3 ETH for a million of a token that nobody lists.",
		DUST,
		calls(COW_ETH_FLOW, cowAbi, "createOrder", [ethOrder(WORTHLESS, 3n * e18, 10n ** 24n)], 3n * e18),
	),
	attack(
		"dust/bridge-that-drops-coin-on-a-stranger",
		"danger",
		"Sends 0.5 ETH to oneself by Stargate, with options that drop coin on a stranger there.",
		"LayerZero's executor pays a drop of coin out of the fee that is sent along.",
		calls(
			STARGATE_NATIVE,
			stargateAbi,
			"send",
			[
				{
					dstEid: 30_184,
					to: padHex(USER, { size: 32 }),
					amountLD: e18 / 2n,
					minAmountLD: (e18 * 497n) / 1_000n,
					extraOptions: concatHex([
						"0x0003",
						"0x01",
						"0x0031",
						"0x02",
						padHex("0x2c68af0bb140000", { size: 16 }),
						padHex(THIEF, { size: 32 }),
					]),
					composeMsg: "0x",
					oftCmd: "0x",
				},
				{ nativeFee: e18 / 4n, lzTokenFee: 0n },
				USER,
			],
			(3n * e18) / 4n,
		),
	),
	attack(
		"dust/item-sold-for-one-wei",
		"danger",
		"Sells an item by an order of somebody's at Seaport that pays one unit of a token.",
		`${DUST}: the item is what the order asks for.`,
		calls(SEAPORT, seaportAbi, "fulfillAdvancedOrder", [
			{ ...bid, numerator: 1n, denominator: 1n, extraData: "0x" },
			[],
			NO_KEY,
			ETHER,
		]),
		{
			before: [
				{ from: USER, ...calls(COLLECTION, tokenAbi, "setApprovalForAll", [SEAPORT, true]) },
				{ from: SELLER, ...calls(COINS.CRV, tokenAbi, "mint", [SELLER, 1n]) },
				{ from: SELLER, ...calls(COINS.CRV, tokenAbi, "approve", [SEAPORT, 1n]) },
				{ from: SELLER, ...calls(SEAPORT, seaportAbi, "validate", [[bid]]) },
			],
		},
	),
	attack(
		"imitation/ether-for-false-usdc",
		"danger",
		"Sells 20 ETH for 60 000 of a token that calls itself USDC.",
		"An imitation: the listed symbol at another address.",
		calls(SALE, saleAbi, "buy", [COINS.BAT, 0n, FALSE_USDC, 60_000_000_000n], 20n * e18),
	),
	attack(
		"imitation/sale-of-false-usdc",
		"danger",
		"Sells 500 of a token for 9 000 of a token that calls itself USDC.",
		"An imitation: what comes back looks like money and is none.",
		approveAndBuy(500n * e18, FALSE_USDC, 9_000_000_000n),
	),
	attack(
		"imitation/false-weth",
		"danger",
		"Swaps frxETH for a token that calls itself WETH in letters that look alike.",
		"An imitation by a look-alike symbol (a Greek letter).",
		calls(SUSHI_ROUTER, oldRouterAbi, "swapExactTokensForTokens", [
			PAID,
			MIN,
			[FRXETH, FALSE_WETH],
			USER,
			SOON,
		]),
	),
];

const MINUTES_AGO = (NOW - 120) * 1000;
const FRESH = "Somebody first met in this session is no acquaintance";
const paidOnce = {
	dealings: [{ address: THIEF, paid: 1, allowed: 0, lastAt: MINUTES_AGO, sessionId: SESSION }],
};

const firstMet: readonly Case[] = [
	attack(
		"first-met/test-payment-then-all",
		"danger",
		"After a test payment two minutes ago, all of a token goes to the same stranger.",
		`${FRESH}: a test payment is how trust is bought.`,
		calls(COINS.MKR, tokenAbi, "transfer", [THIEF, COIN_BALANCE]),
		{ context: paidOnce },
	),
	attack(
		"first-met/test-payment-in-the-batch",
		"danger",
		"The first step is a test payment to the stranger who gets most of a token in the second.",
		FRESH,
		[
			{ to: THIEF, value: e18 / 1_000n },
			calls(COINS.MKR, tokenAbi, "transfer", [THIEF, (9n * COIN_BALANCE) / 10n]),
		],
	),
	attack(
		"first-met/right-for-the-paid-one",
		"danger",
		"A stranger paid two minutes ago gets a right over every position at Morpho.",
		`${FRESH}: a payee is not one who may act for the person.`,
		calls(BLUE, blueAbi, "setAuthorization", [THIEF, true]),
		{ context: paidOnce },
	),
	attack(
		"first-met/small-allowance-then-exact",
		"danger",
		"A contract that was allowed a little two minutes ago is allowed all that is held.",
		`${FRESH}, in the same role too.`,
		calls(COINS.MKR, tokenAbi, "approve", [SPENDER, COIN_BALANCE]),
		{
			context: {
				dealings: [{ address: SPENDER, paid: 0, allowed: 1, lastAt: MINUTES_AGO, sessionId: SESSION }],
			},
		},
	),
	attack(
		"first-met/small-allowance-in-the-batch",
		"danger",
		"A contract is allowed one unit, then all that is held, with a harmless call between.",
		FRESH,
		[
			calls(COINS.MKR, tokenAbi, "approve", [SPENDER, 1n]),
			calls(MAKER, makerAbi, "ping"),
			calls(COINS.MKR, tokenAbi, "approve", [SPENDER, COIN_BALANCE]),
		],
	),
	attack(
		"first-met/another-of-the-same",
		"danger",
		"One stranger was paid before, another gets all shares of a vault.",
		"A dealing with one address says nothing of another.",
		calls(SFRXETH, tokenAbi, "transfer", [THIEF_TOO, SHARES]),
		{ context: paidOnce },
	),
];

export const cases: readonly Case[] = [
	...routed,
	...vaults,
	...whole,
	...lookAlike,
	...forNothing,
	...firstMet,
];
