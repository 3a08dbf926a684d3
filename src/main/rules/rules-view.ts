import { nativeOf } from "../../core/chain/names.ts";
import { feedFor } from "../../core/fiat/feeds.ts";
import { plain } from "../../core/format/plain.ts";
import { type Message, message } from "../../core/localized-text.ts";
import { asStrict } from "../../core/rules/loosening.ts";
import type { Doubts } from "../../core/rules/protected-state.ts";
import type { DayBudget } from "../../core/rules/rule-spending.ts";
import { type RuleNames, ruleSentence } from "../../core/rules/rule-text.ts";
import { type Rule, readRules, ruleText, type StoredRules } from "../../core/rules/rules.ts";
import type { RuleRow, RulesView } from "../../ipc/rules.ts";
import type { Contacts } from "../address-book/contacts.ts";
import type { Integrity } from "../integrity/integrity.ts";
import type { Networks } from "../networks/networks.ts";
import type { AgentStore } from "../storage/agent-store.ts";
import { readOr } from "../storage/database.ts";
import { addressView } from "../views/addresses.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { storedRulesOf } from "./policy-context.ts";
import { ruleNames } from "./rule-changes.ts";
import type { Rules } from "./rules.ts";
import type { RulesStore } from "./rules-store.ts";

function lostRules(before: StoredRules, now: StoredRules, names: RuleNames): readonly Message[] {
	if (!before.ok) return [message("guard.rules-unknown")];
	return before.rules
		.filter((rule) => now.ok && !now.rules.some((each) => asStrict(rule, each)))
		.map((rule) => message("rule.gone-or-looser", { name: rule.name, sentence: ruleSentence(rule, names) }));
}

const few = (items: readonly string[]): string | Message =>
	items.length <= 5
		? items.join(", ")
		: message("guard.few.more", { items: items.slice(0, 5).join(", "), count: items.length - 5 });

function changedOutside(doubts: Doubts, names: RuleNames): readonly Message[] {
	const addresses = (list: readonly string[]) => few(list.map((each) => plain(each)));
	const { agents, chains, blindSigning, accounts, contacts, doors, names: named } = doubts;
	return [
		...(chains.length > 0 ? [message("guard.chains", { chains: few(chains.map(names.chain)) })] : []),
		...(blindSigning ? [message("guard.blind-signing")] : []),
		...(accounts.length > 0 ? [message("guard.accounts", { addresses: addresses(accounts) })] : []),
		...(contacts.length > 0 ? [message("guard.contacts", { addresses: addresses(contacts) })] : []),
		...(agents.length > 0 ? [message("guard.agents", { names: few(agents.map(names.agent)) })] : []),
		...(doors.length > 0 ? [message("guard.doors")] : []),
		...(named.length > 0 ? [message("guard.names", { addresses: addresses(named) })] : []),
	];
}

function budgetView(budget: DayBudget | undefined): Pick<RuleRow, "budget"> {
	if (budget === undefined) return {};
	const { spent, most, part } = budget;
	return { budget: { spent, most, percent: part === null ? null : Math.ceil(part * 100) } };
}

export function rulesView(app: {
	readonly stores: {
		readonly rules: Pick<RulesStore, "latest" | "version">;
		readonly contacts: Pick<Contacts, "list">;
		readonly agents: Pick<AgentStore, "get" | "list">;
	};
	readonly networks: Pick<Networks, "chainSettings">;
	readonly wallet: { readonly accounts: Pick<Accounts, "list"> };
	readonly integrity: Pick<Integrity, "why" | "doubts" | "trusted">;
	readonly rules: Pick<Rules, "labels" | "dayBudgets" | "hasPassword">;
}): RulesView {
	const { integrity, rules, stores } = app;
	const stored = storedRulesOf(stores.rules);
	const labels = rules.labels();
	const chains = app.networks.chainSettings();
	const names = ruleNames(app, labels);
	const budgets = rules.dayBudgets();
	const row = (rule: Rule): RuleRow => ({
		rule: ruleText(rule),
		sentence: ruleSentence(rule, names),
		...budgetView(budgets.find(({ ruleId }) => ruleId === rule.id)),
	});
	const unconfirmed = (): readonly Message[] => {
		const doubts = integrity.doubts();
		const lost = () =>
			lostRules(readRules(integrity.trusted()?.rules ?? null), readRules(stores.rules.latest()), names);
		return [...(doubts.rules ? lost() : []), ...changedOutside(doubts, names)];
	};
	return {
		version: readOr(() => stores.rules.version(), 0),
		unconfirmed: readOr(unconfirmed, []),
		stopped: integrity.why() === "changed",
		readable: stored.ok,
		rules: stored.ok ? stored.rules.map(row) : [],
		accounts: app.wallet.accounts.list().map(({ address }) => addressView(address, labels)),
		chains: chains.map(({ chainId, name, family }) => ({
			ref: chainId,
			name: plain(name),
			family,
			priced: feedFor(chainId, "native") !== null,
			...nativeOf(chainId),
		})),
		agents: readOr(() => stores.agents.list().map(({ id, name }) => ({ id, name })), []),
		contacts: readOr(() => stores.contacts.list().length, 0),
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		hasPassword: rules.hasPassword(),
	};
}
