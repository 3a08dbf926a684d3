import type { AddressView } from "./views.ts";

/** The person's rules, for the trusted window. */

export interface RuleScopeWish {
	readonly accounts: "all" | readonly string[];
	readonly apps: "all" | readonly string[];
	/** Decimal chain ids and clusters. */
	readonly chains: "all" | readonly string[];
}

export interface RuleAssetWish {
	/** `native`, or a token's address. */
	readonly address: string;
	readonly symbol: string;
	readonly decimals: number;
}

interface Common {
	readonly id: string;
	/** The person's own words. */
	readonly name: string;
	readonly scope: RuleScopeWish;
}

/** One rule, as the window holds it; amounts are base units as digits. */
export type RuleWish = Common &
	(
		| { readonly kind: "spend_once" | "spend_day"; readonly asset: RuleAssetWish; readonly most: string }
		| { readonly kind: "ledger_above"; readonly asset: RuleAssetWish; readonly above: string }
		| {
				readonly kind: "recipients" | "spenders";
				readonly addresses: readonly string[];
				readonly contacts: boolean;
		  }
		| { readonly kind: "contracts"; readonly addresses: readonly string[] }
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
export type RuleKindView = RuleWish["kind"];

export interface RuleRow {
	readonly rule: RuleWish;
	/** What it says, in one sentence. */
	readonly sentence: string;
}

export interface RuleChainView {
	/** Decimal chain id, or a cluster. */
	readonly ref: string;
	readonly name: string;
	readonly family: "evm" | "svm";
	readonly symbol: string;
	readonly decimals: number;
}

export interface RulesView {
	/** Of what is kept; an edit names the one that it was made of. */
	readonly version: number;
	/** False where they can't be read: then nothing is approved. */
	readonly readable: boolean;
	readonly rules: readonly RuleRow[];
	readonly accounts: readonly AddressView[];
	readonly chains: readonly RuleChainView[];
	readonly contacts: number;
	/** "Europe/Zurich": whose hours count. */
	readonly timeZone: string;
	/** There is a password that a loosening edit can be asked for. */
	readonly hasPassword: boolean;
}
