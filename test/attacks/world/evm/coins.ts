import { type Address, getAddress, parseAbi } from "viem";
import { callAs, contractsOf, DEPLOYER, deployAt, USER, type WorldChain } from "../deploy.ts";
import { corpusAddress } from "./people.ts";

/**
 * Additional tokens, vault shares and items. Attacks use them, so that they do not affect the tokens of
 * honest requests.
 */

const at = (address: string): Address => getAddress(address.toLowerCase());

/** Listed tokens; the user holds `COIN_BALANCE` of each. */
export const COINS = {
	AAVE: at("0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9"),
	CRV: at("0xD533a949740bb3306d119CC777fa900bA034cd52"),
	COMP: at("0xc00e94Cb662C3520282E6f5717214004A7f26888"),
	LDO: at("0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32"),
	SNX: at("0xC011a73ee8576Fb46F5E1c5751cA3B9Fe0af2a6F"),
	BAL: at("0xba100000625a3754423978a60c9317c58a424e3D"),
	SUSHI: at("0x6B3595068778DD592e39A122f4f5a5cF09C90fE2"),
	YFI: at("0x0bc529c00C6401aEF6D220BE8C6Ea1667F6Ad93e"),
	GRT: at("0xc944E90C64B2c07662A292be6244BDf05Cda44a7"),
	MKR: at("0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2"),
	RPL: at("0xD33526068D116cE69F19A9ee46F0bd304F21A51f"),
	CVX: at("0x4e3FBD56CD56c3e72c1403e103b45Db9da5B9D2B"),
	ARB: at("0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1"),
	BAT: at("0x0D8775F648430679A709E98d2b0Cb6250d2887EF"),
	DYDX: at("0x92D6C1e31e14520e676a687F0a93788B716BEff5"),
	ZRX: at("0xE41d2489571d322189246DaFA5ebDe1F4699F498"),
} as const;

const e18 = 10n ** 18n;
/** Base units that the user holds of each of `COINS`. */
export const COIN_BALANCE = 1_000n * e18;

/** Liquid staking token that the vault, the markets and the positions use. */
export const FRXETH: Address = at("0x5E8422345238F34275888049021821E8E08CAa1f");
export const WSTETH: Address = at("0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0");
export const STETH: Address = at("0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84");
/** EIP-4626 vault over FRXETH. The user has `SHARES`. */
export const SFRXETH: Address = at("0xac3E018457B222d93114458476f3E3416Abbe38F");
export const SHARES = 40n * e18;
/** The user's balance of each of FRXETH, WSTETH and STETH. */
export const STAKED = 60n * e18;

/** EIP-6909 contract (Uniswap v4's pool manager). The user has claims on 300 CRV. */
export const CLAIMS: Address = at("0x000000000004444c5dc75cB358380D2e3dE08A90");
export const CLAIM_ID = BigInt(COINS.CRV);
export const CLAIMED = 300n * e18;

/** Collection whose items can be lent (EIP-4907). The user has item 12. */
export const TICKETS: Address = corpusAddress("tickets");
export const PUNKS: Address = at("0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB");

/** Token that uses the name USD Coin. */
export const FALSE_USDC: Address = corpusAddress("false usdc");
/** Token that uses the name of wrapped ether, with a symbol of look-alike letters. */
export const FALSE_WETH: Address = corpusAddress("false weth");
/** Unlisted token. */
export const WORTHLESS: Address = corpusAddress("worthless");
/** Further unlisted tokens. */
const basket = (count: number): readonly Address[] =>
	Array.from({ length: count }, (_, index) => corpusAddress(`basket ${index}`));
export const BASKET = basket(40);

const coinAbi = parseAbi([
	"function mint(address to, uint256 value)",
	"function grant(address owner, address spender, uint256 value)",
]);
const vaultAbi = parseAbi(["function deposit(uint256 assets, address receiver) returns (uint256)"]);
const claimsAbi = parseAbi(["function mint(address to, uint256 id, uint256 amount)"]);
const itemsAbi = parseAbi(["function give(address to, uint256 tokenId)"]);
const punksAbi = parseAbi(["function setInitialOwner(address to, uint256 punkIndex)"]);

/** Mints base units of a coin in this file. */
export const mint = (chain: WorldChain, coin: Address, to: Address, amount: bigint): Promise<void> =>
	callAs(chain, DEPLOYER, coin, coinAbi, "mint", [to, amount]);

/** Sets an allowance that an owner gave a spender earlier, for a coin in this file. */
export const grant = (
	chain: WorldChain,
	coin: Address,
	owner: Address,
	spender: Address,
	amount: bigint,
): Promise<void> => callAs(chain, DEPLOYER, coin, coinAbi, "grant", [owner, spender, amount]);

/** Deploys the tokens at their addresses and mints some of each for the user. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Coins.sol");
	const coin = (address: Address, name: string, symbol: string, decimals = 18) =>
		deployAt(chain, address, contract("OpenCoin"), [name, symbol, decimals]);
	for (const [symbol, address] of Object.entries(COINS)) {
		await coin(address, symbol, symbol);
		await mint(chain, address, USER, COIN_BALANCE);
	}
	await coin(FRXETH, "Frax Ether", "frxETH");
	await coin(WSTETH, "Wrapped liquid staked Ether 2.0", "wstETH");
	await coin(STETH, "Liquid staked Ether 2.0", "stETH");
	for (const each of [FRXETH, WSTETH, STETH]) await mint(chain, each, USER, STAKED);
	await deployAt(chain, SFRXETH, contract("ShareVault"), ["Staked Frax Ether", "sfrxETH", 18, FRXETH]);
	await mint(chain, FRXETH, DEPLOYER, SHARES);
	await grant(chain, FRXETH, DEPLOYER, SFRXETH, SHARES);
	await callAs(chain, DEPLOYER, SFRXETH, vaultAbi, "deposit", [SHARES, USER]);
	await deployAt(chain, CLAIMS, contract("ClaimBook"));
	await callAs(chain, DEPLOYER, CLAIMS, claimsAbi, "mint", [USER, CLAIM_ID, CLAIMED]);
	await deployAt(chain, TICKETS, contract("Items"));
	await callAs(chain, DEPLOYER, TICKETS, itemsAbi, "give", [USER, 12n]);
	await deployAt(chain, PUNKS, contract("PunkMarket"));
	await callAs(chain, DEPLOYER, PUNKS, punksAbi, "setInitialOwner", [USER, 3_100n]);
	await coin(FALSE_USDC, "USD Coin", "USDC", 6);
	await coin(FALSE_WETH, "Wrapped Ether", "WΕTH");
	await coin(WORTHLESS, "Zyx Rewards", "ZYX");
	for (const each of BASKET) await coin(each, "Basket", "BSK");
}
