import type { policyProcedures, TokenUnitOutcome } from "../../bridge/policy-procedures.ts";
import type { RuleRow, RulesView } from "../../bridge/policy-views.ts";
import type { Outcome } from "../../bridge/procedures.ts";
import { known } from "../chains/chain-error.ts";
import { ChainError } from "../chains/evm.ts";
import { chainName, nativeOf } from "../chains/names.ts";
import { accountFacts } from "../chains/svm-accounts.ts";
import type { Frozen } from "../match/frozen.ts";
import { readAddress, readChainRef } from "../match/numeral.ts";
import { readKey } from "../match/svm-wire.ts";
import { loosens } from "../policy/loosening.ts";
import { ruleSentence } from "../policy/rule-words.ts";
import { type PolicyStanding, type Rule, ruleList, ruleText, writeRules } from "../policy/rules.ts";
import { plain } from "../review/plain.ts";
import { secretBytes } from "../signers/vault-client.ts";
import { StorageError } from "../storage/database.ts";
import { addressView } from "../views/addresses.ts";
import type { HandlersOf } from "./handlers.ts";
import { done, refused } from "./outcome.ts";
import type { App } from "./parts.ts";
import { policyStanding, rulesKept } from "./policy-standing.ts";

/** The person's rules: what the trusted window shows of them, and its wishes carried out. */

/** What the rules' own rooms need of the application. */
export type PolicyApp = Pick<
	App,
	"rules" | "contacts" | "accounts" | "journal" | "ledger" | "ports" | "vault" | "account" | "labels"
> &
	Pick<App, "chainSettings" | "chains" | "svmChains" | "changed">;

/** This computer's own: the hours of a rule are those of the clock on its wall. */
const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The rules as they stand at this very moment for what is frozen. */
export function standingOf(
	app: Pick<App, "rules" | "contacts" | "accounts" | "journal" | "ledger" | "ports" | "account">,
	frozen: Frozen | null,
): PolicyStanding {
	return policyStanding(
		{
			journal: app.journal,
			rules: app.rules,
			scope: app.account().scope,
			now: app.ports.clock.now(),
			ledger: app.ledger,
			accounts: app.accounts.list().map(({ address }) => address),
			contacts: app.contacts,
			timeZone: timeZone(),
		},
		frozen,
	);
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

export function rulesView(app: PolicyApp): RulesView {
	const kept = rulesKept(app.rules);
	const labels = app.labels();
	const chains = app.chainSettings();
	const nameOfChain = (ref: string) => chains.find(({ chainId }) => chainId === ref)?.name ?? chainName(ref);
	const names = {
		address: (address: string) => {
			const { label, short } = addressView(address, labels);
			return label === null ? short : `${plain(label)} (${short})`;
		},
		chain: (ref: string) => plain(nameOfChain(ref)),
	};
	const row = (rule: Rule): RuleRow => ({ rule: ruleText(rule), sentence: ruleSentence(rule, names) });
	return {
		version: orElse(() => app.rules.version(), 0),
		readable: kept.ok,
		rules: kept.ok ? kept.rules.map(row) : [],
		accounts: app.accounts.list().map(({ address }) => addressView(address, labels)),
		chains: chains.map(({ chainId, name, family }) => ({
			ref: chainId,
			name: plain(name),
			family,
			...nativeOf(chainId),
		})),
		contacts: orElse(() => app.contacts.list().length, 0),
		timeZone: timeZone(),
		hasPassword: hasPassword(app),
	};
}

function hasPassword({ vault }: Pick<App, "vault">): boolean {
	const { state } = vault.status();
	return state === "locked" || state === "unlocked";
}

/** Whether this person may loosen their rules now: by the password of their keys, where they have one. */
export async function admitLoosening(
	app: Pick<App, "vault" | "ports">,
	password: string | null,
): Promise<Outcome> {
	if (!hasPassword(app))
		return refused(
			"This would let through what your rules refuse now, and that takes the password of your keys. There is none on this computer: all your accounts are on a Ledger. Nothing was saved. Make a vault with a password to loosen rules; making them stricter needs none.",
		);
	if (password === null)
		return refused(
			"This would let through what your rules refuse now: it takes your password. Nothing was saved.",
		);
	// The password is looked at, and nothing else changes by it.
	const minutes = app.ports.settings.get().autoLockMinutes;
	const checked = await app.vault.setAutoLock(minutes, secretBytes(password));
	return checked.ok ? done : refused(checked.words);
}

const CHANGED =
	"Your rules were changed meanwhile. Nothing was saved; look at them again and make the change anew.";

function malformed(found: { readonly issues: readonly { readonly message: string }[] }) {
	const [first] = found.issues;
	return refused(
		`These rules can't be kept: ${plain(first?.message ?? "a part is missing")} Nothing was saved.`,
	);
}

/** The unit of an EIP-20 token, or of a mint. Throws a ChainError. */
async function unitOf(app: PolicyApp, chainRef: string, address: string): Promise<TokenUnitOutcome> {
	const token = readAddress(address);
	const chainId = readChainRef(chainRef);
	if (chainId !== null && token !== null) {
		const facts = await app.chains.of(chainId).facts({
			signer: token,
			call: { to: token, value: 0n, data: "0x" },
			tokens: [{ address: token, spender: null }],
		});
		const found = facts.rightChain ? facts.tokens.get(token) : undefined;
		const [symbol, decimals] = [known(found?.symbol), known(found?.decimals)];
		if (decimals !== null) return { ok: true, decimals, symbol: plain(symbol ?? "", 16) };
	} else if (chainId === null && readKey(address) !== null) {
		const [raw] = await app.svmChains.of(chainRef).accounts([address]);
		const data = raw == null ? null : accountFacts(address, raw).data;
		if (data?.kind === "mint")
			return { ok: true, decimals: data.decimals, symbol: plain(data.symbol ?? "", 16) };
	} else return refused("This is not an address of this chain.");
	return refused("Your RPC knows no token at this address on this chain.");
}

export function policyHandlers(app: PolicyApp): HandlersOf<typeof policyProcedures> {
	return {
		async weighRules({ rules }) {
			const read = ruleList.safeParse(rules);
			if (!read.success) return malformed(read.error);
			return { ok: true, loosens: loosens(rulesKept(app.rules), read.data) };
		},
		async saveRules({ version, rules, password }) {
			const read = ruleList.safeParse(rules);
			if (!read.success) return malformed(read.error);
			if (version !== app.rules.version()) return refused(CHANGED);
			if (loosens(rulesKept(app.rules), read.data)) {
				const admitted = await admitLoosening(app, password);
				if (!admitted.ok) return admitted;
				// Another edit may have come while the password was being looked at.
				if (version !== app.rules.version()) return refused(CHANGED);
			}
			app.rules.save(writeRules(read.data));
			app.changed();
			return done;
		},
		async tokenUnit({ chainRef, address }) {
			try {
				return await unitOf(app, chainRef, address);
			} catch (cause) {
				if (cause instanceof ChainError) return refused(cause.message);
				throw cause;
			}
		},
	};
}
