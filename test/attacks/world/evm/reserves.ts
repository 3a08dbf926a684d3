import { type Address, parseAbi } from "viem";
import { at, callAs, contractsOf, DEPLOYER, deployAt, USER, type WorldChain } from "../deploy.ts";
import { MARKET } from "./swaps.ts";
import { DAI, give, tokenAbi, USDC, usd, WETH, whole } from "./tokens.ts";

/** Lending: Aave v3, Compound v3 and Morpho Blue, and their reward contracts. */

export const AAVE_POOL: Address = at("0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2");
export const AAVE_GATEWAY: Address = at("0xd01607c3C5eCABa394D8be377a08590149325722");
export const AAVE_REWARDS: Address = at("0x8164Cc65827dcFe994AB23944CBC90e0aa80bFcb");
const A_USDC: Address = at("0x98C23E9d8f34FEFb1B7BD6a91B7FF122F4e16F5c");
export const A_WETH: Address = at("0x4d5F47FA6A74757f35C14fD3a6Ef8E3C9BC514E8");
export const DEBT_USDC: Address = at("0x72E95b8931767C79bA4EeE721354d6E99a61D004");
const DEBT_WETH: Address = at("0xeA51d7853EEFb32b6ee06b1C12E6dcCA88Be0fFE");
export const COMET: Address = at("0xc3d688B66703497DAA19211EEdff47f25384cdc3");
export const COMET_REWARDS: Address = at("0x1B0e765F6224C21223AeA2af16c1C46E38885a40");
const COMP: Address = at("0xc00e94Cb662C3520282E6f5717214004A7f26888");
export const MORPHO: Address = at("0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb");
/** Distributor of Merkl, where the rewards of many protocols are claimed. */
export const MERKL: Address = at("0x3Ef3D8bA38EBe18DB133cEc108f4D14CE00Dd9Ae");

/** Morpho market that lends USDC against wrapped ether, up to 86%. */
export const MORPHO_MARKET = {
	loanToken: USDC,
	collateralToken: WETH,
	oracle: at("0xdC6fd5831277c693b1054e19E94047cB37c77615"),
	irm: at("0x870aC11D48B15DB9a138Cf899d20F13F79Ba00BC"),
	lltv: 860_000_000_000_000_000n,
} as const;

export const poolAbi = parseAbi([
	"function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
	"function withdraw(address asset, uint256 amount, address to) returns (uint256)",
	"function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)",
	"function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns (uint256)",
	"function setUserUseReserveAsCollateral(address asset, bool useAsCollateral)",
	"function setUserEMode(uint8 categoryId)",
]);
export const gatewayAbi = parseAbi([
	"function depositETH(address pool, address onBehalfOf, uint16 referralCode) payable",
	"function withdrawETH(address pool, uint256 amount, address to)",
]);
export const rewardsAbi = parseAbi([
	"function claimRewards(address[] assets, uint256 amount, address to, address reward) returns (uint256)",
]);
export const cometAbi = parseAbi([
	"function supply(address asset, uint256 amount)",
	"function withdraw(address asset, uint256 amount)",
	"function allow(address manager, bool isAllowed)",
]);
export const cometRewardsAbi = parseAbi(["function claim(address comet, address src, bool shouldAccrue)"]);
export const merklAbi = parseAbi([
	"function claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)",
]);
export const morphoAbi = parseAbi([
	"struct MarketParams { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }",
	"function supply(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns (uint256, uint256)",
	"function withdraw(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns (uint256, uint256)",
	"function supplyCollateral(MarketParams marketParams, uint256 assets, address onBehalf, bytes data)",
	"function withdrawCollateral(MarketParams marketParams, uint256 assets, address onBehalf, address receiver)",
	"function borrow(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns (uint256, uint256)",
	"function repay(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns (uint256, uint256)",
	"function setAuthorization(address authorized, bool newIsAuthorized)",
]);

const setUpAbi = parseAbi([
	"function initReserve(address asset, address supplied, address owed)",
	"function owe(address user, address token, uint256 amount)",
	"function setToken(address token)",
]);

async function installAave(
	chain: WorldChain,
	contract: Awaited<ReturnType<typeof contractsOf>>,
): Promise<void> {
	await deployAt(chain, AAVE_POOL, contract("ReservePool"), [MARKET]);
	const token = (
		address: Address,
		name: string,
		symbol: string,
		decimals: number,
		asset: Address,
		owed: boolean,
	) => deployAt(chain, address, contract("ReserveToken"), [name, symbol, decimals, AAVE_POOL, asset, owed]);
	await token(A_USDC, "Aave Ethereum USDC", "aEthUSDC", 6, USDC, false);
	await token(A_WETH, "Aave Ethereum WETH", "aEthWETH", 18, WETH, false);
	await token(DEBT_USDC, "Aave Ethereum Variable Debt USDC", "variableDebtEthUSDC", 6, USDC, true);
	await token(DEBT_WETH, "Aave Ethereum Variable Debt WETH", "variableDebtEthWETH", 18, WETH, true);
	await callAs(chain, DEPLOYER, AAVE_POOL, setUpAbi, "initReserve", [USDC, A_USDC, DEBT_USDC]);
	await callAs(chain, DEPLOYER, AAVE_POOL, setUpAbi, "initReserve", [WETH, A_WETH, DEBT_WETH]);
	await deployAt(chain, AAVE_GATEWAY, contract("EtherGateway"), [WETH, AAVE_POOL, A_WETH]);
	// Supplies of others, and of the user: 5 wrapped ether as collateral for a debt of 2,000 USDC.
	for (const [asset, amount] of [
		[USDC, usd(5_000_000)],
		[WETH, whole(2_000)],
	] as const) {
		await give(chain, asset, DEPLOYER, amount);
		await callAs(chain, DEPLOYER, asset, tokenAbi, "approve", [AAVE_POOL, amount]);
		await callAs(chain, DEPLOYER, AAVE_POOL, poolAbi, "supply", [asset, amount, DEPLOYER, 0]);
	}
	await give(chain, WETH, DEPLOYER, whole(5));
	await callAs(chain, DEPLOYER, WETH, tokenAbi, "approve", [AAVE_POOL, whole(5)]);
	await callAs(chain, DEPLOYER, AAVE_POOL, poolAbi, "supply", [WETH, whole(5), USER, 0]);
	await callAs(chain, USER, AAVE_POOL, poolAbi, "borrow", [USDC, usd(2_000), 2n, 0, USER]);
}

async function installMorpho(
	chain: WorldChain,
	contract: Awaited<ReturnType<typeof contractsOf>>,
): Promise<void> {
	await deployAt(chain, MORPHO, contract("BlueBook"), [MARKET]);
	await give(chain, USDC, DEPLOYER, usd(2_003_000));
	await give(chain, WETH, DEPLOYER, whole(3));
	await callAs(chain, DEPLOYER, USDC, tokenAbi, "approve", [MORPHO, usd(2_003_000)]);
	await callAs(chain, DEPLOYER, WETH, tokenAbi, "approve", [MORPHO, whole(3)]);
	await callAs(chain, DEPLOYER, MORPHO, morphoAbi, "supply", [
		MORPHO_MARKET,
		usd(2_000_000),
		0n,
		DEPLOYER,
		"0x",
	]);
	await callAs(chain, DEPLOYER, MORPHO, morphoAbi, "supply", [MORPHO_MARKET, usd(3_000), 0n, USER, "0x"]);
	await callAs(chain, DEPLOYER, MORPHO, morphoAbi, "supplyCollateral", [MORPHO_MARKET, whole(3), USER, "0x"]);
	await callAs(chain, USER, MORPHO, morphoAbi, "borrow", [MORPHO_MARKET, usd(1_000), 0n, USER, USER]);
}

async function installComet(
	chain: WorldChain,
	contract: Awaited<ReturnType<typeof contractsOf>>,
): Promise<void> {
	await deployAt(chain, COMET, contract("CometMarket"), [USDC, MARKET]);
	await give(chain, USDC, DEPLOYER, usd(3_000_000));
	await callAs(chain, DEPLOYER, USDC, tokenAbi, "approve", [COMET, usd(3_000_000)]);
	await callAs(chain, DEPLOYER, COMET, cometAbi, "supply", [USDC, usd(3_000_000)]);
	await give(chain, WETH, USER, whole(4));
	await callAs(chain, USER, WETH, tokenAbi, "approve", [COMET, whole(4)]);
	await callAs(chain, USER, COMET, cometAbi, "supply", [WETH, whole(4)]);
}

/** Adds claimable rewards of the user in each protocol. */
async function installRewards(
	chain: WorldChain,
	contract: Awaited<ReturnType<typeof contractsOf>>,
): Promise<void> {
	const coin = (await contractsOf("Tokens.sol"))("Coin");
	await deployAt(chain, COMP, coin, ["Compound", "COMP", 18]);
	for (const [book, token, amount] of [
		[AAVE_REWARDS, DAI, whole(12)],
		[COMET_REWARDS, COMP, whole(3)],
		[MERKL, USDC, usd(45)],
	] as const) {
		await deployAt(chain, book, contract("RewardsBook"));
		await give(chain, token, book, amount * 1_000n);
		await callAs(chain, DEPLOYER, book, setUpAbi, "setToken", [token]);
		await callAs(chain, DEPLOYER, book, setUpAbi, "owe", [USER, token, amount]);
	}
}

/** Deploys the protocols at their addresses, with supplies of others and of the user. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Reserves.sol");
	await installAave(chain, contract);
	await installMorpho(chain, contract);
	await installComet(chain, contract);
	await installRewards(chain, contract);
}
