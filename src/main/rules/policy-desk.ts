import type { z } from "zod";
import { ChainError, known } from "../../core/chain/chain-error.ts";
import { chainName, nativeOf } from "../../core/chain/names.ts";
import { readAddress, readChainRef } from "../../core/format/numeral.ts";
import { plain } from "../../core/format/plain.ts";
import { readKey } from "../../core/format/svm-wire.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { isMessage, type Message, message } from "../../core/message.ts";
import type { Labels } from "../../core/people/labels.ts";
import {
	isBlocked,
	isRecipientBlocked,
	ruleBlocking,
	withRecipientBlocked,
} from "../../core/rules/blocking.ts";
import type { DayBudget } from "../../core/rules/day-budget.ts";
import { loosens } from "../../core/rules/loosening.ts";
import { ruleSentence } from "../../core/rules/rule-text.ts";
import { worthFault } from "../../core/rules/rule-worth.ts";
import { type PolicyStanding, type Rule, ruleList, ruleText, writeRules } from "../../core/rules/rules.ts";
import { feedFor } from "../../core/worth/feeds.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type {
	policyProcedures,
	RuleRow,
	RulesView,
	TokenUnitOutcome,
	TriedOutcome,
} from "../../ipc/rules.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import { textOf } from "../../text/index.ts";
import type { Contacts } from "../address-book/contacts.ts";
import type { EvmChains } from "../chains/evm/chain.ts";
import { accountFacts } from "../chains/svm/accounts.ts";
import type { SvmChains } from "../chains/svm/chain.ts";
import type { Guard } from "../guard/guard.ts";
import { unconfirmedText } from "../guard/unconfirmed.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import { StorageError } from "../storage/database.ts";
import { timeZoneAt } from "../time-zone.ts";
import { addressView } from "../views/addresses.ts";
import type { Accounts } from "../wallet/accounts.ts";
import { secretBytes } from "../wallet/signers/vault/client.ts";
import type { VaultClient } from "../wallet/signers/vault/types.ts";
import { type TryDeps, tryRule } from "./past-requests.ts";
import { keptNow, policyStanding, rulesKept, type StandingDeps } from "./policy-standing.ts";
import type { RulesStore } from "./rules-store.ts";

/** The vault's password, and what it seals. */
export interface PasswordDeps {
	readonly vault: Pick<VaultClient, "status" | "unlock" | "verifyPassword">;
	readonly guard: Pick<Guard, "why" | "check" | "confirm" | "doubts">;
}

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

export interface PolicyDeps extends PasswordDeps {
	readonly rules: Pick<RulesStore, "latest" | "version" | "save">;
	readonly chains: Pick<EvmChains, "of">;
	readonly svmChains: Pick<SvmChains, "of">;
	/** A second RPC is set for it, from which prices are read too. */
	hasSecondRpc(chainRef: string): boolean;
	/** Something that a window shows has changed. */
	changed(): void;
}

/** The user's rules: what the trusted window shows of them, and its commands carried out. */

/** What rules are held against beside the request: the user's own accounts and contacts, as far as they are believed. */
function worldOf(deps: Omit<StandingDeps, "journal" | "rules" | "exceptions">) {
	return {
		scope: deps.account().scope,
		ledger: deps.ledger,
		accounts: deps.accounts
			.list()
			.map(({ address }) => address)
			.filter((address) => deps.guard.believesAccount(address)),
		contacts: {
			list: () => deps.contacts.list().filter(({ address }) => deps.guard.believesContact(address)),
		},
		rulePrices: deps.rulePrices,
		// The hours of a rule are those of the clock on the wall.
		timeZone: timeZoneAt(deps.ports.clock.now()),
	};
}

/** The rules as they stand at this very moment for what is frozen. */
export function standingOf(deps: StandingDeps, frozen: Frozen | null): PolicyStanding {
	const { journal, rules, guard, ports, exceptions } = deps;
	const world = { ...worldOf(deps), journal, rules, now: ports.clock.now(), why: guard.why() };
	const exception = exceptions.of(frozen);
	const standing = policyStanding(world, frozen);
	return exception === undefined ? standing : { ...standing, exception };
}

/** What a disk that can't be read leaves. */
function orElse<T>(read: () => T, otherwise: T): T {
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

/** The vault has a password, whether it is open or not; while its process is away, there may be one. */
export function hasPassword({ vault }: { readonly vault: Pick<VaultClient, "status"> }): boolean {
	const { state } = vault.status();
	return state !== "none" && state !== "damaged";
}

/**
 * Whether this is the password of their keys. Where the vault was not open since the start it is opened by it, so
 * that what was sealed is looked at first; else nothing changes by it.
 */
export async function admitPassword(deps: PasswordDeps, password: string): Promise<CommandOutcome> {
	const secret = secretBytes(password);
	const unseen = deps.guard.why() === "locked";
	const checked = unseen ? await deps.vault.unlock(secret) : await deps.vault.verifyPassword(secret);
	if (!checked.ok) return refused(checked.text);
	if (unseen) await deps.guard.check();
	return done;
}

const CHANGED_OUTSIDE = message("app.rules.changed-outside");

/** Whether this person may loosen their rules now: by the password of their keys, where they have one. */
export async function admitLoosening(deps: PasswordDeps, password: string | null): Promise<CommandOutcome> {
	if (!hasPassword(deps)) return refused(message("app.rules.no-password"));
	if (password === null) return refused(message("app.rules.password"));
	const unseen = deps.guard.why() === "locked";
	const admitted = await admitPassword(deps, password);
	// Whoever changed them would have their change saved along with the user's.
	return admitted.ok && unseen && deps.guard.why() === "changed" ? refused(CHANGED_OUTSIDE) : admitted;
}

const CHANGED = message("app.rules.changed");

/** Our own faults come as messages; those of the schema's forms are told as they are. */
function faultOf({ issues }: z.ZodError): Message | string {
	const [first] = issues;
	if (first === undefined) return message("rule.not-kept.part-missing");
	const text: unknown = first.code === "custom" ? first.params?.["told"] : undefined;
	return isMessage(text) ? text : plain(first.message);
}

const malformed = (error: z.ZodError) => refused(message("rule.not-kept", { fault: faultOf(error) }));

type BlockingDeps = Pick<PolicyDeps, "rules" | "guard" | "changed">;

/**
 * Stricter rules: they take no password; the rules are edited, and loosened, in the trusted window alone.
 *
 * @param stricter of the rules as they are; the same ones where there is nothing to add, null where that can't be
 */
function tighten(
	deps: BlockingDeps,
	fault: Message,
	stricter: (rules: readonly Rule[], id: string) => readonly Rule[] | null,
): CommandOutcome {
	const kept = keptNow(deps);
	if (!kept.ok) return refused(kept.why === "changed" ? CHANGED_OUTSIDE : message("rule.unreadable"));
	const rules = stricter(kept.rules, `blocked-${deps.rules.version() + 1}`);
	if (rules === kept.rules) return done;
	if (rules === null) return refused(message("rule.not-kept", { fault }));
	const read = ruleList.safeParse(rules.map(ruleText));
	if (!read.success) return malformed(read.error);
	if (loosens(kept, read.data)) return refused(CHANGED);
	deps.rules.save(writeRules(read.data));
	deps.changed();
	return done;
}

/** One more rule, by which nothing of this app is approved. */
export const blockApp = (deps: BlockingDeps, app: string): CommandOutcome =>
	tighten(deps, message("rule.malformed.choose-apps"), (rules, id) => {
		if (isBlocked(rules, app)) return rules;
		const name = textOf(message("rule.blocks", { app: plain(app, 60) }));
		const rule = ruleBlocking(app, id, name);
		return rule === null ? null : [...rules, rule];
	});

/** One more address to which nothing goes. */
export const blockRecipient = (deps: BlockingDeps, address: string): CommandOutcome =>
	tighten(deps, message("rule.malformed.choose-addresses"), (rules, id) =>
		isRecipientBlocked(rules, address)
			? rules
			: withRecipientBlocked(rules, address, id, textOf(message("rule.blocked-recipients.name"))),
	);

/** The unit of an EIP-20 token, or of a mint. Throws a ChainError. */
async function unitOf(
	deps: Pick<PolicyDeps, "chains" | "svmChains">,
	chainRef: string,
	address: string,
): Promise<TokenUnitOutcome> {
	const token = readAddress(address);
	const chainId = readChainRef(chainRef);
	if (chainId !== null && token !== null) {
		const facts = await deps.chains.of(chainId).facts({
			signer: token,
			call: { to: token, value: 0n, data: "0x", maxFeePerGas: null },
			tokens: [{ address: token, spender: null }],
		});
		const found = facts.rightChain ? facts.tokens.get(token) : undefined;
		const [symbol, decimals] = [known(found?.symbol), known(found?.decimals)];
		if (decimals !== null) return { ok: true, decimals, symbol: plain(symbol ?? "", 16) };
	} else if (chainId === null && readKey(address) !== null) {
		const [raw] = await deps.svmChains.of(chainRef).accounts([address]);
		const data = raw == null ? null : accountFacts(address, raw).data;
		if (data?.kind === "mint")
			return { ok: true, decimals: data.decimals, symbol: plain(data.symbol ?? "", 16) };
	} else return refused(message("app.token.no-address"));
	return refused(message("app.token.unknown"));
}

/** What one of these rules would have stopped; asked of the whole list, since a rule may count on another one. */
function tried(deps: TryDeps, list: readonly unknown[], id: string): TriedOutcome {
	const read = ruleList.safeParse(list);
	if (!read.success) return malformed(read.error);
	const rule = read.data.find((each) => each.id === id);
	if (rule === undefined) return refused(message("rule.not-kept.part-missing"));
	const { contacts, ...world } = worldOf(deps);
	const listed = orElse(() => contacts.list(), null);
	const known = listed === null ? {} : { contacts: { list: () => listed } };
	return {
		ok: true,
		tried: tryRule(deps, { ...world, ...known, rules: { latest: () => null } }, read.data, rule),
	};
}

export function policyHandlers(deps: PolicyDeps & TryDeps): HandlersOf<typeof policyProcedures> {
	return {
		async tryRule({ rules, id }) {
			return tried(deps, rules, id);
		},
		async weighRules({ rules }) {
			const read = ruleList.safeParse(rules);
			if (!read.success) return malformed(read.error);
			const fault = worthFault(read.data, deps.hasSecondRpc);
			if (fault !== null) return refused(message("rule.not-kept", { fault }));
			return { ok: true, loosens: loosens(keptNow(deps), read.data) };
		},
		async saveRules({ version, rules, password }) {
			const read = ruleList.safeParse(rules);
			if (!read.success) return malformed(read.error);
			const fault = worthFault(read.data, deps.hasSecondRpc);
			if (fault !== null) return refused(message("rule.not-kept", { fault }));
			if (version !== deps.rules.version()) return refused(CHANGED);
			if (loosens(keptNow(deps), read.data)) {
				const admitted = await admitLoosening(deps, password);
				if (!admitted.ok) return admitted;
				// Another edit may have come while the password was being looked at.
				if (version !== deps.rules.version()) return refused(CHANGED);
			}
			deps.rules.save(writeRules(read.data));
			deps.changed();
			return done;
		},
		async confirmRules({ password }) {
			const shown = deps.guard.doubts();
			const admitted = await admitPassword(deps, password);
			if (!admitted.ok) return admitted;
			// What the user read is what they confirm.
			if (deps.guard.doubts() !== shown) return refused(CHANGED);
			await deps.guard.confirm();
			return done;
		},
		async tokenUnit({ chainRef, address }) {
			try {
				return await unitOf(deps, chainRef, address);
			} catch (cause) {
				if (cause instanceof ChainError) return refused(cause.text);
				throw cause;
			}
		},
	};
}
