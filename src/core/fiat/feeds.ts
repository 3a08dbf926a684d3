import { clusterOf, nativeOf } from "../chain/names.ts";
import { wellKnownAt } from "../chain/tokens/known.ts";
import { type PythFeed, pythFeedFor } from "./pyth-feeds.ts";

/**
 * Chainlink price feeds in US dollars, taken from Chainlink's directory in
 * github.com/bgd-labs/aave-address-book (commit f61c976). A second list
 * (github.com/LZeroAnalytics/chainlink-package, commit a6b1d6f) has the same feeds and is the source of the
 * heartbeats. Sequencer feeds come from Chainlink's documentation (data-feeds/l2-sequencer-feeds). A feed
 * with an unexpected description doesn't provide a price.
 */

/** Symbol, proxy address, and heartbeat in seconds. A feed is updated at least once per heartbeat. */
type ListedFeed = readonly [symbol: string, address: string, heartbeat: number];

const FEEDS: Readonly<Record<string, readonly ListedFeed[]>> = {
	"1": [
		["ETH", "0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419", 3600],
		["USDC", "0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6", 86400],
		["USDT", "0x3E7d1eAB13ad0104d2750B8863b489D65364e32D", 86400],
		["DAI", "0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9", 3600],
		["LINK", "0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c", 3600],
		["UNI", "0x553303d460EE0afB37EdFf9bE42922D8FF63220e", 3600],
		["AAVE", "0x547a514d5e3769680Ce22B2361c10Ea13619e8a9", 3600],
		["ARB", "0x31697852a68433DbCc2Ff612c516d69E3D9bd08F", 86400],
		["PYUSD", "0x8f1dF6D7F2db73eECE86a18b4381F4707b918FB1", 86400],
	],
	"10": [
		["ETH", "0x13e3Ee699D1909E989722E753853AE30b17e08c5", 1200],
		["WBTC", "0x718A5788b89454aAE3A028AE9c111A29Be6c2a6F", 1200],
		["USDC", "0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3", 86400],
		["USDT", "0xECef79E109e997bCA29c1c0897ec9d7b03647F5E", 86400],
		["DAI", "0x8dBa75e83DA73cc766A7e5a0ee71F656BAb470d6", 86400],
		["LINK", "0xCc232dcFAAE6354cE191Bd574108c1aD03f86450", 1200],
		["UNI", "0x11429eE838cC01071402f21C219870cbAc0a59A0", 1200],
		["AAVE", "0x338ed6787f463394D24813b297401B9F05a8C9d1", 1200],
		["OP", "0x0D276FC14719f9292D5C1eA2198673d1f4269246", 1200],
	],
	"8453": [
		["ETH", "0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70", 1200],
		["cbETH", "0xd7818272B9e248357d13057AAb0B417aF31E817d", 1200],
		["WBTC", "0xCCADC697c55bbB68dc5bCdf8d3CBe83CdD4E071E", 1200],
		["USDC", "0x7e860098F58bBFC8648a4311b374B1D669a2bc6B", 86400],
		["USDT", "0xf19d560eB8d2ADf07BD6D13ed03e1D11215721F9", 86400],
		["DAI", "0x591e79239a7d679378eC8c847e5038150364C78F", 86400],
		["LINK", "0x17CAb8FE31E32f08326e5E27412894e49B0f9D65", 86400],
		["EURC", "0xDAe398520e2B67cd3f27aeF9Cf14D93D927f8250", 86400],
	],
	"42161": [
		["ETH", "0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612", 86400],
		["WBTC", "0xd0C7101eACbB49F3deCcCc166d238410D6D46d57", 86400],
		["USDC", "0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3", 86400],
		["USDT", "0x3f3f5dF88dC9F13eac63DF89EC16ef6e7E25DdE7", 86400],
		["DAI", "0xc5C8E77B397E531B8EC06BFb0048328B30E9eCfB", 86400],
		["LINK", "0x86E53CF1B870786351Da77A57575e79CB55812CB", 3600],
		["UNI", "0x9C917083fDb403ab5ADbEC26Ee294f6EcAda2720", 86400],
		["AAVE", "0xaD1d5344AaDE45F43E596773Bcc4c423EAbdD034", 86400],
		["ARB", "0xb2A824043730FE05F3DA2efaFa1CBbe83fa548D6", 86400],
	],
};

/**
 * Feeds that report whether a rollup's sequencer is up. While it is down, prices may look current but be
 * stale.
 */
const SEQUENCERS: Readonly<Record<string, string>> = {
	"10": "0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389",
	"8453": "0xBCF85224fc0756B9Fa45aA7892530B47e10b6433",
	"42161": "0xFdB631F5EE196F0ed6FAa767959853A9F217697D",
};

export interface ChainlinkFeed {
	readonly kind: "chainlink";
	readonly chainRef: string;
	readonly address: string;
	readonly description: string;
	readonly decimals: number;
	/** In seconds. */
	readonly heartbeat: number;
	readonly sequencer: string | null;
}

export type Feed = ChainlinkFeed | PythFeed;

const DECIMALS = 8;

const SAME: ReadonlyMap<string, string> = new Map([
	["WETH", "ETH"],
	["USDT0", "USDT"],
]);

/** Listed dollar tokens. Rules count each as at least one dollar, regardless of its feed. */
const DOLLARS: ReadonlySet<string> = new Set(["USDC", "USDT", "USDT0", "DAI", "PYUSD"]);

export function isDollar(chainRef: string, asset: string): boolean {
	const symbol = asset === "native" ? undefined : wellKnownAt(chainRef, asset)?.symbol;
	return symbol !== undefined && DOLLARS.has(symbol);
}

/** Returns a feed only for the native coin and listed tokens. A token's own name doesn't matter. */
export const feedFor = (chainRef: string, asset: string): Feed | null =>
	clusterOf(chainRef) === "mainnet-beta" ? pythFeedFor(asset) : chainlinkFeedFor(chainRef, asset);

function chainlinkFeedFor(chainRef: string, asset: string): ChainlinkFeed | null {
	if (!Object.hasOwn(FEEDS, chainRef)) return null;
	const symbol = asset === "native" ? nativeOf(chainRef).symbol : wellKnownAt(chainRef, asset)?.symbol;
	if (symbol === undefined) return null;
	const wanted = SAME.get(symbol) ?? symbol;
	const listed = FEEDS[chainRef]?.find(([each]) => each === wanted);
	if (listed === undefined) return null;
	const [name, address, heartbeat] = listed;
	return {
		kind: "chainlink",
		chainRef,
		address,
		description: `${name.toUpperCase()} / USD`,
		decimals: DECIMALS,
		heartbeat,
		sequencer: Object.hasOwn(SEQUENCERS, chainRef) ? (SEQUENCERS[chainRef] ?? null) : null,
	};
}
