import {
	type Address,
	concatHex,
	encodeAbiParameters,
	encodeFunctionData,
	encodePacked,
	type Hex,
	parseAbiParameters,
	parseEther,
} from "viem";
import { type Case, NOW, USER } from "../case.ts";
import { OWN_OTHER } from "../world/deploy.ts";
import { PERMIT2, permit2Abi } from "../world/evm/base.ts";
import * as v4 from "../world/evm/positions-v4.ts";
import * as swaps from "../world/evm/swaps.ts";
import { DAI, LINK, tokenAbi, UNI, USDC, USDT, usd, WBTC, WETH, whole } from "../world/evm/tokens.ts";
import { approve, earlier, honest, STRANGER, step, WITH_OTHER } from "./honest.ts";

/** Swaps and liquidity, as apps and agents request them. */

const DEADLINE = BigInt(NOW + 1_200);
const ZERO: Address = "0x0000000000000000000000000000000000000000";
/** Constants of Uniswap's routers that represent a recipient. */
const SENDER: Address = "0x0000000000000000000000000000000000000001";
const ROUTER: Address = "0x0000000000000000000000000000000000000002";

const READ =
	"An exchange whose give, least return and receiver are read, and seen to happen, with a near deadline.";
const BATCH = `${READ} The exact allowance before it is used up in the same batch; a later step's cost can't be estimated alone, and the simulation has run it.`;
const OPAQUE =
	"The route is opaque bytes of the aggregator; give, least return and receiver stand in its published interface and both simulations show them.";

const path = (...hops: readonly (Address | number)[]): Hex =>
	concatHex(hops.map((hop) => (typeof hop === "number" ? encodePacked(["uint24"], [hop]) : hop)));

const single = (amountIn: bigint, least: bigint, recipient: Address, tokenIn = USDC, tokenOut = WETH) => ({
	tokenIn,
	tokenOut,
	fee: 500,
	recipient,
	amountIn,
	amountOutMinimum: least,
	sqrtPriceLimitX96: 0n,
});

const wrapIn = (amount: bigint) =>
	encodeAbiParameters(parseAbiParameters("address, uint256"), [ROUTER, amount]);
const unwrapOut = (least: bigint) =>
	encodeAbiParameters(parseAbiParameters("address, uint256"), [SENDER, least]);
const v3Swap = (to: Address, amount: bigint, least: bigint, hops: Hex, byUser: boolean) =>
	encodeAbiParameters(parseAbiParameters("address, uint256, uint256, bytes, bool"), [
		to,
		amount,
		least,
		hops,
		byUser,
	]);
const v2Swap = (to: Address, amount: bigint, least: bigint, hops: readonly Address[], byUser: boolean) =>
	encodeAbiParameters(parseAbiParameters("address, uint256, uint256, address[], bool"), [
		to,
		amount,
		least,
		hops,
		byUser,
	]);
const execute = (
	commands: Hex,
	inputs: readonly Hex[],
	value?: bigint,
	at: Address = swaps.UNIVERSAL_ROUTER,
) => step(at, swaps.universalAbi, "execute", [commands, inputs, DEADLINE], value);

/**
 * Creates approvals of the exact amount for the token and for Permit2, as an agent without signatures does.
 */
const throughPermit2 = (token: Address, amount: bigint) => [
	approve(token, PERMIT2, amount),
	step(PERMIT2, permit2Abi, "approve", [token, swaps.UNIVERSAL_ROUTER, amount, NOW + 1_800]),
];

const V4_PAIR: readonly [Address, Address] = [UNI, DAI];
const modifyV4 = (actions: readonly v4.Action[], value?: bigint) =>
	step(v4.POSITIONS_V4, v4.v4Abi, "modifyLiquidities", [v4.listed(...actions), DEADLINE], value);

const v4EtherForUsdc = (amount: bigint, least: bigint): Hex => {
	const key = parseAbiParameters(
		"((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey, bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData)",
	);
	const poolKey = { currency0: ZERO, currency1: USDC, fee: 500, tickSpacing: 10, hooks: ZERO };
	const pair = parseAbiParameters("address, uint256");
	return encodeAbiParameters(parseAbiParameters("bytes, bytes[]"), [
		"0x060c0f",
		[
			encodeAbiParameters(key, [
				{ poolKey, zeroForOne: true, amountIn: amount, amountOutMinimum: least, hookData: "0x" },
			]),
			encodeAbiParameters(pair, [ZERO, amount]),
			encodeAbiParameters(pair, [USDC, least]),
		],
	]);
};

const inchSwap = (srcToken: Address, dstToken: Address, amount: bigint, least: bigint, value?: bigint) =>
	step(
		swaps.ONE_INCH,
		swaps.inchAbi,
		"swap",
		[
			swaps.INCH_EXECUTOR,
			{
				srcToken,
				dstToken,
				srcReceiver: swaps.INCH_EXECUTOR,
				dstReceiver: USER,
				amount,
				minReturnAmount: least,
				flags: 4n,
			},
			"0x0000000000000000000000000000000000000000000000000000f100a007e5c0d2000000000000",
		],
		value,
	);

const settle = (token: Address, amount: bigint, buyToken: Address, least: bigint): Hex =>
	encodeFunctionData({
		abi: swaps.settlerAbi,
		functionName: "execute",
		args: [
			{ recipient: USER, buyToken, minAmountOut: least },
			[encodeFunctionData({ abi: swaps.settlerAbi, functionName: "TRANSFER_FROM", args: [token, amount] })],
			`0x${"0".repeat(64)}`,
		],
	});

const throughZeroEx = (token: Address, amount: bigint, buyToken: Address, least: bigint) =>
	step(swaps.ALLOWANCE_HOLDER, swaps.allowanceHolderAbi, "exec", [
		swaps.SETTLER,
		token,
		amount,
		swaps.SETTLER,
		settle(token, amount, buyToken, least),
	]);

const paraswap = (
	srcToken: Address,
	destToken: Address,
	fromAmount: bigint,
	toAmount: bigint,
	value?: bigint,
) =>
	step(
		swaps.AUGUSTUS,
		swaps.augustusAbi,
		"swapExactAmountIn",
		[
			"0x000010036C0190E009a000d0fc3541100A07380A",
			{
				srcToken,
				destToken,
				fromAmount,
				toAmount,
				quotedAmount: (toAmount * 101n) / 100n,
				metadata: `0x${"5c".repeat(16)}${"0".repeat(32)}`,
				beneficiary: USER,
			},
			0n,
			"0x",
			"0x0000000000000000000000000000000000000000000000000000000000000020",
		],
		value,
	);

const mintParams = {
	token0: USDC,
	token1: WETH,
	fee: 500,
	tickLower: 194_280,
	tickUpper: 198_080,
	amount0Desired: usd(3_000),
	amount1Desired: whole(1),
	amount0Min: usd(2_985),
	amount1Min: parseEther("0.995"),
	recipient: USER,
	deadline: DEADLINE,
};
const decrease = {
	tokenId: swaps.POSITION_ID,
	liquidity: 500_000_000_000n,
	amount0Min: usd(2_990),
	amount1Min: parseEther("0.99"),
	deadline: DEADLINE,
};
const MAX = 2n ** 128n - 1n;
const collectTo = (recipient: Address) => ({
	tokenId: swaps.POSITION_ID,
	recipient,
	amount0Max: MAX,
	amount1Max: MAX,
});
const positions = (
	functionName: "decreaseLiquidity" | "collect" | "unwrapWETH9" | "sweepToken",
	args: readonly unknown[],
) => step(swaps.POSITIONS, swaps.positionsAbi, functionName, args).data;

export const cases: readonly Case[] = [
	honest(
		"swap-v2-tokens",
		"info",
		"Swaps 600 USDC for WETH by the v2 router, with an exact allowance.",
		BATCH,
		[
			approve(USDC, swaps.ROUTER_V2, usd(600)),
			step(swaps.ROUTER_V2, swaps.routerV2Abi, "swapExactTokensForTokens", [
				usd(600),
				parseEther("0.198"),
				[USDC, WETH],
				USER,
				DEADLINE,
			]),
		],
	),
	honest(
		"swap-v2-ether-for-tokens",
		"info",
		"Swaps 0.5 ETH for USDC by the v2 router.",
		READ,
		step(
			swaps.ROUTER_V2,
			swaps.routerV2Abi,
			"swapExactETHForTokens",
			[usd(1_480), [WETH, USDC], USER, DEADLINE],
			parseEther("0.5"),
		),
	),
	honest(
		"swap-v2-tokens-for-ether",
		"info",
		"Swaps 300 DAI for ether by the v2 router, with an exact allowance.",
		BATCH,
		[
			approve(DAI, swaps.ROUTER_V2, whole(300)),
			step(swaps.ROUTER_V2, swaps.routerV2Abi, "swapExactTokensForETH", [
				whole(300),
				parseEther("0.099"),
				[DAI, WETH],
				USER,
				DEADLINE,
			]),
		],
	),
	honest(
		"swap-v2-exact-output-refund",
		"info",
		"Buys exactly 1 000 USDC with up to 0.36 ETH; what is too much comes back.",
		"The router returns the excess in the same call: the cost is what is gone at the end, not the value sent along.",
		step(
			swaps.ROUTER_V2,
			swaps.routerV2Abi,
			"swapETHForExactTokens",
			[usd(1_000), [WETH, USDC], USER, DEADLINE],
			parseEther("0.36"),
		),
	),
	honest(
		"swap-v3-single",
		"info",
		"Swaps 1 500 USDC for WETH by the first v3 router, with an exact allowance.",
		BATCH,
		[
			approve(USDC, swaps.ROUTER_V3, usd(1_500)),
			step(swaps.ROUTER_V3, swaps.routerV3Abi, "exactInputSingle", [
				{ ...single(usd(1_500), parseEther("0.49"), USER), deadline: DEADLINE },
			]),
		],
	),
	honest("swap-v3-hops", "info", "Swaps 100 LINK for USDC over two pools, with an exact allowance.", BATCH, [
		approve(LINK, swaps.ROUTER_02, whole(100)),
		step(swaps.ROUTER_02, swaps.router02Abi, "exactInput", [
			{
				path: path(LINK, 3_000, WETH, 500, USDC),
				recipient: USER,
				amountIn: whole(100),
				amountOutMinimum: usd(1_480),
			},
		]),
	]),
	honest("swap-v3-to-ether", "info", "Swaps 900 USDC for ether by the second v3 router's multicall.", BATCH, [
		approve(USDC, swaps.ROUTER_02, usd(900)),
		step(swaps.ROUTER_02, swaps.router02Abi, "multicall", [
			DEADLINE,
			[
				encodeFunctionData({
					abi: swaps.router02Abi,
					functionName: "exactInputSingle",
					args: [single(usd(900), parseEther("0.29"), ROUTER)],
				}),
				encodeFunctionData({
					abi: swaps.router02Abi,
					functionName: "unwrapWETH9",
					args: [parseEther("0.29"), USER],
				}),
			],
		]),
	]),
	honest(
		"swap-v3-ether-refund",
		"info",
		"Swaps 0.3 ETH for USDC and has the router refund what it did not use of 0.31.",
		"The interface sends a little more and calls `refundETH`; the excess is seen to come back.",
		step(
			swaps.ROUTER_02,
			swaps.router02Abi,
			"multicall",
			[
				DEADLINE,
				[
					encodeFunctionData({
						abi: swaps.router02Abi,
						functionName: "exactInputSingle",
						args: [single(parseEther("0.3"), usd(885), USER, WETH, USDC)],
					}),
					encodeFunctionData({ abi: swaps.router02Abi, functionName: "refundETH" }),
				],
			],
			parseEther("0.31"),
		),
	),
	honest(
		"swap-to-own-other-account",
		"info",
		"Swaps 0.2 ETH for USDC that goes to another account of one's own.",
		"The receiver is the person's (H7 is about strangers).",
		step(
			swaps.ROUTER_V2,
			swaps.routerV2Abi,
			"swapExactETHForTokens",
			[usd(590), [WETH, USDC], OWN_OTHER, DEADLINE],
			parseEther("0.2"),
		),
		{ context: WITH_OTHER },
	),
	honest(
		"universal-ether-v3",
		"info",
		"Swaps 1 ETH for USDC by the Universal Router over v3.",
		READ,
		execute(
			"0x0b00",
			[wrapIn(parseEther("1")), v3Swap(SENDER, parseEther("1"), usd(2_970), path(WETH, 500, USDC), false)],
			parseEther("1"),
		),
	),
	honest(
		"universal-permit2-v3",
		"info",
		"Swaps 2 000 USDC for WETH by the Universal Router, with exact permissions at the token and at Permit2.",
		BATCH,
		[
			...throughPermit2(USDC, usd(2_000)),
			execute("0x00", [v3Swap(SENDER, usd(2_000), parseEther("0.66"), path(USDC, 500, WETH), true)]),
		],
	),
	honest(
		"universal-permit2-v2",
		"info",
		"Swaps 200 UNI for WETH by the Universal Router over v2, with exact permissions.",
		BATCH,
		[
			...throughPermit2(UNI, whole(200)),
			execute("0x08", [v2Swap(SENDER, whole(200), parseEther("0.52"), [UNI, WETH], true)]),
		],
	),
	honest(
		"universal-fee-and-unwrap",
		"info",
		"Swaps 1 000 USDC for ether; the interface takes its quarter percent on the way.",
		`${BATCH} The portion is Uniswap's own interface fee, and within the least return.`,
		[
			...throughPermit2(USDC, usd(1_000)),
			execute("0x00060c", [
				v3Swap(ROUTER, usd(1_000), parseEther("0.33"), path(USDC, 500, WETH), true),
				encodeAbiParameters(parseAbiParameters("address, address, uint256"), [
					WETH,
					"0x000000fee13a103A10D593b9AE06b3e05F2E7E1c",
					25n,
				]),
				unwrapOut(parseEther("0.329")),
			]),
		],
	),
	honest(
		"universal-v4",
		"info",
		"Swaps 0.4 ETH for USDC by the Universal Router over v4.",
		READ,
		execute("0x10", [v4EtherForUsdc(parseEther("0.4"), usd(1_180))], parseEther("0.4")),
	),
	honest(
		"universal-older-deployment",
		"caution",
		"Swaps 0.1 ETH for USDC by the Universal Router's older deployment, at another address.",
		"A router's code at an address of its own is usual (each version has several); what it does is seen, and that the address is none of the well-known may be remarked on.",
		execute(
			"0x0b00",
			[wrapIn(parseEther("0.1")), v3Swap(SENDER, parseEther("0.1"), usd(297), path(WETH, 500, USDC), false)],
			parseEther("0.1"),
			swaps.OTHER_ROUTER,
		),
	),
	honest(
		"one-inch-tokens",
		"caution",
		"Swaps 1 000 USDC for WETH by 1inch, with an exact allowance.",
		OPAQUE,
		[approve(USDC, swaps.ONE_INCH, usd(1_000)), inchSwap(USDC, WETH, usd(1_000), parseEther("0.33"))],
	),
	honest(
		"one-inch-ether",
		"caution",
		"Swaps 0.7 ETH for DAI by 1inch.",
		OPAQUE,
		inchSwap(swaps.ETHER, DAI, parseEther("0.7"), whole(2_070), parseEther("0.7")),
	),
	honest(
		"one-inch-unoswap",
		"caution",
		"Swaps 0.5 WETH for USDC by 1inch's shortest call, with an exact allowance.",
		OPAQUE,
		[
			approve(WETH, swaps.ONE_INCH, parseEther("0.5")),
			step(swaps.ONE_INCH, swaps.inchAbi, "unoswap", [
				BigInt(WETH),
				parseEther("0.5"),
				usd(1_480),
				BigInt(swaps.MARKET) | (1n << 247n),
			]),
		],
	),
	honest(
		"zero-ex-allowance-holder",
		"caution",
		"Swaps 800 USDT for WETH by 0x' allowance holder, with an exact allowance.",
		OPAQUE,
		[
			approve(USDT, swaps.ALLOWANCE_HOLDER, usd(800)),
			throughZeroEx(USDT, usd(800), WETH, parseEther("0.26")),
		],
	),
	honest("zero-ex-ether", "caution", "Swaps 0.6 ETH for USDC by 0x' settler.", OPAQUE, {
		to: swaps.SETTLER,
		value: parseEther("0.6"),
		data: settle(swaps.ETHER, parseEther("0.6"), USDC, usd(1_780)),
	}),
	honest(
		"paraswap-tokens",
		"caution",
		"Swaps 0.05 WBTC for USDC by ParaSwap, with an exact allowance.",
		OPAQUE,
		[approve(WBTC, swaps.AUGUSTUS, 5_000_000n), paraswap(WBTC, USDC, 5_000_000n, usd(4_460))],
	),
	honest(
		"paraswap-ether",
		"caution",
		"Swaps 0.25 ETH for DAI by ParaSwap.",
		OPAQUE,
		paraswap(swaps.ETHER, DAI, parseEther("0.25"), whole(740), parseEther("0.25")),
	),
	honest(
		"cow-presign",
		"danger",
		"Allows CoW's relayer exactly 400 DAI and signs its order on chain.",
		"The order's terms are behind a hash, as in the attack of the same shape: all 400 DAI may go for dust, and nothing in the bytes tells the two apart.",
		[
			approve(DAI, swaps.COW_RELAYER, whole(400)),
			step(swaps.COW_SETTLEMENT, swaps.cowAbi, "setPreSignature", [
				concatHex([`0x${"3f".repeat(32)}`, USER, encodePacked(["uint32"], [NOW + 1_800])]),
				true,
			]),
		],
	),
	honest(
		"cow-sell-ether",
		"caution",
		"Places an order at CoW's ether flow: 0.5 ETH for at least 1 480 USDC to oneself.",
		"The ether waits in a well-known contract for a fill; give, least return and receiver are in the call.",
		step(
			swaps.COW_ETH_FLOW,
			swaps.cowAbi,
			"createOrder",
			[
				{
					buyToken: USDC,
					receiver: USER,
					sellAmount: parseEther("0.5"),
					buyAmount: usd(1_480),
					appData: `0x${"7a".repeat(32)}`,
					feeAmount: 0n,
					validTo: NOW + 1_800,
					partiallyFillable: false,
					quoteId: 91_440_233n,
				},
			],
			parseEther("0.5"),
		),
	),
	honest(
		"curve-exchange",
		"info",
		"Swaps 1 000 USDC for DAI in Curve's three dollars, with an exact allowance.",
		BATCH,
		[
			approve(USDC, swaps.THREE_POOL, usd(1_000)),
			step(swaps.THREE_POOL, swaps.threePoolAbi, "exchange", [1n, 0n, usd(1_000), whole(990)]),
		],
	),
	honest(
		"curve-add-liquidity",
		"info",
		"Puts 500 DAI and 500 USDC into Curve's three dollars, with exact allowances.",
		"What comes back is the pool's own token, seen to arrive, with a least amount.",
		[
			approve(DAI, swaps.THREE_POOL, whole(500)),
			approve(USDC, swaps.THREE_POOL, usd(500)),
			step(swaps.THREE_POOL, swaps.threePoolAbi, "add_liquidity", [[whole(500), usd(500), 0n], whole(990)]),
		],
	),
	honest(
		"reset-usdt-and-swap",
		"info",
		"Sets an old USDT allowance to zero, then gives an exact one and swaps.",
		`${BATCH} Tether demands the zero between.`,
		[
			approve(USDT, swaps.ROUTER_V2, 0n),
			approve(USDT, swaps.ROUTER_V2, usd(400)),
			step(swaps.ROUTER_V2, swaps.routerV2Abi, "swapExactTokensForTokens", [
				usd(400),
				parseEther("0.132"),
				[USDT, WETH],
				USER,
				DEADLINE,
			]),
		],
		{ before: [earlier(approve(USDT, swaps.ROUTER_V2, usd(50)))] },
	),
	honest(
		"positions-mint",
		"info",
		"Opens a v3 position with 3 000 USDC and 1 WETH, with exact allowances, for oneself.",
		"The position comes as an item to the person; amounts, bounds and receiver are read.",
		[
			approve(USDC, swaps.POSITIONS, usd(3_000)),
			approve(WETH, swaps.POSITIONS, whole(1)),
			step(swaps.POSITIONS, swaps.positionsAbi, "mint", [mintParams]),
		],
	),
	honest(
		"positions-increase",
		"caution",
		"Adds 600 USDC and 0.2 WETH to one's own position, with exact allowances.",
		"What comes back is inside the position, which no balance shows: a remark is right.",
		[
			approve(USDC, swaps.POSITIONS, usd(600)),
			approve(WETH, swaps.POSITIONS, parseEther("0.2")),
			step(swaps.POSITIONS, swaps.positionsAbi, "increaseLiquidity", [
				{
					tokenId: swaps.POSITION_ID,
					amount0Desired: usd(600),
					amount1Desired: parseEther("0.2"),
					amount0Min: usd(597),
					amount1Min: parseEther("0.199"),
					deadline: DEADLINE,
				},
			]),
		],
	),
	honest(
		"positions-collect",
		"info",
		"Collects a position's fees to oneself.",
		"Only something comes, to the person.",
		step(swaps.POSITIONS, swaps.positionsAbi, "collect", [collectTo(USER)]),
	),
	honest(
		"positions-decrease-and-collect",
		"info",
		"Takes half of a position's liquidity out and collects it to oneself, in one multicall.",
		"As Uniswap's interface does it: both calls inside are the position manager's own, and the receiver is the person.",
		step(swaps.POSITIONS, swaps.positionsAbi, "multicall", [
			[positions("decreaseLiquidity", [decrease]), positions("collect", [collectTo(USER)])],
		]),
	),
	honest(
		"positions-collect-as-ether",
		"info",
		"Takes liquidity out as ether and USDC to oneself, through the manager itself.",
		"The interface collects to the manager, then unwraps and sweeps to the person in the same multicall; it is seen to arrive.",
		step(swaps.POSITIONS, swaps.positionsAbi, "multicall", [
			[
				positions("decreaseLiquidity", [decrease]),
				positions("collect", [collectTo(ZERO)]),
				positions("unwrapWETH9", [0n, USER]),
				positions("sweepToken", [USDC, usd(2_990), USER]),
			],
		]),
	),
	honest(
		"positions-v4-open",
		"info",
		"Opens a v4 position with 20 UNI and 20 DAI for oneself.",
		"The position comes as an item to the person; amounts, bounds and receiver are read.",
		modifyV4([v4.open(V4_PAIR, v4.MAY_TAKE, USER), v4.settlePair(V4_PAIR)]),
	),
	honest(
		"positions-v4-open-with-ether",
		"info",
		"Opens a v4 position with 1 ETH and 1 DAI for oneself, and has the rest of the ether back.",
		"As Uniswap's interface asks it: a little more ether is sent along, and swept back to the person.",
		modifyV4(
			[v4.open([ZERO, DAI], whole(1), USER), v4.settlePair([ZERO, DAI]), v4.sweep(ZERO, v4.CALLER)],
			parseEther("1.01"),
		),
	),
	honest(
		"positions-v4-increase",
		"caution",
		"Adds 20 UNI and 20 DAI to one's own v4 position.",
		"What comes back is inside the position, which no balance shows: a remark is right.",
		modifyV4([v4.increase(v4.POSITION, v4.MAY_TAKE), v4.settlePair(V4_PAIR)]),
	),
	honest(
		"positions-v4-decrease",
		"info",
		"Takes half of a v4 position's liquidity out to oneself.",
		"Only something comes, to the person.",
		modifyV4([v4.decrease(v4.POSITION, v4.POSITION_AMOUNT / 2n), v4.takePair(V4_PAIR, v4.CALLER)]),
	),
	honest(
		"positions-v4-burn",
		"info",
		"Ends a v4 position, and takes all that is in it to oneself.",
		"The item goes for what is in it, which is seen to arrive.",
		modifyV4([v4.burn(v4.POSITION), v4.close(UNI), v4.close(DAI)]),
	),
	honest(
		"transfer-from-own-allowance",
		"caution",
		"Pays a new address 40 DAI by `transferFrom` of one's own.",
		"An odd way of sending, which some contract wallets use; still a first payment that is read whole.",
		step(DAI, tokenAbi, "transferFrom", [USER, STRANGER, whole(40)]),
	),
];
