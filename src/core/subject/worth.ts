import { clusterOf, nativeOf } from "../chain/names.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import { sameAddress } from "../people/labels.ts";
import { isNative } from "./subject.ts";

/**
 * What well-known assets are worth at the very least and at the very most, in orders of magnitude, so wide that no
 * market of the last years leaves them. Nothing is priced by this: it only tells an exchange from a gift. It is asked
 * of nobody, so that nobody can lie about it.
 */

/** Each in billionths of a US dollar for one whole unit. */
interface Band {
	readonly least: bigint;
	readonly most: bigint;
	/** Assets of this kind are worth about the same, unit for unit. */
	readonly peg: "dollar" | "gold" | "ether" | "bitcoin" | null;
	/** Worth what the peg names, unit for unit: no staked coin that grows, and no dollar that has lost its peg. */
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
/** A ten-millionth of a dollar at the least: they are held by the million. */
const CHEAP: Band = { least: 100n, most: CENT, peg: null };
/** Every other listed token. */
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
 * Tokens of Solana whose price has always been within the widest band. Most other mints that are listed have seen no
 * steady market: listing defends their symbol, and says nothing of their worth.
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

interface KnownWorth {
	readonly band: Band;
	readonly decimals: number;
}

function knownOf(chainRef: string, asset: string): KnownWorth | null {
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

/** So much of one asset, in base units. */
export interface AssetAmount {
	/** `native`, or a token's address. */
	readonly asset: string;
	readonly raw: bigint;
}

/** The native coin, or a token that Countersign's list knows at this very address and can weigh. */
export const isListed = (chainRef: string, asset: string): boolean => knownOf(chainRef, asset) !== null;

/** What comes for less than this, at the highest prices, is no price of anything. */
const CRUMB = 10n * USD;
/** Of a hundred, between assets of one kind; a staked coin counts for more of the coin than one. */
const MIN_OF_KIN = 70n;
/** Of a hundred, between assets that are worth the same: less is no exchange that anybody would take. */
const MIN_OF_STEADY = 90n;
const SCALE = 10n ** 18n;

const worth = ({ raw }: AssetAmount, price: bigint, decimals: number) =>
	(raw * price * SCALE) / 10n ** BigInt(decimals);

/** Below ten dollars at the highest prices, all together; false where any of it is not listed. */
export function isNextToNothing(chainRef: string, parts: readonly AssetAmount[]): boolean {
	const worths = parts.map((part) => {
		const known = knownOf(chainRef, part.asset);
		return known === null ? null : worth(part, known.band.most, known.decimals);
	});
	const known = worths.filter((each) => each !== null);
	return known.length === worths.length && known.reduce((sum, each) => sum + each, 0n) < CRUMB * SCALE;
}

/** Returns whether two assets are one, or worth the same unit for unit. */
function isKin(chainRef: string, left: string, right: string): boolean {
	if (sameAddress(left, right)) return true;
	const peg = knownOf(chainRef, left)?.band.peg ?? null;
	return peg !== null && knownOf(chainRef, right)?.band.peg === peg;
}

/** Returns the same for two assets, in the one spelling of their family, if and only if `isKin`. */
export const kinOf = (chainRef: string, asset: string): string => knownOf(chainRef, asset)?.band.peg ?? asset;

type Share = "less" | "more" | "unknown";

/**
 * Compares a part with a percentage of the part and the rest together. Amounts of one kind are compared unit for unit,
 * others at the prices that speak most for and most against it; `unknown` if these disagree or an asset has no price.
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
			return total + worth(each, isOneKind ? 1n : price(known.band), known.decimals);
		}, 0n);
	const least = ({ least: price }: Band) => price;
	const most = ({ most: price }: Band) => price;
	const [partLeast, partMost] = [sum(part, least), sum(part, most)];
	const [restLeast, restMost] = [sum(rest, least), sum(rest, most)];
	if (partLeast === null || partMost === null || restLeast === null || restMost === null) return "unknown";
	if (isMore(partLeast, restMost)) return "more";
	return isMore(partMost, restLeast) ? "unknown" : "less";
}

/** Of a hundred, of what is given: a fee or a price's move, and no loss. */
const MIN_OF_EQUAL = 95n;

/**
 * Is all that is given listed and of one kind, and does about as much of the same kind come, unit for unit? What comes
 * of other kinds is not counted.
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
			return known?.band.peg === peg ? total + worth(part, 1n, known.decimals) : total;
		}, 0n);
	return sum(got) * 100n >= sum(given) * MIN_OF_EQUAL;
}

/**
 * Is what comes far below what is given, whatever the market says? Only listed assets are weighed; what is given below
 * one dollar is not.
 */
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
		of.reduce((total, { part, band, decimals }) => total + worth(part, price(band), decimals), 0n);
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
