import { feedFor } from "../../../../src/core/worth/feeds.ts";
import { NOW } from "../../case.ts";
import { at, contractsOf, place, type WorldChain } from "../place.ts";
import { DAI, USDC, USDT } from "./tokens.ts";

/** Price feeds that the real chain has, at their addresses and by their names. */

const CENTS_IN_FEED = 10n ** 6n;

/** Deploys feeds of the native coin and of three dollars. @param etherCents price of one ether */
export async function installFeeds(chain: WorldChain, etherCents: bigint): Promise<void> {
	const contract = await contractsOf("Feeds.sol");
	const prices = [
		["native", etherCents] as const,
		...[USDC, USDT, DAI].map((token) => [token, 100n] as const),
	];
	for (const [asset, cents] of prices) {
		const feed = feedFor(String(chain.chainId), asset);
		if (feed?.kind !== "chainlink") throw new Error(`there is no feed of ${asset}`);
		const args = [feed.description, cents * CENTS_IN_FEED, BigInt(NOW)];
		await place(chain, at(feed.address), contract("Feed"), args);
	}
}

/** The market of this world gives 2 500 dollars for an ether. */
export const install = (chain: WorldChain): Promise<void> => installFeeds(chain, 250_000n);
