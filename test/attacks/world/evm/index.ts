import type { Case } from "../../case.ts";
import type { WorldChain } from "../deploy.ts";
import { install as accounts } from "./accounts.ts";
import { install as base } from "./base.ts";
import { install as bridges } from "./bridges.ts";
import { install as claims, installGenerous as generous } from "./claims.ts";
import { install as coins } from "./coins.ts";
import { install as drops } from "./drops.ts";
import { install as feeds } from "./feeds.ts";
import { install as liquidity } from "./liquidity.ts";
import { install as markets } from "./markets.ts";
import { install as names } from "./names.ts";
import { installHostile as hostilePositionsV4, install as positionsV4 } from "./positions-v4.ts";
import { installHostile as hostileRequests, install as requests } from "./requests.ts";
import { install as reserves } from "./reserves.ts";
import { install as rights } from "./rights.ts";
import { install as sample } from "./sample.ts";
import { install as saving } from "./saving.ts";
import { install as settlers } from "./settlers.ts";
import { install as stakes } from "./stakes.ts";
import { install as swaps } from "./swaps.ts";
import { install as tokens } from "./tokens.ts";
import { install as traps } from "./traps.ts";

export type Install = (chain: WorldChain) => Promise<void>;

/**
 * Install steps for the chain of each kind of case, in order of dependency. Each kind has its own chain, so
 * that an attack contract at a well-known address does not affect honest requests.
 */
export const INSTALL: Readonly<Record<Case["kind"], readonly Install[]>> = {
	attack: [
		sample,
		base,
		tokens,
		feeds,
		coins,
		markets,
		rights,
		liquidity,
		traps,
		names,
		drops,
		accounts,
		settlers,
		generous,
		hostileRequests,
		hostilePositionsV4,
	],
	honest: [
		sample,
		base,
		tokens,
		feeds,
		swaps,
		reserves,
		stakes,
		bridges,
		names,
		drops,
		accounts,
		saving,
		settlers,
		claims,
		requests,
		positionsV4,
	],
};
