import { z } from "zod";
import type { Text } from "../core/localized-text.ts";
import { type AddressView, type CommandOutcome, password, trusted } from "./primitives.ts";

export interface RuleScopeInput {
	readonly accounts: "all" | readonly string[];
	readonly apps: "all" | readonly string[];
	readonly chains: "all" | readonly string[];
	/**
	 * IDs of agents on this computer. If absent, the rule applies to all agents and to requests without an
	 * agent.
	 */
	readonly agents?: "all" | readonly string[];
}

interface RuleAssetInput {
	readonly address: string;
	readonly symbol: string;
	readonly decimals: number;
}

interface RuleCommon {
	readonly id: string;
	readonly name: string;
	readonly scope: RuleScopeInput;
}

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
				readonly from: number;
				readonly to: number;
				readonly days: readonly number[];
		  }
	);

export type RuleKindView = RuleInput["kind"];

export interface RuleRow {
	readonly rule: RuleInput;
	readonly sentence: Text;
	readonly budget?: {
		readonly spent: Text | null;
		readonly most: Text;
		readonly percent: number | null;
	};
}

export interface RuleChainView {
	readonly ref: string;
	readonly name: string;
	readonly family: "evm" | "svm";
	readonly symbol: string;
	readonly decimals: number;
	readonly priced: boolean;
}

export interface RulesView {
	readonly version: number;
	/** Whether the rules can be read. If not, nothing can be approved. */
	readonly readable: boolean;
	readonly unconfirmed: readonly Text[];
	readonly stopped: boolean;
	readonly rules: readonly RuleRow[];
	readonly accounts: readonly AddressView[];
	readonly chains: readonly RuleChainView[];
	/** Agents on this computer. */
	readonly agents: readonly { readonly id: string; readonly name: string }[];
	readonly contacts: number;
	/** IANA time zone, such as "Europe/Zurich". */
	readonly timeZone: string;
	readonly hasPassword: boolean;
}

/** Only limits the size. Main parses each rule with a strict schema. */
const rules = z.array(z.record(z.string().max(40), z.unknown())).max(100);

/** A rule that an edit adds, removes or changes. */
export interface RuleChangeView {
	readonly name: string;
	/** `null` for a new rule. */
	readonly before: Text | null;
	/** `null` for a removed rule. */
	readonly after: Text | null;
}

/**
 * `loosens`: whether the edited rules allow requests that the current rules refuse. `changes`: what the edit
 * changes, without rules that can't be read.
 */
export type ComparedRulesOutcome = CommandOutcome & {
	readonly loosens?: boolean;
	readonly changes?: readonly RuleChangeView[];
};

export interface TriedRequestView {
	readonly id: string;
	readonly at: number;
	readonly headline: Text;
	readonly text: Text;
}

export interface TriedRuleView {
	readonly since: number | null;
	readonly total: number;
	readonly stopped: readonly TriedRequestView[];
	/** Requests that the rule would stop only because facts it needs weren't recorded. */
	readonly unknown: readonly TriedRequestView[];
}

export type TriedOutcome = CommandOutcome & { readonly tried?: TriedRuleView };

export type TokenUnitOutcome = CommandOutcome & { readonly symbol?: string; readonly decimals?: number };

export const policyProcedures = {
	/** Checks whether these rules are looser than the current ones, without saving them. */
	compareRules: trusted.returns<ComparedRulesOutcome>()(z.strictObject({ rules })),
	/** Lists the past requests that the rule `id` would have stopped, without saving the rule. */
	tryRule: trusted.returns<TriedOutcome>()(z.strictObject({ rules, id: z.string().min(1).max(64) })),
	/** Replaces the rules if `version` is still the current version. Looser rules require the password. */
	saveRules: trusted.command(
		z.strictObject({ version: z.number().int().min(0), rules, password: password.nullable() }),
	),
	confirmRules: trusted.command(z.strictObject({ password })),
	tokenUnit: trusted.returns<TokenUnitOutcome>()(
		z.strictObject({ chainRef: z.string().min(1).max(40), address: z.string().min(32).max(64) }),
	),
};
