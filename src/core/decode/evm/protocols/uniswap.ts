import { isZeroAddress } from "../../../chain/well-known.ts";
import { message } from "../../../localized-text.ts";
import { lower } from "../abi.ts";
import {
	type CallSite,
	functionsOf,
	type KnownFunction,
	knownFunction,
	payment,
	permits,
	wrap,
} from "../function.ts";
import type { Asset, CallParty, Meaning } from "../meaning.ts";
import { permittedOf } from "../permit2.ts";
import { readPositionPlan, readUnlockData } from "../positions-v4.ts";
import { endsOf } from "../router-parts.ts";
import { act, type ContractFamily, part, swap } from "./act.ts";

/**
 * Decodes calls to Uniswap's position managers, to its routers before the Universal Router, and to forks of
 * either. Sources: IUniswapV2Router02, ISwapRouter, IV2SwapRouter and IV3SwapRouter from swap-router-contracts,
 * INonfungiblePositionManager, IPeripheryPayments, and IPositionManager from v4-periphery.
 */

interface Hops {
	readonly first: Asset;
	readonly last: Asset;
}

function hopsOf(path: readonly string[]): Hops | null {
	const [first] = path;
	const last = path.at(-1);
	return first === undefined || last === undefined || path.length < 2
		? null
		: { first: lower(first), last: lower(last) };
}

/** The router wraps and unwraps native coins, so the path contains the wrapped token instead. */
const asCoin = (hops: Hops | null, site: CallSite, end: keyof Hops): Hops | null =>
	hops === null || !site.isWrapped(hops[end]) ? null : { ...hops, [end]: "native" };

interface Amounts {
	readonly amountIn: bigint | null;
	readonly amountOut: bigint | null;
}

function trade(
	exact: "in" | "out",
	hops: Hops | null,
	amounts: Amounts,
	to: CallParty,
	payer: CallParty | null = "caller",
): Meaning | null {
	if (hops === null) return null;
	return swap({ exact, assetIn: hops.first, assetOut: hops.last, ...amounts, payer, to });
}

function v2(end: keyof Hops | null): (path: readonly string[], site: CallSite) => Hops | null {
	return (path, site) => (end === null ? hopsOf(path) : asCoin(hopsOf(path), site, end));
}
const [tokens, fromCoin, toCoin] = [v2(null), v2("first"), v2("last")];

const fees = ["", "SupportingFeeOnTransferTokens"] as const;

const V2_TRADES: readonly KnownFunction[] = [
	...fees.flatMap((suffix): readonly KnownFunction[] => [
		knownFunction(
			`function swapExactTokensForTokens${suffix}(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)`,
			([amountIn, amountOut, path, to], site) =>
				trade("in", tokens(path, site), { amountIn, amountOut }, lower(to)),
		),
		knownFunction(
			`function swapExactETHForTokens${suffix}(uint256 amountOutMin, address[] path, address to, uint256 deadline)`,
			([amountOut, path, to], site) =>
				trade("in", fromCoin(path, site), { amountIn: site.value, amountOut }, lower(to)),
		),
		knownFunction(
			`function swapExactTokensForETH${suffix}(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)`,
			([amountIn, amountOut, path, to], site) =>
				trade("in", toCoin(path, site), { amountIn, amountOut }, lower(to)),
		),
	]),
	...functionsOf({
		"swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)":
			([amountOut, amountIn, path, to], site) =>
				trade("out", tokens(path, site), { amountIn, amountOut }, lower(to)),
		"swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)":
			([amountOut, amountIn, path, to], site) =>
				trade("out", toCoin(path, site), { amountIn, amountOut }, lower(to)),
		"swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)": (
			[amountOut, path, to],
			site,
		) => trade("out", fromCoin(path, site), { amountIn: site.value, amountOut }, lower(to)),
	}),
];

const most = { bound: "most" } as const;
const least = (party: string) => ({ bound: "least", party: lower(party) }) as const;

const V2_LIQUIDITY: readonly KnownFunction[] = functionsOf({
	"addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)":
		([tokenA, tokenB, amountA, amountB, , , to]) =>
			act("add-liquidity", {
				gives: [part(tokenA, amountA, most), part(tokenB, amountB, most)],
				gets: [part(null, null, { party: lower(to) })],
				venues: [tokenA, tokenB],
			}),
	"addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)":
		([token, amount, , , to], { value }) =>
			act("add-liquidity", {
				gives: [part(token, amount, most), part("native", value, most)],
				gets: [part(null, null, { party: lower(to) })],
				venues: [token],
			}),
	"removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)":
		([tokenA, tokenB, , amountA, amountB, to]) =>
			act("remove-liquidity", { gets: [part(tokenA, amountA, least(to)), part(tokenB, amountB, least(to))] }),
	"removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)":
		([token, , amount, coin, to]) =>
			act("remove-liquidity", { gets: [part(token, amount, least(to)), part("native", coin, least(to))] }),
	"removeLiquidityWithPermit(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline, bool approveMax, uint8 v, bytes32 r, bytes32 s)":
		([tokenA, tokenB, , amountA, amountB, to]) =>
			act("remove-liquidity", { gets: [part(tokenA, amountA, least(to)), part(tokenB, amountB, least(to))] }),
	"removeLiquidityETHWithPermit(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline, bool approveMax, uint8 v, bytes32 r, bytes32 s)":
		([token, , amount, coin, to]) =>
			act("remove-liquidity", { gets: [part(token, amount, least(to)), part("native", coin, least(to))] }),
});

export const UNISWAP_V2: ContractFamily = {
	app: "Uniswap",
	spendsFromCaller: true,
	functions: [...V2_TRADES, ...V2_LIQUIDITY],
};

/** The first router and the position manager keep amounts sent to the zero address. */
const zeroAsRouter = (recipient: string): CallParty => (isZeroAddress(recipient) ? "here" : lower(recipient));

function mapped(recipient: string): CallParty {
	if (!/^0x0{39}[12]$/.test(recipient)) return lower(recipient);
	return recipient.endsWith("1") ? "caller" : "here";
}

const payerOf = (asset: string, site: CallSite): CallParty | null =>
	site.isWrapped(asset) ? null : "caller";

type RecipientReader = (address: string) => CallParty;

interface Single {
	readonly tokenIn: string;
	readonly tokenOut: string;
	readonly recipient: string;
}

const oneHop = ({ tokenIn, tokenOut }: Single): Hops => ({ first: lower(tokenIn), last: lower(tokenOut) });

const overOneHop = (
	exact: "in" | "out",
	single: Single,
	amounts: Amounts,
	to: RecipientReader,
	site: CallSite,
) => trade(exact, oneHop(single), amounts, to(single.recipient), payerOf(single.tokenIn, site));

function alongPath(
	exact: "in" | "out",
	path: `0x${string}`,
	amounts: Amounts,
	to: CallParty,
	site: CallSite,
): Meaning | null {
	const ends = endsOf(lower(path));
	if (ends === null) return null;
	const hops = exact === "in" ? ends : { first: ends.last, last: ends.first };
	return trade(exact, hops, amounts, to, payerOf(hops.first, site));
}

const PAYMENTS: readonly KnownFunction[] = functionsOf({
	"refundETH()": () => payment("native", "here", "caller", null, "exact"),
	"unwrapWETH9(uint256 amountMinimum, address recipient)": ([amount, to]) =>
		wrap(false, amount, lower(to), true),
	"unwrapWETH9(uint256 amountMinimum)": ([amount]) => wrap(false, amount, "caller", true),
	"sweepToken(address token, uint256 amountMinimum, address recipient)": ([token, amount, to]) =>
		payment(lower(token), "here", lower(to), amount, "least"),
	"sweepToken(address token, uint256 amountMinimum)": ([token, amount]) =>
		payment(lower(token), "here", "caller", amount, "least"),
	"wrapETH(uint256 value)": ([amount]) => wrap(true, amount, "here", false),
	"pull(address token, uint256 value)": ([token, amount]) =>
		payment(lower(token), "caller", "here", amount, "exact"),
	"selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)": (
		[token, amount],
		{ target },
	) => permits(null, "token", [{ token: lower(token), spender: target, amount, until: null }]),
});

export const UNISWAP_V3: ContractFamily = {
	app: "Uniswap",
	spendsFromCaller: true,
	multicall: true,
	functions: [
		...PAYMENTS,
		...functionsOf({
			"exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)":
				([params], site) =>
					overOneHop(
						"in",
						params,
						{ amountIn: params.amountIn, amountOut: params.amountOutMinimum },
						zeroAsRouter,
						site,
					),
			"exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)":
				([params], site) =>
					overOneHop(
						"out",
						params,
						{ amountIn: params.amountInMaximum, amountOut: params.amountOut },
						zeroAsRouter,
						site,
					),
			"exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)":
				([{ path, recipient, amountIn, amountOutMinimum }], site) =>
					alongPath("in", path, { amountIn, amountOut: amountOutMinimum }, zeroAsRouter(recipient), site),
			"exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params)":
				([{ path, recipient, amountOut, amountInMaximum }], site) =>
					alongPath("out", path, { amountIn: amountInMaximum, amountOut }, zeroAsRouter(recipient), site),
		}),
	],
};

const inOf = (amount: bigint) => (amount === 0n ? null : amount);
const payerOfIn = (meaning: Meaning | null, amount: bigint): Meaning | null =>
	meaning?.kind === "swap" && amount === 0n ? { ...meaning, amountIn: null, payer: "here" } : meaning;

export const UNISWAP_ROUTER_02: ContractFamily = {
	app: "Uniswap",
	spendsFromCaller: true,
	multicall: true,
	functions: [
		...PAYMENTS,
		...functionsOf({
			"exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)":
				([params], site) =>
					payerOfIn(
						overOneHop(
							"in",
							params,
							{ amountIn: params.amountIn, amountOut: params.amountOutMinimum },
							mapped,
							site,
						),
						params.amountIn,
					),
			"exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)":
				([params], site) =>
					overOneHop(
						"out",
						params,
						{ amountIn: params.amountInMaximum, amountOut: params.amountOut },
						mapped,
						site,
					),
			"exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)": (
				[{ path, recipient, amountIn, amountOutMinimum }],
				site,
			) =>
				payerOfIn(
					alongPath(
						"in",
						path,
						{ amountIn: inOf(amountIn), amountOut: amountOutMinimum },
						mapped(recipient),
						site,
					),
					amountIn,
				),
			"exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)": (
				[{ path, recipient, amountOut, amountInMaximum }],
				site,
			) => alongPath("out", path, { amountIn: amountInMaximum, amountOut }, mapped(recipient), site),
			"swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)": (
				[amountIn, amountOut, path, to],
				site,
			) => {
				const hops = hopsOf(path);
				const payer = hops === null ? null : payerOf(hops.first, site);
				return payerOfIn(trade("in", hops, { amountIn, amountOut }, mapped(to), payer), amountIn);
			},
			"swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)": (
				[amountOut, amountIn, path, to],
				site,
			) => {
				const hops = hopsOf(path);
				const payer = hops === null ? null : payerOf(hops.first, site);
				return trade("out", hops, { amountIn, amountOut }, mapped(to), payer);
			},
		}),
	],
};

const numbered = (id: bigint) => message("act.position", { id: String(id) });

export const UNISWAP_POSITIONS: ContractFamily = {
	app: "Uniswap",
	spendsFromCaller: true,
	multicall: true,
	functions: [
		...PAYMENTS,
		...functionsOf({
			"mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)":
				([{ token0, token1, amount0Desired, amount1Desired, recipient }]) =>
					act("add-liquidity", {
						gives: [part(token0, amount0Desired, most), part(token1, amount1Desired, most)],
						gets: [part(null, null, { party: lower(recipient) })],
						venues: [token0, token1],
					}),
			"increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)":
				([{ tokenId }]) => act("add-liquidity", { position: tokenId, about: numbered(tokenId) }),
			"decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)":
				([{ tokenId }]) => act("remove-liquidity", { position: tokenId, about: numbered(tokenId) }),
			"collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)": ([
				{ tokenId, recipient },
			]) =>
				act("collect", {
					position: tokenId,
					about: numbered(tokenId),
					gets: [part(null, null, { party: zeroAsRouter(recipient) })],
				}),
			"burn(uint256 tokenId)": () => act("setting", { about: "end-position" }),
			"createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96)":
				([token0, token1]) => act("setting", { about: "new-pool", venues: [token0, token1] }),
		}),
	],
};

export const UNISWAP_POSITIONS_V4: ContractFamily = {
	app: "Uniswap",
	spendsFromCaller: true,
	multicall: true,
	functions: functionsOf({
		"modifyLiquidities(bytes unlockData, uint256 deadline)": ([data], site) =>
			readUnlockData(lower(data), site),
		"modifyLiquiditiesWithoutUnlock(bytes actions, bytes[] params)": ([actions, params], site) =>
			readPositionPlan(lower(actions), params.map(lower), site),
		"initializePool((address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) key, uint160 sqrtPriceX96)":
			([{ currency0, currency1, hooks }]) =>
				act("setting", {
					about: "new-pool",
					venues: [currency0, currency1, hooks].filter((each) => !isZeroAddress(each)),
				}),
		"permitBatch(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)":
			([owner, { details, spender }]) =>
				permits(
					owner,
					"permit2",
					details.map((each) => permittedOf(each, spender)),
				),
	}),
};
