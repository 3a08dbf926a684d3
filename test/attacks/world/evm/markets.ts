import { type Address, getAddress, parseAbi } from "viem";
import { callAs, contractsOf, DEPLOYER, deployAt, USER, type WorldChain } from "../deploy.ts";
import { COINS, FRXETH, grant, mint, WSTETH } from "./coins.ts";
import { corpusAddress } from "./people.ts";

/** Lending markets that record the user's deposits internally, at their mainnet addresses. */

const at = (address: string): Address => getAddress(address.toLowerCase());
const e18 = 10n ** 18n;

/** Market with the interface of Aave v3 (Spark). The user supplied `LENT` WSTETH. */
export const RESERVES: Address = at("0xC13e21B648A5Ee794902342038FF3aDAB66BE987");
export const RECEIPT: Address = at("0x12B54025C112Aa61fAce2CDB7118740875A566E9");
export const DEBT: Address = at("0x2e7576042566f8D6990e07A1B61Ad1efd86Ae70d");
/** Compound v3 market (base FRXETH). The user supplied `LENT` FRXETH, and `PLEDGED` COMP as collateral. */
export const COMET: Address = at("0xA17581A9E3356d9A858b789D68B4d866e593aE94");
/** Morpho. The user supplied `LENT` FRXETH, and the same amount of WSTETH as collateral. */
export const BLUE: Address = at("0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb");
export const LENT = 50n * e18;
export const PLEDGED = 200n * e18;
/** Parameters of the Morpho market. */
export const BLUE_MARKET = {
	loanToken: FRXETH,
	collateralToken: WSTETH,
	oracle: at("0x48F7E36EB6B826B2dF4B2E630B62Cd25e89E40e2"),
	irm: at("0x870aC11D48B15DB9a138Cf899d20F13F79Ba00BC"),
	lltv: 860_000_000_000_000_000n,
} as const;

/** Maker. The user has 30 ETH-A of free collateral and an internal balance of 900 DAI. */
export const VAT: Address = at("0x35D1b3F3D7966A1DFe207aa4514C12a259A0492B");
export const CDPS: Address = at("0x5ef30b9986345249bc32d8928B7ee64DE9435E39");
/** "ETH-A". */
export const ILK = `0x4554482d41${"0".repeat(54)}` as const;
/** Number of the user's position in `CDPS`. */
export const CDP = 1n;
/** The user's DSProxy, an account that runs the code of other contracts. It holds 500 MKR. */
export const DSPROXY: Address = corpusAddress("dsproxy");
export const DSPROXY_ACTIONS: Address = corpusAddress("dsproxy actions");

export const reservesAbi = parseAbi([
	"function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)",
	"function withdraw(address asset, uint256 amount, address to) returns (uint256)",
	"function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)",
	"function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf) returns (uint256)",
]);
export const debtAbi = parseAbi(["function approveDelegation(address delegatee, uint256 amount)"]);
export const cometAbi = parseAbi([
	"function allow(address manager, bool isAllowed)",
	"function supply(address asset, uint256 amount)",
	"function supplyTo(address dst, address asset, uint256 amount)",
	"function withdrawTo(address to, address asset, uint256 amount)",
	"function withdrawFrom(address src, address to, address asset, uint256 amount)",
	"function transferAsset(address dst, address asset, uint256 amount)",
]);
export const blueAbi = parseAbi([
	"struct MarketParams { address loanToken; address collateralToken; address oracle; address irm; uint256 lltv; }",
	"function setAuthorization(address authorized, bool newIsAuthorized)",
	"function supply(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, bytes data) returns (uint256, uint256)",
	"function withdraw(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns (uint256, uint256)",
	"function supplyCollateral(MarketParams marketParams, uint256 assets, address onBehalf, bytes data)",
	"function withdrawCollateral(MarketParams marketParams, uint256 assets, address onBehalf, address receiver)",
	"function borrow(MarketParams marketParams, uint256 assets, uint256 shares, address onBehalf, address receiver) returns (uint256, uint256)",
]);
export const vatAbi = parseAbi([
	"function hope(address usr)",
	"function slip(bytes32 ilk, address usr, uint256 wad, uint256 rad)",
	"function flux(bytes32 ilk, address src, address dst, uint256 wad)",
	"function move(address src, address dst, uint256 rad)",
]);
export const cdpsAbi = parseAbi([
	"function open(bytes32 ilk, address usr) returns (uint256)",
	"function cdpAllow(uint256 cdp, address usr, uint256 ok)",
	"function give(uint256 cdp, address dst)",
]);
export const dsProxyAbi = parseAbi([
	"function init(address owner)",
	"function setOwner(address owner)",
	"function setAuthority(address authority)",
	"function execute(address target, bytes data) payable returns (bytes)",
]);
export const dsActionsAbi = parseAbi([
	"function draw(address token, address to)",
	"function upkeep(bytes32 seed)",
]);

async function installReserves(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Lending.sol");
	const initAbi = parseAbi(["function initReserve(address asset, address receipt, address debt)"]);
	const otherReceipt = corpusAddress("frxeth receipt");
	await deployAt(chain, RESERVES, contract("ReservePool"));
	await deployAt(chain, RECEIPT, contract("ReceiptToken"), ["Spark wstETH", "spwstETH", RESERVES]);
	await deployAt(chain, DEBT, contract("DebtToken"), [RESERVES]);
	await deployAt(chain, otherReceipt, contract("ReceiptToken"), ["Spark frxETH", "spfrxETH", RESERVES]);
	await deployAt(chain, corpusAddress("wsteth debt"), contract("DebtToken"), [RESERVES]);
	const init = (asset: Address, receipt: Address, debt: Address) =>
		callAs(chain, DEPLOYER, RESERVES, initAbi, "initReserve", [asset, receipt, debt]);
	await init(WSTETH, RECEIPT, corpusAddress("wsteth debt"));
	await init(FRXETH, otherReceipt, DEBT);
	const supply = (asset: Address, amount: bigint, to: Address) =>
		callAs(chain, DEPLOYER, RESERVES, reservesAbi, "supply", [asset, amount, to, 0]);
	await grant(chain, WSTETH, DEPLOYER, RESERVES, LENT);
	await grant(chain, FRXETH, DEPLOYER, RESERVES, 1_000n * e18);
	await supply(WSTETH, LENT, USER);
	await supply(FRXETH, 1_000n * e18, DEPLOYER);
}

/** Deploys the markets at their addresses, with the user's positions. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Lending.sol");
	for (const coin of [FRXETH, WSTETH, COINS.COMP]) await mint(chain, coin, DEPLOYER, 5_000n * e18);
	await installReserves(chain);

	await deployAt(chain, COMET, contract("CometMarket"), [FRXETH]);
	await deployAt(chain, BLUE, contract("BlueMarkets"));
	for (const market of [COMET, BLUE])
		for (const coin of [FRXETH, WSTETH, COINS.COMP]) await grant(chain, coin, DEPLOYER, market, 2_000n * e18);
	await callAs(chain, DEPLOYER, COMET, cometAbi, "supplyTo", [USER, FRXETH, LENT]);
	await callAs(chain, DEPLOYER, COMET, cometAbi, "supplyTo", [USER, COINS.COMP, PLEDGED]);
	await callAs(chain, DEPLOYER, BLUE, blueAbi, "supply", [BLUE_MARKET, LENT, 0n, USER, "0x"]);
	await callAs(chain, DEPLOYER, BLUE, blueAbi, "supply", [BLUE_MARKET, LENT, 0n, DEPLOYER, "0x"]);
	await callAs(chain, DEPLOYER, BLUE, blueAbi, "supplyCollateral", [BLUE_MARKET, LENT, USER, "0x"]);

	await deployAt(chain, VAT, contract("VatBook"));
	await callAs(chain, DEPLOYER, VAT, vatAbi, "slip", [ILK, USER, 30n * e18, 900n * 10n ** 45n]);
	await deployAt(chain, CDPS, contract("CdpBook"));
	await callAs(chain, DEPLOYER, CDPS, cdpsAbi, "open", [ILK, USER]);
	await deployAt(chain, DSPROXY, contract("ProxyAccount"));
	await callAs(chain, DEPLOYER, DSPROXY, dsProxyAbi, "init", [USER]);
	await mint(chain, COINS.MKR, DSPROXY, 500n * e18);
	await deployAt(chain, DSPROXY_ACTIONS, contract("ProxyActions"));
}
