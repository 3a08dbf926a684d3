import { clusterOf, nativeOf } from "../chain/names.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import { sameAddress } from "../identities/labels.ts";
import { isNative } from "./decoded-transaction.ts";

/**
 * Lowest and highest plausible prices for well-known assets, accurate to an order of magnitude. The ranges
 * cover the market prices of recent years. They are only used to tell an exchange from a gift. Because they
 * don't require a query, no one can manipulate them.
 */

/** Billionths of a US dollar per whole unit. */
interface Band {
	readonly least: bigint;
	readonly most: bigint;
	/** Assets with the same peg have about the same price per unit. */
	readonly peg: "dollar" | "gold" | "ether" | "bitcoin" | null;
	/**
	 * The asset always trades one-to-one with its peg. Excludes staked coins that gain value and dollars that
	 * lost their peg.
	 */
	readonly isSteady?: true;
}

const USD = 10n ** 9n;
const CENT = USD / 100n;

const LIKE_DOLLAR: Band = { least: 50n * CENT, most: 2n * USD, peg: "dollar" };
const DOLLAR: Band = { ...LIKE_DOLLAR, isSteady: true };
const GOLD: Band = { least: 500n * USD, most: 20_000n * USD, peg: "gold", isSteady: true };
const LIKE_ETHER: Band = { least: 200n * USD, most: 50_000n * USD, peg: "ether" };
const ETHER: Band = { ...LIKE_ETHER, isSteady: true };
const BITCOIN: Band = { least: 5_000n * USD, most: 1_000_000n * USD, peg: "bitcoin", isSteady: true };
const DEAR: Band = { least: 5n * USD, most: 100_000n * USD, peg: null };
/** Tokens that people typically hold by the million, worth at least a ten-millionth of a dollar each. */
const CHEAP: Band = { least: 100n, most: CENT, peg: null };
const OTHER: Band = { least: CENT / 2n, most: 500n * USD, peg: null };

const SYMBOLS: readonly (readonly [Band, string])[] = [
	[DOLLAR, "USDC USDC.e USDbC USDT USDT.e USDT0 DAI DAI.e xDAI BUSD LUSD TUSD USDP GUSD PYUSD USDS USD1"],
	[LIKE_DOLLAR, "sUSD MIM EURC agEUR EUROe VEUR VCHF USDY"],
	[GOLD, "XAUT PAXG"],
	[ETHER, "ETH WETH stETH"],
	[LIKE_ETHER, "wstETH rETH cbETH"],
	[BITCOIN, "WBTC cbBTC tBTC"],
	[DEAR, "MKR YFI AAVE COMP GNO QNT BNB WBNB"],
	[CHEAP, "SHIB PEPE Bonk KIN"],
];

/**
 * Solana tokens whose price has always stayed within the widest range. Most other listed mints never had a
 * stable market. They are listed to protect their symbol, not because they have value.
 */
const SOLANA_OTHER: ReadonlySet<string> = new Set(
	[
		"SOL MSOL bSOL JitoSOL JupSOL INF stSOL JSOL laineSOL hSOL vSOL dSOL bonkSOL edgeSOL compassSOL hubSOL picoSOL",
		"pSOL RAY ORCA FIDA SRM JUP JTO PYTH HNT RENDER KMNO TNSR DRIFT CLOUD ZEUS NEON PRCL BORG NOS MPLX MNDE SLND",
		"SHDW WXM JLP C98 AURY AVAX UNI DYDX BAT AUDIO",
	].flatMap((line) => line.split(" ")),
);

const BY_SYMBOL: ReadonlyMap<string, Band> = new Map(
	SYMBOLS.flatMap(([band, symbols]) => symbols.split(" ").map((symbol) => [symbol, band] as const)),
);

interface ValueBand {
	readonly band: Band;
	readonly decimals: number;
}

function knownOf(chainRef: string, asset: string): ValueBand | null {
	if (isNative(asset)) {
		const { symbol, decimals } = nativeOf(chainRef);
		return { band: BY_SYMBOL.get(symbol) ?? OTHER, decimals };
	}
	const listed = wellKnownAt(chainRef, asset);
	if (listed === null) return null;
	const { symbol, decimals } = listed;
	const isOther = clusterOf(chainRef) === null || SOLANA_OTHER.has(symbol);
	const band = BY_SYMBOL.get(symbol) ?? (isOther ? OTHER : null);
	return band === null ? null : { band, decimals };
}

export interface AssetAmount {
	readonly asset: string;
	readonly raw: bigint;
}

export const isListed = (chainRef: string, asset: string): boolean => knownOf(chainRef, asset) !== null;

/**
 * Minimum value of proceeds. If they are worth less even at the highest plausible price, they don't count as
 * payment.
 */
const CRUMB = 10n * USD;
/**
 * Minimum return in percent between assets with the same peg. It allows for staked coins, which are worth
 * more than the coin itself.
 */
const MIN_OF_KIN = 70n;
/** Minimum return in percent between assets of equal value. No one would accept less. */
const MIN_OF_STEADY = 90n;
const SCALE = 10n ** 18n;

const fiatValueOf = ({ raw }: AssetAmount, price: bigint, decimals: number) =>
	(raw * price * SCALE) / 10n ** BigInt(decimals);

export function isNextToNothing(chainRef: string, parts: readonly AssetAmount[]): boolean {
	const worths = parts.map((part) => {
		const known = knownOf(chainRef, part.asset);
		return known === null ? null : fiatValueOf(part, known.band.most, known.decimals);
	});
	const known = worths.filter((each) => each !== null);
	return known.length === worths.length && known.reduce((sum, each) => sum + each, 0n) < CRUMB * SCALE;
}

function isKin(chainRef: string, left: string, right: string): boolean {
	if (sameAddress(left, right)) return true;
	const peg = knownOf(chainRef, left)?.band.peg ?? null;
	return peg !== null && knownOf(chainRef, right)?.band.peg === peg;
}

/** Returns whether both assets have about the same value per base unit, like a coin and its wrapped form. */
export function isSameUnit(chainRef: string, left: string, right: string): boolean {
	const [one, other] = [knownOf(chainRef, left), knownOf(chainRef, right)];
	return isKin(chainRef, left, right) && one?.decimals === other?.decimals;
}

export const kinOf = (chainRef: string, asset: string): string => knownOf(chainRef, asset)?.band.peg ?? asset;

type Share = "less" | "more" | "unknown";

/**
 * Compares a share with a percentage of the total. Assets with the same peg are compared by amount. Other
 * assets are compared at both their lowest and highest plausible prices. Returns `unknown` if the two results
 * differ or an asset has no price.
 */
export function shareOf(
	chainRef: string,
	part: readonly AssetAmount[],
	rest: readonly AssetAmount[],
	percent: bigint,
): Share {
	const [first, ...others] = [...part, ...rest];
	if (first === undefined) return "less";
	const isMore = (small: bigint, large: bigint) => small * 100n > (small + large) * percent;
	const raw = (parts: readonly AssetAmount[]) => parts.reduce((total, each) => total + each.raw, 0n);
	if (others.every(({ asset }) => sameAddress(asset, first.asset)))
		return isMore(raw(part), raw(rest)) ? "more" : "less";
	const isOneKind = others.every(({ asset }) => isKin(chainRef, asset, first.asset));
	const sum = (parts: readonly AssetAmount[], price: (band: Band) => bigint) =>
		parts.reduce<bigint | null>((total, each) => {
			const known = knownOf(chainRef, each.asset);
			if (total === null || known === null) return null;
			return total + fiatValueOf(each, isOneKind ? 1n : price(known.band), known.decimals);
		}, 0n);
	const least = ({ least: price }: Band) => price;
	const most = ({ most: price }: Band) => price;
	const [partLeast, partMost] = [sum(part, least), sum(part, most)];
	const [restLeast, restMost] = [sum(rest, least), sum(rest, most)];
	if (partLeast === null || partMost === null || restLeast === null || restMost === null) return "unknown";
	if (isMore(partLeast, restMost)) return "more";
	return isMore(partMost, restLeast) ? "unknown" : "less";
}

/**
 * Minimum return in percent for an equal exchange. It leaves room for a fee or price movement, but not for a
 * loss.
 */
const MIN_OF_EQUAL = 95n;

/**
 * Returns whether all given assets are listed with the same peg, and about the same amount comes back in
 * assets with that peg. Other returned assets don't count.
 */
export function isAsMuch(
	chainRef: string,
	given: readonly AssetAmount[],
	got: readonly AssetAmount[],
): boolean {
	const out = given.map((part) => ({ part, known: knownOf(chainRef, part.asset) }));
	const peg = out[0]?.known?.band.peg ?? null;
	if (peg === null || !out.every(({ known }) => known?.band.peg === peg)) return false;
	const sum = (parts: readonly AssetAmount[]) =>
		parts.reduce((total, part) => {
			const known = knownOf(chainRef, part.asset);
			return known?.band.peg === peg ? total + fiatValueOf(part, 1n, known.decimals) : total;
		}, 0n);
	return sum(got) * 100n >= sum(given) * MIN_OF_EQUAL;
}

/** Only counts listed assets that are worth more than one dollar. */
export function isDust(
	chainRef: string,
	given: readonly AssetAmount[],
	got: readonly AssetAmount[],
): boolean {
	const [out, into] = [given, got].map((parts) =>
		parts.flatMap((part) => {
			const known = knownOf(chainRef, part.asset);
			return known === null ? [] : [{ part, ...known }];
		}),
	);
	if (out === undefined || into === undefined || out.length === 0) return false;
	const sum = (of: typeof out, price: (band: Band) => bigint) =>
		of.reduce((total, { part, band, decimals }) => total + fiatValueOf(part, price(band), decimals), 0n);
	const least = sum(out, ({ least: price }) => price);
	if (least < USD * SCALE) return false;
	const [first] = out;
	const peg = first?.band.peg ?? null;
	const all = [...out, ...into];
	if (peg !== null && all.every(({ band }) => band.peg === peg)) {
		const percent = all.every(({ band }) => band.isSteady === true) ? MIN_OF_STEADY : MIN_OF_KIN;
		return sum(into, () => 1n) * 100n < sum(out, () => 1n) * percent;
	}
	return sum(into, ({ most }) => most) < least;
}
