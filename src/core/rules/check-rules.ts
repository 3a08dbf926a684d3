import { byKind } from "../by-kind.ts";
import { type Message, message, sameText } from "../localized-text.ts";
import { fiatRefusal } from "./fiat-rule.ts";
import { type ItemFacts, type RulePrices, sameKey } from "./rule-facts.ts";
import { withinHours } from "./rule-hours.ts";
import { exceedsDay, exceedsOnce, needsLedger } from "./rule-spending.ts";
import { hoursText } from "./rule-text.ts";
import {
	type PolicyContext,
	type PolicyRequest,
	type Rule,
	type RuleRefusal,
	type RuleScope,
	ruleSchema,
} from "./rules.ts";
import { addSpends, isCounted, type SpendTotals } from "./spends.ts";

interface Case {
	readonly request: PolicyRequest;
	readonly context: PolicyContext;
	readonly items: readonly ItemFacts[];
	readonly rules: readonly Rule[];
	readonly spends: SpendTotals;
}

interface RuleRejection {
	readonly text: Message;
	readonly passing: boolean;
}

const lasting = (text: Message | null): RuleRejection | null =>
	text === null ? null : { text, passing: false };

function appliesTo({ accounts, agents, apps, chains }: RuleScope, request: PolicyRequest): boolean {
	const ofAccount = accounts === "all" || accounts.some((each) => sameKey(each, request.account));
	const ofChain = chains === "all" || request.chainRef === "" || chains.includes(request.chainRef);
	const ofApp = apps === "all" || request.apps === null || request.apps.some((app) => apps.includes(app));
	const ofAgent = agents === "all" || (request.agent !== null && agents.includes(request.agent));
	return ofAccount && ofChain && ofApp && ofAgent;
}

function recipientFault(rule: Extract<Rule, { kind: "recipients" }>, one: Case): Message | null {
	const { contacts, accounts } = one.context;
	if (rule.contacts && contacts === null) return message("rule.fault.book-unreadable");
	if (one.items.some(({ known, recipients }) => !known || recipients === null))
		return message("rule.fault.recipients-unknown");
	const allowed = [...rule.addresses, ...accounts, ...(rule.contacts ? (contacts ?? []) : [])];
	const stranger = one.items
		.flatMap(({ recipients }) => recipients ?? [])
		.find((recipient) => !allowed.some((each) => sameKey(each, recipient)));
	return stranger === undefined ? null : message("rule.fault.recipient", { address: stranger });
}

function contractFault(rule: Extract<Rule, { kind: "contracts" }>, { items }: Case): Message | null {
	if (items.some(({ contracts }) => contracts === null)) return message("rule.fault.contracts-unknown");
	const stranger = items
		.flatMap(({ contracts }) => contracts ?? [])
		.find((called) => !rule.addresses.some((each) => sameKey(each, called)));
	return stranger === undefined ? null : message("rule.fault.contract", { address: stranger });
}

function spenderFault(rule: Extract<Rule, { kind: "spenders" }>, one: Case): Message | null {
	const { contacts } = one.context;
	if (rule.contacts && contacts === null) return message("rule.fault.book-unreadable");
	if (one.items.some(({ known }) => !known)) return message("rule.fault.permissions-unknown");
	const allowed = [...rule.addresses, ...(rule.contacts ? (contacts ?? []) : [])];
	const stranger = one.items
		.flatMap(({ grants }) => grants)
		.find(({ spender }) => !allowed.some((each) => sameKey(each, spender)));
	return stranger === undefined ? null : message("rule.fault.spender", { address: stranger.spender });
}

function blockedFault(rule: Extract<Rule, { kind: "blocked_recipient" }>, { items }: Case): Message | null {
	const blocked = items
		.flatMap(({ recipients, contracts, grants }) => [
			...(recipients ?? []),
			...grants.map(({ spender }) => spender),
			...(contracts ?? []),
		])
		.find((address) => rule.addresses.some((each) => sameKey(each, address)));
	if (blocked !== undefined) return message("rule.fault.recipient-blocked", { address: blocked });
	return items.some(({ known, recipients }) => !known || recipients === null)
		? message("rule.fault.recipients-unknown")
		: null;
}

function unlimitedFault({ items }: Case): Message | null {
	if (items.some(({ known }) => !known)) return message("rule.fault.permissions-unknown");
	const grant = items.flatMap(({ grants }) => grants).find(({ unlimited }) => unlimited);
	return grant === undefined
		? null
		: message("rule.fault.unlimited", { spender: grant.spender, token: grant.token });
}

function simulationFault({ items }: Case): RuleRejection | null {
	const item = items.find(
		({ simulated }) => simulated === "differs" || simulated === "not" || simulated === "undeclared",
	);
	if (item === undefined) return null;
	if (item.simulated === "undeclared") return lasting(message("rule.fault.not-declared"));
	return item.simulated === "not"
		? { text: message("rule.fault.not-simulated"), passing: true }
		: { text: message("rule.fault.simulation-differs"), passing: true };
}

/** A daily limit that already counts the larger allowance doesn't count the lower one as well. */
function spendsOfDay({ context, request, spends }: Case, { scope }: Rule): SpendTotals {
	const mayLower = request.lowers !== undefined || request.instead !== null;
	const covering = mayLower ? context.spent(undefined, scope.agents).covering : undefined;
	if (covering === undefined) return spends;
	const added = [...spends.amounts].filter(([asset, amount]) => !isCounted(covering, asset, amount));
	return { certain: spends.certain, amounts: new Map(added) };
}

function ruleRejectionOf(rule: Rule, one: Case): RuleRejection | null {
	const { context: policy, spends, request, rules } = one;
	return byKind(rule, {
		worth_once: (rule) => fiatRefusal(rule, spends, policy, rules),
		worth_day: (rule) => fiatRefusal(rule, spendsOfDay(one, rule), policy, rules),
		spend_once: (rule) => lasting(exceedsOnce(spends, rule.asset, rule.most)),
		spend_day: (rule) =>
			exceedsDay(
				spendsOfDay(one, rule),
				() => policy.spent(undefined, rule.scope.agents),
				rule.asset,
				rule.most,
			),
		recipients: (rule) => lasting(recipientFault(rule, one)),
		contracts: (rule) => lasting(contractFault(rule, one)),
		spenders: (rule) => lasting(spenderFault(rule, one)),
		no_unlimited: () => lasting(unlimitedFault(one)),
		ledger_above: (rule) => (request.onLedger ? null : lasting(needsLedger(spends, rule.asset, rule.above))),
		simulated: () => simulationFault(one),
		hours: (rule) =>
			withinHours(rule, policy.moment)
				? null
				: {
						text: message("rule.fault.hours", {
							hours: hoursText(rule),
							timeZone: policy.moment.timeZone,
						}),
						passing: true,
					},
		blocked_recipient: (rule) => lasting(blockedFault(rule, one)),
		blocked_app: () =>
			lasting(request.apps === null ? message("rule.fault.app-unknown") : message("rule.fault.app-blocked")),
	});
}

/** Waiting only helps with daily and hourly rules. */
const isWaitedFor = ({ kind }: Rule, { passing }: RuleRejection): boolean =>
	passing && (kind === "spend_day" || kind === "worth_day" || kind === "hours");

const UNREADABLE: RuleRefusal = {
	ruleId: "",
	rule: "",
	text: message("rule.unreadable"),
	passing: false,
};

const CHANGED: RuleRefusal = {
	ruleId: "",
	rule: "",
	text: message("rule.changed-outside"),
	passing: false,
};

const LOCKED: RuleRefusal = {
	ruleId: "",
	rule: "",
	text: message("rule.not-looked-at"),
	passing: true,
	isLocked: true,
};

const OLDER_JOURNAL: RuleRefusal = {
	ruleId: "",
	rule: "",
	text: message("against.older-journal"),
	passing: false,
};

const REFUSAL_OF = {
	changed: CHANGED,
	locked: LOCKED,
	older_journal: OLDER_JOURNAL,
	unreadable: UNREADABLE,
} as const;

const NOBODYS: RuleRefusal = {
	ruleId: "",
	rule: "",
	text: message("rule.nobodys-request"),
	passing: true,
};

/** Suggests rejecting only others' requests. A full revocation passes every rule, so it never gets here. */
function stopText(
	request: PolicyRequest,
	params: { name: string; fault: Message; waiting: boolean },
): Message {
	if (request.lowers !== undefined) return message("rule.stops.lowers", params);
	return message(request.isOwn === true ? "rule.stops.own" : "rule.stops", params);
}

function stoppedBy(rule: Rule, one: Case): RuleRefusal | null {
	const found = appliesTo(rule.scope, one.request) ? ruleRejectionOf(rule, one) : null;
	if (found === null) return null;
	return {
		ruleId: rule.id,
		rule: rule.name,
		text: stopText(one.request, {
			name: rule.name,
			fault: found.text,
			waiting: isWaitedFor(rule, found),
		}),
		passing: found.passing,
	};
}

function caseOf(policy: PolicyContext, rules: readonly Rule[], items: readonly ItemFacts[]): Case | null {
	const { request } = policy;
	if (request === null || request.onlyCostsFee) return null;
	return {
		request,
		context: policy,
		items,
		rules,
		spends: addSpends(items.map((item) => item.spends)),
	};
}

function everyRefusal(policy: PolicyContext, items: readonly ItemFacts[]): readonly RuleRefusal[] {
	const { stored, request } = policy;
	if (!stored.ok) return [REFUSAL_OF[stored.why ?? "unreadable"]];
	if (request === null) return stored.rules.length > 0 && items.length > 0 ? [NOBODYS] : [];
	const one = caseOf(policy, stored.rules, items);
	if (one === null) return [];
	return stored.rules.flatMap((rule) => stoppedBy(rule, one) ?? []);
}

/** Compares rules and texts, so an additional or more severe refusal counts as different. */
export const sameRefusals = (left: readonly RuleRefusal[], right: readonly RuleRefusal[]): boolean =>
	left.length === right.length &&
	left.every(({ ruleId, text }, at) => {
		const other = right[at];
		return other !== undefined && other.ruleId === ruleId && sameText(other.text, text);
	});

/** Unreadable rules and requests without an owner can't be overridden. */
export const areLiftable = (refusals: readonly RuleRefusal[]): boolean =>
	refusals.length > 0 && refusals.every(({ ruleId }) => ruleId !== "");

export interface Judgement {
	readonly refusals: readonly RuleRefusal[];
	readonly setAside: readonly RuleRefusal[];
}

/**
 * Evaluates all rules. The user's own cancellations and revocations always pass, but their fees count towards
 * the day's spending.
 */
export function judge(policy: PolicyContext, items: readonly ItemFacts[]): Judgement {
	const refusals = everyRefusal(policy, items);
	const { exception } = policy;
	return exception !== undefined && areLiftable(refusals) && sameRefusals(refusals, exception)
		? { refusals: [], setAside: refusals }
		: { refusals, setAside: [] };
}

export const refusalsOf = (policy: PolicyContext, items: readonly ItemFacts[]): readonly RuleRefusal[] =>
	judge(policy, items).refusals;

export function refusalBy(
	rule: Rule,
	policy: PolicyContext,
	items: readonly ItemFacts[],
): RuleRefusal | null {
	if (policy.request === null) return NOBODYS;
	const one = caseOf(policy, policy.stored.ok ? policy.stored.rules : [rule], items);
	return one === null ? null : stoppedBy(rule, one);
}

const keyOf = (app: string): string => app.trim().toLowerCase();

export function blockedApps(rules: readonly Rule[]): ReadonlySet<string> {
	return new Set(
		rules.flatMap(({ kind, scope: { accounts, agents, apps, chains } }) =>
			kind === "blocked_app" && accounts === "all" && chains === "all" && agents === "all" && apps !== "all"
				? apps
				: [],
		),
	);
}

export function ruleBlocking(app: string, id: string, name: string): Rule | null {
	const scope = { accounts: "all", agents: "all", apps: [app], chains: "all" };
	const read = ruleSchema.safeParse({ kind: "blocked_app", id, name, scope });
	return read.success ? read.data : null;
}

export const isBlocked = (rules: readonly Rule[], app: string): boolean => blockedApps(rules).has(keyOf(app));

type RecipientRule = Extract<Rule, { kind: "blocked_recipient" }>;

const isEverywhere = ({ scope: { accounts, agents, apps, chains } }: Rule): boolean =>
	accounts === "all" && agents === "all" && apps === "all" && chains === "all";

const recipientRules = (rules: readonly Rule[]): readonly RecipientRule[] =>
	rules.filter((rule) => rule.kind === "blocked_recipient").filter(isEverywhere);

const MAX_OF_RULE = 500;

export const isRecipientBlocked = (rules: readonly Rule[], address: string): boolean =>
	recipientRules(rules).some(({ addresses }) => addresses.some((each) => sameKey(each, address)));

export function withRecipientBlocked(
	rules: readonly Rule[],
	address: string,
	id: string,
	name: string,
): readonly Rule[] {
	const first = recipientRules(rules).find(({ addresses }) => addresses.length < MAX_OF_RULE);
	if (first !== undefined)
		return rules.map((rule) =>
			rule === first ? { ...first, addresses: [...first.addresses, address] } : rule,
		);
	const scope = { accounts: "all", agents: "all", apps: "all", chains: "all" } as const;
	return [...rules, { kind: "blocked_recipient", id, name, scope, addresses: [address] }];
}

export interface PastRequest {
	readonly id: string;
	readonly context: Omit<PolicyContext, "stored">;
	readonly items: readonly ItemFacts[];
	readonly recorded: ReadonlySet<keyof ItemFacts>;
}

interface WouldStop {
	readonly id: string;
	readonly certain: boolean;
	readonly text: Message;
}

const FACTS_READ: Readonly<Record<Rule["kind"], readonly (keyof ItemFacts)[]>> = {
	spend_once: ["spends"],
	spend_day: ["spends"],
	worth_once: ["spends"],
	worth_day: ["spends"],
	ledger_above: ["spends"],
	recipients: ["known", "recipients"],
	contracts: ["contracts"],
	spenders: ["known", "grants"],
	no_unlimited: ["known", "grants"],
	simulated: ["simulated"],
	hours: [],
	blocked_app: [],
	blocked_recipient: ["known", "recipients", "contracts", "grants"],
};

function watched(prices: RulePrices): { readonly prices: RulePrices; missing: boolean } {
	const seen = {
		missing: false,
		prices: (chainRef: string, asset: string) => {
			const found = prices(chainRef, asset);
			if (found.kind === "unknown" || found.kind === "differs") seen.missing = true;
			return found;
		},
	};
	return seen;
}

/**
 * Finds past requests that a rule would have stopped, for display only. The result is marked as uncertain if the
 * rule only refuses because a fact wasn't recorded. `rules` is the complete list that will be saved, because
 * `rule` may depend on another rule.
 */
export function wouldStop(
	rules: readonly Rule[],
	rule: Rule,
	past: readonly PastRequest[],
): readonly WouldStop[] {
	return past.flatMap(({ id, context: policy, items, recorded }) => {
		const asked = watched(policy.prices);
		const stored = { ok: true, rules } as const;
		const refusal = refusalBy(rule, { ...policy, prices: asked.prices, stored }, items);
		if (refusal === null) return [];
		const isRecorded = policy.request !== null && FACTS_READ[rule.kind].every((fact) => recorded.has(fact));
		return [{ id, certain: isRecorded && !asked.missing, text: refusal.text }];
	});
}
