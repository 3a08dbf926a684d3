import { isPath } from "../../core/format/derivation-path.ts";
import { message } from "../../core/message.ts";
import { countsOnAccounts } from "../../core/rules/loosening.ts";
import type { RulesKept } from "../../core/rules/rules.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { walletProcedures, walletTrustedProcedures } from "../../ipc/wallet.ts";
import { KEY_FILE_BYTES } from "../../vault/protocol.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Journal } from "../storage/journal-db.ts";
import type { WindowRoute } from "../window-route.ts";
import type { Accounts } from "./accounts.ts";
import { type FoundDeps, findPhraseAccounts, noPath } from "./found-accounts.ts";
import type { LedgerDesk } from "./ledger-desk.ts";
import { type CancelDeps, cancelSigning, waitsFor } from "./ledger-entry.ts";
import { type LeadDeps, leadOn } from "./phrase.ts";
import { passphraseBytes, secretBytes } from "./signers/vault/client.ts";
import type { VaultClient } from "./signers/vault/types.ts";

export interface WalletDeps {
	readonly vault: Pick<VaultClient, "lock">;
	readonly accounts: Pick<Accounts, "owns" | "setLabel">;
	/** Something that a window shows has changed. */
	readonly changed: () => void;
}

/** The desk's commands about keys and accounts. */
export function walletHandlers({
	vault,
	accounts,
	changed,
}: WalletDeps): HandlersOf<typeof walletProcedures> {
	return {
		async lock() {
			await vault.lock();
			return done;
		},
		async labelAccount({ address, label }) {
			if (!accounts.owns(address)) return refused(message("app.own-accounts-only"));
			accounts.setLabel(address, label);
			changed();
			return done;
		},
	};
}

export interface VaultCommandDeps extends LeadDeps, FoundDeps {
	readonly vault: VaultClient;
	readonly ports: { readonly desktop: Ports["desktop"]; readonly settings: Pick<Ports["settings"], "set"> };
	/** Looks whether what stands in files is what the user left. */
	readonly guard: { check(): Promise<void> };
	readonly reviews: { load(entryId: string): Promise<unknown> };
	/** Another one once somebody else is signed in. */
	account(): { readonly runner: { kickAll(): void } };
	/** The inbox, oldest first. */
	entries(): readonly { readonly id: string; readonly actionable: boolean }[];
	entry(id: string): object | null;
	/** Where to go once keys were made; null where it is to what waits. */
	afterKeys(): WindowRoute | null;
	/** Screen on which keys are created. */
	keysRoute(): WindowRoute;
	/** Something that a window shows has changed. */
	changed(): void;
}

type VaultCommand =
	| "createPhrase"
	| "phraseWritten"
	| "phraseBack"
	| "checkPhrase"
	| "findPhraseAccounts"
	| "importPhrase"
	| "importKey"
	| "importKeyFile"
	| "unlock"
	| "lock"
	| "deriveAccount"
	| "setAutoLock";

function vaultHandlers(
	deps: VaultCommandDeps,
): HandlersOf<Pick<typeof walletTrustedProcedures, VaultCommand>> {
	const { ports, vault } = deps;

	/** On to the next thing that waits. */
	function onward(): void {
		const next = deps.entries().find((entry) => entry.actionable);
		if (next === undefined) deps.go({ kind: "empty" });
		else deps.go({ kind: "entry", entryId: next.id, mode: "review" });
	}

	/** After keys came in. Where they were added to others, the page stays and says so. */
	function made(): void {
		if (deps.place().kind === "addAccount") {
			deps.changed();
			return;
		}
		const next = deps.afterKeys();
		if (next === null) onward();
		else deps.go(next);
	}

	async function afterUnlock(): Promise<void> {
		deps.account().runner.kickAll();
		const place = deps.place();
		if (place.kind === "entry") await deps.reviews.load(place.entryId);
		else if (place.kind === "unlock") {
			if (place.next !== null && deps.entry(place.next) !== null)
				deps.go({ kind: "entry", entryId: place.next, mode: "review" });
			else onward();
		}
		deps.changed();
	}

	return {
		async createPhrase({ password }) {
			const created = await vault.create(secretBytes(password));
			if (!created.ok) return refused(created.text);
			deps.go({ kind: "phrase", words: created.words, positions: created.positions });
			return done;
		},
		async phraseWritten() {
			const place = deps.place();
			if (place.kind !== "phrase") return refused(message("app.phrase.not-shown"));
			deps.go({ kind: "phraseCheck", positions: place.positions, wrong: false });
			return done;
		},
		async phraseBack() {
			const route = deps.place();
			if (route.kind === "phraseCheck") {
				const pending = await vault.pendingPhrase();
				// A lock discards the phrase: a new one has to be created.
				deps.go(
					pending.ok
						? { kind: "phrase", words: pending.words, positions: route.positions }
						: deps.keysRoute(),
				);
				return done;
			}
			if (route.kind !== "phrase") return refused(message("app.phrase.not-shown"));
			const forgotten = await vault.forgetPhrase();
			if (!forgotten.ok) return refused(forgotten.text);
			deps.go(deps.keysRoute());
			return done;
		},
		async checkPhrase({ words }) {
			const place = deps.place();
			if (place.kind !== "phraseCheck") return refused(message("app.phrase.not-checked"));
			const checked = await vault.confirmPhrase(words);
			if (checked.ok) {
				made();
				return done;
			}
			deps.go({ kind: "phraseCheck", positions: place.positions, wrong: true });
			return refused(checked.text);
		},
		findPhraseAccounts: (search) => findPhraseAccounts(deps, search),
		async importPhrase({ phrase, passphrase, accounts, password }) {
			const wrong = accounts.find(({ family, path }) => !isPath(family, path));
			if (wrong !== undefined) return refused(noPath(wrong.family));
			const outcome = await vault.importPhrase(secretBytes(phrase), secretBytes(password), {
				passphrase: passphraseBytes(passphrase),
				...(accounts.length === 0 ? {} : { accounts }),
			});
			if (!outcome.ok) return refused(outcome.text);
			made();
			return done;
		},
		async importKey({ key, password }) {
			const outcome = await vault.importKey(secretBytes(key), secretBytes(password));
			if (!outcome.ok) return refused(outcome.text);
			made();
			return done;
		},
		async importKeyFile({ filePassword, password }) {
			const file = await ports.desktop.openFileBytes([
				{ name: message("app.key-file"), extensions: ["json", "*"] },
			]);
			// A “no” to the dialog is an answer, not a fault.
			if (file === null) return { ok: true, added: false };
			if (file.byteLength > KEY_FILE_BYTES || file.byteLength === 0) {
				file.fill(0);
				return refused(message("vault.key-file.none"));
			}
			const own = new TextEncoder().encode(filePassword);
			const outcome = await vault.importKeyFile(file, own, secretBytes(password));
			if (!outcome.ok) return refused(outcome.text);
			made();
			return { ok: true, added: true };
		},
		async unlock({ password }) {
			const unlocked = await vault.unlock(secretBytes(password));
			if (!unlocked.ok) {
				deps.changed();
				return refused(unlocked.text);
			}
			await deps.guard.check();
			await afterUnlock();
			return done;
		},
		async lock() {
			await vault.lock();
			return done;
		},
		async deriveAccount({ family }) {
			const derived = await vault.derive({ family });
			return derived.ok ? done : refused(derived.text);
		},
		async setAutoLock({ minutes, password }) {
			const set = await vault.setAutoLock(minutes, secretBytes(password));
			if (!set.ok) return refused(set.text);
			ports.settings.set({ autoLockMinutes: minutes });
			deps.go({ kind: "empty" }, false);
			ports.desktop.hideTrusted();
			return done;
		},
	};
}

export interface LedgerCommandDeps extends CancelDeps, LeadDeps {
	readonly journal: Pick<Journal, "stepRowsOf" | "unsettled">;
	ledgerDesk(): LedgerDesk;
	/** The rules as they count now. */
	keptRules(): RulesKept;
	/** Asks the vault whether this is the password, for what loosens a rule. */
	admitLoosening(password: string | null): Promise<CommandOutcome>;
}

type LedgerCommand = Exclude<keyof typeof walletTrustedProcedures, VaultCommand>;

/** The trusted window's commands about accounts on a Ledger. */
export function ledgerHandlers(
	deps: LedgerCommandDeps,
): HandlersOf<Pick<typeof walletTrustedProcedures, LedgerCommand>> {
	return {
		openLedger: async () => leadOn(deps, { kind: "ledger" }),
		scanLedger: ({ deviceId, family, more }) => deps.ledgerDesk().scan(deviceId, family, more),
		async addLedgerAccounts({ paths, password }) {
			if (countsOnAccounts(deps.keptRules())) {
				const admitted = await deps.admitLoosening(password ?? null);
				if (!admitted.ok) return admitted;
			}
			return deps.ledgerDesk().add(paths);
		},
		verifyLedgerAddress: ({ address }) => deps.ledgerDesk().verify(address),
		async removeLedgerAccount({ address }) {
			if (waitsFor(deps, address)) return refused(message("app.account-in-use"));
			return deps.ledgerDesk().remove(address);
		},
		openLedgerApp: ({ deviceId, app: wanted }) => deps.ledgerDesk().openApp(deviceId, wanted),
		clearedLedger: () => deps.ledgerDesk().cleared(),
		async cancelLedger() {
			const place = deps.place();
			const given = deps.ledgerDesk().cancel();
			if (place.kind !== "entry") return given ? done : refused(message("app.ledger.nothing-asked"));
			return cancelSigning(deps, place.entryId) || given
				? done
				: refused(message("app.ledger.nothing-waits"));
		},
	};
}

/** Everything that may touch keys, their password and the accounts of a Ledger: the trusted window's. */
export function walletTrustedHandlers(
	deps: VaultCommandDeps & LedgerCommandDeps,
): HandlersOf<typeof walletTrustedProcedures> {
	return { ...vaultHandlers(deps), ...ledgerHandlers(deps) };
}
