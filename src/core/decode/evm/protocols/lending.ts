import { message } from "../../../localized-text.ts";
import { lower } from "../abi.ts";
import { functionsOf, knownFunction } from "../function.ts";
import { act, type ContractFamily, orAll, part, recordedFor, right } from "./act.ts";

/**
 * Sources: Aave (IPool, IWrappedTokenGatewayV3, IRewardsController, ICreditDelegationToken), Compound
 * (CometMainInterface, CTokenInterfaces, Comptroller), Morpho (IMorpho) and Maker (vat, cdp-manager, pot).
 */

export const AAVE_POOL: ContractFamily = {
	app: "Aave",
	spendsFromCaller: true,
	functions: functionsOf({
		"supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)": ([asset, amount, to]) =>
			act("supply", { gives: [part(asset, amount)], gets: [recordedFor(to)] }),
		"deposit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)": ([
			asset,
			amount,
			to,
		]) => act("supply", { gives: [part(asset, amount)], gets: [recordedFor(to)] }),
		"supplyWithPermit(address asset, uint256 amount, address onBehalfOf, uint16 referralCode, uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS)":
			([asset, amount, to]) => act("supply", { gives: [part(asset, amount)], gets: [recordedFor(to)] }),
		"withdraw(address asset, uint256 amount, address to)": ([asset, amount, to]) =>
			act("withdraw", { gets: [part(asset, orAll(amount), { party: lower(to) })] }),
		"borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)":
			([asset, amount, , , owner]) => act("borrow", { gets: [part(asset, amount)], owner }),
		"repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)": ([
			asset,
			amount,
			,
			to,
		]) => act("repay", { gives: [part(asset, orAll(amount), { bound: "most" })], gets: [recordedFor(to)] }),
		"repayWithPermit(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf, uint256 deadline, uint8 permitV, bytes32 permitR, bytes32 permitS)":
			([asset, amount, , to]) =>
				act("repay", { gives: [part(asset, orAll(amount), { bound: "most" })], gets: [recordedFor(to)] }),
		"repayWithATokens(address asset, uint256 amount, uint256 interestRateMode)": ([asset, amount]) =>
			act("repay", { gives: [part(asset, orAll(amount), { bound: "most", party: "here" })] }),
		"setUserUseReserveAsCollateral(address asset, bool useAsCollateral)": ([asset, used]) =>
			act("setting", {
				about: used ? "collateral" : "no-collateral",
				gives: [],
				gets: [part(asset, null, { party: "here" })],
			}),
		"setUserEMode(uint8 categoryId)": () => act("setting", { about: "e-mode" }),
		"swapBorrowRateMode(address asset, uint256 interestRateMode)": () =>
			act("setting", { about: "interest" }),
		"setUserUseReserveAsCollateralOnBehalfOf(address asset, bool useAsCollateral, address onBehalfOf)": ([
			asset,
			used,
			owner,
		]) =>
			act("setting", {
				about: used ? "collateral" : "no-collateral",
				gets: [part(asset, null, { party: "here" })],
				owner,
			}),
	}),
};

export const AAVE_GATEWAY: ContractFamily = {
	app: "Aave",
	functions: functionsOf({
		"depositETH(address pool, address onBehalfOf, uint16 referralCode)": ([pool, to], { value }) =>
			act("supply", { gives: [part("native", value)], gets: [recordedFor(to)], venues: [pool] }),
		"withdrawETH(address pool, uint256 amount, address to)": ([pool, amount, to]) =>
			act("withdraw", { gets: [part("native", orAll(amount), { party: lower(to) })], venues: [pool] }),
		"repayETH(address pool, uint256 amount, uint256 rateMode, address onBehalfOf)": (
			[pool, , , to],
			{ value },
		) =>
			act("repay", {
				gives: [part("native", value, { bound: "most" })],
				gets: [recordedFor(to)],
				venues: [pool],
			}),
		"repayETH(address pool, uint256 amount, address onBehalfOf)": ([pool, , to], { value }) =>
			act("repay", {
				gives: [part("native", value, { bound: "most" })],
				gets: [recordedFor(to)],
				venues: [pool],
			}),
		"borrowETH(address pool, uint256 amount, uint256 interestRateMode, uint16 referralCode)": ([
			pool,
			amount,
		]) => act("borrow", { gets: [part("native", amount)], venues: [pool] }),
		"borrowETH(address pool, uint256 amount, uint16 referralCode)": ([pool, amount]) =>
			act("borrow", { gets: [part("native", amount)], venues: [pool] }),
	}),
};

export const AAVE_REWARDS: ContractFamily = {
	app: "Aave",
	functions: functionsOf({
		"claimRewards(address[] assets, uint256 amount, address to, address reward)": ([, amount, to, reward]) =>
			act("claim", { gets: [part(reward, orAll(amount), { party: lower(to), bound: "most" })] }),
		"claimAllRewards(address[] assets, address to)": ([, to]) => act("claim", { gets: [recordedFor(to)] }),
		"claimAllRewardsToSelf(address[] assets)": () => act("claim"),
		"claimRewardsToSelf(address[] assets, uint256 amount, address reward)": ([, amount, reward]) =>
			act("claim", { gets: [part(reward, orAll(amount), { bound: "most" })] }),
	}),
};

export const AAVE_DEBT: ContractFamily = {
	app: "Aave",
	functions: functionsOf({
		"approveDelegation(address delegatee, uint256 amount)": ([holder, amount]) =>
			act("right", { rights: [right("debt", holder, amount > 0n, amount >= 2n ** 128n ? null : amount)] }),
	}),
};

export const COMET: ContractFamily = {
	app: "Compound",
	spendsFromCaller: true,
	functions: functionsOf({
		"supply(address asset, uint256 amount)": ([asset, amount]) =>
			act("supply", { gives: [part(asset, orAll(amount))] }),
		"supplyTo(address dst, address asset, uint256 amount)": ([to, asset, amount]) =>
			act("supply", { gives: [part(asset, orAll(amount))], gets: [recordedFor(to)] }),
		"supplyFrom(address from, address dst, address asset, uint256 amount)": ([from, to, asset, amount]) =>
			act("supply", { gives: [part(asset, orAll(amount), { party: lower(from) })], gets: [recordedFor(to)] }),
		"withdraw(address asset, uint256 amount)": ([asset, amount]) =>
			act("withdraw", { gets: [part(asset, orAll(amount))] }),
		"withdrawTo(address to, address asset, uint256 amount)": ([to, asset, amount]) =>
			act("withdraw", { gets: [part(asset, orAll(amount), { party: lower(to) })] }),
		"withdrawFrom(address src, address to, address asset, uint256 amount)": ([owner, to, asset, amount]) =>
			act("withdraw", { gets: [part(asset, orAll(amount), { party: lower(to) })], owner }),
		"transferAsset(address dst, address asset, uint256 amount)": ([to, asset, amount]) =>
			act("withdraw", { gets: [part(asset, orAll(amount), { party: lower(to) })] }),
		"transferAssetFrom(address src, address dst, address asset, uint256 amount)": ([
			owner,
			to,
			asset,
			amount,
		]) => act("withdraw", { gets: [part(asset, orAll(amount), { party: lower(to) })], owner }),
		"allow(address manager, bool isAllowed)": ([holder, given]) =>
			act("right", { rights: [right("account", holder, given)] }),
	}),
};

export const COMET_REWARDS: ContractFamily = {
	app: "Compound",
	functions: functionsOf({
		"claim(address comet, address src, bool shouldAccrue)": ([, owner]) =>
			act("claim", { gets: [recordedFor(owner)] }),
		"claimTo(address comet, address src, address to, bool shouldAccrue)": ([, owner, to]) =>
			act("claim", { gets: [recordedFor(to)], owner }),
	}),
};

export const CTOKEN: ContractFamily = {
	app: "Compound",
	spendsFromCaller: true,
	usual: true,
	functions: functionsOf({
		"mint(uint256 mintAmount)": ([amount]) => act("supply", { gives: [part(null, amount)] }),
		"mint()": (_args, { value }) => act("supply", { gives: [part("native", value)] }),
		"redeem(uint256 redeemTokens)": ([amount], { target }) =>
			act("withdraw", { gives: [part(target, amount)], gets: [part(null, null)] }),
		"redeemUnderlying(uint256 redeemAmount)": ([amount]) => act("withdraw", { gets: [part(null, amount)] }),
		"borrow(uint256 borrowAmount)": ([amount]) => act("borrow", { gets: [part(null, amount)] }),
		"repayBorrow(uint256 repayAmount)": ([amount]) =>
			act("repay", { gives: [part(null, orAll(amount), { bound: "most" })] }),
		"repayBorrow()": (_args, { value }) => act("repay", { gives: [part("native", value)] }),
		"repayBorrowBehalf(address borrower, uint256 repayAmount)": ([to, amount]) =>
			act("repay", { gives: [part(null, orAll(amount), { bound: "most" })], gets: [recordedFor(to)] }),
	}),
};

export const COMPTROLLER: ContractFamily = {
	app: "Compound",
	functions: functionsOf({
		"enterMarkets(address[] cTokens)": ([venues]) => act("setting", { about: "collateral", venues }),
		"exitMarket(address cTokenAddress)": () => act("setting", { about: "no-collateral" }),
		"claimComp(address holder)": ([to]) => act("claim", { gets: [recordedFor(to)] }),
		"claimComp(address holder, address[] cTokens)": ([to]) => act("claim", { gets: [recordedFor(to)] }),
	}),
};

interface Market {
	readonly loanToken: string;
	readonly collateralToken: string;
	readonly oracle: string;
	readonly irm: string;
}

const MARKET =
	"(address loanToken, address collateralToken, address oracle, address irm, uint256 lltv) marketParams" as const;

const IRM = "0x870ac11d48b15db9a138cf899d20f13f79ba00bc";
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";

/** Popular markets on Ethereum, identified by loan token, collateral and oracle. */
const MARKETS: ReadonlySet<string> = new Set([
	`${USDC} 0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2 0xdc6fd5831277c693b1054e19e94047cb37c77615 ${IRM}`,
	`${USDC} 0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0 0x48f7e36eb6b826b2df4b2e630b62cd25e89e40e2 ${IRM}`,
]);

/** Anyone can create a market, so the safety of a deposit depends on the market's oracle and collateral. */
function decides({ oracle, irm, collateralToken, loanToken }: Market): readonly string[] {
	const key = [loanToken, collateralToken, oracle, irm].map(lower).join(" ");
	return MARKETS.has(key) ? [] : [oracle, irm, collateralToken, loanToken];
}

const assets = (amount: bigint): bigint | null => (amount === 0n ? null : amount);

export const MORPHO: ContractFamily = {
	app: "Morpho",
	functions: [
		knownFunction(
			`function supply(${MARKET}, uint256 assets, uint256 shares, address onBehalf, bytes data)`,
			([market, amount, , to]) =>
				act("supply", {
					gives: [part(market.loanToken, assets(amount))],
					gets: [recordedFor(to)],
					venues: decides(market),
				}),
		),
		knownFunction(
			`function supplyCollateral(${MARKET}, uint256 assets, address onBehalf, bytes data)`,
			([market, amount, to]) =>
				act("supply", {
					gives: [part(market.collateralToken, amount)],
					gets: [recordedFor(to)],
					venues: decides(market),
				}),
		),
		knownFunction(
			`function withdraw(${MARKET}, uint256 assets, uint256 shares, address onBehalf, address receiver)`,
			([market, amount, , owner, to]) =>
				act("withdraw", { gets: [part(market.loanToken, assets(amount), { party: lower(to) })], owner }),
		),
		knownFunction(
			`function withdrawCollateral(${MARKET}, uint256 assets, address onBehalf, address receiver)`,
			([market, amount, owner, to]) =>
				act("withdraw", { gets: [part(market.collateralToken, amount, { party: lower(to) })], owner }),
		),
		knownFunction(
			`function borrow(${MARKET}, uint256 assets, uint256 shares, address onBehalf, address receiver)`,
			([market, amount, , owner, to]) =>
				act("borrow", { gets: [part(market.loanToken, assets(amount), { party: lower(to) })], owner }),
		),
		knownFunction(
			`function repay(${MARKET}, uint256 assets, uint256 shares, address onBehalf, bytes data)`,
			([market, amount, , to]) =>
				act("repay", {
					gives: [part(market.loanToken, assets(amount), { bound: "most" })],
					gets: [recordedFor(to)],
				}),
		),
		knownFunction("function setAuthorization(address authorized, bool newIsAuthorized)", ([holder, given]) =>
			act("right", { rights: [right("account", holder, given)] }),
		),
	],
};

/** Maker's ledger. `hope` grants full control over the caller's balances in it. */
export const MAKER_VAT: ContractFamily = {
	app: "Maker",
	functions: functionsOf({
		"hope(address usr)": ([holder]) => act("right", { rights: [right("account", holder)] }),
		"nope(address usr)": ([holder]) => act("right", { rights: [right("account", holder, false)] }),
		"move(address src, address dst, uint256 rad)": ([owner, to]) =>
			act("withdraw", { gets: [recordedFor(to)], owner }),
		"flux(bytes32 ilk, address src, address dst, uint256 wad)": ([, owner, to]) =>
			act("withdraw", { gets: [recordedFor(to)], owner }),
	}),
};

export const MAKER_CDPS: ContractFamily = {
	app: "Maker",
	functions: functionsOf({
		"give(uint256 cdp, address dst)": ([cdp, to]) =>
			act("withdraw", { gets: [recordedFor(to)], about: message("act.vault", { id: String(cdp) }) }),
		"cdpAllow(uint256 cdp, address usr, uint256 ok)": ([, holder, ok]) =>
			act("right", { rights: [right("account", holder, ok > 0n)] }),
		"urnAllow(address usr, uint256 ok)": ([holder, ok]) =>
			act("right", { rights: [right("account", holder, ok > 0n)] }),
	}),
};

export const MERKL: ContractFamily = {
	app: "Merkl",
	functions: functionsOf({
		"claim(address[] users, address[] tokens, uint256[] amounts, bytes32[][] proofs)": ([
			users,
			tokens,
			amounts,
		]) =>
			users.length !== tokens.length || tokens.length !== amounts.length
				? null
				: act("claim", {
						gets: tokens.map((token, at) =>
							part(token, amounts[at] ?? null, { party: lower(users[at] ?? token), bound: "most" }),
						),
					}),
		"toggleOperator(address user, address operator)": ([owner, holder]) =>
			act("right", { rights: [right("account", holder)], owner }),
	}),
};
