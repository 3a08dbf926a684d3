/**
 * What a network fee may be without a word, in base units of the chain's native coin. The ratio to our own estimate
 * holds nothing back where the estimate itself is high, as it is for a call that burns gas on purpose.
 */

const COIN = 10n ** 18n;
const part = (thousandths: bigint): bigint => (COIN * thousandths) / 1_000n;

/**
 * Above this a word is asked for. Chosen well above what large calls cost on a busy day (a million gas at 50 gwei on
 * Ethereum; its rollups cost a hundredth of that), each about what 20 to 150 dollars buy.
 */
const BOUNDS: ReadonlyMap<string, bigint> = new Map([
	// Ethereum.
	["1", part(50n)],
	// Its rollups, in ether: OP, Unichain, World Chain, zkSync, Base, Arbitrum, Linea, Blast, Scroll, Ink, Zora.
	...["10", "130", "480", "324", "8453", "42161", "59144", "81457", "534352", "57073", "7777777"].map(
		(chain): [string, bigint] => [chain, part(10n)],
	),
	// BNB Chain, Gnosis (xDAI), Polygon (POL), Sonic (S), Mantle (MNT), Avalanche (AVAX), Celo (CELO), Fantom (FTM).
	["56", part(100n)],
	["100", 20n * COIN],
	["137", 100n * COIN],
	["146", 100n * COIN],
	["5000", 50n * COIN],
	["43114", 2n * COIN],
	["42220", 100n * COIN],
	["250", 100n * COIN],
]);

/** Of a chain whose coin's worth is not known here: as if it were ether, the dearest of coins in wide use for fees. */
const OTHERWISE = part(50n);

/** So many times the bound is refused. */
export const REFUSED_TIMES = 10n;

export const feeBound = (chainRef: string): bigint => BOUNDS.get(chainRef) ?? OTHERWISE;

/** Share of the bound that is small on each chain: 0.001 ETH on Ethereum, about what half a dollar to three buy. */
const SMALL_SHARE = 50n;

/**
 * Highest amount that is small whatever it is compared with. No price counts: an RPC reports it, and could make a fee
 * look small.
 */
export const smallFee = (chainRef: string): bigint => feeBound(chainRef) / SMALL_SHARE;
