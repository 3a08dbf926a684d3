import type { z } from "zod";
import type { ActivityRecord } from "../../core/activity/records.ts";
import { ChainError, factValue } from "../../core/chain/chain-error.ts";
import { type Hex, readAddress, readChainRef } from "../../core/format/numeral.ts";
import { plain } from "../../core/format/plain.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { isMessage, type Message, message, type Text } from "../../core/localized-text.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import {
	type DayLimit,
	dayLimitOf,
	type LimitedReview,
	ruleOfLimit,
} from "../../core/review/policy/day-limit.ts";
import {
	blockedApps,
	isBlocked,
	isRecipientBlocked,
	ruleBlocking,
	withRecipientBlocked,
} from "../../core/rules/check-rules.ts";
import { fiatRuleFault, usesFiat } from "../../core/rules/fiat-rule.ts";
import { loosens } from "../../core/rules/loosening.ts";
import type { RulePrices } from "../../core/rules/rule-facts.ts";
import { type DayBudget, dayBudgets } from "../../core/rules/rule-spending.ts";
import {
	type PolicyContext,
	type Rule,
	ruleList,
	ruleSchema,
	ruleText,
	type StoredRules,
	writeRules,
} from "../../core/rules/rules.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type {
	ComparedRulesOutcome,
	policyProcedures,
	TokenUnitOutcome,
	TriedOutcome,
} from "../../ipc/rules.ts";
import { textOf } from "../../text/index.ts";
import type { Contacts } from "../address-book/contacts.ts";
import { accountFacts } from "../chains/svm/raw-accounts.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Integrity } from "../integrity/integrity.ts";
import type { Networks } from "../networks/networks.ts";
import type { Ports } from "../ports.ts";
import type { AgentStore } from "../storage/agent-store.ts";
import { readOr } from "../storage/database.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { TimeZone } from "../time-zone.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { secretBytes, type VaultClient } from "../wallet/signers/vault/client.ts";
import { AllowOnce } from "./allow-once.ts";
import { tryRule } from "./past-requests.ts";
import { agentOf, type PolicyWorld, policyContext, storedRulesOf } from "./policy-context.ts";
import { ruleChanges, ruleNames } from "./rule-changes.ts";
import type { RulesStore } from "./rules-store.ts";
import { spentWithinDay } from "./spent.ts";

const CHANGED = message("app.rules.changed");
const CHANGED_OUTSIDE = message("app.rules.changed-outside");
const COUNTED_MS = 5_000;

function faultOf({ issues }: z.ZodError): Message | string {
	const [first] = issues;
	if (first === undefined) return message("rule.not-kept.part-missing");
	const text: unknown = first.code === "custom" ? first.params?.["told"] : undefined;
	return isMessage(text) ? text : plain(first.message);
}

const notStored = (fault: Message | string) => refused(message("rule.not-kept", { fault }));
const malformed = (error: z.ZodError) => notStored(faultOf(error));

const budgetText = ({ rule, spent, most }: DayBudget): Text =>
	spent === null
		? message("rule.budget.unknown", { rule, most })
		: message("rule.budget", { rule, spent, most });

/** Returns `null` if no network is named. */
function agentDayLimit(agentId: string, name: string, cents: bigint, chains: readonly string[]): Rule | null {
	const scope = { accounts: "all", agents: [agentId], apps: "all", chains };
	const read = ruleSchema.safeParse({
		kind: "worth_day",
		id: `agent-${agentId}`.slice(0, 64),
		name: name.slice(0, 80),
		scope,
		most: cents.toString(),
	});
	return read.success ? read.data : null;
}

type Commands = HandlersOf<typeof policyProcedures>;

interface RulesContext {
	readonly ports: Pick<Ports, "clock" | "settings">;
	readonly events: Pick<Events, "emit">;
	readonly timeZone: Pick<TimeZone, "name">;
	readonly stores: {
		readonly journal: Pick<
			Journal,
			"unsettled" | "settledSince" | "hasOlderUnsettled" | "rows" | "stepRowsOf"
		>;
		readonly rules: Pick<RulesStore, "latest" | "version" | "save" | "changedSince">;
		readonly contacts: Pick<Contacts, "list" | "labels">;
		readonly agents: Pick<AgentStore, "get">;
	};
	readonly networks: Pick<Networks, "chains" | "chainSettings" | "svmChains" | "hasSecondRpc">;
	readonly wallet: {
		readonly vault: Pick<VaultClient, "status" | "unlock" | "verifyPassword">;
		readonly accounts: Pick<Accounts, "list">;
		readonly ledger: PolicyWorld["ledger"];
	};
	readonly integrity: Omit<Integrity, "look" | "renewing" | "trusted">;
	readonly fiat: { readonly rulePrices: RulePrices };
	readonly activity: {
		readonly records: {
			list(scope: string): readonly { readonly at: number; readonly body: ActivityRecord }[];
		};
	};
	readonly signedIn: { current(): { readonly scope: string } };
}

export class Rules implements Commands {
	readonly #app;
	readonly allowOnce: AllowOnce;
	#counted: { readonly at: number; readonly budgets: readonly DayBudget[] } | null = null;

	constructor(app: RulesContext) {
		this.#app = app;
		this.allowOnce = new AllowOnce(app);
	}

	labels(): Labels {
		const { integrity, ports, stores } = this.#app;
		return integrity.trustedNames(stores.contacts.labels(ports.settings.get().labels));
	}

	userAddresses(): readonly string[] {
		return this.#accounts().filter((address) => this.#app.integrity.trustsAccount(address));
	}

	blindAllowed(): boolean {
		return this.#app.integrity.blindSigning();
	}

	/** Everything is refused if the rules were changed outside Countersign. */
	storedRules(): StoredRules {
		const stored = storedRulesOf(this.#app.stores.rules);
		return stored.ok && this.#app.integrity.why() === "changed" ? { ok: false, why: "changed" } : stored;
	}

	blockedApps(): ReadonlySet<string> {
		const stored = storedRulesOf(this.#app.stores.rules);
		return stored.ok ? blockedApps(stored.rules) : new Set();
	}

	countsInFiat(): boolean {
		const stored = storedRulesOf(this.#app.stores.rules);
		return stored.ok && usesFiat(stored.rules);
	}

	dayBudgets(): readonly DayBudget[] {
		const now = this.#app.ports.clock.now();
		if (this.#counted === null || Math.abs(now - this.#counted.at) >= COUNTED_MS)
			this.#counted = { at: now, budgets: this.#countBudgets(now) };
		return this.#counted.budgets;
	}

	budgets(): readonly Text[] {
		return this.dayBudgets().map(budgetText);
	}

	changedSince(at: number): boolean {
		return this.#app.stores.rules.changedSince(at);
	}

	policyContext(frozen: Frozen | null): PolicyContext {
		const { integrity, stores } = this.#app;
		const agent = frozen === null ? null : agentOf(frozen);
		const doubted = agent === null || integrity.trustsAgent(agent) ? null : "changed";
		const why = stores.journal.hasOlderUnsettled ? "older_journal" : (integrity.why() ?? doubted);
		const exception = this.allowOnce.of(frozen);
		const context = policyContext({ ...this.#world(), why }, frozen);
		return exception === undefined ? context : { ...context, exception };
	}

	blockApp(app: string): CommandOutcome {
		return this.#tighten(message("rule.malformed.choose-apps"), (rules, id) => {
			if (isBlocked(rules, app)) return rules;
			const rule = ruleBlocking(app, id, textOf(message("rule.blocks", { app: plain(app, 60) })));
			return rule === null ? null : [...rules, rule];
		});
	}

	blockRecipient(address: string): CommandOutcome {
		return this.#tighten(message("rule.malformed.choose-addresses"), (rules, id) =>
			isRecipientBlocked(rules, address)
				? rules
				: withRecipientBlocked(
						rules,
						address,
						id,
						textOf(message("trusted.rules.kinds.blocked_recipient.name")),
					),
		);
	}

	/** Returns why an agent can't have a dollar limit on these networks. `null` if it can. */
	dayLimitFault(agentId: string, chains: readonly string[]): Message | null {
		const stored = this.storedRules();
		const rule = agentDayLimit(agentId, agentId, 1n, chains);
		if (!stored.ok || rule === null) return message("rule.malformed.choose-chains");
		return fiatRuleFault([...stored.rules, rule], (chainRef) => this.#app.networks.hasSecondRpc(chainRef));
	}

	/** Adds a 24-hour limit in US cents on an agent's proposals. */
	addAgentDayLimit(agentId: string, name: string, cents: bigint, chains: readonly string[]): CommandOutcome {
		const title = textOf(message("agents.day-limit", { name: plain(name, 60) }));
		const rule = agentDayLimit(agentId, title, cents, chains);
		return this.#tighten(message("rule.malformed.choose-chains"), (rules) =>
			rule === null ? null : [...rules, rule],
		);
	}

	/** Returns `null` if the limit already exists, would loosen another rule, or can't be set. */
	dayLimitOffer(review: LimitedReview): DayLimit | null {
		const stored = this.storedRules();
		if (!stored.ok) return null;
		const { journal } = this.#app.stores;
		const now = this.#app.ports.clock.now();
		const limit = dayLimitOf(
			review,
			(account, chainRef) =>
				spentWithinDay(journal, { account, chainRef, instead: null, agents: "all" }, now),
			stored.rules,
		);
		const rule = limit === null ? null : ruleOfLimit(limit, "offer", "offer");
		return rule === null || loosens(stored, [...stored.rules, rule]) ? null : limit;
	}

	addDayLimit(limit: DayLimit): CommandOutcome {
		// Omits the amount, because the user can change it later.
		const name = textOf(message("rule.day-limit.name", { symbol: plain(limit.asset.symbol, 40) }));
		return this.#tighten(message("rule.malformed.choose-chains"), (rules, id) => {
			const rule = ruleOfLimit(limit, id, name);
			return rule === null ? null : [...rules, rule];
		});
	}

	/** Also returns `true` while the vault's process is down, because there may be a password. */
	hasPassword(): boolean {
		const { state } = this.#app.wallet.vault.status();
		return state !== "none" && state !== "damaged";
	}

	/**
	 * Checks the vault's password. If the vault hasn't been opened since startup, it is opened first to check
	 * the seal.
	 */
	async admitPassword(password: string): Promise<CommandOutcome> {
		const { integrity } = this.#app;
		const { vault } = this.#app.wallet;
		const secret = secretBytes(password);
		const isUnseen = integrity.why() === "locked";
		const checked = isUnseen ? await vault.unlock(secret) : await vault.verifyPassword(secret);
		if (!checked.ok) return refused(checked.text);
		if (isUnseen) await integrity.check();
		return done;
	}

	/** Loosening a rule requires the vault's password. */
	async admitLoosening(password: string | null): Promise<CommandOutcome> {
		const { integrity } = this.#app;
		if (!this.hasPassword()) return refused(message("app.rules.no-password"));
		if (password === null) return refused(message("app.rules.password"));
		const isUnseen = integrity.why() === "locked";
		const admitted = await this.admitPassword(password);
		// Otherwise, saving would adopt a change made outside Countersign.
		return admitted.ok && isUnseen && integrity.why() === "changed" ? refused(CHANGED_OUTSIDE) : admitted;
	}

	async tryRule({ rules, id }: CommandInput<Commands, "tryRule">): Promise<TriedOutcome> {
		const read = ruleList.safeParse(rules);
		if (!read.success) return malformed(read.error);
		const rule = read.data.find((each) => each.id === id);
		if (rule === undefined) return refused(message("rule.not-kept.part-missing"));
		const { activity, stores } = this.#app;
		const { contacts, ...world } = this.#world();
		const listed = readOr(() => contacts.list(), null);
		const past = {
			...world,
			...(listed === null ? {} : { contacts: { list: () => listed } }),
			journal: stores.journal,
			records: activity.records,
			rules: { latest: () => null },
		};
		return { ok: true, tried: tryRule(past, read.data, rule) };
	}

	async compareRules({ rules }: CommandInput<Commands, "compareRules">): Promise<ComparedRulesOutcome> {
		const read = this.#parse(rules);
		if (!read.ok) return read;
		const stored = this.storedRules();
		const names = ruleNames(this.#app, this.labels());
		const changes = ruleChanges(stored.ok ? stored.rules : [], read.rules, names);
		return { ok: true, loosens: loosens(stored, read.rules), changes };
	}

	async saveRules({
		version,
		rules,
		password,
	}: CommandInput<Commands, "saveRules">): Promise<CommandOutcome> {
		const { events, stores } = this.#app;
		const read = this.#parse(rules);
		if (!read.ok) return read;
		if (version !== stores.rules.version()) return refused(CHANGED);
		if (loosens(this.storedRules(), read.rules)) {
			const admitted = await this.admitLoosening(password);
			if (!admitted.ok) return admitted;
			// Another edit may have been saved while the password was being checked.
			if (version !== stores.rules.version()) return refused(CHANGED);
		}
		stores.rules.save(writeRules(read.rules));
		events.emit("app-changed");
		return done;
	}

	async confirmRules({ password }: CommandInput<Commands, "confirmRules">): Promise<CommandOutcome> {
		const { integrity } = this.#app;
		const shown = integrity.doubts();
		const admitted = await this.admitPassword(password);
		if (!admitted.ok) return admitted;
		// The user confirmed only the changes that were displayed.
		if (integrity.doubts() !== shown) return refused(CHANGED);
		await integrity.confirm();
		return done;
	}

	async tokenUnit({ chainRef, address }: CommandInput<Commands, "tokenUnit">): Promise<TokenUnitOutcome> {
		const token = readAddress(address);
		const chainId = readChainRef(chainRef);
		try {
			if (chainId !== null && token !== null) return await this.#evmUnit(chainId, token);
			if (chainId === null && readKey(address) !== null) return await this.#svmUnit(chainRef, address);
			return refused(message("app.token.no-address"));
		} catch (cause) {
			if (cause instanceof ChainError) return refused(cause.text);
			throw cause;
		}
	}

	async #evmUnit(chainId: number, token: Hex): Promise<TokenUnitOutcome> {
		const facts = await this.#app.networks.chains.of(chainId).facts({
			signer: token,
			call: { to: token, value: 0n, data: "0x", maxFeePerGas: null, written: null },
			tokens: [{ address: token, spender: null }],
		});
		const found = facts.rightChain ? facts.tokens.get(token) : undefined;
		const [symbol, decimals] = [factValue(found?.symbol), factValue(found?.decimals)];
		if (decimals === null) return refused(message("app.token.unknown"));
		return { ok: true, decimals, symbol: plain(symbol ?? "", 16) };
	}

	async #svmUnit(chainRef: string, mint: string): Promise<TokenUnitOutcome> {
		const [raw] = await this.#app.networks.svmChains.of(chainRef).accounts([mint]);
		const data = raw == null ? null : accountFacts(mint, raw).data;
		if (data?.kind !== "mint") return refused(message("app.token.unknown"));
		return { ok: true, decimals: data.decimals, symbol: plain(data.symbol ?? "", 16) };
	}

	#accounts(): readonly string[] {
		return this.#app.wallet.accounts.list().map(({ address }) => address);
	}

	#parse(rules: readonly unknown[]) {
		const read = ruleList.safeParse(rules);
		if (!read.success) return malformed(read.error);
		const { networks } = this.#app;
		const fault = fiatRuleFault(read.data, (chainRef) => networks.hasSecondRpc(chainRef));
		return fault === null ? { ok: true as const, rules: read.data } : notStored(fault);
	}

	/**
	 * Saves stricter rules without a password.
	 * @param stricter returns the same rules if there is nothing to add, or `null` if the addition isn't
	 * possible
	 */
	#tighten(
		fault: Message,
		stricter: (rules: readonly Rule[], id: string) => readonly Rule[] | null,
	): CommandOutcome {
		const { events, stores } = this.#app;
		const stored = this.storedRules();
		if (!stored.ok) return refused(stored.why === "changed" ? CHANGED_OUTSIDE : message("rule.unreadable"));
		const rules = stricter(stored.rules, `blocked-${stores.rules.version() + 1}`);
		if (rules === stored.rules) return done;
		if (rules === null) return notStored(fault);
		const read = ruleList.safeParse(rules.map(ruleText));
		if (!read.success) return malformed(read.error);
		if (loosens(stored, read.data)) return refused(CHANGED);
		stores.rules.save(writeRules(read.data));
		events.emit("app-changed");
		return done;
	}

	#countBudgets(now: number): readonly DayBudget[] {
		const stored = this.storedRules();
		if (!stored.ok) return [];
		return readOr(
			() =>
				dayBudgets({
					rules: stored.rules,
					accounts: this.#accounts(),
					spent: (account, chainRef, agents) =>
						spentWithinDay(this.#app.stores.journal, { account, chainRef, instead: null, agents }, now),
					prices: this.#app.fiat.rulePrices,
				}),
			[],
		);
	}

	#world() {
		const { fiat, integrity, ports, signedIn, stores, timeZone, wallet } = this.#app;
		const now = ports.clock.now();
		return {
			journal: stores.journal,
			rules: stores.rules,
			scope: signedIn.current().scope,
			now,
			ledger: wallet.ledger,
			accounts: this.userAddresses(),
			contacts: {
				list: () => stores.contacts.list().filter(({ address }) => integrity.trustsContact(address)),
			},
			rulePrices: fiat.rulePrices,
			timeZone: timeZone.name(),
		};
	}
}
