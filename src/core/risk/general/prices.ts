import { chainName } from "../../chain/names.ts";
import { wellKnownAt } from "../../chain/tokens/known.ts";
import {
	type AssetAmount,
	isDust,
	isListed,
	isNextToNothing,
} from "../../decoded-transaction/asset-amount.ts";
import {
	assetKey,
	type EffectAsset,
	type Effects,
	type Movement,
	type TradePrice,
} from "../../effects/effects.ts";
import type { AssetChange } from "../../effects/losses.ts";
import { amountParam, type Message, message } from "../../localized-text.ts";
import type { GeneralEvidence } from "./evidence.ts";
import { BRIDGED } from "./thresholds.ts";

/** Detects trades without a minimum, which accept any result regardless of our simulation. */

interface Priced {
	readonly movement: Movement;
	readonly price: TradePrice;
}

type Sale = NonNullable<TradePrice["sold"]>;

const pricedIn = ({ movements }: Effects): readonly Priced[] =>
	movements.flatMap((movement) => {
		const { basis, price } = movement;
		return basis === "observed" || price === undefined ? [] : [{ movement, price }];
	});

const amountIn = ({ address }: EffectAsset, raw: bigint | null): readonly AssetAmount[] =>
	address === null || raw === null ? [] : [{ asset: address, raw }];

const soldIn = (sold: Sale | null): readonly AssetAmount[] =>
	sold === null ? [] : amountIn(sold.asset, sold.amount);

/**
 * An asset without an address is either the chain's wrapped coin or an asset known only to the called
 * contract.
 */
const hasPrice = (chainRef: string, { address }: EffectAsset): boolean =>
	address === null || isListed(chainRef, address);

const soldOn = (trades: readonly Priced[]): ReadonlySet<string> =>
	new Set(trades.flatMap(({ price: { sold } }) => (sold === null ? [] : [assetKey(sold.asset)])));

/**
 * A single unit isn't a minimum if it is dust. An unlisted token's value is unknown, so any larger number
 * counts as a minimum.
 */
function isPrice(
	chainRef: string,
	given: readonly AssetAmount[],
	asset: EffectAsset,
	least: bigint,
): boolean {
	const parts = amountIn(asset, least);
	if (least === 0n || isDust(chainRef, given, parts)) return false;
	return given.every((part) => isListed(chainRef, part.asset)) || !isNextToNothing(chainRef, parts);
}

function openSales(chainRef: string, trades: readonly Priced[]): readonly Sale[] {
	const sold = soldOn(trades);
	return trades.flatMap(({ movement, price }, at) => {
		if (price.sold === null || price.least === null || price.isOrder || price.arrives !== null) return [];
		const given = soldIn(price.sold);
		const isBound = trades.slice(at).some(({ movement: { asset, step }, price: { least } }) => {
			if (step !== movement.step || least === null) return false;
			const isUnlisted = !hasPrice(chainRef, asset) && !sold.has(assetKey(asset));
			return isUnlisted ? least > 1n : isPrice(chainRef, given, asset, least);
		});
		return isBound ? [] : [price.sold];
	});
}

const isOrderForDust = (chainRef: string, { movement: { asset }, price }: Priced): boolean =>
	price.isOrder && price.least !== null && isDust(chainRef, soldIn(price.sold), amountIn(asset, price.least));

const DECIMAL = 10n;
const PERCENT = 100n;

const isSameCoin = (left: string, right: string) => left.replace(/\.e$/, "") === right.replace(/\.e$/, "");

function poorArrival({ formatter }: GeneralEvidence, here: string, { price }: Priced): Message | null {
	const { sold, least, arrives } = price;
	if (sold === null || arrives === null || least === null || sold.amount === null) return null;
	const { chainRef, asset } = arrives;
	const { address } = sold.asset;
	const chain = chainName(chainRef);
	const given = formatter.amountParam(sold.asset, sold.amount);
	const isFair = (got: bigint, paid: bigint) => got * PERCENT >= paid * BRIDGED;
	if (asset === null)
		return isFair(least, sold.amount)
			? null
			: message("finding.exchange.bridge", { given, least: formatter.amountParam(sold.asset, least), chain });
	const [from, to] = [address === null ? null : wellKnownAt(here, address), wellKnownAt(chainRef, asset)];
	if (from === null || to === null || !isSameCoin(from.symbol, to.symbol))
		return message("finding.exchange.bridge.unknown", { given, chain });
	return isFair(least * DECIMAL ** BigInt(from.decimals), sold.amount * DECIMAL ** BigInt(to.decimals))
		? null
		: message("finding.exchange.bridge", {
				given,
				least: amountParam({ raw: least, decimals: to.decimals, symbol: to.symbol, checked: true }),
				chain,
			});
}

export interface PriceJudgement {
	readonly what: string;
	readonly text: Message;
	readonly isSmall: boolean;
	readonly assets: readonly EffectAsset[];
	readonly who: string | null;
}

export function priceJudgements(
	evidence: GeneralEvidence,
	chainRef: string,
	isLarge: (given: readonly AssetChange[]) => boolean,
): readonly PriceJudgement[] {
	const trades = pricedIn(evidence.effects);
	const sold = soldOn(trades);
	const open = openSales(chainRef, trades);
	const unlisted = trades.find(
		({ movement: { asset }, price }) =>
			price.sold !== null &&
			price.arrives === null &&
			!hasPrice(chainRef, asset) &&
			!sold.has(assetKey(asset)),
	);
	const order = trades.find((each) => isOrderForDust(chainRef, each));
	const arrivals = trades.flatMap((each): PriceJudgement[] => {
		const text = poorArrival(evidence, chainRef, each);
		const assets = [each.movement.asset];
		return text === null ? [] : [{ what: "bridge", text, isSmall: false, assets, who: each.movement.from }];
	});
	return [
		...(unlisted === undefined
			? []
			: [
					{
						what: "unlisted",
						text: message("finding.exchange.unlisted"),
						isSmall: false,
						assets: [unlisted.movement.asset],
						who: unlisted.movement.asset.address,
					},
				]),
		...(order === undefined
			? []
			: [
					{
						what: "order",
						text: message("finding.exchange.order"),
						isSmall: false,
						assets: [order.movement.asset],
						who: null,
					},
				]),
		...arrivals,
		...(open.length === 0
			? []
			: [
					{
						what: "no-least",
						text: message("finding.exchange.no-least"),
						isSmall: !isLarge(open.filter(({ asset, amount }) => amount !== null && asset.address !== null)),
						assets: open.map(({ asset }) => asset),
						who: null,
					},
				]),
	];
}
