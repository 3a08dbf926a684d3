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
import { secretBytes } from "../wallet/signers/vault-client.ts";
import type { VaultClient } from "../wallet/signers/vault-types.ts";

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
	/** The vault is another one: what was sealed under the former one's key counts for nothing. */
	renewed(): void;
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

export function createGuard(parts: GuardParts): Guard {
	const { vault, settings, log } = parts;
	let cached: { readonly of: readonly unknown[]; readonly state: ProtectedState } | null = null;
	/** As the files stood when they were looked at last; null where they could not be read. */
	let last: ProtectedState | null = null;
	let trusted: ProtectedState | null = null;
	let checking: Promise<void> | null = null;
	let storing: Promise<void> = Promise.resolve();
	let marked = false;
	let found: { readonly of: readonly unknown[]; readonly doubts: Doubts } | null = null;
	let believed: { readonly of: readonly unknown[]; readonly names: Labels } | null = null;

	function read(): ProtectedState {
		const { ledgerAccounts, labels, chains, blindSigning } = settings.get();
		const contacts = parts.contacts.list();
		const rules = parts.rules.latest();
		const now = [rules, contacts, ledgerAccounts, labels, chains, blindSigning];
		if (cached !== null && now.every((each, at) => each === cached?.of[at])) return cached.state;
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
		cached = { of: now, state };
		return state;
	}

	/** Null where the disk does not give them: then the rules refuse for that. */
	function readable(): ProtectedState | null {
		try {
			return read();
		} catch (cause) {
			if (cause instanceof StorageError) return null;
			throw cause;
		}
	}

	/** What was sealed; null where that is not to be had. `locked`: it can't be told now. */
	async function openSealed(kept: SealedState | null): Promise<ProtectedState | null | "locked"> {
		if (kept === null) return null;
		const opened = await vault.openSecret(kept.seal);
		if (!opened.ok) return opened.reason === "unsealable" ? null : "locked";
		const text = new TextDecoder().decode(opened.secret);
		opened.secret.fill(0);
		return isSame(text, PURPOSE + digestOf(kept.state)) ? readState(kept.state) : null;
	}

	async function firstLook(): Promise<void> {
		const start = last ?? readable();
		if (start === null || vault.status().state !== "unlocked") return;
		last = start;
		const mark = await vault.sealMark(false);
		if (!mark.ok) return;
		const kept = settings.get().sealedState;
		const sealed = await openSealed(kept);
		const now = readable();
		if (sealed === "locked" || now === null) return;
		marked = mark.marked;
		if (kept === null && !marked) trusted = now;
		else {
			if (sealed === null) log("guard: the sealed state is gone, or not of this vault");
			const before = trustedAfter(sealed ?? NOTHING_SEALED, start, start, false);
			trusted = trustedAfter(before, start, now, false);
		}
		last = now;
	}

	async function store(): Promise<void> {
		const state = trusted === null ? null : writeState(trusted);
		if (state === null || vault.status().state !== "unlocked") return;
		if (settings.get().sealedState?.state !== state) {
			const sealed = await vault.sealSecret(secretBytes(PURPOSE + digestOf(state)));
			if (!sealed.ok) {
				log(`guard: the state could not be sealed: ${sealed.reason}`);
				return;
			}
			settings.set({ sealedState: { state, seal: sealed.sealed } });
		}
		if (marked) return;
		const mark = await vault.sealMark(true);
		if (mark.ok) marked = true;
		else log(`guard: the vault could not note the seal: ${mark.reason}`);
	}

	function storeSoon(): Promise<void> {
		storing = storing
			.then(store)
			.catch((cause: unknown) => log(`guard: ${cause instanceof Error ? cause.name : "unknown"}`));
		return storing;
	}

	function look(): void {
		if (trusted === null || last === null) return;
		const now = readable();
		if (now === null || now === last) return;
		trusted = trustedAfter(trusted, last, now, true);
		last = now;
		void storeSoon();
	}

	function doubts(): Doubts {
		look();
		if (trusted === null || last === null) return NO_DOUBTS;
		const of = [trusted, last];
		if (found === null || !of.every((each, at) => each === found?.of[at]))
			found = { of, doubts: doubtsOf(trusted, last) };
		return found.doubts;
	}

	last = readable();

	return {
		why() {
			const stops = stopsApproving(doubts());
			if (trusted !== null) return stops ? "changed" : null;
			const { state } = vault.status();
			// Without a vault there is no key, and whoever breaks one could as well take it away.
			return state === "none" || state === "damaged" ? null : "locked";
		},
		doubts,
		trusted: () => trusted,
		believesAccount: (address) => !holds(doubts().accounts, address),
		believesContact: (address) => !holds(doubts().contacts, address),
		believedNames(names) {
			const doubted = doubts().names;
			if (doubted.length === 0) return names;
			if (believed?.of[0] !== names || believed.of[1] !== doubted) {
				const without = new Set(doubted);
				const left = Object.entries(names).filter(([address]) => !without.has(address));
				believed = { of: [names, doubted], names: Object.fromEntries(left) };
			}
			return believed.names;
		},
		blindSigning: () => settings.get().blindSigning && !doubts().blindSigning,
		async check() {
			if (trusted === null) {
				checking ??= firstLook()
					.catch((cause: unknown) => log(`guard: ${cause instanceof Error ? cause.name : "unknown"}`))
					.finally(() => {
						checking = null;
					});
				await checking;
				if (trusted !== null) parts.onChange();
			}
			look();
			await storeSoon();
		},
		look,
		renewed() {
			trusted = null;
			marked = false;
			last = readable();
			parts.onChange();
		},
		async confirm() {
			look();
			if (trusted === null || last === null) return;
			trusted = last;
			await storeSoon();
			parts.onChange();
		},
	};
}
