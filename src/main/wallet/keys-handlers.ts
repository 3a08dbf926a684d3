import { message } from "../../core/message.ts";
import type { keysProcedures, keysTrustedProcedures } from "../../ipc/keys.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { HandlersOf } from "../handlers.ts";
import { done, refused } from "../outcome.ts";
import type { Ports } from "../ports.ts";
import type { Accounts } from "./accounts.ts";
import type { LedgerDesk } from "./ledger-desk.ts";
import { type WaitingDeps, waitsFor } from "./ledger-entry.ts";
import { type LeadDeps, leadOn, leadTo } from "./phrase.ts";
import { exportKey, hideSecret, type RevealDeps, showPhrase } from "./revealing.ts";
import { secretBytes } from "./signers/vault/client.ts";
import type { VaultClient } from "./signers/vault/types.ts";
import { readWatched } from "./watching.ts";

export interface KeysDeps extends LeadDeps, RevealDeps, WaitingDeps {
	readonly ports: RevealDeps["ports"] & {
		readonly desktop: Pick<Ports["desktop"], "raiseTrusted" | "raiseDesk" | "hideTrusted">;
	};
	readonly vault: Pick<
		VaultClient,
		"status" | "changePassword" | "restore" | "showPhrase" | "exportKey" | "removeAccount"
	>;
	readonly accounts: Accounts;
	readonly guard: {
		check(): Promise<void>;
		/** Nothing is sealed meanwhile, and what was sealed before counts for nothing where it is done. */
		renewing<Result extends { readonly ok: boolean }>(work: () => Promise<Result>): Promise<Result>;
	};
	ledgerDesk(): LedgerDesk;
	/** Rejects what waits for a signature of this account, and tells why. */
	rejectWaitingOf(address: string): void;
	/** Accounts came, went or are shown again: their balances are read. */
	readBalances(): void;
	/** Something that a window shows has changed. */
	changed(): void;
}

const knows = ({ accounts }: Pick<KeysDeps, "accounts">, address: string): boolean =>
	accounts.owns(address) || accounts.watches(address);

/** The desk's one command about it. */
export function keysHandlers(deps: LeadDeps & Pick<KeysDeps, "accounts">): HandlersOf<typeof keysProcedures> {
	return {
		async openAccount({ address }) {
			if (!knows(deps, address)) return refused(message("app.no-account"));
			return leadTo(deps, { kind: "account", address });
		},
	};
}

/** Takes an account off, wherever it is from. */
async function remove(
	deps: KeysDeps,
	{ address, password }: { readonly address: string; readonly password: string | null },
): Promise<CommandOutcome> {
	const own = deps.accounts.find(address);
	if (own === null) return deps.accounts.unwatch(address) ? done : refused(message("app.no-account"));
	if (own.signer === "ledger") return deps.ledgerDesk().remove(address);
	const removed = await deps.vault.removeAccount(address, secretBytes(password ?? ""));
	return removed.ok ? done : refused(removed.text);
}

/** For the trusted window alone. */
export function keysTrustedHandlers(deps: KeysDeps): HandlersOf<typeof keysTrustedProcedures> {
	const { accounts, vault } = deps;
	return {
		async openAccount({ address }) {
			if (!knows(deps, address)) return refused(message("app.no-account"));
			return leadOn(deps, { kind: "account", address });
		},
		async openExport({ address }) {
			if (accounts.find(address)?.signer !== "local") return refused(message("app.no-key-here"));
			return leadOn(deps, { kind: "exportKey", address });
		},
		async openRestore() {
			const { state } = vault.status();
			if (state !== "locked" && state !== "unlocked") return refused(message("app.nothing-to-restore"));
			return leadOn(deps, { kind: "restore" });
		},
		async changePassword({ password, next }) {
			const changed = await vault.changePassword(secretBytes(password), secretBytes(next));
			return changed.ok ? done : refused(changed.text);
		},
		async restoreKeys({ phrase, password, anyway }) {
			if (deps.place().kind !== "restore") return refused(message("app.nothing-to-restore"));
			const [words, next] = [secretBytes(phrase), secretBytes(password)];
			// Its key is another: what was sealed under the former one has to be confirmed by the user.
			const restored = await deps.guard.renewing(() => vault.restore(words, next, anyway));
			if (!restored.ok) return refused(restored.text);
			const of = (list: readonly { readonly address: string }[]) => list.map(({ address }) => address);
			const { keptAs, accounts: back, lost } = restored;
			deps.go({ kind: "restored", accounts: of(back), lost: of(lost), keptAs });
			return done;
		},
		showPhrase: ({ password }, gesture) => showPhrase(deps, password, gesture),
		exportKey: (asked, gesture) => exportKey(deps, asked, gesture),
		async hideSecret() {
			hideSecret(deps);
			return done;
		},
		async watchAccount({ address, label }) {
			const read = readWatched(address);
			if (!read.ok) return refused(read.text);
			const fault = accounts.watch(read.account);
			if (fault !== null) return refused(fault);
			accounts.setLabel(read.account.address, label);
			deps.readBalances();
			deps.changed();
			return done;
		},
		async renameAccount({ address, label }) {
			if (!knows(deps, address)) return refused(message("app.no-account"));
			accounts.setLabel(address, label);
			deps.changed();
			return done;
		},
		async hideAccount({ address, hidden }) {
			if (!knows(deps, address)) return refused(message("app.no-account"));
			accounts.setHidden(address, hidden);
			if (!hidden) deps.readBalances();
			deps.changed();
			return done;
		},
		async removeAccount(asked) {
			if (waitsFor(deps, asked.address)) return refused(message("app.account-in-use"));
			const removed = await remove(deps, asked);
			if (!removed.ok) return removed;
			accounts.forget(asked.address);
			deps.rejectWaitingOf(asked.address);
			deps.go({ kind: "empty" }, false);
			deps.ports.desktop.hideTrusted();
			deps.ports.desktop.raiseDesk();
			return done;
		},
	};
}
