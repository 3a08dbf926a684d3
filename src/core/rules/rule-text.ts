import { byKind } from "../by-kind.ts";
import { dollars } from "../fiat/price.ts";
import { roundedText } from "../format/amount.ts";
import { type Message, message, type Param } from "../localized-text.ts";
import type { Hours } from "./rule-hours.ts";
import type { Rule, RuleAsset, RuleScope } from "./rules.ts";

export interface RuleNames {
	readonly address: (address: string) => string;
	readonly chain: (chainRef: string) => string;
	readonly agent: (agentId: string) => string;
}

export function unitsText(raw: bigint, decimals: number): string {
	const digits = raw.toString().padStart(decimals + 1, "0");
	const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
	const fraction = decimals === 0 ? "" : digits.slice(-decimals).replace(/0+$/, "");
	return fraction === "" ? whole : `${whole}.${fraction}`;
}

export const amountOf = (raw: bigint, asset: RuleAsset): Message =>
	withSymbol(unitsText(raw, asset.decimals), asset);

/** Rounds up, so that an amount above the limit is never displayed as the limit. */
export const spentText = (raw: bigint, asset: RuleAsset): Message =>
	withSymbol(roundedText(raw, asset.decimals, "up"), asset);

function withSymbol(amount: string, { symbol }: RuleAsset): Message {
	return symbol === ""
		? message("rule.amount.units", { amount })
		: message("rule.amount", { amount, symbol });
}

function oneOf(names: readonly Param[]): Param {
	const [first = "", second, third, fourth] = names;
	if (second === undefined) return first;
	if (third === undefined) return message("rule.one-of.two", { first, second });
	if (fourth === undefined) return message("rule.one-of.three", { first, second, third });
	return names.length > 4
		? message("rule.one-of.more", { first, second, third, count: names.length - 3 })
		: message("rule.one-of.four", { first, second, third, fourth });
}

function scopeText({ accounts, agents, apps, chains }: RuleScope, names: RuleNames): Message {
	return message("rule.where", {
		ofAccounts: accounts !== "all",
		accounts: accounts === "all" ? "" : oneOf(accounts.map(names.address)),
		ofChains: chains !== "all",
		chains: chains === "all" ? "" : oneOf(chains.map(names.chain)),
		ofApps: apps !== "all",
		apps: apps === "all" ? "" : oneOf(apps),
		ofAgents: agents !== "all",
		agents: agents === "all" ? "" : oneOf(agents.map(names.agent)),
	});
}

const clock = (minute: number) =>
	`${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

const DAY_NAMES: readonly Message[] = [
	message("rule.day.sunday"),
	message("rule.day.monday"),
	message("rule.day.tuesday"),
	message("rule.day.wednesday"),
	message("rule.day.thursday"),
	message("rule.day.friday"),
	message("rule.day.saturday"),
];

function daysText(days: readonly number[]): Param {
	const set = [...new Set(days)].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
	if (set.length === 7) return message("rule.days.all");
	if (set.join() === "1,2,3,4,5") return message("rule.days.week");
	if (set.join() === "6,0") return message("rule.days.weekend");
	const names = set.map((day) => DAY_NAMES[day] ?? "");
	const [first = "", second = "", third = ""] = names;
	return names.length > 4
		? message("rule.days.more", { first, second, third, count: names.length - 3 })
		: names;
}

export function hoursText({ from, to, days }: Hours): Message {
	return message("rule.hours", {
		from: clock(from),
		to: clock(to),
		overnight: from > to,
		days: daysText(days),
	});
}

interface AddressListing {
	readonly addresses: readonly string[];
	readonly contacts?: boolean;
}

function listText(
	{ addresses, contacts }: AddressListing,
	names: RuleNames,
	always: readonly Message[],
): Param {
	const named: readonly Param[] =
		addresses.length > 3
			? [message("rule.addresses", { count: addresses.length })]
			: addresses.map(names.address);
	return oneOf([...(contacts === true ? [message("rule.your-contacts")] : []), ...named, ...always]);
}

export function ruleSentence(rule: Rule, names: RuleNames): Message {
	const where = scopeText(rule.scope, names);
	return byKind(rule, {
		spend_once: (rule) => message("rule.spend-once", { amount: amountOf(rule.most, rule.asset), where }),
		spend_day: (rule) => message("rule.spend-day", { amount: amountOf(rule.most, rule.asset), where }),
		worth_once: (rule) => message("rule.spend-once", { amount: dollars(rule.most), where }),
		worth_day: (rule) => message("rule.worth-day", { amount: dollars(rule.most), where }),
		recipients: (rule) =>
			message("rule.recipients", {
				whom: listText(rule, names, [message("rule.your-accounts")]),
				where,
			}),
		contracts: (rule) =>
			rule.addresses.length === 0
				? message("rule.contracts.none", { where })
				: message("rule.contracts", { which: listText(rule, names, []), where }),
		spenders: (rule) =>
			rule.addresses.length === 0 && !rule.contacts
				? message("rule.spenders.none", { where })
				: message("rule.spenders", { whom: listText(rule, names, []), where }),
		no_unlimited: () => message("rule.no-unlimited", { where }),
		ledger_above: (rule) => message("rule.ledger-above", { amount: amountOf(rule.above, rule.asset), where }),
		simulated: () => message("rule.simulated", { where }),
		hours: (rule) => message("rule.only-hours", { hours: hoursText(rule), where }),
		blocked_app: () => message("rule.blocked-app", { where }),
		blocked_recipient: (rule) =>
			message("rule.blocked-recipient", { whom: listText(rule, names, []), where }),
	});
}
