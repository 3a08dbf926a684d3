import type { Address } from "viem";
import type { Case } from "../case.ts";
import { at } from "../world/deploy.ts";
import { COIN_BALANCE, COINS } from "../world/evm/coins.ts";
import * as drops from "../world/evm/drops.ts";
import { attack, calls, tokenAbi } from "./attack.ts";

/** Contracts that imitate well-known ones by their address or their name. */

const ENDS = "People compare the first and the last characters of an address (address poisoning)";

/** Uniswap's SwapRouter02 is 0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45. */
const LIKE_ROUTER: Address = at("0x68b3a07c1d5e92f4b86037c1e9ad52f04b71fc45");
/** Aave's pool is 0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2. */
const LIKE_POOL: Address = at("0x87874d0e5b12c96f3a7780e1d4c2b95f6038a4e2");
/** Code that accepts every call and does nothing. */
const CODE = "0x00";

export const cases: readonly Case[] = [
	attack(
		"imitated/router",
		"danger",
		"Lets a contract take a twentieth of what is held whose address looks like that of Uniswap's router.",
		`${ENDS}: nobody has such an address by chance.`,
		calls(COINS.CRV, tokenAbi, "approve", [LIKE_ROUTER, COIN_BALANCE / 20n]),
		{ before: [{ at: LIKE_ROUTER, code: CODE }] },
	),
	attack(
		"imitated/pool",
		"danger",
		"Sends a twentieth of what is held to a contract whose address looks like that of Aave's pool.",
		ENDS,
		calls(COINS.CRV, tokenAbi, "transfer", [LIKE_POOL, COIN_BALANCE / 20n]),
		{ before: [{ at: LIKE_POOL, code: CODE }] },
	),
	attack(
		"imitated/collection",
		"danger",
		"Buys an item for 1.5 ETH, through Seaport, of a collection that only calls itself Azuki.",
		"Markets show the name that a contract gives itself; its items are worth nothing.",
		calls(
			drops.SEAPORT,
			drops.seaportAbi,
			"fulfillBasicOrder_efficient_6GL6yc",
			[drops.basicListing(1n, drops.FALSE_COLLECTION)],
			drops.LISTING_PRICE,
		),
	),
];
