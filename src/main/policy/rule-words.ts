import type { Hours } from "./rule-hours.ts";
import type { Rule, RuleAsset, RuleScope } from "./rules.ts";

/** What a rule says, in one plain sentence. */

/** How people call what a rule names. */
export interface RuleNames {
	address(address: string): string;
	chain(chainRef: string): string;
}

/** Every digit, thousands grouped: "1,250.5". Rules are compared to the last digit, so none is cut. */
export function unitsText(raw: bigint, decimals: number): string {
	const digits = raw.toString().padStart(decimals + 1, "0");
	const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
	const fraction = decimals === 0 ? "" : digits.slice(-decimals).replace(/0+$/, "");
	return fraction === "" ? whole : `${whole}.${fraction}`;
}

export function amountOf(raw: bigint, { symbol, decimals }: RuleAsset): string {
	return `${unitsText(raw, decimals)} ${symbol === "" ? "units" : symbol}`;
}

/** "a, b or c"; of a long list only the first ones are named. */
function oneOf(words: readonly string[], last: "or" | "and" = "or"): string {
	const [first = "", ...others] = words;
	if (words.length > 4) return `${words.slice(0, 3).join(", ")} ${last} ${words.length - 3} more`;
	if (others.length === 0) return first;
	return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1) ?? ""}`;
}

/** Where a rule holds, as what follows in its sentence; empty where it holds everywhere. */
function scopeWords({ accounts, apps, chains }: RuleScope, names: RuleNames): string {
	const parts = [
		accounts === "all" ? "" : ` from ${oneOf(accounts.map(names.address))}`,
		chains === "all" ? "" : ` on ${oneOf(chains.map(names.chain))}`,
		apps === "all" ? "" : ` for ${oneOf(apps)}`,
	];
	return parts.join("");
}

const clock = (minute: number) =>
	`${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

const DAY_NAMES = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

function daysWords(days: readonly number[]): string {
	const set = [...new Set(days)].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
	if (set.length === 7) return "every day";
	if (set.join() === "1,2,3,4,5") return "Monday to Friday";
	if (set.join() === "6,0") return "Saturday and Sunday";
	return oneOf(
		set.map((day) => DAY_NAMES[day] ?? ""),
		"and",
	);
}

export function hoursWords({ from, to, days }: Hours): string {
	return `from ${clock(from)} to ${clock(to)}${from > to ? " the next day" : ""}, ${daysWords(days)}`;
}

const counted = (count: number) => (count === 1 ? "1 address" : `${count} addresses`);

interface Listed {
	readonly addresses: readonly string[];
	readonly contacts?: boolean;
}

/** Who is on a list, with whoever is on it always. */
function listWords({ addresses, contacts }: Listed, names: RuleNames, always: readonly string[]): string {
	const named = addresses.length > 3 ? [counted(addresses.length)] : addresses.map(names.address);
	return oneOf([...(contacts === true ? ["your contacts"] : []), ...named, ...always]);
}

/** One sentence, without the rule's own name. */
export function ruleSentence(rule: Rule, names: RuleNames): string {
	const where = scopeWords(rule.scope, names);
	switch (rule.kind) {
		case "spend_once":
			return `At most ${amountOf(rule.most, rule.asset)} in one transaction${where}.`;
		case "spend_day":
			return `At most ${amountOf(rule.most, rule.asset)} in 24 hours${where}, for each account and chain.`;
		case "recipients":
			return `Pays only ${listWords(rule, names, ["your own accounts"])}${where}.`;
		case "contracts":
			return rule.addresses.length === 0
				? `Calls no contract at all${where}.`
				: `Calls only ${listWords(rule, names, [])}${where}.`;
		case "spenders":
			return rule.addresses.length === 0 && !rule.contacts
				? `Gives permissions to nobody${where}.`
				: `Gives permissions only to ${listWords(rule, names, [])}${where}.`;
		case "no_unlimited":
			return `Never gives a permission without a limit${where}.`;
		case "ledger_above":
			return `More than ${amountOf(rule.above, rule.asset)} only with a Ledger${where}.`;
		case "simulated":
			return `Only where your own simulation agrees with the service${where}.`;
		case "hours":
			return `Only ${hoursWords(rule)}${where}.`;
		case "blocked_app":
			return `Nothing is approved${where}.`;
	}
}
