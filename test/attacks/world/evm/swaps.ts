import { type Address, parseAbi } from "viem";
import {
	at,
	callAs,
	contractsOf,
	DEPLOYER,
	deployAt,
	OWN_OTHER,
	sendAs,
	USER,
	type WorldChain,
} from "../deploy.ts";
import { PERMIT2 } from "./base.ts";
import { DAI, give, LINK, tokenAbi, UNI, USDC, USDT, usd, WBTC, WETH, whole } from "./tokens.ts";

/** Exchange routers and aggregators at their own addresses. All trade on one market with fixed prices. */

/** Uniswap v3 pool of wrapped ether and USDC. Here it holds the reserves of all exchanges. */
export const MARKET: Address = at("0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640");
export const ROUTER_V2: Address = at("0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D");
export const ROUTER_V3: Address = at("0xE592427A0AEce92De3Edee1F18E0157C05861564");
export const ROUTER_02: Address = at("0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45");
export const UNIVERSAL_ROUTER: Address = at("0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af");
/** Another version of the router, at another address. */
export const OTHER_ROUTER: Address = at("0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD");
export const POSITIONS: Address = at("0xC36442b4a4522E871399CD717aBDD847Ab11FE88");
export const ONE_INCH: Address = at("0x111111125421cA6dc452d289314280a0f8842A65");
/** Executor of 1inch swaps. */
export const INCH_EXECUTOR: Address = at("0x5141B82f5fFDa4c6fE1E372978F1C5427640a190");
export const ALLOWANCE_HOLDER: Address = at("0x0000000000001fF3684f28c67538d4D072C22734");
export const SETTLER: Address = at("0x70bf6634eE8Cb27D04478f184b9b8BB13E5f4710");
export const AUGUSTUS: Address = at("0x6A000F20005980200259B80c5102003040001068");
export const COW_SETTLEMENT: Address = at("0x9008D19f58AAbD9eD0D60971565AA8510560ab41");
export const COW_RELAYER: Address = at("0xC92E8bdf79f0507f65a392b0ab4667716BFE0110");
export const COW_ETH_FLOW: Address = at("0xbA3cB449bD2B4ADddBc894D8697F5170800EAdeC");
export const THREE_POOL: Address = at("0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7");
const THREE_CRV: Address = at("0x6c3F90f043a72FA612cbac8115EE7e52BDe6E490");
/** Placeholder token address for the native coin. */
export const ETHER: Address = at("0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE");

/** Uniswap v3 position of the user, with fees to collect. */
export const POSITION_ID = 880_001n;

export const routerV2Abi = parseAbi([
	"function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)",
	"function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)",
	"function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)",
	"function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)",
]);
export const router02Abi = parseAbi([
	"function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable returns (uint256 amountOut)",
	"function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable returns (uint256 amountOut)",
	"function unwrapWETH9(uint256 amountMinimum, address recipient) payable",
	"function refundETH() payable",
	"function multicall(uint256 deadline, bytes[] data) payable returns (bytes[] results)",
]);
export const routerV3Abi = parseAbi([
	"function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable returns (uint256 amountOut)",
]);
export const universalAbi = parseAbi([
	"function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
]);
export const positionsAbi = parseAbi([
	"struct MintParams { address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint256 amount0Desired; uint256 amount1Desired; uint256 amount0Min; uint256 amount1Min; address recipient; uint256 deadline; }",
	"function mint(MintParams params) payable returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)",
	"function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable returns (uint128 liquidity, uint256 amount0, uint256 amount1)",
	"function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable returns (uint256 amount0, uint256 amount1)",
	"function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable returns (uint256 amount0, uint256 amount1)",
	"function burn(uint256 tokenId) payable",
	"function unwrapWETH9(uint256 amountMinimum, address recipient) payable",
	"function sweepToken(address token, uint256 amountMinimum, address recipient) payable",
	"function multicall(bytes[] data) payable returns (bytes[] results)",
	"function safeTransferFrom(address from, address to, uint256 tokenId)",
]);
const accrueAbi = parseAbi(["function accrue(uint256 tokenId, uint128 amount0, uint128 amount1)"]);
export const inchAbi = parseAbi([
	"struct SwapDescription { address srcToken; address dstToken; address srcReceiver; address dstReceiver; uint256 amount; uint256 minReturnAmount; uint256 flags; }",
	"function swap(address executor, SwapDescription desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)",
	"function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256 returnAmount)",
]);
export const allowanceHolderAbi = parseAbi([
	"function exec(address operator, address token, uint256 amount, address target, bytes data) payable returns (bytes result)",
]);
export const settlerAbi = parseAbi([
	"function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid) payable returns (bool)",
	"function TRANSFER_FROM(address token, uint256 amount)",
]);
export const augustusAbi = parseAbi([
	"struct GenericData { address srcToken; address destToken; uint256 fromAmount; uint256 toAmount; uint256 quotedAmount; bytes32 metadata; address beneficiary; }",
	"function swapExactAmountIn(address executor, GenericData swapData, uint256 partnerAndFee, bytes permit, bytes executorData) payable returns (uint256 receivedAmount, uint256 paraswapShare, uint256 partnerShare)",
]);
export const cowAbi = parseAbi([
	"function setPreSignature(bytes orderUid, bool signed)",
	"struct EthFlowOrder { address buyToken; address receiver; uint256 sellAmount; uint256 buyAmount; bytes32 appData; uint256 feeAmount; uint32 validTo; bool partiallyFillable; int64 quoteId; }",
	"function createOrder(EthFlowOrder order) payable returns (bytes32 orderHash)",
]);
export const threePoolAbi = parseAbi([
	"function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy)",
	"function add_liquidity(uint256[3] amounts, uint256 min_mint_amount)",
]);

const marketAbi = parseAbi(["function setPrice(address token, uint256 value)"]);

/** Returns the price of one base unit in dollars, times 1e30. */
const priceOf = (dollars: number, decimals: number): bigint =>
	(BigInt(Math.round(dollars * 100)) * 10n ** BigInt(30 - decimals)) / 100n;

const PRICES: readonly (readonly [Address, bigint])[] = [
	[WETH, priceOf(3_000, 18)],
	[ETHER, priceOf(3_000, 18)],
	["0x0000000000000000000000000000000000000000", priceOf(3_000, 18)],
	[USDC, priceOf(1, 6)],
	[USDT, priceOf(1, 6)],
	[DAI, priceOf(1, 18)],
	[WBTC, priceOf(90_000, 8)],
	[LINK, priceOf(15, 18)],
	[UNI, priceOf(8, 18)],
];

const RESERVES: readonly (readonly [Address, bigint])[] = [
	[WETH, whole(5_000)],
	[USDC, usd(50_000_000)],
	[USDT, usd(50_000_000)],
	[DAI, whole(50_000_000)],
	[WBTC, 500n * 10n ** 8n],
	[LINK, whole(500_000)],
	[UNI, whole(500_000)],
];

async function openPosition(chain: WorldChain): Promise<void> {
	const params = {
		token0: USDC,
		token1: WETH,
		fee: 500,
		tickLower: 194_280,
		tickUpper: 198_080,
		amount0Desired: usd(6_000),
		amount1Desired: whole(2),
		amount0Min: 0n,
		amount1Min: 0n,
		recipient: USER,
		deadline: 2n ** 64n,
	};
	await give(chain, USDC, OWN_OTHER, usd(6_000));
	await give(chain, WETH, OWN_OTHER, whole(2));
	await callAs(chain, OWN_OTHER, USDC, tokenAbi, "approve", [POSITIONS, usd(6_000)]);
	await callAs(chain, OWN_OTHER, WETH, tokenAbi, "approve", [POSITIONS, whole(2)]);
	await callAs(chain, OWN_OTHER, POSITIONS, positionsAbi, "mint", [params]);
	await give(chain, USDC, POSITIONS, usd(500));
	await give(chain, WETH, POSITIONS, whole(1));
	await callAs(chain, DEPLOYER, POSITIONS, accrueAbi, "accrue", [POSITION_ID, usd(140), 45n * 10n ** 15n]);
}

/**
 * Deploys the market, the routers and the aggregators at their addresses, with reserves and a position of the
 * user.
 */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Swaps.sol");
	const positions = (await contractsOf("Liquidity.sol"))("Positions");
	const trading = [MARKET, WETH];
	await deployAt(chain, MARKET, contract("Market"));
	for (const [token, price] of PRICES)
		await callAs(chain, DEPLOYER, MARKET, marketAbi, "setPrice", [token, price]);
	await deployAt(chain, ROUTER_V2, contract("RouterV2"), trading);
	await deployAt(chain, ROUTER_V3, contract("RouterV3"), trading);
	await deployAt(chain, ROUTER_02, contract("RouterV3"), trading);
	await deployAt(chain, UNIVERSAL_ROUTER, contract("CommandsRouter"), [...trading, PERMIT2]);
	await deployAt(chain, OTHER_ROUTER, contract("CommandsRouter"), [...trading, PERMIT2]);
	await deployAt(chain, ONE_INCH, contract("InchRouter"), trading);
	await deployAt(chain, ALLOWANCE_HOLDER, contract("AllowanceHolder"));
	await deployAt(chain, SETTLER, contract("Settler"), [...trading, ALLOWANCE_HOLDER]);
	await deployAt(chain, AUGUSTUS, contract("Augustus"), trading);
	await deployAt(chain, COW_SETTLEMENT, contract("CowSettlement"));
	await deployAt(chain, COW_RELAYER, contract("CowSettlement"));
	await deployAt(chain, COW_ETH_FLOW, contract("CowEthFlow"));
	const coin = (await contractsOf("Tokens.sol"))("Coin");
	await deployAt(chain, THREE_CRV, coin, ["Curve.fi DAI/USDC/USDT", "3Crv", 18], THREE_POOL);
	await deployAt(chain, THREE_POOL, contract("ThreePool"), [MARKET, [DAI, USDC, USDT], THREE_CRV]);
	await deployAt(chain, POSITIONS, positions, [WETH]);
	await sendAs(chain, DEPLOYER, MARKET, "0x", whole(2_000));
	for (const [token, amount] of RESERVES) await give(chain, token, MARKET, amount);
	await openPosition(chain);
}
