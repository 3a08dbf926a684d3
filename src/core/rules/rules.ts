import { z } from "zod";
import type { SetAllowance } from "../decoded-transaction/set-allowance.ts";
import { MAX_APP_NAME } from "../identities/labels.ts";
import { type Message, message } from "../localized-text.ts";
import { addressKey, type RulePrices } from "./rule-facts.ts";
import { type LocalMoment, momentAt } from "./rule-hours.ts";
import { NO_SPENDS, type SpendTotals } from "./spends.ts";

/** The user's rules. A rule can only refuse a request. */

const ADDRESS = /^(?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;
const address = z.string().regex(ADDRESS).transform(addressKey);
const addresses = z.array(address).max(500);
const chainRef = z.string().regex(/^(?:[1-9][0-9]{0,15}|mainnet-beta|devnet|testnet|localnet)$/);
const appName = z
	.string()
	.trim()
	.min(1)
	.max(MAX_APP_NAME)
	.transform((name) => name.toLowerCase());

/** The ID that main uses for an agent on this computer. */
const agentId = z.string().min(1).max(64);

const some = <Item extends z.ZodType>(item: Item) =>
	z.union([z.literal("all"), z.array(item).min(1).max(100)]);

const ruleScope = z.strictObject({
	accounts: some(address),
	/** A rule for specific apps also applies to requests that don't name an app. */
	apps: some(appName),
	chains: some(chainRef),
	/** A rule for specific agents only applies to their proposals. */
	agents: some(agentId).default("all"),
});
export type RuleScope = z.infer<typeof ruleScope>;

const asset = z.strictObject({
	address: z.union([z.literal("native"), address]),
	symbol: z.string().max(40),
	decimals: z.number().int().min(0).max(255),
});
export type RuleAsset = z.infer<typeof asset>;

const amount = z
	.string()
	.regex(/^(?:0|[1-9][0-9]{0,77})$/)
	.transform((digits) => BigInt(digits));

const common = {
	id: z.string().min(1).max(64),
	name: z.string().trim().min(1).max(80),
	scope: ruleScope,
};

/** Requires a list of chains, because only some have price feeds. */
const pricedScope = ruleScope.extend({ chains: z.array(chainRef).min(1).max(100) });

const minute = z.number().int().min(0).max(1440);

const anyRule = z.discriminatedUnion("kind", [
	z.strictObject({ ...common, kind: z.literal("spend_once"), asset, most: amount }),
	z.strictObject({ ...common, kind: z.literal("spend_day"), asset, most: amount }),
	z.strictObject({ ...common, kind: z.literal("worth_once"), scope: pricedScope, most: amount }),
	z.strictObject({ ...common, kind: z.literal("worth_day"), scope: pricedScope, most: amount }),
	z.strictObject({ ...common, kind: z.literal("recipients"), addresses, contacts: z.boolean() }),
	z.strictObject({ ...common, kind: z.literal("contracts"), addresses }),
	z.strictObject({ ...common, kind: z.literal("spenders"), addresses, contacts: z.boolean() }),
	z.strictObject({ ...common, kind: z.literal("no_unlimited") }),
	z.strictObject({ ...common, kind: z.literal("ledger_above"), asset, above: amount }),
	z.strictObject({ ...common, kind: z.literal("simulated") }),
	/**
	 * The period spans midnight if `from` is later than `to`, and the night belongs to the day it starts on.
	 * 0 is Sunday.
	 */
	z.strictObject({
		...common,
		kind: z.literal("hours"),
		from: minute.max(1439),
		to: minute,
		days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
	}),
	z.strictObject({ ...common, kind: z.literal("blocked_app") }),
	z.strictObject({ ...common, kind: z.literal("blocked_recipient"), addresses }),
]);
export type Rule = z.infer<typeof anyRule>;
export type RuleText = z.input<typeof anyRule>;

const isEvm = (chain: string) => /^[0-9]+$/.test(chain);

/**
 * The unit must have the same meaning on every chain in the rule, so that a limit in ETH never applies to
 * SOL.
 */
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

/** The `told` parameter of an issue is the message shown to the user. */
export const ruleList = z
	.array(ruleSchema)
	.max(100)
	.refine((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, {
		message: SAME_ID.code,
		params: { told: SAME_ID },
	});

const document = z.strictObject({ format: z.literal(1), rules: ruleList });

/**
 * Stored rules, or why they can't be read, in which case everything is refused. `changed`: another program
 * changed them. `locked`: they are unknown until the vault is unlocked. `older_journal`: the journal has an
 * unknown format and may contain approvals.
 */
export type StoredRules =
	| { readonly ok: true; readonly rules: readonly Rule[] }
	| { readonly ok: false; readonly why?: "changed" | "locked" | "older_journal" };

export function readRules(text: string | null): StoredRules {
	if (text === null) return { ok: true, rules: [] };
	try {
		const read = document.safeParse(JSON.parse(text));
		return read.success ? { ok: true, rules: read.data.rules } : { ok: false };
	} catch {
		return { ok: false };
	}
}

export function ruleText(rule: Rule): RuleText {
	if ("most" in rule) return { ...rule, most: rule.most.toString() };
	if ("above" in rule) return { ...rule, above: rule.above.toString() };
	return rule;
}

export function writeRules(rules: readonly Rule[]): string {
	return JSON.stringify({ format: 1, rules: rules.map(ruleText) });
}

export interface PolicyRequest {
	readonly account: string;
	readonly chainRef: string;
	readonly apps: readonly string[] | null;
	/** Agent on this computer that proposed the request. `null` for other requests. */
	readonly agent: string | null;
	readonly onLedger: boolean;
	/** A cancellation or revocation by the user. The match guarantees that it only costs its fee. */
	readonly onlyCostsFee: boolean;
	readonly instead: bigint | null;
	/**
	 * Set for a request that the user started themselves. If a rule rejects it, there is no one to notify.
	 */
	readonly isOwn?: true;
	/** Allowance that the user lowers in this request. Not set for other requests. */
	readonly lowers?: SetAllowance;
}

export interface PolicyContext {
	readonly stored: StoredRules;
	readonly request: PolicyRequest | null;
	readonly accounts: readonly string[];
	readonly contacts: readonly string[] | null;
	readonly moment: LocalMoment;
	/**
	 * Returns the account's spending in the last 24 hours according to the journal. Uses the request's chain
	 * by default.
	 * @throws StorageError
	 */
	readonly spent: (chainRef?: string, agents?: RuleScope["agents"]) => SpendTotals;
	readonly prices: RulePrices;
	/**
	 * Refusals that the user overrode once with the password. They are invalid if a refusal is added or its
	 * text changes.
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
	/** Empty if no rule caused the refusal, because the rules are unreadable or the request has no owner. */
	readonly ruleId: string;
	readonly rule: string;
	readonly text: Message;
	/** The refusal may disappear without a change to the request or the rules. */
	readonly passing: boolean;
	readonly isLocked?: true;
}

export const within = (inner: readonly string[], outer: readonly string[]): boolean =>
	inner.every((each) => outer.includes(each));

function covers(after: "all" | readonly string[], before: "all" | readonly string[]): boolean {
	return after === "all" || (before !== "all" && within(before, after));
}

export const coversScope = (after: RuleScope, before: RuleScope): boolean =>
	covers(after.accounts, before.accounts) &&
	covers(after.apps, before.apps) &&
	covers(after.chains, before.chains) &&
	covers(after.agents, before.agents);
