import { z } from "zod";
import type { Text } from "../core/message.ts";
import type { AllowanceRow } from "./allowances.ts";
import { type AddressView, type AmountView, type Claim, desk, nothing } from "./primitives.ts";
import type { TokenMark } from "./review.ts";

/** Home: holdings, the agents' week, exposure by allowances, and daily limits. */

/** One token, or native coin, of one account. */
export interface HomeToken {
	readonly id: string;
	/** Name from the token list, or the coin's symbol; `null` for an unlisted token. */
	readonly name: string | null;
	/** An unlisted token's own name; `null` if it has none, and for listed tokens. */
	readonly claim: Claim | null;
	/** Symbol of the well-known token that its own resembles; `null` if none. */
	readonly imitates: string | null;
	readonly mark: TokenMark | null;
	/** Includes the value, or the absence of a price, unless values are hidden. */
	readonly amount: AmountView;
	/** Networks that hold it. */
	readonly chains: readonly string[];
	/** Address of an unlisted token. */
	readonly address: AddressView | null;
	/** Announced change of the scaling factor, or that the factor is unknown; `null` if neither. */
	readonly scale: Text | null;
	/** Two RPCs return different amounts. */
	readonly differs: boolean;
}

export interface HomeAccount {
	/** Same form as in `AccountView`. */
	readonly address: string;
	/** "$1,234.50"; `null` without any price, or if unknown. */
	readonly total: Text | null;
	/** Total including the displayed accounts with the same number from this computer's phrase. */
	readonly together: Text | null;
	/** Listed tokens and coins, by value. */
	readonly tokens: readonly HomeToken[];
	/** Unlisted tokens: anyone can send them. */
	readonly hidden: readonly HomeToken[];
	/** Reasons why figures are incomplete or outdated. */
	readonly notes: readonly Text[];
}

export interface HomeAgent {
	readonly id: string;
	/** As the request names its app; `null` if it names none. */
	readonly app: Claim | null;
	/** Title of the session. */
	readonly session: Text;
	readonly sessionId: string;
	/** "$250.00". */
	readonly spent: Text | null;
	/** Share of the highest spending, 0 to 1. */
	readonly part: number;
	readonly notes: readonly Text[];
	/** The service lied in it. */
	readonly lied: boolean;
}

export interface HomeWeek {
	/** "$338.20"; `null` if no outflow has a price. */
	readonly spent: Text | null;
	readonly fees: Text | null;
	readonly signed: number;
	/** Number rejected, stopped by a rule, or expired. */
	readonly refused: number;
	readonly refusedNote: Text | null;
	readonly lies: number;
	/** Number of movements without a price, excluded from sums. */
	readonly unpriced: number;
	/** Highest spending first. */
	readonly agents: readonly HomeAgent[];
	/** Number of agents not listed. */
	readonly more: number;
}

export interface HomeRisk {
	/** "≈ $3,462.50" that others can spend now, "at least" if incomplete; `null` if unknown. */
	readonly exposed: Text | null;
	/** Highest exposure first, then unknown ones. */
	readonly rows: readonly {
		readonly row: AllowanceRow;
		readonly mark: TokenMark | null;
		readonly chain: string;
		/** Amount that can be spent now, "≈ $1,572.50"; `null` if unknown. */
		readonly exposed: Text | null;
	}[];
	/** Number of rows not listed. */
	readonly more: number;
	/** Not read yet. */
	readonly unread: boolean;
	/** Reason why some or all could not be read; `null` if complete. */
	readonly fault: Text | null;
}

export interface HomeBudget {
	/** The user's name for the rule. */
	readonly rule: string;
	/** `null` if unknown. */
	readonly spent: Text | null;
	readonly most: Text;
	/** Used share from 0 to 1; `null` if unknown. */
	readonly part: number | null;
}

/** Reason why figures are old, uncertain or hidden. */
export interface HomeNote {
	readonly text: Text;
	/** Network whose RPC does not answer, which can be replaced; `null` if no RPC is at fault. */
	readonly rpcOf: Text | null;
}

export interface HomeView {
	/** Total of all signing accounts; `null` if unknown. */
	readonly total: Text | null;
	/** Assets excluded from the total for lack of a price; `null` if complete or not shown. */
	readonly leftOut: Text | null;
	/** At most one note per network links to its RPCs. */
	readonly notes: readonly HomeNote[];
	/** Source and age of the prices; `null` if none are used. */
	readonly prices: Text | null;
	readonly accounts: readonly HomeAccount[];
	/** `null` if unreadable. */
	readonly week: HomeWeek | null;
	readonly risk: HomeRisk;
	readonly reading: boolean;
	/** Time of the oldest displayed read, Unix ms; `null` before the first. */
	readonly readAt: number | null;
}

/** Commands of the desk to view and reload Home. */
export const homeProcedures = {
	/** Starts or stops watching: chains are only queried while Home is visible. */
	watchHome: desk.command(z.strictObject({ on: z.boolean() }), { needsInput: false }),
	refreshHome: desk.command(nothing, { needsInput: false }),
};
