import { feedFor } from "../../../../src/core/fiat/feeds.ts";
import { NOW } from "../../case.ts";
import { at, contractsOf, deployAt, type WorldChain } from "../deploy.ts";
import { DAI, USDC, USDT } from "./tokens.ts";

/** Price feeds of the mainnet, at their addresses and with their names. */

const CENTS_IN_FEED = 10n ** 6n;

/** Prices in cents, as in the exchange market of this world. */
const PRICES: readonly (readonly [asset: string, cents: bigint])[] = [
	["native", 300_000n],
	[USDC, 100n],
	[USDT, 100n],
	[DAI, 100n],
];

/** Deploys the feeds of the native coin and of three dollar tokens. */
export async function install(chain: WorldChain): Promise<void> {
	const contract = await contractsOf("Feeds.sol");
	for (const [asset, cents] of PRICES) {
		const feed = feedFor(String(chain.chainId), asset);
		if (feed?.kind !== "chainlink") throw new Error(`there is no feed of ${asset}`);
		const args = [feed.description, cents * CENTS_IN_FEED, BigInt(NOW)];
		await deployAt(chain, at(feed.address), contract("Feed"), args);
	}
}
