import { sameKey } from "./rule-address.ts";
import type { LegFacts } from "./rule-facts.ts";
import { withinHours } from "./rule-hours.ts";
import { needsLedger, overDay, overOnce } from "./rule-spending.ts";
import { hoursWords } from "./rule-words.ts";
import type { PolicyRequest, PolicyStanding, Rule, RuleRefusal, RuleScope } from "./rules.ts";
import { addSpends, type SpendTotals } from "./spends.ts";

/** Holds a request against every rule that applies: each must pass, and what can't be known does not pass. */

interface Case {
	readonly request: PolicyRequest;
	readonly standing: PolicyStanding;
	readonly legs: readonly LegFacts[];
	/** Of all legs together. */
	readonly spends: SpendTotals;
}

interface Objection {
	/** What follows “Your rule “…” stops this: ”. */
	readonly words: string;
	readonly passing: boolean;
}

const lasting = (words: string | null): Objection | null =>
	words === null ? null : { words, passing: false };

const UNKNOWN = "neither our own decoding nor your own simulation tells all that it does.";

/**
 * A request that names no chain, or doesn't say of each part which app it is of, may be of any: a rule for some
 * chains or apps holds for it too.
 */
export function appliesTo({ accounts, apps, chains }: RuleScope, request: PolicyRequest): boolean {
	const ofAccount = accounts === "all" || accounts.some((each) => sameKey(each, request.account));
	const ofChain = chains === "all" || request.chainRef === "" || chains.includes(request.chainRef);
	const ofApp = apps === "all" || request.apps === null || request.apps.some((app) => apps.includes(app));
	return ofAccount && ofChain && ofApp;
}

function recipientFault(rule: Extract<Rule, { kind: "recipients" }>, one: Case): string | null {
	const { contacts, accounts } = one.standing;
	if (rule.contacts && contacts === null) return "your address book can't be read.";
	if (one.legs.some(({ known, recipients }) => !known || recipients === null))
		return `who gets what leaves is not known: ${UNKNOWN}`;
	const allowed = [...rule.addresses, ...accounts, ...(rule.contacts ? (contacts ?? []) : [])];
	const stranger = one.legs
		.flatMap(({ recipients }) => recipients ?? [])
		.find((recipient) => !allowed.some((each) => sameKey(each, recipient)));
	return stranger === undefined ? null : `${stranger} would get something, and is not one of its recipients.`;
}

function contractFault(rule: Extract<Rule, { kind: "contracts" }>, { legs }: Case): string | null {
	if (legs.some(({ contracts }) => contracts === null)) return "which contracts it speaks to is not known.";
	const stranger = legs
		.flatMap(({ contracts }) => contracts ?? [])
		.find((called) => !rule.addresses.some((each) => sameKey(each, called)));
	return stranger === undefined ? null : `it calls ${stranger}, which is not one of its contracts.`;
}

function spenderFault(rule: Extract<Rule, { kind: "spenders" }>, one: Case): string | null {
	const { contacts } = one.standing;
	if (rule.contacts && contacts === null) return "your address book can't be read.";
	if (one.legs.some(({ known }) => !known)) return `which permissions it gives is not known: ${UNKNOWN}`;
	const allowed = [...rule.addresses, ...(rule.contacts ? (contacts ?? []) : [])];
	const stranger = one.legs
		.flatMap(({ grants }) => grants)
		.find(({ spender }) => !allowed.some((each) => sameKey(each, spender)));
	return stranger === undefined
		? null
		: `it gives a permission to ${stranger.spender}, which is not one of those that may have one.`;
}

function unlimitedFault({ legs }: Case): string | null {
	if (legs.some(({ known }) => !known)) return `which permissions it gives is not known: ${UNKNOWN}`;
	const grant = legs.flatMap(({ grants }) => grants).find(({ unlimited }) => unlimited);
	return grant === undefined
		? null
		: `it gives ${grant.spender} a permission over ${grant.token} without a limit.`;
}

function simulationFault({ legs }: Case): Objection | null {
	const against = legs.find(({ simulated }) => simulated === "differs" || simulated === "not");
	if (against === undefined) return null;
	return against.simulated === "not"
		? { words: "your own simulation has not shown what it does.", passing: true }
		: { words: "your own simulation does not agree with what the service declares.", passing: true };
}

function objectionOf(rule: Rule, one: Case): Objection | null {
	const { standing, spends, request } = one;
	switch (rule.kind) {
		case "spend_once":
			return lasting(overOnce(spends, rule.asset, rule.most));
		case "spend_day":
			return overDay(spends, standing.spent, rule.asset, rule.most);
		case "recipients":
			return lasting(recipientFault(rule, one));
		case "contracts":
			return lasting(contractFault(rule, one));
		case "spenders":
			return lasting(spenderFault(rule, one));
		case "no_unlimited":
			return lasting(unlimitedFault(one));
		case "ledger_above":
			return request.onLedger ? null : lasting(needsLedger(spends, rule.asset, rule.above));
		case "simulated":
			return simulationFault(one);
		case "hours":
			return withinHours(rule, standing.moment)
				? null
				: {
						words: `it allows approvals only ${hoursWords(rule)} (${standing.moment.timeZone}).`,
						passing: true,
					};
		case "blocked_app":
			return lasting(
				request.apps === null
					? "it blocks an app, and this request doesn't say of which app it is."
					: "it blocks this app.",
			);
	}
}

/** What the person can do. Time alone lets a day or an hour pass. */
function nextOf({ kind }: Rule, { passing }: Objection): string {
	const wait = passing && (kind === "spend_day" || kind === "hours");
	return `You can ${wait ? "wait, " : ""}change the rule in Settings → Signing → Rules, or reject the request.`;
}

const UNREADABLE: RuleRefusal = {
	ruleId: "",
	words:
		"Your rules can't be read, so nothing is approved. Open Settings → Signing → Rules to write them anew; that takes your password.",
	passing: false,
};

const NOBODYS: RuleRefusal = {
	ruleId: "",
	words: "Whose request this is can't be told, so your rules can't be held against it. Reject the request.",
	passing: true,
};

/**
 * Every rule that stands against it, in the person's order. A cancellation or revocation of their own takes nothing
 * but its fee, and is not refused by any; its fee counts into the day.
 */
export function refusalsOf(standing: PolicyStanding, legs: readonly LegFacts[]): readonly RuleRefusal[] {
	const { kept, request } = standing;
	if (!kept.ok) return [UNREADABLE];
	if (request === null) return kept.rules.length > 0 && legs.length > 0 ? [NOBODYS] : [];
	if (request.takesBack) return [];
	const one: Case = { request, standing, legs, spends: addSpends(legs.map((leg) => leg.spends)) };
	return kept.rules.flatMap((rule) => {
		const found = appliesTo(rule.scope, request) ? objectionOf(rule, one) : null;
		if (found === null) return [];
		return [
			{
				ruleId: rule.id,
				words: `Your rule “${rule.name}” stops this: ${found.words} ${nextOf(rule, found)}`,
				passing: found.passing,
			},
		];
	});
}
