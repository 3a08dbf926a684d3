import { z } from "zod";
import { type Message, message } from "../message.ts";
import { MAX_APP_NAME } from "../people/app-name.ts";
import { addressKey } from "./rule-address.ts";
import { type LocalMoment, momentAt } from "./rule-hours.ts";
import type { RulePrices } from "./rule-prices.ts";
import { NO_SPENDS, type SpendTotals } from "./spends.ts";

/** The user's rules: what may not be approved, whatever a review says. They only ever refuse. */

const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
/** An address of either family, in one spelling. */
const address = z.string().regex(ADDRESS).transform(addressKey);
const addresses = z.array(address).max(500);
/** A decimal chain id, or the name of a Solana cluster. */
const chainRef = z.string().regex(/^(?:[1-9][0-9]{0,15}|mainnet-beta|devnet|testnet|localnet)$/);
/** By `appNamed`; compared without regard to case. */
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
	/** A rule for some apps holds as well where a request doesn't say which app it is of. */
	apps: some(appName),
	chains: some(chainRef),
});
export type RuleScope = z.infer<typeof ruleScope>;

/** A coin or token with the unit in which the user counts it. */
const asset = z.strictObject({
	address: z.union([z.literal("native"), address]),
	symbol: z.string().max(40),
	decimals: z.number().int().min(0).max(255),
});
export type RuleAsset = z.infer<typeof asset>;

/** Base units, as digits on disk. */
const amount = z
	.string()
	.regex(/^(?:0|[1-9][0-9]{0,77})$/)
	.transform((digits) => BigInt(digits));

const common = {
	id: z.string().min(1).max(64),
	/** The user's own words for it. */
	name: z.string().trim().min(1).max(80),
	scope: ruleScope,
};

/** Worth is known of some chains alone: they are named. */
const pricedScope = ruleScope.extend({ chains: z.array(chainRef).min(1).max(100) });

/** Minutes of the day from midnight, in the user's own time zone. */
const minute = z.number().int().min(0).max(1440);

const anyRule = z.discriminatedUnion("kind", [
	z.strictObject({ ...common, kind: z.literal("spend_once"), asset, most: amount }),
	/** Within 24 hours, by account and chain. */
	z.strictObject({ ...common, kind: z.literal("spend_day"), asset, most: amount }),
	/** In US cents, by price feeds: of all that leaves in one request. */
	z.strictObject({ ...common, kind: z.literal("worth_once"), scope: pricedScope, most: amount }),
	/** Within 24 hours, by account, on all its chains together. */
	z.strictObject({ ...common, kind: z.literal("worth_day"), scope: pricedScope, most: amount }),
	/** `contacts`: whoever stands in the address book is allowed too. */
	z.strictObject({ ...common, kind: z.literal("recipients"), addresses, contacts: z.boolean() }),
	z.strictObject({ ...common, kind: z.literal("contracts"), addresses }),
	z.strictObject({ ...common, kind: z.literal("spenders"), addresses, contacts: z.boolean() }),
	z.strictObject({ ...common, kind: z.literal("no_unlimited") }),
	/** More than this leaves only from an account whose key a Ledger holds. */
	z.strictObject({ ...common, kind: z.literal("ledger_above"), asset, above: amount }),
	z.strictObject({ ...common, kind: z.literal("simulated") }),
	/** Through midnight where `from` is after `to`; a night belongs to the day on which it begins. Sunday is 0. */
	z.strictObject({
		...common,
		kind: z.literal("hours"),
		from: minute.max(1439),
		to: minute,
		days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
	}),
	/** Nothing of the apps in its scope is approved. */
	z.strictObject({ ...common, kind: z.literal("blocked_app") }),
	/** Nothing goes to these, they are allowed nothing, and nothing of theirs is called. */
	z.strictObject({ ...common, kind: z.literal("blocked_recipient"), addresses }),
]);
export type Rule = z.infer<typeof anyRule>;
/** As it is written down and passed between windows: amounts as digits. */
export type RuleText = z.input<typeof anyRule>;

const isEvm = (chain: string) => /^[0-9]+$/.test(chain);

/** One unit must mean the same on every chain of the rule, so that a limit in ETH is never read as one in SOL. */
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

/** All rules, in the user's order. What is wrong with one is told as the issue's parameter `told`. */
export const ruleList = z
	.array(ruleSchema)
	.max(100)
	.refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, {
		message: SAME_ID.code,
		params: { told: SAME_ID },
	});

const document = z.strictObject({ format: z.literal(1), rules: ruleList });

/**
 * As kept: rules in order, or that they can't be read, which refuses everything. `changed`: somebody else changed
 * them; `locked`: whether somebody did is not known before the vault is open; `older_journal`: a journal that this version
 * can't read may hold what was approved.
 */
export type RulesKept =
	| { readonly ok: true; readonly rules: readonly Rule[] }
	| { readonly ok: false; readonly why?: "changed" | "locked" | "older_journal" };

/** @param text as saved last; null where none ever was */
export function readRules(text: string | null): RulesKept {
	if (text === null) return { ok: true, rules: [] };
	try {
		const read = document.safeParse(JSON.parse(text));
		return read.success ? { ok: true, rules: read.data.rules } : { ok: false };
	} catch {
		return { ok: false };
	}
}

/** A rule with its amounts as digits. */
export function ruleText(rule: Rule): RuleText {
	if ("most" in rule) return { ...rule, most: rule.most.toString() };
	if ("above" in rule) return { ...rule, above: rule.above.toString() };
	return rule;
}

export function writeRules(rules: readonly Rule[]): string {
	return JSON.stringify({ format: 1, rules: rules.map(ruleText) });
}

/** Whose request it is, by what is frozen. */
export interface PolicyRequest {
	readonly account: string;
	/** Empty for what names no chain. */
	readonly chainRef: string;
	/** In lower case; null where not every part of it says of which app it is. */
	readonly apps: readonly string[] | null;
	/** The key of the account is on a Ledger, and on no disk. */
	readonly onLedger: boolean;
	/** A cancellation or revocation of the user's own: only its fee leaves, which the match proves. */
	readonly takesBack: boolean;
	/** The nonce that it takes in place of another transaction of ours; null for everything else. */
	readonly instead: bigint | null;
}

/** The rules as they stand for one request, with what they count. */
export interface PolicyStanding {
	readonly kept: RulesKept;
	/** null where nothing is frozen, so that there is nothing to approve. */
	readonly request: PolicyRequest | null;
	/** The user's own accounts: money may go from one to another. */
	readonly accounts: readonly string[];
	/** Addresses of the address book; null where it can't be read. */
	readonly contacts: readonly string[] | null;
	readonly moment: LocalMoment;
	/**
	 * What the account spent within the last day on a chain, the request's own where none is named, read from the journal
	 * when it is asked. Throws a StorageError.
	 */
	readonly spent: (chainRef?: string) => SpendTotals;
	/** For rules about worth. */
	readonly prices: RulePrices;
	/**
	 * What the user allows once, by their password: just these refusals, as they were shown. Anything else that refuses,
	 * and any other word of one of them, makes it void.
	 */
	readonly exception?: readonly RuleRefusal[];
}

export const NO_RULES: PolicyStanding = {
	kept: { ok: true, rules: [] },
	request: null,
	accounts: [],
	contacts: [],
	moment: momentAt(0, "UTC"),
	spent: () => NO_SPENDS,
	prices: () => ({ kind: "unknown" }),
};

export interface RuleRefusal {
	/** Empty where it is of no rule: they can't be read, or the request is nobody's. Nothing lifts that. */
	readonly ruleId: string;
	/** The user's own words for the rule. */
	readonly rule: string;
	/** It names the rule, and says what to do. */
	readonly text: Message;
	/** It may go away without a change of the request or the rules. */
	readonly passing: boolean;
	/** The rules are sealed with the vault, which was not unlocked since the start. */
	readonly isLocked?: true;
}
