import { z } from "zod";
import { type Message, message } from "../message.ts";
import { MAX_APP_NAME } from "../people/app-name.ts";
import { addressKey } from "./rule-address.ts";
import { type LocalMoment, momentAt } from "./rule-hours.ts";
import type { RulePrices } from "./rule-prices.ts";
import { NO_SPENDS, type SpendTotals } from "./spends.ts";

/** The user's rules. They only ever refuse, whatever a review says. */

const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
/** Normalized address of either family. */
const address = z.string().regex(ADDRESS).transform(addressKey);
const addresses = z.array(address).max(500);
/** Decimal chain id, or the name of a Solana cluster. */
const chainRef = z.string().regex(/^(?:[1-9][0-9]{0,15}|mainnet-beta|devnet|testnet|localnet)$/);
/** App name by `appNamed`; case-insensitive. */
const appName = z
	.string()
	.trim()
	.min(1)
	.max(MAX_APP_NAME)
	.transform((name) => name.toLowerCase());

const some = <Item extends z.ZodType>(item: Item) =>
	z.union([z.literal("all"), z.array(item).min(1).max(100)]);

const ruleScope = z.strictObject({
	accounts: some(address),
	/** A rule for some apps also applies if a request does not name its app. */
	apps: some(appName),
	chains: some(chainRef),
});
export type RuleScope = z.infer<typeof ruleScope>;

/** A coin or token with the user's unit for it. */
const asset = z.strictObject({
	address: z.union([z.literal("native"), address]),
	symbol: z.string().max(40),
	decimals: z.number().int().min(0).max(255),
});
export type RuleAsset = z.infer<typeof asset>;

/** Base units; decimal digits on disk. */
const amount = z
	.string()
	.regex(/^(?:0|[1-9][0-9]{0,77})$/)
	.transform((digits) => BigInt(digits));

const common = {
	id: z.string().min(1).max(64),
	/** The user's name for the rule. */
	name: z.string().trim().min(1).max(80),
	scope: ruleScope,
};

/** Chains must be named, as only some have prices. */
const pricedScope = ruleScope.extend({ chains: z.array(chainRef).min(1).max(100) });

/** Minutes since midnight in the user's time zone. */
const minute = z.number().int().min(0).max(1440);

const anyRule = z.discriminatedUnion("kind", [
	z.strictObject({ ...common, kind: z.literal("spend_once"), asset, most: amount }),
	/** Within 24 hours, per account and chain. */
	z.strictObject({ ...common, kind: z.literal("spend_day"), asset, most: amount }),
	/** US cents by price feeds, for all outflows of one request. */
	z.strictObject({ ...common, kind: z.literal("worth_once"), scope: pricedScope, most: amount }),
	/** Within 24 hours, per account, over all its chains. */
	z.strictObject({ ...common, kind: z.literal("worth_day"), scope: pricedScope, most: amount }),
	/** `contacts`: also allows addresses in the address book. */
	z.strictObject({ ...common, kind: z.literal("recipients"), addresses, contacts: z.boolean() }),
	z.strictObject({ ...common, kind: z.literal("contracts"), addresses }),
	z.strictObject({ ...common, kind: z.literal("spenders"), addresses, contacts: z.boolean() }),
	z.strictObject({ ...common, kind: z.literal("no_unlimited") }),
	/** Larger amounts only leave accounts with a key on a Ledger. */
	z.strictObject({ ...common, kind: z.literal("ledger_above"), asset, above: amount }),
	z.strictObject({ ...common, kind: z.literal("simulated") }),
	/** Spans midnight if `from` is after `to`; a night belongs to the day it begins on. 0 is Sunday. */
	z.strictObject({
		...common,
		kind: z.literal("hours"),
		from: minute.max(1439),
		to: minute,
		days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
	}),
	/** Nothing from the apps in its scope is approved. */
	z.strictObject({ ...common, kind: z.literal("blocked_app") }),
	/** These addresses receive nothing, are granted nothing, and are not called. */
	z.strictObject({ ...common, kind: z.literal("blocked_recipient"), addresses }),
]);
export type Rule = z.infer<typeof anyRule>;
/** Rule as stored and passed between processes, with amounts as digits. */
export type RuleText = z.input<typeof anyRule>;

const isEvm = (chain: string) => /^[0-9]+$/.test(chain);

/** A unit must mean the same on every chain of a rule, so that a limit in ETH never reads as one in SOL. */
function unitFault(rule: Rule): Message | null {
	if (!("asset" in rule)) return null;
	const { chains } = rule.scope;
	if (chains === "all") return message("rule.malformed.choose-chains");
	const families = new Set(chains.map(isEvm));
	if (families.size > 1) return message("rule.malformed.families");
	const family = rule.asset.address === "native" ? null : rule.asset.address.startsWith("0x");
	if (family !== null && !families.has(family)) return message("rule.malformed.token-elsewhere");
	if (family === null && rule.asset.decimals !== (families.has(true) ? 18 : 9))
		return message("rule.malformed.decimals");
	return null;
}

function faultOf(rule: Rule): Message | null {
	if (rule.kind === "hours" && rule.from === rule.to) return message("rule.malformed.hours");
	if (rule.kind === "blocked_app" && rule.scope.apps === "all") return message("rule.malformed.choose-apps");
	if (rule.kind === "blocked_recipient" && rule.addresses.length === 0)
		return message("rule.malformed.choose-addresses");
	return unitFault(rule);
}

export const ruleSchema = anyRule.superRefine((rule, context) => {
	const fault = faultOf(rule);
	if (fault !== null) context.addIssue({ code: "custom", message: fault.code, params: { told: fault } });
});

const SAME_ID = message("rule.malformed.same-id");

/** All rules in the user's order. The issue's parameter `told` explains a fault. */
export const ruleList = z
	.array(ruleSchema)
	.max(100)
	.refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, {
		message: SAME_ID.code,
		params: { told: SAME_ID },
	});

const document = z.strictObject({ format: z.literal(1), rules: ruleList });

/**
 * Stored rules in order, or the reason why they can't be read, which refuses everything. `changed`: another
 * program changed them. `locked`: unknown until the vault is open. `older_journal`: a journal of an unknown
 * format may contain approvals.
 */
export type StoredRules =
	| { readonly ok: true; readonly rules: readonly Rule[] }
	| { readonly ok: false; readonly why?: "changed" | "locked" | "older_journal" };

/** @param text as last saved; `null` if never saved */
export function readRules(text: string | null): StoredRules {
	if (text === null) return { ok: true, rules: [] };
	try {
		const read = document.safeParse(JSON.parse(text));
		return read.success ? { ok: true, rules: read.data.rules } : { ok: false };
	} catch {
		return { ok: false };
	}
}

/** Returns a rule with amounts as digits. */
export function ruleText(rule: Rule): RuleText {
	if ("most" in rule) return { ...rule, most: rule.most.toString() };
	if ("above" in rule) return { ...rule, above: rule.above.toString() };
	return rule;
}

export function writeRules(rules: readonly Rule[]): string {
	return JSON.stringify({ format: 1, rules: rules.map(ruleText) });
}

/** Identifies a request by its frozen object. */
export interface PolicyRequest {
	readonly account: string;
	/** Empty if no chain is named. */
	readonly chainRef: string;
	/** Lower case; `null` if an item does not name its app. */
	readonly apps: readonly string[] | null;
	/** The account's key is on a Ledger and not on disk. */
	readonly onLedger: boolean;
	/** A cancellation or revocation by the user: only its fee leaves, which the match proves. */
	readonly takesBack: boolean;
	/** Nonce of the user's transaction that this one replaces; `null` for everything else. */
	readonly instead: bigint | null;
}

/** Rules for one request, with the facts they count. */
export interface PolicyContext {
	readonly stored: StoredRules;
	/** `null` if nothing is frozen, so there is nothing to approve. */
	readonly request: PolicyRequest | null;
	/** The user's own accounts, between which transfers are allowed. */
	readonly accounts: readonly string[];
	/** Address book; `null` if unreadable. */
	readonly contacts: readonly string[] | null;
	readonly moment: LocalMoment;
	/**
	 * Returns the account's spending of the last 24 hours on a chain (the request's by default), read from
	 * the journal.
	 * @throws StorageError
	 */
	readonly spent: (chainRef?: string) => SpendTotals;
	/** Prices for dollar rules. */
	readonly prices: RulePrices;
	/**
	 * Refusals that the user allowed once with their password. Any other refusal or changed text makes it
	 * void.
	 */
	readonly exception?: readonly RuleRefusal[];
}

export const NO_RULES: PolicyContext = {
	stored: { ok: true, rules: [] },
	request: null,
	accounts: [],
	contacts: [],
	moment: momentAt(0, "UTC"),
	spent: () => NO_SPENDS,
	prices: () => ({ kind: "unknown" }),
};

export interface RuleRefusal {
	/** Empty without a rule: rules are unreadable, or the request has no owner. Nothing overrides that. */
	readonly ruleId: string;
	/** The user's name for the rule. */
	readonly rule: string;
	/** Names the rule and the next step. */
	readonly text: Message;
	/** May pass later without a change to the request or the rules. */
	readonly passing: boolean;
	/** The rules are sealed with the vault, which has not been unlocked since start. */
	readonly isLocked?: true;
}

/** Comparison of rule scopes. */

/** Returns whether the first list is a subset of the second. */
export const within = (inner: readonly string[], outer: readonly string[]): boolean =>
	inner.every((each) => outer.includes(each));

function covers(after: "all" | readonly string[], before: "all" | readonly string[]): boolean {
	return after === "all" || (before !== "all" && within(before, after));
}

/** Returns whether the first scope covers everything that the second does. */
export const coversScope = (after: RuleScope, before: RuleScope): boolean =>
	covers(after.accounts, before.accounts) &&
	covers(after.apps, before.apps) &&
	covers(after.chains, before.chains);
