import { chainName, nativeOf } from "../../core/chain/names.ts";
import { plain } from "../../core/format/plain.ts";
import type { Labels } from "../../core/people/labels.ts";
import type { DayBudget } from "../../core/rules/day-budget.ts";
import { ruleSentence } from "../../core/rules/rule-text.ts";
import { type Rule, ruleText } from "../../core/rules/rules.ts";
import { feedFor } from "../../core/worth/feeds.ts";
import type { RuleRow, RulesView } from "../../ipc/rules.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { Contacts } from "../address-book/contacts.ts";
import type { Guard } from "../guard/guard.ts";
import { unconfirmedText } from "../guard/unconfirmed.ts";
import { StorageError } from "../storage/database.ts";
import { addressView } from "../views/addresses.ts";
import type { Accounts } from "../wallet/accounts.ts";
import type { VaultClient } from "../wallet/signers/vault/types.ts";
import { hasPassword } from "./password.ts";
import { rulesKept } from "./policy-standing.ts";
import type { RulesStore } from "./rules-store.ts";

/** What the trusted window shows of the user's rules. */

export interface RulesViewDeps {
	readonly rules: Pick<RulesStore, "latest" | "version">;
	readonly contacts: Pick<Contacts, "list">;
	readonly accounts: Pick<Accounts, "list">;
	readonly vault: Pick<VaultClient, "status">;
	readonly guard: Pick<Guard, "why" | "doubts" | "trusted">;
	/** The user's own names for addresses. */
	labels(): Labels;
	dayBudgets(): readonly DayBudget[];
	/** The chains that have an RPC. */
	chainSettings(): readonly ChainSetting[];
}

/** What a disk that can't be read leaves. */
export function orElse<T>(read: () => T, otherwise: T): T {
	try {
		return read();
	} catch (cause) {
		if (cause instanceof StorageError) return otherwise;
		throw cause;
	}
}

function budgetView(budget: DayBudget | undefined): Pick<RuleRow, "budget"> {
	if (budget === undefined) return {};
	const { spent, most, part } = budget;
	return { budget: { spent, most, percent: part === null ? null : Math.ceil(part * 100) } };
}

export function rulesView(deps: RulesViewDeps): RulesView {
	const kept = rulesKept(deps.rules);
	const labels = deps.labels();
	const chains = deps.chainSettings();
	const nameOfChain = (ref: string) => chains.find(({ chainId }) => chainId === ref)?.name ?? chainName(ref);
	const names = {
		address: (address: string) => {
			const { label, short } = addressView(address, labels);
			return label === null ? short : `${plain(label)} (${short})`;
		},
		chain: (ref: string) => plain(nameOfChain(ref)),
	};
	const budgets = deps.dayBudgets();
	const row = (rule: Rule): RuleRow => ({
		rule: ruleText(rule),
		sentence: ruleSentence(rule, names),
		...budgetView(budgets.find(({ ruleId }) => ruleId === rule.id)),
	});
	return {
		version: orElse(() => deps.rules.version(), 0),
		unconfirmed: orElse(() => unconfirmedText(deps, names), []),
		stopped: deps.guard.why() === "changed",
		readable: kept.ok,
		rules: kept.ok ? kept.rules.map(row) : [],
		accounts: deps.accounts.list().map(({ address }) => addressView(address, labels)),
		chains: chains.map(({ chainId, name, family }) => ({
			ref: chainId,
			name: plain(name),
			family,
			priced: feedFor(chainId, "native") !== null,
			...nativeOf(chainId),
		})),
		contacts: orElse(() => deps.contacts.list().length, 0),
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		hasPassword: hasPassword(deps),
	};
}
