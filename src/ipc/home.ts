import { z } from "zod";
import type { Text } from "../core/message.ts";
import type { AllowanceRow } from "./allowances.ts";
import { type AddressView, type AmountView, type Claim, desk, nothing } from "./primitives.ts";
import type { TokenMark } from "./review.ts";

/** Home: what the accounts hold, what agents did this week, which approvals put what at risk, and the limits of the day. */

/** One token, or a chain's own coin, of one account. */
export interface HomeToken {
	readonly id: string;
	/** By the list of well-known tokens, or the coin's symbol; null where only the token itself says what it is. */
	readonly name: string | null;
	/** What an unlisted token calls itself; null where it says nothing, and for what is listed. */
	readonly claim: Claim | null;
	/** The symbol of a well-known token that its own looks like; null where it looks like none. */
	readonly imitates: string | null;
	readonly mark: TokenMark | null;
	/** With its worth, or that there is no price; without either where nobody wants to see any. */
	readonly amount: AmountView;
	/** The networks on which it is held. */
	readonly chains: readonly string[];
	/** Of a token that is not on the list. */
	readonly address: AddressView | null;
	/** An announced change of the factor by which it scales amounts, or that the factor is not known; `null` for neither. */
	readonly scale: Text | null;
	/** Two RPCs tell different amounts. */
	readonly differs: boolean;
}

export interface HomeAccount {
	/** As `AccountView` has it. */
	readonly address: string;
	/** "$1,234.50"; null where nothing of it has a price, or where none can be told. */
	readonly total: Text | null;
	/** The same of it and of the shown accounts that this computer's phrase gives under the same number. */
	readonly together: Text | null;
	/** Listed tokens and coins, by worth. */
	readonly tokens: readonly HomeToken[];
	/** Tokens that are not on the list: anybody can send them. */
	readonly hidden: readonly HomeToken[];
	/** What keeps its figures from being whole or current. */
	readonly notes: readonly Text[];
}

export interface HomeAgent {
	readonly id: string;
	/** As the request names its app; null where it names none. */
	readonly app: Claim | null;
	/** The conversation. */
	readonly session: Text;
	readonly sessionId: string;
	/** "$250.00". */
	readonly spent: Text | null;
	/** Of the most that any of them spent, 0 to 1. */
	readonly part: number;
	readonly notes: readonly Text[];
	/** The service was caught lying in it. */
	readonly lied: boolean;
}

export interface HomeWeek {
	/** "$338.20"; null where nothing that went out has a price. */
	readonly spent: Text | null;
	readonly fees: Text | null;
	readonly signed: number;
	/** Rejected, stopped by a rule, or run out. */
	readonly refused: number;
	readonly refusedNote: Text | null;
	readonly lies: number;
	/** So many movements have no price, and are in no sum. */
	readonly unpriced: number;
	/** What cost most first. */
	readonly agents: readonly HomeAgent[];
	/** So many more are not listed. */
	readonly more: number;
}

export interface HomeRisk {
	/** "≈ $3,462.50" of what others can take now, "at least" where not all is known; null where none is known. */
	readonly exposed: Text | null;
	/** What exposes most first, then what is not known. */
	readonly rows: readonly {
		readonly row: AllowanceRow;
		readonly mark: TokenMark | null;
		readonly chain: string;
		/** What can be taken of it now, "≈ $1,572.50"; null where that is not known. */
		readonly exposed: Text | null;
	}[];
	/** So many more are not listed. */
	readonly more: number;
	/** Nothing was read yet. */
	readonly unread: boolean;
	/** Why nothing, or not all of it, could be read; null where all was. */
	readonly fault: Text | null;
}

export interface HomeBudget {
	/** The user's own name of the rule. */
	readonly rule: string;
	/** Null where it is not known. */
	readonly spent: Text | null;
	readonly most: Text;
	/** How much of it is spent, 0 to 1; null where that is not known. */
	readonly part: number | null;
}

/** Why figures are old, unsure, or not told. */
export interface HomeNote {
	readonly text: Text;
	/** The network of which an RPC does not answer: another one can be set. Null for what none is to blame for. */
	readonly rpcOf: Text | null;
}

export interface HomeView {
	/** Of all accounts that sign; null where there is none to tell. */
	readonly total: Text | null;
	/** What the total leaves out for want of a price; null where it is whole, or not told. */
	readonly leftOut: Text | null;
	/** Of one network no two lead to its RPCs. */
	readonly notes: readonly HomeNote[];
	/** Where the prices come from, and how old they are; null where none is used. */
	readonly prices: Text | null;
	readonly accounts: readonly HomeAccount[];
	/** Null where it can’t be read. */
	readonly week: HomeWeek | null;
	readonly risk: HomeRisk;
	readonly reading: boolean;
	/** When the oldest of what is shown was read, Unix ms; null before the first time. */
	readonly readAt: number | null;
}

/** The desk may look, and have it read. */
export const homeProcedures = {
	/** Home is on screen, or no longer: the chains are asked only while it is. */
	watchHome: desk.command(z.strictObject({ on: z.boolean() }), { needsInput: false }),
	refreshHome: desk.command(nothing, { needsInput: false }),
};
