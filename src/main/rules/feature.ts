import type { DatabaseSync } from "node:sqlite";
import type { Frozen } from "../../core/match/frozen.ts";
import type { Text } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import { blockedApps } from "../../core/rules/blocking.ts";
import type { DayBudget } from "../../core/rules/day-budget.ts";
import { countsInWorth } from "../../core/rules/rule-worth.ts";
import type { PolicyStanding, RulesKept } from "../../core/rules/rules.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import { type Contacts, createContacts } from "../address-book/contacts.ts";
import { labelsOf } from "../address-book/stored-labels.ts";
import { createGuard, type Guard, type GuardParts } from "../guard/guard.ts";
import type { Ports } from "../ports.ts";
import { blockApp, blockRecipient } from "./blocking.ts";
import { budgetsNow, budgetText } from "./budgets.ts";
import { createExceptions, type Exceptions } from "./exceptions.ts";
import { admitLoosening, type PasswordDeps } from "./password.ts";
import { keptNow, rulesKept, type StandingDeps, standingOf } from "./policy-standing.ts";
import { createRulesStore, type RulesStore } from "./rules-store.ts";

/** What the user has set down (rules, contacts, names), and how far it is to be believed. */
export interface Rules {
	readonly rules: RulesStore;
	readonly contacts: Contacts;
	/** Whether rules, and what they count on, are as the user left them. */
	readonly guard: Guard;
	/** What the user allows once. */
	readonly exceptions: Exceptions;
	/** The user's own names for addresses, as far as they are believed: of their accounts and their address book. */
	labels(): Labels;
	/** The user's accounts, as far as they are believed. */
	readonly ownAddresses: () => readonly string[];
	/** The user allows blind signatures, as it is set now. */
	blindAllowed(): boolean;
	/** The rules as they count now. */
	keptRules(): RulesKept;
	/** Apps that the user blocked, in lower case; nobody's where the rules can't be read. */
	blockedApps(): ReadonlySet<string>;
	/** One more rule, by which nothing of this app is approved. */
	blockApp(app: string): CommandOutcome;
	/** One more address that gets nothing, is allowed nothing, and is not called. */
	blockRecipient(address: string): CommandOutcome;
	/** Asks the vault whether this is the password, for what loosens a rule. */
	admitLoosening(password: string | null): Promise<CommandOutcome>;
	/** A rule counts in worth, so that prices are read whether or not they are shown. */
	countsInWorth(): boolean;
	/** Of each limit of a day: how much is spent of it, at most some seconds ago; empty where that can't be read. */
	budgets(): readonly Text[];
	/** The same, with the figures apart. */
	dayBudgets(): readonly DayBudget[];
	/** The rules as they stand at this very moment for what is frozen. */
	standing(frozen: Frozen | null): PolicyStanding;
}

export interface RulesParts
	extends Pick<StandingDeps, "accounts" | "journal" | "ledger" | "account" | "rulePrices"> {
	readonly ports: Pick<Ports, "clock" | "settings" | "log">;
	readonly journalDb: DatabaseSync;
	readonly vault: GuardParts["vault"] & PasswordDeps["vault"];
	/** Something that a window shows has changed. */
	readonly changed: () => void;
}

/** What is spent is counted from the journal again after so long, in ms. */
const COUNTED_MS = 5_000;

export function createRules(parts: RulesParts): Rules {
	const { accounts, changed, journalDb, ports, vault } = parts;
	const { clock, log, settings } = ports;
	const now = () => clock.now();
	const contacts = createContacts(journalDb, { now });
	const rules = createRulesStore(journalDb, { now });
	const guard = createGuard({ vault, settings, rules, contacts, onChange: changed, log });
	const exceptions = createExceptions({
		clock,
		scope: () => parts.account().scope,
		rulesVersion: () => rules.version(),
		changed,
	});
	const deps = { ...parts, rules, contacts, guard, exceptions };
	let counted: { readonly at: number; readonly budgets: readonly DayBudget[] } | null = null;

	function counting(): readonly DayBudget[] {
		if (counted === null || Math.abs(now() - counted.at) >= COUNTED_MS)
			counted = { at: now(), budgets: budgetsNow(deps) };
		return counted.budgets;
	}

	return {
		rules,
		contacts,
		guard,
		exceptions,
		labels: () => guard.believedNames(labelsOf(settings.get(), contacts.list())),
		ownAddresses: () =>
			accounts
				.list()
				.map(({ address }) => address)
				.filter((address) => guard.believesAccount(address)),
		blindAllowed: () => guard.blindSigning(),
		keptRules: () => keptNow(deps),
		blockedApps() {
			const kept = rulesKept(rules);
			return kept.ok ? blockedApps(kept.rules) : new Set();
		},
		blockApp: (app) => blockApp(deps, app),
		blockRecipient: (address) => blockRecipient(deps, address),
		countsInWorth() {
			const kept = rulesKept(rules);
			return kept.ok && countsInWorth(kept.rules);
		},
		admitLoosening: (password) => admitLoosening(deps, password),
		budgets: () => counting().map(budgetText),
		dayBudgets: counting,
		standing: (frozen) => standingOf(deps, frozen),
	};
}
