import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AddressView, type CommandOutcome, password, trusted } from "./primitives.ts";

/** The user's rules, for the trusted window. */

export interface RuleScopeInput {
	readonly accounts: "all" | readonly string[];
	readonly apps: "all" | readonly string[];
	/** Decimal chain ids and clusters. */
	readonly chains: "all" | readonly string[];
}

interface RuleAssetInput {
	/** `native`, or a token's address. */
	readonly address: string;
	readonly symbol: string;
	readonly decimals: number;
}

interface RuleCommon {
	readonly id: string;
	/** The user's own words. */
	readonly name: string;
	readonly scope: RuleScopeInput;
}

/** One rule, as the window holds it; amounts are base units as digits. */
export type RuleInput = RuleCommon &
	(
		| { readonly kind: "spend_once" | "spend_day"; readonly asset: RuleAssetInput; readonly most: string }
		/** In US cents. */
		| { readonly kind: "worth_once" | "worth_day"; readonly most: string }
		| { readonly kind: "ledger_above"; readonly asset: RuleAssetInput; readonly above: string }
		| {
				readonly kind: "recipients" | "spenders";
				readonly addresses: readonly string[];
				readonly contacts: boolean;
		  }
		| { readonly kind: "contracts" | "blocked_recipient"; readonly addresses: readonly string[] }
		| { readonly kind: "no_unlimited" | "simulated" | "blocked_app" }
		| {
				readonly kind: "hours";
				/** Minutes of the day. */
				readonly from: number;
				readonly to: number;
				/** Sunday is 0. */
				readonly days: readonly number[];
		  }
	);

export type RuleKindView = RuleInput["kind"];

export interface RuleRow {
	readonly rule: RuleInput;
	/** What it says, in one sentence. */
	readonly sentence: Text;
	/** Of a limit within a day: how much is spent of it; left out for every other rule. */
	readonly budget?: {
		/** By the account that has spent the most of it; null where that is not known. */
		readonly spent: Text | null;
		readonly most: Text;
		/** Whole, 100 at most; null where it is not known. */
		readonly percent: number | null;
	};
}

export interface RuleChainView {
	/** Decimal chain id, or a cluster. */
	readonly ref: string;
	readonly name: string;
	readonly family: "evm" | "svm";
	readonly symbol: string;
	readonly decimals: number;
	/** A feed tells the price of its coin, so that a rule about worth can hold there. */
	readonly priced: boolean;
}

export interface RulesView {
	/** Of what is kept; an edit names the one that it was made of. */
	readonly version: number;
	/** False where they can't be read: then nothing is approved. */
	readonly readable: boolean;
	/** What was changed outside of Countersign, in whole sentences, and waits for the user's word. */
	readonly unconfirmed: readonly Text[];
	/** Nothing is approved before that is confirmed. */
	readonly stopped: boolean;
	readonly rules: readonly RuleRow[];
	readonly accounts: readonly AddressView[];
	readonly chains: readonly RuleChainView[];
	readonly contacts: number;
	/** "Europe/Zurich": whose hours count. */
	readonly timeZone: string;
	/** There is a password that a loosening edit can be asked for. */
	readonly hasPassword: boolean;
}

/** Main reads each rule by the closed schema of its own; here is only how many and how large. */
const rules = z.array(z.record(z.string().max(40), z.unknown())).max(100);

/** Whether an edit would let through what is refused now. */
export type WeighedOutcome = CommandOutcome & { readonly loosens?: boolean };

/** A request of the last weeks, and what a rule has against it. */
export interface TriedRequestView {
	readonly id: string;
	/** Unix ms. */
	readonly at: number;
	readonly headline: Text;
	readonly text: Text;
}

/** What a rule would have stopped of the last weeks' requests. */
export interface TriedRuleView {
	/** When the first of them was approved or ended, Unix ms; null where there are none. */
	readonly since: number | null;
	readonly total: number;
	readonly stopped: readonly TriedRequestView[];
	/** Stopped only for what was not written down of it. */
	readonly unknown: readonly TriedRequestView[];
}

export type TriedOutcome = CommandOutcome & { readonly tried?: TriedRuleView };

/** The unit of a token, as the user's own RPC says it. */
export type TokenUnitOutcome = CommandOutcome & { readonly symbol?: string; readonly decimals?: number };

/** The user's rules, for the trusted window alone. */
export const policyProcedures = {
	/** Would these rules loosen those in force? Changes nothing. */
	weighRules: trusted.returns<WeighedOutcome>()(z.strictObject({ rules })),
	/** What would this one of these rules have stopped? Changes nothing. */
	tryRule: trusted.returns<TriedOutcome>()(z.strictObject({ rules, id: z.string().min(1).max(64) })),
	/** All rules in their order, in place of version `version`. Loosening takes the password. */
	saveRules: trusted.command(
		z.strictObject({ version: z.number().int().min(0), rules, password: password.nullable() }),
	),
	/** All is as it should be that somebody changed outside of Countersign. */
	confirmRules: trusted.command(z.strictObject({ password })),
	tokenUnit: trusted.returns<TokenUnitOutcome>()(
		z.strictObject({ chainRef: z.string().min(1).max(40), address: z.string().min(32).max(64) }),
	),
};
