import type { Abi, Address } from "viem";
import { parseAbi } from "viem";
import { callAs, contractsOf, DEPLOYER, deployAt, OWN_OTHER, USER, type WorldChain } from "../deploy.ts";

/** Common tokens, and the user's balances of them. */

export const WETH: Address = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
export const USDC: Address = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
export const USDT: Address = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
export const DAI: Address = "0x6B175474E89094C44Da98b954EedeAC495271d0F";
export const WBTC: Address = "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599";
export const LINK: Address = "0x514910771AF9Ca656af840dff83E8264EcF986CA";
export const UNI: Address = "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";

/** Copy of WETH9 at another address, as apps and bridges deploy it. */
export const APP_WETH: Address = "0x8a6C4FC5F3bb2A3bf8C2d5f3a9A5B6d1E0c7F2A1";

/** Unlisted token that takes three percent of every transfer. */
export const TAXED: Address = "0x3BC1Ed6a5c0aa27cf0A3f7e3f5B1c4d2A9e8f071";

export const tokenAbi = parseAbi([
	"function transfer(address to, uint256 amount) returns (bool)",
	"function transferFrom(address from, address to, uint256 amount) returns (bool)",
	"function approve(address spender, uint256 amount) returns (bool)",
	"function balanceOf(address owner) view returns (uint256)",
	"function allowance(address owner, address spender) view returns (uint256)",
	"function increaseAllowance(address spender, uint256 added) returns (bool)",
	"function decreaseAllowance(address spender, uint256 subtracted) returns (bool)",
	"function delegate(address delegatee)",
	"function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
]);

export const wethAbi = parseAbi(["function deposit() payable", "function withdraw(uint256 wad)"]);

/** Converts whole dollars to base units of USDC or USDT. */
export const usd = (dollars: number | bigint): bigint => BigInt(dollars) * 10n ** 6n;
/** Converts whole tokens with 18 decimals to base units. */
export const whole = (tokens: number | bigint): bigint => BigInt(tokens) * 10n ** 18n;

const mintAbi = parseAbi([
	"function mint(address to, uint256 amount)",
	"function issue(address to, uint256 amount)",
]) as Abi;

/** Mints base units of a token in this file. */
export async function give(chain: WorldChain, token: Address, to: Address, amount: bigint): Promise<void> {
	if (token === WETH) {
		await callAs(chain, DEPLOYER, WETH, wethAbi, "deposit", [], amount);
		return callAs(chain, DEPLOYER, WETH, tokenAbi, "transfer", [to, amount]);
	}
	return callAs(chain, DEPLOYER, token, mintAbi, token === USDT ? "issue" : "mint", [to, amount]);
}

/** The user's initial token balances, in addition to 10,000 ETH. */
const BALANCES: readonly (readonly [Address, bigint])[] = [
	[WETH, whole(20)],
	[USDC, usd(25_000)],
	[USDT, usd(12_000)],
	[DAI, whole(15_000)],
	[WBTC, 50_000_000n],
	[LINK, whole(400)],
	[UNI, whole(800)],
];

/** Deploys the tokens at their addresses and mints some of each for the user. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Tokens.sol");
	await deployAt(chain, WETH, contract("WrappedEther"));
	await deployAt(chain, APP_WETH, contract("WrappedEther"));
	await deployAt(chain, USDC, contract("FiatToken"));
	await deployAt(chain, USDT, contract("Tether"));
	await deployAt(chain, DAI, contract("Dai"));
	await deployAt(chain, WBTC, contract("Coin"), ["Wrapped BTC", "WBTC", 8]);
	await deployAt(chain, LINK, contract("Coin"), ["ChainLink Token", "LINK", 18]);
	await deployAt(chain, UNI, contract("VotesToken"), ["Uniswap", "UNI"]);
	await deployAt(chain, TAXED, contract("TaxedCoin"), [DEPLOYER]);
	await give(chain, TAXED, USER, whole(900));
	for (const [token, amount] of BALANCES) await give(chain, token, USER, amount);
	await give(chain, USDC, OWN_OTHER, usd(1_000));
}
