import { sameAddress } from "../identities/labels.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedData } from "../match/typed-data/reading.ts";
import type { MarketFeeReading } from "./orders.ts";
import {
	addressAt,
	fungible,
	type OpenTerms,
	type SignedAsset,
	type SignedPart,
	type SignedReading,
	wholeAt,
} from "./reading.ts";

const USDC_E = "0x2791bca1f2de4661ed88a30c99a7a9449aa84174";
const PUSD = "0xc011a7e12a19f7b1f670d46f03b03f3342e82dfb";

/**
 * Collateral tokens by chain and exchange. Sources: Polymarket's ctf-exchange, neg-risk-ctf-adapter and v2
 * clients.
 */
const COLLATERAL: Readonly<Record<string, string>> = {
	"137 0x4bfb41d5b3570defd03c39a9a4d8de6bd8b8982e": USDC_E,
	"137 0xc5d563a36ae78145c45a50134d48a1215220f80a": USDC_E,
	"137 0xe111180000d2663c0091e4f400237545b87b996b": PUSD,
	"137 0xe2222d279d744050d28e00520010520000310f59": PUSD,
};

export const PREDICTION_EXCHANGES = [
	...new Set(Object.keys(COLLATERAL).map((key) => key.split(" ")[1] ?? "")),
];

export function collateralOf({ domain }: Pick<TypedData, "domain">): string | null {
	const key = `${String(domain.chainId)} ${domain.verifyingContract ?? ""}`;
	return Object.hasOwn(COLLATERAL, key) ? (COLLATERAL[key] ?? null) : null;
}

export const BUY = 0n;
const SELL = 1n;

function openTerms(collateral: string | null, side: bigint, other: string | null): OpenTerms | null {
	if (collateral === null) return { kind: "payment" };
	if (side !== BUY && side !== SELL) return { kind: "side" };
	return other === null ? null : { kind: "signer", address: other };
}

/**
 * Parses an order in which the maker buys or sells outcome shares. On an unknown exchange, neither side has
 * an address.
 */
export function predictionReading(
	data: TypedData,
	user: string,
): MarketFeeReading & Pick<SignedReading, "owner"> {
	const { message } = data;
	const maker = addressAt(message, "maker");
	const collateral = collateralOf(data);
	const side = wholeAt(message, "side");
	const money: SignedAsset =
		collateral === null ? { kind: "unknown", address: null, item: null } : fungible(collateral);
	const shares: SignedAsset = { kind: "position", address: null, item: String(wholeAt(message, "tokenId")) };
	const isBuying = side === BUY;
	const [gives, gets] = isBuying ? [money, shares] : [shares, money];
	const signer = addressAt(message, "signer");
	const fee = memberAt(message, "feeRateBps");
	const [makes, takes] = [wholeAt(message, "makerAmount"), wholeAt(message, "takerAmount")];
	// A share pays 1 or nothing. Shares and all collateral tokens have six decimals.
	const payout = (most: bigint) => ({ payout: { asset: money, most } });
	const given: SignedPart = { asset: gives, least: makes, most: makes, to: null };
	const asked: SignedPart = { asset: gets, least: takes, most: null, to: maker };
	return {
		owner: maker,
		given: [side === SELL ? { ...given, ...payout(makes) } : given],
		requested: takes === 0n ? [] : [isBuying ? { ...asked, ...payout(takes) } : asked],
		open: openTerms(collateral, side, sameAddress(signer, user) ? null : signer),
		marketFee: typeof fee === "bigint" && fee > 0n ? fee : null,
	};
}
