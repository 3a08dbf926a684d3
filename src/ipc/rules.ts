import { z } from "zod";
import type { Text } from "../core/message.ts";
import { type AddressView, type CommandOutcome, password, trusted } from "./primitives.ts";

/** User rules for the trusted window. */

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
	/** The user's own name for it. */
	readonly name: string;
	readonly scope: RuleScopeInput;
}

/** Rule as the window edits it; amounts are base units in digits. */
export type RuleInput = RuleCommon &
	(
		| { readonly kind: "spend_once" | "spend_day"; readonly asset: RuleAssetInput; readonly most: string }
		/** US cents. */
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
				/** Minutes since midnight. */
				readonly from: number;
				readonly to: number;
				/** 0 is Sunday. */
				readonly days: readonly number[];
		  }
	);

export type RuleKindView = RuleInput["kind"];

export interface RuleRow {
	readonly rule: RuleInput;
	/** Meaning in one sentence. */
	readonly sentence: Text;
	/** Usage of a daily limit; absent for other rules. */
	readonly budget?: {
		/** Amount of the account that spent most; `null` if unknown. */
		readonly spent: Text | null;
		readonly most: Text;
		/** Integer up to 100; `null` if unknown. */
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
	/** Its coin has a price feed, so dollar rules can apply. */
	readonly priced: boolean;
}

export interface RulesView {
	/** Stored version; an edit names the one that it started from. */
	readonly version: number;
	/** `false` if the rules are unreadable: nothing is approved then. */
	readonly readable: boolean;
	/** Changes made outside Countersign that need confirmation, in whole sentences. */
	readonly unconfirmed: readonly Text[];
	/** Nothing is approved until confirmation. */
	readonly stopped: boolean;
	readonly rules: readonly RuleRow[];
	readonly accounts: readonly AddressView[];
	readonly chains: readonly RuleChainView[];
	readonly contacts: number;
	/** Time zone of the hours, "Europe/Zurich". */
	readonly timeZone: string;
	/** A password exists that can protect against loosening. */
	readonly hasPassword: boolean;
}

/** Only bounds number and size; main parses each rule with its own strict schema. */
const rules = z.array(z.record(z.string().max(40), z.unknown())).max(100);

/** Whether an edit would allow refused requests. */
export type WeighedOutcome = CommandOutcome & { readonly loosens?: boolean };

/** Past request with a rule's objection. */
export interface TriedRequestView {
	readonly id: string;
	/** Unix ms. */
	readonly at: number;
	readonly headline: Text;
	readonly text: Text;
}

/** Past requests of the last weeks that a rule would have stopped. */
export interface TriedRuleView {
	/** Time of the oldest one, Unix ms; `null` if none. */
	readonly since: number | null;
	readonly total: number;
	readonly stopped: readonly TriedRequestView[];
	/** Stopped only because of facts that were not recorded. */
	readonly unknown: readonly TriedRequestView[];
}

export type TriedOutcome = CommandOutcome & { readonly tried?: TriedRuleView };

/** A token's unit from the user's own RPC. */
export type TokenUnitOutcome = CommandOutcome & { readonly symbol?: string; readonly decimals?: number };

/** Rule commands, trusted window only. */
export const policyProcedures = {
	/** Returns whether these rules would loosen the current ones. Changes nothing. */
	weighRules: trusted.returns<WeighedOutcome>()(z.strictObject({ rules })),
	/** Returns what one of these rules would have stopped. Changes nothing. */
	tryRule: trusted.returns<TriedOutcome>()(z.strictObject({ rules, id: z.string().min(1).max(64) })),
	/** Replaces version `version` by all rules in order. Loosening requires the password. */
	saveRules: trusted.command(
		z.strictObject({ version: z.number().int().min(0), rules, password: password.nullable() }),
	),
	/** Confirms all changes made outside Countersign. */
	confirmRules: trusted.command(z.strictObject({ password })),
	tokenUnit: trusted.returns<TokenUnitOutcome>()(
		z.strictObject({ chainRef: z.string().min(1).max(40), address: z.string().min(32).max(64) }),
	),
};
