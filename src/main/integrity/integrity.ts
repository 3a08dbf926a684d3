import { createHash, timingSafeEqual } from "node:crypto";
import type { Labels } from "../../core/people/labels.ts";
import {
	type Doubts,
	doubtsOf,
	holds,
	NOTHING_SEALED,
	type ProtectedState,
	readState,
	stopsApproving,
	trustedAfter,
	writeState,
} from "../../core/rules/protected-state.ts";
import { addressKey } from "../../core/rules/rule-address.ts";
import type { Contacts } from "../address-book/contacts.ts";
import type { Events } from "../events.ts";
import type { SealedState, SettingsStore } from "../ports.ts";
import { StorageError } from "../storage/database.ts";
import { secretBytes, type VaultClient } from "../wallet/signers/vault/client.ts";

/** Prefix of the digest, so that no other text sealed by the vault for the main process is valid here. */
const PURPOSE = "countersign protected state 1:";

/** `locked`: the vault hasn't been opened since the app started. `changed`: something else changed the files. */
export type WhyNot = "locked" | "changed";

const NO_DOUBTS: Doubts = {
	rules: false,
	chains: [],
	blindSigning: false,
	contacts: [],
	accounts: [],
	names: [],
};

const digestOf = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

function isSame(left: string, right: string): boolean {
	const [one, other] = [Buffer.from(left), Buffer.from(right)];
	return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}

/**
 * Checks that rules and their dependencies are as the user left them. The state is stored in the settings
 * with its digest, which is sealed under the vault's key; the vault's file states that there is one. It is
 * compared with the files when the vault is first opened, and sealed again after each change that is made
 * here.
 */
export class Integrity {
	readonly #app;
	#cached: { readonly of: readonly unknown[]; readonly state: ProtectedState } | null = null;
	/** State of the files when last read; `null` if they could not be read. */
	#last: ProtectedState | null = null;
	#trusted: ProtectedState | null = null;
	#checking: Promise<void> | null = null;
	#storing: Promise<void> = Promise.resolve();
	#marked = false;
	#isRenewing = false;
	#found: { readonly of: readonly unknown[]; readonly doubts: Doubts } | null = null;
	#believed: { readonly of: readonly unknown[]; readonly names: Labels } | null = null;

	constructor(app: {
		readonly ports: { readonly settings: SettingsStore; log(line: string): void };
		readonly events: Pick<Events, "emit">;
		readonly stores: {
			/** Text of the saved rules; `null` if there are none. */
			readonly rules: { latest(): string | null };
			readonly contacts: Pick<Contacts, "list" | "labels">;
		};
		readonly wallet: {
			readonly vault: Pick<VaultClient, "status" | "sealSecret" | "openSecret" | "sealMark">;
		};
	}) {
		this.#app = app;
		this.#last = this.#readable();
	}

	/** Accepts into the trusted state the changes made here since the last call. */
	noteChanges(): void {
		if (this.#trusted === null || this.#last === null) return;
		const now = this.#readable();
		if (now === null || now === this.#last) return;
		this.#trusted = trustedAfter(this.#trusted, this.#last, now, true);
		this.#last = now;
		void this.#storeSoon();
	}

	/**
	 * Returns differences between the files and the state as the user left it; the same object until one
	 * changes.
	 */
	doubts(): Doubts {
		this.noteChanges();
		if (this.#trusted === null || this.#last === null) return NO_DOUBTS;
		const of = [this.#trusted, this.#last];
		if (this.#found === null || !of.every((each, at) => each === this.#found?.of[at]))
			this.#found = { of, doubts: doubtsOf(this.#trusted, this.#last) };
		return this.#found.doubts;
	}

	/**
	 * Returns why nothing may be approved now; `null` if the rules are the user's, or if there is no vault to
	 * seal them.
	 */
	why(): WhyNot | null {
		const stops = stopsApproving(this.doubts());
		if (this.#trusted !== null) return stops ? "changed" : null;
		const { state } = this.#app.wallet.vault.status();
		// Without a vault there is no key, and an attacker who can damage a vault could as well delete it.
		return state === "none" || state === "damaged" ? null : "locked";
	}

	/** Returns the state as the user left it; `null` before the vault was opened. */
	trusted(): ProtectedState | null {
		return this.#trusted;
	}

	/** Returns false for a Ledger account that the user did not add. */
	believesAccount(address: string): boolean {
		return !holds(this.doubts().accounts, address);
	}

	/** Returns false for a contact that the user did not add. */
	believesContact(address: string): boolean {
		return !holds(this.doubts().contacts, address);
	}

	/** Returns the names without those that the user did not give; the same object if there are none. */
	believedNames(names: Labels): Labels {
		const doubted = this.doubts().names;
		if (doubted.length === 0) return names;
		if (this.#believed?.of[0] !== names || this.#believed.of[1] !== doubted) {
			const without = new Set(doubted);
			const left = Object.entries(names).filter(([address]) => !without.has(address));
			this.#believed = { of: [names, doubted], names: Object.fromEntries(left) };
		}
		return this.#believed.names;
	}

	blindSigning(): boolean {
		return this.#app.ports.settings.get().blindSigning && !this.doubts().blindSigning;
	}

	/** Checks the seal once the vault is open, and seals what changed since. Never rejects. */
	async check(): Promise<void> {
		if (this.#isRenewing) return;
		if (this.#trusted === null) {
			this.#checking ??= this.#firstLook()
				.catch((cause: unknown) =>
					this.#app.ports.log(`integrity: ${cause instanceof Error ? cause.name : "unknown"}`),
				)
				.finally(() => {
					this.#checking = null;
				});
			await this.#checking;
			if (this.#trusted !== null) this.#app.events.emit("app-changed");
		}
		this.noteChanges();
		await this.#storeSoon();
	}

	/**
	 * Runs `work`, which replaces the vault. If it succeeds, everything sealed under the former key is void; until then
	 * nothing is sealed under the key of a vault that opened meanwhile.
	 */
	async renewing<Result extends { readonly ok: boolean }>(work: () => Promise<Result>): Promise<Result> {
		this.#isRenewing = true;
		try {
			await Promise.all([this.#checking, this.#storing]);
			const result = await work();
			if (result.ok) {
				this.#trusted = null;
				this.#marked = false;
				this.#last = this.#readable();
			}
			return result;
		} finally {
			this.#isRenewing = false;
			await this.check();
		}
	}

	/** Accepts the files as they are. The caller has checked the user's password. */
	async confirm(): Promise<void> {
		this.noteChanges();
		if (this.#trusted === null || this.#last === null) return;
		this.#trusted = this.#last;
		await this.#storeSoon();
		this.#app.events.emit("app-changed");
	}

	#read(): ProtectedState {
		const { ledgerAccounts, labels, chains, blindSigning } = this.#app.ports.settings.get();
		const contacts = this.#app.stores.contacts.list();
		const rules = this.#app.stores.rules.latest();
		const now = [rules, contacts, ledgerAccounts, labels, chains, blindSigning];
		if (this.#cached !== null && now.every((each, at) => each === this.#cached?.of[at]))
			return this.#cached.state;
		const state: ProtectedState = {
			format: 1,
			rules,
			contacts: contacts.map(({ address }) => addressKey(address)),
			accounts: ledgerAccounts.map(({ address }) => addressKey(address)),
			names: { ...this.#app.stores.contacts.labels(labels) },
			chains: chains.map(({ chainId, rpcUrl, genesisHash, otherRpcUrls = [], secondRpcUrl }) => ({
				chainId,
				rpcUrl,
				genesisHash,
				...(otherRpcUrls.length === 0 ? {} : { otherRpcUrls: [...otherRpcUrls] }),
				secondRpcUrl: secondRpcUrl ?? null,
			})),
			blindSigning,
		};
		this.#cached = { of: now, state };
		return state;
	}

	/** Returns `null` if the disk fails; the rules then refuse. */
	#readable(): ProtectedState | null {
		try {
			return this.#read();
		} catch (cause) {
			if (cause instanceof StorageError) return null;
			throw cause;
		}
	}

	/** Returns the sealed state; `null` if this vault has none, `locked` if it can't be opened now. */
	async #openSealed(kept: SealedState | null): Promise<ProtectedState | null | "locked"> {
		if (kept === null) return null;
		const opened = await this.#app.wallet.vault.openSecret(kept.seal);
		if (!opened.ok) return opened.reason === "unsealable" ? null : "locked";
		const text = new TextDecoder().decode(opened.secret);
		opened.secret.fill(0);
		return isSame(text, PURPOSE + digestOf(kept.state)) ? readState(kept.state) : null;
	}

	async #firstLook(): Promise<void> {
		const start = this.#last ?? this.#readable();
		if (start === null || this.#app.wallet.vault.status().state !== "unlocked") return;
		this.#last = start;
		const mark = await this.#app.wallet.vault.sealMark(false);
		if (!mark.ok) return;
		const kept = this.#app.ports.settings.get().sealedState;
		const sealed = await this.#openSealed(kept);
		const now = this.#readable();
		if (sealed === "locked" || now === null) return;
		this.#marked = mark.marked;
		if (kept === null && !this.#marked) this.#trusted = now;
		else {
			if (sealed === null) this.#app.ports.log("integrity: the sealed state is gone, or not of this vault");
			const before = trustedAfter(sealed ?? NOTHING_SEALED, start, start, false);
			this.#trusted = trustedAfter(before, start, now, false);
		}
		this.#last = now;
	}

	async #store(): Promise<void> {
		const state = this.#trusted === null ? null : writeState(this.#trusted);
		if (state === null || this.#isRenewing || this.#app.wallet.vault.status().state !== "unlocked") return;
		if (this.#app.ports.settings.get().sealedState?.state !== state) {
			const sealed = await this.#app.wallet.vault.sealSecret(secretBytes(PURPOSE + digestOf(state)));
			if (!sealed.ok) {
				this.#app.ports.log(`integrity: the state could not be sealed: ${sealed.reason}`);
				return;
			}
			this.#app.ports.settings.set({ sealedState: { state, seal: sealed.sealed } });
		}
		if (this.#marked) return;
		const mark = await this.#app.wallet.vault.sealMark(true);
		if (mark.ok) this.#marked = true;
		else this.#app.ports.log(`integrity: the vault could not note the seal: ${mark.reason}`);
	}

	#storeSoon(): Promise<void> {
		this.#storing = this.#storing
			.then(() => this.#store())
			.catch((cause: unknown) =>
				this.#app.ports.log(`integrity: ${cause instanceof Error ? cause.name : "unknown"}`),
			);
		return this.#storing;
	}
}
