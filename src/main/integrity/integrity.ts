import { createHash } from "node:crypto";
import type { Labels } from "../../core/identities/labels.ts";
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
import { addressKey } from "../../core/rules/rule-facts.ts";
import { isSameSecret } from "../../core/same-secret.ts";
import type { Contacts } from "../address-book/contacts.ts";
import type { Events } from "../events.ts";
import type { SettingsStore } from "../ports.ts";
import type { SealedState } from "../settings-schema.ts";
import type { AgentStore, StoredAgent } from "../storage/agent-store.ts";
import { readOr } from "../storage/database.ts";
import { secretBytes, type VaultClient } from "../wallet/signers/vault/client.ts";

/** Prefix of the digest. It ensures that nothing else sealed by the vault is valid here. */
const PURPOSE = "countersign protected state 1:";

/** `locked`: the vault hasn't been opened since startup. `changed`: another program changed the files. */
export type WhyNot = "locked" | "changed";

const NO_DOUBTS: Doubts = {
	rules: false,
	chains: [],
	blindSigning: false,
	contacts: [],
	accounts: [],
	names: [],
	agents: [],
	doors: [],
};

export const protectedAgent = (agent: StoredAgent): ProtectedState["agents"][number] => ({
	id: agent.id,
	credential: agent.credential,
	name: agent.name,
	confirmed: agent.confirmedAt !== null,
	accounts: agent.accounts.map(addressKey),
	networks: [...agent.networks],
	maxWaiting: agent.maxWaiting,
	maxPerHour: agent.maxPerHour,
});

const digestOf = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

/**
 * Detects changes to the rules and related settings that were made outside the app. Their state is stored in
 * the settings, with a digest sealed by the vault's key, and the vault's file records that a seal exists. The
 * files are compared when the vault is opened, and resealed after each change made in the app.
 */
export class Integrity {
	readonly #app;
	#cached: { readonly of: readonly unknown[]; readonly state: ProtectedState } | null = null;
	#last: ProtectedState | null = null;
	#trusted: ProtectedState | null = null;
	#checking: Promise<void> | null = null;
	#storing: Promise<void> = Promise.resolve();
	#marked = false;
	#isRenewing = false;
	#found: { readonly of: readonly unknown[]; readonly doubts: Doubts } | null = null;
	#trustedNames: { readonly of: readonly unknown[]; readonly names: Labels } | null = null;

	constructor(app: {
		readonly ports: { readonly settings: SettingsStore; log(line: string): void };
		readonly events: Pick<Events, "emit">;
		readonly stores: {
			readonly rules: { latest(): string | null };
			readonly contacts: Pick<Contacts, "list" | "labels">;
			readonly agents: Pick<AgentStore, "list">;
		};
		readonly wallet: {
			readonly vault: Pick<VaultClient, "status" | "sealSecret" | "openSecret" | "sealMark">;
		};
	}) {
		this.#app = app;
		this.#last = this.#readable();
	}

	recordChanges(): void {
		if (this.#trusted === null || this.#last === null) return;
		const now = this.#readable();
		if (now === null || now === this.#last) return;
		this.#trusted = trustedAfter(this.#trusted, this.#last, now, true);
		this.#last = now;
		void this.#storeSoon();
	}

	doubts(): Doubts {
		this.recordChanges();
		if (this.#trusted === null || this.#last === null) return NO_DOUBTS;
		const of = [this.#trusted, this.#last];
		if (this.#found === null || !of.every((each, at) => each === this.#found?.of[at]))
			this.#found = { of, doubts: doubtsOf(this.#trusted, this.#last) };
		return this.#found.doubts;
	}

	why(): WhyNot | null {
		const stops = stopsApproving(this.doubts());
		if (this.#trusted !== null) return stops ? "changed" : null;
		const { state } = this.#app.wallet.vault.status();
		// Without a vault, there is no key to seal with. An attacker who can damage the vault could also
		// delete it.
		return state === "none" || state === "damaged" ? null : "locked";
	}

	trusted(): ProtectedState | null {
		return this.#trusted;
	}

	trustsAccount(address: string): boolean {
		return !holds(this.doubts().accounts, address);
	}

	trustsContact(address: string): boolean {
		return !holds(this.doubts().contacts, address);
	}

	/** Returns `false` for an agent that another program added, renamed or gave more access. */
	trustsAgent(id: string): boolean {
		return !this.doubts().agents.includes(id);
	}

	/** Returns `false` for a door that another program opened. */
	trustsDoor(door: "socket" | "http"): boolean {
		return !this.doubts().doors.includes(door);
	}

	/** Removes names that the user didn't enter. Returns the same object if there are none. */
	trustedNames(names: Labels): Labels {
		const doubted = this.doubts().names;
		if (doubted.length === 0) return names;
		if (this.#trustedNames?.of[0] !== names || this.#trustedNames.of[1] !== doubted) {
			const without = new Set(doubted);
			const left = Object.entries(names).filter(([address]) => !without.has(address));
			this.#trustedNames = { of: [names, doubted], names: Object.fromEntries(left) };
		}
		return this.#trustedNames.names;
	}

	blindSigning(): boolean {
		return this.#app.ports.settings.get().blindSigning && !this.doubts().blindSigning;
	}

	async check(): Promise<void> {
		if (this.#isRenewing) return;
		if (this.#trusted === null) {
			this.#checking ??= this.#firstCheck()
				.catch((cause: unknown) =>
					this.#app.ports.log(`integrity: ${cause instanceof Error ? cause.name : "unknown"}`),
				)
				.finally(() => {
					this.#checking = null;
				});
			await this.#checking;
			if (this.#trusted !== null) this.#app.events.emit("app-changed");
		}
		this.recordChanges();
		await this.#storeSoon();
	}

	/**
	 * Runs `work`, which replaces the vault and invalidates seals made with the old key. Nothing is sealed
	 * while it runs.
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

	/** Accepts the files as they are. The caller must have checked the password. */
	async confirm(): Promise<void> {
		this.recordChanges();
		if (this.#trusted === null || this.#last === null) return;
		this.#trusted = this.#last;
		await this.#storeSoon();
		this.#app.events.emit("app-changed");
	}

	#read(): ProtectedState {
		const { agentDoors, ledgerAccounts, labels, chains, blindSigning } = this.#app.ports.settings.get();
		const agents = this.#app.stores.agents.list();
		const contacts = this.#app.stores.contacts.list();
		const rules = this.#app.stores.rules.latest();
		const now = [rules, contacts, ledgerAccounts, labels, chains, blindSigning, agents, agentDoors];
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
			agents: agents.map(protectedAgent),
			doors: { socket: agentDoors.socket, http: agentDoors.http ? agentDoors.port : null },
		};
		this.#cached = { of: now, state };
		return state;
	}

	#readable(): ProtectedState | null {
		return readOr(() => this.#read(), null);
	}

	async #openSealed(kept: SealedState | null): Promise<ProtectedState | null | "locked"> {
		if (kept === null) return null;
		const opened = await this.#app.wallet.vault.openSecret(kept.seal);
		if (!opened.ok) return opened.reason === "unsealable" ? null : "locked";
		const text = new TextDecoder().decode(opened.secret);
		opened.secret.fill(0);
		return isSameSecret(text, PURPOSE + digestOf(kept.state)) ? readState(kept.state) : null;
	}

	async #firstCheck(): Promise<void> {
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
