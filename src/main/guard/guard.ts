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
import { labelsOf } from "../address-book/stored-labels.ts";
import type { SealedState, SettingsStore } from "../ports.ts";
import { StorageError } from "../storage/database.ts";
import { secretBytes } from "../wallet/signers/vault/client.ts";
import type { VaultClient } from "../wallet/signers/vault/types.ts";

/**
 * Whether rules, and what they count on, are those that the user left. The state stands in the settings beside its
 * digest, which is sealed under the vault's key; the vault's file says that there is one. It is held against the
 * files when the vault is first opened, and sealed anew with each change that is made here.
 */

/** Before the digest, so that nothing else that the vault sealed for main passes for one. */
const PURPOSE = "countersign protected state 1:";

/** The text of the rules that are kept; null where there are none. */
export interface StoredRules {
	latest(): string | null;
}

export interface GuardParts {
	readonly vault: Pick<VaultClient, "status" | "sealSecret" | "openSecret" | "sealMark">;
	readonly settings: SettingsStore;
	readonly rules: StoredRules;
	readonly contacts: Pick<Contacts, "list">;
	readonly onChange: () => void;
	readonly log: (line: string) => void;
}

/** `locked`: the vault was not opened since the start. `changed`: the files were changed by somebody else. */
export type WhyNot = "locked" | "changed";

export interface Guard {
	/** Why nothing may be approved now; null where rules are those of the user, or no key could tell. */
	why(): WhyNot | null;
	doubts(): Doubts;
	/** The state as the user left it; null before the vault was opened. */
	trusted(): ProtectedState | null;
	/** False for an account of a Ledger that the user did not add. */
	believesAccount(address: string): boolean;
	/** False for a contact that the user did not add. */
	believesContact(address: string): boolean;
	/** Without the names that the user did not give; the same object where there is none. */
	believedNames(names: Labels): Labels;
	blindSigning(): boolean;
	/** Looks at the seal once the vault is open, and seals what changed since. Never rejects. */
	check(): Promise<void>;
	/** Something may have changed here. */
	look(): void;
	/**
	 * Lets the vault be made anew. Where that is done, what was sealed under the former one's key, or was still to be,
	 * counts for nothing; until then nothing is sealed under the key of a vault that opened meanwhile.
	 */
	renewing<Result extends { readonly ok: boolean }>(work: () => Promise<Result>): Promise<Result>;
	/** The user says that all is as it should be. The caller has looked at their password. */
	confirm(): Promise<void>;
}

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

class FileGuard implements Guard {
	readonly #parts: GuardParts;
	readonly #vault: GuardParts["vault"];
	readonly #settings: GuardParts["settings"];
	readonly #log: GuardParts["log"];
	#cached: { readonly of: readonly unknown[]; readonly state: ProtectedState } | null = null;
	/** As the files stood when they were looked at last; null where they could not be read. */
	#last: ProtectedState | null = null;
	#trusted: ProtectedState | null = null;
	#checking: Promise<void> | null = null;
	#storing: Promise<void> = Promise.resolve();
	#marked = false;
	#isRenewing = false;
	#found: { readonly of: readonly unknown[]; readonly doubts: Doubts } | null = null;
	#believed: { readonly of: readonly unknown[]; readonly names: Labels } | null = null;

	constructor(parts: GuardParts) {
		this.#parts = parts;
		this.#vault = parts.vault;
		this.#settings = parts.settings;
		this.#log = parts.log;
		this.#last = this.#readable();
	}

	look(): void {
		if (this.#trusted === null || this.#last === null) return;
		const now = this.#readable();
		if (now === null || now === this.#last) return;
		this.#trusted = trustedAfter(this.#trusted, this.#last, now, true);
		this.#last = now;
		void this.#storeSoon();
	}

	doubts(): Doubts {
		this.look();
		if (this.#trusted === null || this.#last === null) return NO_DOUBTS;
		const of = [this.#trusted, this.#last];
		if (this.#found === null || !of.every((each, at) => each === this.#found?.of[at]))
			this.#found = { of, doubts: doubtsOf(this.#trusted, this.#last) };
		return this.#found.doubts;
	}

	why(): WhyNot | null {
		const stops = stopsApproving(this.doubts());
		if (this.#trusted !== null) return stops ? "changed" : null;
		const { state } = this.#vault.status();
		// Without a vault there is no key, and whoever breaks one could as well take it away.
		return state === "none" || state === "damaged" ? null : "locked";
	}

	trusted(): ProtectedState | null {
		return this.#trusted;
	}

	believesAccount(address: string): boolean {
		return !holds(this.doubts().accounts, address);
	}

	believesContact(address: string): boolean {
		return !holds(this.doubts().contacts, address);
	}

	believedNames(names: Readonly<Record<string, string>>): Labels {
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
		return this.#settings.get().blindSigning && !this.doubts().blindSigning;
	}

	async check(): Promise<void> {
		if (this.#isRenewing) return;
		if (this.#trusted === null) {
			this.#checking ??= this.#firstLook()
				.catch((cause: unknown) => this.#log(`guard: ${cause instanceof Error ? cause.name : "unknown"}`))
				.finally(() => {
					this.#checking = null;
				});
			await this.#checking;
			if (this.#trusted !== null) this.#parts.onChange();
		}
		this.look();
		await this.#storeSoon();
	}

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

	async confirm(): Promise<void> {
		this.look();
		if (this.#trusted === null || this.#last === null) return;
		this.#trusted = this.#last;
		await this.#storeSoon();
		this.#parts.onChange();
	}

	#read(): ProtectedState {
		const { ledgerAccounts, labels, chains, blindSigning } = this.#settings.get();
		const contacts = this.#parts.contacts.list();
		const rules = this.#parts.rules.latest();
		const now = [rules, contacts, ledgerAccounts, labels, chains, blindSigning];
		if (this.#cached !== null && now.every((each, at) => each === this.#cached?.of[at]))
			return this.#cached.state;
		const state: ProtectedState = {
			format: 1,
			rules,
			contacts: contacts.map(({ address }) => addressKey(address)),
			accounts: ledgerAccounts.map(({ address }) => addressKey(address)),
			names: { ...labelsOf({ labels }, contacts) },
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

	/** Null where the disk does not give them: then the rules refuse for that. */
	#readable(): ProtectedState | null {
		try {
			return this.#read();
		} catch (cause) {
			if (cause instanceof StorageError) return null;
			throw cause;
		}
	}

	/** What was sealed; null where that is not to be had. `locked`: it can't be told now. */
	async #openSealed(kept: SealedState | null): Promise<ProtectedState | null | "locked"> {
		if (kept === null) return null;
		const opened = await this.#vault.openSecret(kept.seal);
		if (!opened.ok) return opened.reason === "unsealable" ? null : "locked";
		const text = new TextDecoder().decode(opened.secret);
		opened.secret.fill(0);
		return isSame(text, PURPOSE + digestOf(kept.state)) ? readState(kept.state) : null;
	}

	async #firstLook(): Promise<void> {
		const start = this.#last ?? this.#readable();
		if (start === null || this.#vault.status().state !== "unlocked") return;
		this.#last = start;
		const mark = await this.#vault.sealMark(false);
		if (!mark.ok) return;
		const kept = this.#settings.get().sealedState;
		const sealed = await this.#openSealed(kept);
		const now = this.#readable();
		if (sealed === "locked" || now === null) return;
		this.#marked = mark.marked;
		if (kept === null && !this.#marked) this.#trusted = now;
		else {
			if (sealed === null) this.#log("guard: the sealed state is gone, or not of this vault");
			const before = trustedAfter(sealed ?? NOTHING_SEALED, start, start, false);
			this.#trusted = trustedAfter(before, start, now, false);
		}
		this.#last = now;
	}

	async #store(): Promise<void> {
		const state = this.#trusted === null ? null : writeState(this.#trusted);
		if (state === null || this.#isRenewing || this.#vault.status().state !== "unlocked") return;
		if (this.#settings.get().sealedState?.state !== state) {
			const sealed = await this.#vault.sealSecret(secretBytes(PURPOSE + digestOf(state)));
			if (!sealed.ok) {
				this.#log(`guard: the state could not be sealed: ${sealed.reason}`);
				return;
			}
			this.#settings.set({ sealedState: { state, seal: sealed.sealed } });
		}
		if (this.#marked) return;
		const mark = await this.#vault.sealMark(true);
		if (mark.ok) this.#marked = true;
		else this.#log(`guard: the vault could not note the seal: ${mark.reason}`);
	}

	#storeSoon(): Promise<void> {
		this.#storing = this.#storing
			.then(() => this.#store())
			.catch((cause: unknown) => this.#log(`guard: ${cause instanceof Error ? cause.name : "unknown"}`));
		return this.#storing;
	}
}

export function createGuard(parts: GuardParts): Guard {
	return new FileGuard(parts);
}
