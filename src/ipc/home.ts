import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import type { PowerRow } from "./powers.ts";
import { type AddressView, type AmountView, type Claim, desk, nothing } from "./primitives.ts";
import type { TokenMark } from "./review.ts";

export interface HomeToken {
	readonly id: string;
	readonly name: string | null;
	readonly claim: Claim | null;
	readonly imitates: string | null;
	readonly mark: TokenMark | null;
	/** Includes the fiat value unless the user hides values. */
	readonly amount: AmountView;
	readonly chains: readonly string[];
	readonly address: AddressView | null;
	readonly scale: Text | null;
	readonly differs: boolean;
}

export interface HomeAccount {
	readonly address: string;
	readonly total: Text | null;
	readonly together: Text | null;
	/** Coins and listed tokens, highest value first. */
	readonly tokens: readonly HomeToken[];
	readonly hidden: readonly HomeToken[];
	readonly notes: readonly Text[];
}

export interface HomeAgent {
	readonly id: string;
	readonly app: Claim | null;
	readonly session: Text;
	readonly sessionId: string;
	readonly spent: Text | null;
	readonly part: number;
	readonly notes: readonly Text[];
	readonly lied: boolean;
}

export interface HomeWeek {
	readonly spent: Text | null;
	readonly fees: Text | null;
	readonly signed: number;
	readonly refused: number;
	readonly refusedNote: Text | null;
	readonly lies: number;
	readonly unpriced: number;
	readonly agents: readonly HomeAgent[];
	readonly more: number;
}

export interface HomeRisk {
	readonly exposed: Text | null;
	readonly rows: readonly PowerRow[];
	readonly more: number;
	readonly unread: boolean;
	readonly fault: Text | null;
}

export interface HomeBudget {
	readonly rule: string;
	readonly spent: Text | null;
	readonly most: Text;
	readonly part: number | null;
}

export interface HomeNote {
	readonly text: Text;
	readonly rpcOf: Text | null;
}

export interface HomeView {
	readonly total: Text | null;
	readonly leftOut: Text | null;
	/** At most one note per network has `rpcOf`. */
	readonly notes: readonly HomeNote[];
	readonly prices: Text | null;
	readonly accounts: readonly HomeAccount[];
	readonly week: HomeWeek | null;
	readonly risk: HomeRisk;
	readonly reading: boolean;
	readonly readAt: number | null;
}

export const homeProcedures = {
	/** Starts or stops querying the chains, which are queried only while Home is visible. */
	watchHome: desk.command(z.strictObject({ on: z.boolean() }), { needsInput: false }),
	refreshHome: desk.command(nothing, { needsInput: false }),
};
