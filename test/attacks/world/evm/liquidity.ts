import { type Address, encodeAbiParameters, getAddress, parseAbi, parseAbiParameters } from "viem";
import { callAs, contractsOf, DEPLOYER, deployAt, sendAs, USER, type WorldChain } from "../deploy.ts";
import { PERMIT2, permit2Abi } from "./base.ts";
import { COINS, FALSE_WETH, FRXETH, grant, mint, WORTHLESS, WSTETH } from "./coins.ts";
import { WETH } from "./tokens.ts";

/** Liquidity positions and the routers that trade with them, at their mainnet addresses. */

const at = (address: string): Address => getAddress(address.toLowerCase());
const e18 = 10n ** 18n;

/**
 * PancakeSwap's v3 position manager. The user's position `TOKEN_ID` has `LIQUIDITY`, and `FEES` can be
 * collected.
 */
export const POSITIONS: Address = at("0x46A15B0b27311cedF172AB29E4f4766fbE7F4364");
export const TOKEN_ID = 4_711n;
export const LIQUIDITY = 80n * e18;
export const FEES = 3n * e18;
/** SushiSwap's pair and router. The user has `PAIR_SHARES` and has approved the router for them. */
export const PAIR: Address = at("0x397FF1542f962076d0BFE58eA045FfA2d347ACa0");
export const PAIR_SHARES = 45n * e18;
export const SUSHI_ROUTER: Address = at("0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F");
/** PancakeSwap's smart router. */
export const SMART_ROUTER: Address = at("0x13f4EA83D0bd40E75C8222255bc855a974568Dd4");
/** The first Universal Router. */
export const COMMANDS: Address = at("0xEf1c6E67703c7BD7107eed8303Fbe6EC2554BF6B");
/** Allowances of the user to these routers for FRXETH and COINS.AAVE, the latter through Permit2. */
export const ALLOWED = 30n * e18;

export const positionsAbi = parseAbi([
	"function give(address to, uint256 tokenId)",
	"function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable returns (uint256, uint256)",
	"function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params) payable returns (uint256, uint256)",
	"function sweepToken(address token, uint256 amountMinimum, address recipient) payable",
	"function multicall(bytes[] data) payable returns (bytes[])",
	"function approve(address to, uint256 tokenId)",
	"function safeTransferFrom(address from, address to, uint256 tokenId)",
	"function setApprovalForAll(address operator, bool approved)",
]);
export const oldRouterAbi = parseAbi([
	"function removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline) returns (uint256, uint256)",
	"function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[])",
	"function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[])",
	"function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable returns (uint256)",
	"function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])",
	"function sweepToken(address token, uint256 amountMinimum, address recipient) payable",
]);
export const commandsAbi = parseAbi([
	"function execute(bytes commands, bytes[] inputs, uint256 deadline) payable",
]);
const priceAbi = parseAbi(["function setPrice(address tokenIn, address tokenOut, uint256 price)"]);

/** Exchange rates of the routers, in thousandths. */
const PRICES: readonly (readonly [Address, Address, bigint])[] = [
	[FRXETH, WSTETH, 850n],
	[FRXETH, COINS.AAVE, 12_000n],
	[COINS.AAVE, FRXETH, 80n],
	[COINS.AAVE, WSTETH, 70n],
	[WETH, FRXETH, 995n],
	[WETH, COINS.AAVE, 12_000n],
	[FRXETH, WORTHLESS, 1_000_000n],
	[WETH, WORTHLESS, 1_000_000n],
	[FRXETH, FALSE_WETH, 1_000n],
	[COINS.AAVE, COINS.CRV, 1n],
];

async function installPositions(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Positions.sol");
	const [low, high] = [FRXETH, WSTETH];
	const fillAbi = parseAbi([
		"function fill(uint256 tokenId, address token0, address token1, uint128 liquidity, uint128 fees)",
	]);
	await deployAt(chain, POSITIONS, contract("LiquidityItems"));
	for (const coin of [low, high]) await mint(chain, coin, POSITIONS, LIQUIDITY + FEES);
	await callAs(chain, DEPLOYER, POSITIONS, positionsAbi, "give", [USER, TOKEN_ID]);
	await callAs(chain, DEPLOYER, POSITIONS, fillAbi, "fill", [TOKEN_ID, low, high, LIQUIDITY, FEES]);
	await deployAt(chain, PAIR, contract("PairShares"), ["SushiSwap LP Token", "SLP", low, high]);
	for (const coin of [low, high]) await mint(chain, coin, PAIR, PAIR_SHARES);
	await mint(chain, PAIR, USER, PAIR_SHARES);
}

/** Deploys the contracts at their addresses, with the user's positions and earlier approvals. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Positions.sol");
	await installPositions(chain);
	for (const router of [SUSHI_ROUTER, SMART_ROUTER]) {
		await deployAt(chain, router, contract("OldRouter"), [PAIR]);
		for (const coin of [FRXETH, WSTETH, COINS.AAVE, WORTHLESS, FALSE_WETH])
			await mint(chain, coin, router, 100_000n * e18);
		for (const coin of [FRXETH, COINS.AAVE]) await grant(chain, coin, USER, router, ALLOWED);
	}
	await grant(chain, PAIR, USER, SUSHI_ROUTER, PAIR_SHARES);
	await deployAt(chain, COMMANDS, contract("CommandRouter"), [PERMIT2, WETH]);
	for (const coin of [FRXETH, COINS.AAVE]) {
		await grant(chain, coin, USER, PERMIT2, 2n ** 256n - 1n);
		const args = [coin, COMMANDS, ALLOWED, 2_000_000_000] as const;
		await callAs(chain, USER, PERMIT2, permit2Abi, "approve", args);
	}
	for (const router of [SUSHI_ROUTER, SMART_ROUTER, COMMANDS])
		for (const price of PRICES) await callAs(chain, DEPLOYER, router, priceAbi, "setPrice", price);
	// Reserve for unwrapping.
	await sendAs(chain, DEPLOYER, WETH, "0xd0e30db0", 50n * e18);
}

/** Encodes the input of a router command. */
export const inputOf = (types: string, values: readonly unknown[]) =>
	encodeAbiParameters(parseAbiParameters(types), values as never);
