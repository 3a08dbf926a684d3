import { isZeroAddress } from "../../../chain/well-known.ts";
import type { Hex } from "../../../format/numeral.ts";
import { message } from "../../../localized-text.ts";
import { layout, lower } from "../abi.ts";
import { type CallSite, functionsOf, knownFunction } from "../function.ts";
import type { CallParty, Meaning } from "../meaning.ts";
import { act, assetAt, type ContractFamily, part, swap } from "./act.ts";

/**
 * Decodes exchanges that hide their route but enforce its bounds: they take at most the stated input, and
 * revert if the output is below the minimum. Sources: 1inch AggregationRouterV6, 0x-settler (AllowanceHolder,
 * Settler), Augustus v6, Curve's pools, CoW Protocol (GPv2Settlement, CoWSwapEthFlow).
 */

const orCaller = (address: string): CallParty => (isZeroAddress(address) ? "caller" : lower(address));

interface ExchangeTrade {
	readonly from: string;
	readonly to: string;
	readonly amount: bigint;
	readonly least: bigint;
	readonly receiver: CallParty;
}

const trade = ({ from, to, amount, least, receiver }: ExchangeTrade): Meaning =>
	swap({
		exact: "in",
		assetIn: assetAt(from),
		assetOut: assetAt(to),
		amountIn: amount,
		amountOut: least,
		payer: "caller",
		to: receiver,
	});

/**
 * Returns whether the call sends exactly as many native coins as it trades. Any surplus would go to the
 * executor that the call names.
 */
const sendsWhatIsTraded = (asset: string, amount: bigint, value: bigint): boolean =>
	value === (assetAt(asset) === "native" ? amount : 0n);

export const ONE_INCH: ContractFamily = {
	app: "1inch",
	functions: functionsOf({
		"swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)":
			([, { srcToken, dstToken, dstReceiver, amount, minReturnAmount }], { value }) =>
				sendsWhatIsTraded(srcToken, amount, value)
					? trade({
							from: srcToken,
							to: dstToken,
							amount,
							least: minReturnAmount,
							receiver: orCaller(dstReceiver),
						})
					: null,
	}),
};

export const AUGUSTUS: ContractFamily = {
	app: "ParaSwap",
	functions: functionsOf({
		"swapExactAmountIn(address executor, (address srcToken, address destToken, uint256 fromAmount, uint256 toAmount, uint256 quotedAmount, bytes32 metadata, address beneficiary) swapData, uint256 partnerAndFee, bytes permit, bytes executorData)":
			([, { srcToken, destToken, fromAmount, toAmount, beneficiary }, , permit], { value }) =>
				// Calls with a permit aren't decoded, because the permit could cover any token.
				permit === "0x" && sendsWhatIsTraded(srcToken, fromAmount, value)
					? trade({
							from: srcToken,
							to: destToken,
							amount: fromAmount,
							least: toAmount,
							receiver: orCaller(beneficiary),
						})
					: null,
	}),
};

const EXECUTE =
	"function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 affiliate)" as const;
const readExecute = layout(EXECUTE);

/** Without a token to buy, the Settler enforces no minimum, and its actions can pay anyone. */
function settled(
	slippage: { readonly recipient: string; readonly buyToken: string; readonly minAmountOut: bigint },
	from: string,
	amount: bigint,
): Meaning | null {
	const { recipient, buyToken, minAmountOut } = slippage;
	if (isZeroAddress(recipient) || isZeroAddress(buyToken) || minAmountOut === 0n) return null;
	return trade({ from, to: buyToken, amount, least: minAmountOut, receiver: lower(recipient) });
}

const COIN = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

export const ZERO_EX_SETTLER: ContractFamily = {
	app: "0x",
	functions: [
		knownFunction(EXECUTE, ([slippage], { value }) => (value === 0n ? null : settled(slippage, COIN, value))),
	],
};

const SETTLERS: ReadonlySet<string> = new Set(["0x70bf6634ee8cb27d04478f184b9b8bb13e5f4710"]);
const EXECUTE_SELECTOR = "0x1fff991f";

export const ZERO_EX_HOLDER: ContractFamily = {
	app: "0x",
	functions: functionsOf({
		"exec(address operator, address token, uint256 amount, address target, bytes data)": (
			[operator, token, amount, target, data],
			{ value },
		) => {
			const isSettler = SETTLERS.has(lower(target)) && lower(operator) === lower(target);
			if (!isSettler || value !== 0n || data.slice(0, 10) !== EXECUTE_SELECTOR) return null;
			const body: Hex = `0x${lower(data).slice(10)}`;
			const [slippage] = readExecute(body) ?? [];
			return slippage === undefined ? null : settled(slippage, token, amount);
		},
	}),
};

const coinOf = ({ coins }: CallSite, at: bigint): string | null => coins[Number(at)] ?? null;

function curveTrade(site: CallSite, i: bigint, j: bigint, amount: bigint, least: bigint): Meaning | null {
	const [from, to] = [coinOf(site, i), coinOf(site, j)];
	return from === null || to === null ? null : trade({ from, to, amount, least, receiver: "caller" });
}

function curveAdd(site: CallSite, amounts: readonly bigint[], least: bigint): Meaning | null {
	if (site.coins.length !== amounts.length) return null;
	const gives = site.coins.flatMap((coin, at) => {
		const amount = amounts[at] ?? 0n;
		return amount === 0n ? [] : [part(coin, amount)];
	});
	return act("add-liquidity", { gives, gets: [part(null, least, { bound: "least" })] });
}

function curveRemove(site: CallSite, amounts: readonly bigint[]): Meaning | null {
	if (site.coins.length !== amounts.length) return null;
	return act("remove-liquidity", {
		gets: site.coins.map((coin, at) => part(coin, amounts[at] ?? 0n, { bound: "least" })),
	});
}

export const CURVE_POOL: ContractFamily = {
	app: "Curve",
	functions: functionsOf({
		"exchange(int128 i, int128 j, uint256 dx, uint256 min_dy)": ([i, j, amount, least], site) =>
			curveTrade(site, i, j, amount, least),
		"exchange(uint256 i, uint256 j, uint256 dx, uint256 min_dy)": ([i, j, amount, least], site) =>
			curveTrade(site, i, j, amount, least),
		"add_liquidity(uint256[2] amounts, uint256 min_mint_amount)": ([amounts, least], site) =>
			curveAdd(site, amounts, least),
		"add_liquidity(uint256[3] amounts, uint256 min_mint_amount)": ([amounts, least], site) =>
			curveAdd(site, amounts, least),
		"remove_liquidity(uint256 amount, uint256[2] min_amounts)": ([, amounts], site) =>
			curveRemove(site, amounts),
		"remove_liquidity(uint256 amount, uint256[3] min_amounts)": ([, amounts], site) =>
			curveRemove(site, amounts),
		"remove_liquidity_one_coin(uint256 token_amount, int128 i, uint256 min_amount)": ([, i, least], site) => {
			const coin = coinOf(site, i);
			return coin === null
				? null
				: act("remove-liquidity", { gets: [part(coin, least, { bound: "least" })] });
		},
	}),
};

/** Orders are signed as hashes, so only cancellations can be decoded here. */
export const COW_SETTLEMENT: ContractFamily = {
	app: "CoW Protocol",
	functions: functionsOf({
		"setPreSignature(bytes orderUid, bool signed)": ([, signed]) =>
			signed ? null : act("cancel", { about: message("act.an-order") }),
		"invalidateOrder(bytes orderUid)": () => act("cancel", { about: message("act.an-order") }),
	}),
};

const ETH_ORDER =
	"(address buyToken, address receiver, uint256 sellAmount, uint256 buyAmount, bytes32 appData, uint256 feeAmount, uint32 validTo, bool partiallyFillable, int64 quoteId) order" as const;

export const COW_ETH_FLOW: ContractFamily = {
	app: "CoW Protocol",
	functions: [
		knownFunction(`function createOrder(${ETH_ORDER})`, ([{ buyToken, receiver, buyAmount }], { value }) =>
			act("order", {
				gives: [part("native", value)],
				gets: [part(buyToken, buyAmount, { bound: "least", party: lower(receiver) })],
			}),
		),
		knownFunction(`function invalidateOrder(${ETH_ORDER})`, () =>
			act("cancel", { about: message("act.an-order") }),
		),
	],
};
