import { describe, expect, it } from "vitest";
import { refusalsOf } from "../../../../src/core/rules/check-rules.ts";
import type { Rule } from "../../../../src/core/rules/rules.ts";
import { writeRules } from "../../../../src/core/rules/rules.ts";
import { Events } from "../../../../src/main/events.ts";
import { Integrity } from "../../../../src/main/integrity/integrity.ts";
import type { SettingsStore } from "../../../../src/main/ports.ts";
import type { Settings } from "../../../../src/main/settings-schema.ts";
import type { StoredAgent } from "../../../../src/main/storage/agent-store.ts";
import { StorageError } from "../../../../src/main/storage/database.ts";
import type { VaultStatus } from "../../../../src/main/wallet/signers/vault/connection.ts";
import { memorySettings } from "../../../support/ports.ts";
import { itemFacts, OTHER, once, policyContextWith, STRANGER } from "../../core/rules/scene.ts";

/** Files compared with the state sealed under the vault's key, across restarts. */

const refusal = (reason: "locked" | "unsealable") =>
	({ ok: false, reason, text: { code: `vault.${reason}` }, nextTryAt: null, field: null }) as const;

/** Creates one computer's files, and a vault that seals by reversing the bytes. */
function computer(initial: Partial<Settings> = {}) {
	const settings: SettingsStore = memorySettings(initial);
	const lines: string[] = [];
	const disk = {
		rules: writeRules([once(5n)]) as string | null,
		contacts: [] as readonly { family: "evm"; address: string; label: string; addedAt: number }[],
		agents: [] as readonly StoredAgent[],
		broken: false,
		state: "unlocked" as VaultStatus["state"],
		marked: false,
		/** Number of the vault's key; another vault has another one. */
		key: 1,
	};
	const is = () => disk.state === "unlocked";
	const vault: ConstructorParameters<typeof Integrity>[0]["wallet"]["vault"] = {
		status: () => ({
			state: disk.state,
			accounts: [],
			hasPhrase: false,
			locksAt: null,
			nextTryAt: null,
			autoLockMs: 1,
			phrasePositions: null,
			text: null,
		}),
		sealSecret: async (secret) =>
			is()
				? { ok: true, sealed: Buffer.from([...secret.toReversed(), disk.key]).toString("base64") }
				: refusal("locked"),
		openSecret: async (sealed) => {
			if (!is()) return refusal("locked");
			const bytes = Uint8Array.from(Buffer.from(sealed, "base64"));
			if (bytes.at(-1) !== disk.key) return refusal("unsealable");
			return { ok: true, secret: bytes.slice(0, -1).toReversed() };
		},
		sealMark: async (set) => {
			if (!is()) return refusal("locked");
			disk.marked ||= set;
			return { ok: true, marked: disk.marked };
		},
	};
	const start = () =>
		new Integrity({
			ports: { settings, log: (line) => lines.push(line) },
			events: new Events(() => {}),
			stores: {
				rules: {
					latest: () => {
						if (disk.broken) throw new StorageError("failed", "journal.db", { detail: "test" });
						return disk.rules;
					},
				},
				contacts: {
					list: () => disk.contacts,
					labels: (own) => ({
						...Object.fromEntries(disk.contacts.map(({ address, label }) => [address, label])),
						...own,
					}),
				},
				agents: { list: () => disk.agents },
			},
			wallet: { vault },
		});
	return { settings, disk, vault, start, lines };
}

const AGENT: StoredAgent = {
	id: "a1",
	credential: "c".repeat(64),
	name: "Claude",
	client: "claude_code",
	accounts: [OTHER],
	networks: [],
	maxWaiting: 10,
	maxPerHour: 60,
	notify: "all",
	addedAt: 0,
	confirmedAt: null,
	pausedAt: null,
	removedAt: null,
	firstCall: null,
	lastCall: null,
};

const writes = (...rules: readonly Rule[]) => writeRules(rules);

async function checked(of: ReturnType<typeof computer>) {
	const integrity = of.start();
	await integrity.check();
	return integrity;
}

describe("the integrity check of the user's files", () => {
	it("seals the first state, and records it in the vault", async () => {
		const mine = computer();
		const integrity = await checked(mine);
		expect(integrity.why()).toBeNull();
		expect(mine.disk.marked).toBe(true);
		expect(mine.settings.get().sealedState?.state).toContain("spend_once");
	});

	it.each<[VaultStatus["state"], "locked" | null]>([
		["locked", "locked"],
		["stopped", "locked"],
		["none", null],
		["damaged", null],
	])("permits nothing while a vault that is %s has not been opened, if it can be", async (state, why) => {
		const mine = computer();
		mine.disk.state = state;
		expect((await checked(mine)).why()).toBe(why);
		expect(mine.settings.get().sealedState).toBeNull();
	});

	it("keeps its result while the vault is locked again, and seals changes when it opens", async () => {
		const mine = computer();
		const integrity = await checked(mine);
		mine.disk.state = "locked";
		mine.disk.rules = writes(once(9n));
		integrity.recordChanges();
		expect(integrity.why()).toBeNull();
		mine.disk.state = "unlocked";
		await integrity.check();
		expect((await checked(mine)).why()).toBeNull();
	});

	it("detects loosened rules, a record without a seal, and a seal of other content", async () => {
		const mine = computer();
		await checked(mine);
		const { sealedState } = mine.settings.get();
		mine.disk.rules = writes(once(6n));
		expect((await checked(mine)).why()).toBe("changed");
		mine.disk.rules = writes(once(5n));
		expect((await checked(mine)).why()).toBeNull();
		mine.settings.set({ sealedState: null });
		expect((await checked(mine)).why()).toBe("changed");
		const token = await mine.vault.sealSecret(new TextEncoder().encode("a token"));
		if (!token.ok || sealedState === null) throw new Error("not sealed");
		mine.settings.set({ sealedState: { state: sealedState.state, seal: token.sealed } });
		expect((await checked(mine)).why()).toBe("changed");
		mine.settings.set({ sealedState });
		expect((await checked(mine)).why()).toBeNull();
	});

	it("does not seal a file's change along with one made here", async () => {
		const mine = computer();
		await checked(mine);
		const contact = (address: string) => ({ family: "evm" as const, address, label: "Ana", addedAt: 0 });
		mine.disk.contacts = [contact(STRANGER)];
		const integrity = await checked(mine);
		expect(integrity.trustsContact(STRANGER)).toBe(false);
		mine.disk.contacts = [contact(STRANGER), contact(OTHER)];
		expect(integrity.trustsContact(OTHER)).toBe(true);
		await integrity.check();
		const later = await checked(mine);
		expect([later.trustsContact(OTHER), later.trustsContact(STRANGER)]).toEqual([true, false]);
		expect(later.trustedNames({ [OTHER]: "Ana", [STRANGER]: "Ana" })).toEqual({ [OTHER]: "Ana" });
		await later.confirm();
		expect((await checked(mine)).trustsContact(STRANGER)).toBe(true);
	});

	it("trusts no agent that was added, and no door that was opened, while the app was closed", async () => {
		const mine = computer();
		await checked(mine);
		mine.disk.agents = [AGENT];
		mine.settings.set({ agentDoors: { socket: true, http: true, port: 4_000 } });
		const integrity = await checked(mine);
		expect(integrity.why()).toBeNull();
		expect([integrity.trustsAgent("a1"), integrity.trustsAgent("a2")]).toEqual([false, true]);
		expect([integrity.trustsDoor("socket"), integrity.trustsDoor("http")]).toEqual([false, false]);
		await integrity.confirm();
		const later = await checked(mine);
		expect([later.trustsAgent("a1"), later.trustsDoor("socket"), later.trustsDoor("http")]).toEqual([
			true,
			true,
			true,
		]);
	});

	it("detects a change during its check, and one before the vault was open", async () => {
		const mine = computer();
		await checked(mine);
		mine.disk.state = "locked";
		const integrity = mine.start();
		mine.disk.rules = writes(once(4n));
		await integrity.check();
		mine.disk.state = "unlocked";
		const looking = integrity.check();
		mine.disk.rules = writes(once(3n));
		await looking;
		expect(integrity.trusted()?.rules).toBe(writes(once(3n)));
		expect((await checked(mine)).why()).toBeNull();
	});

	it("trusts no earlier state if the vault is recreated, even if it opens before that is known", async () => {
		const mine = computer();
		const integrity = await checked(mine);
		mine.disk.state = "locked";
		mine.disk.contacts = [{ family: "evm", address: STRANGER, label: "Ana", addedAt: 0 }];
		integrity.recordChanges();
		expect(integrity.trustsContact(STRANGER)).toBe(true);
		await integrity.renewing(async () => {
			Object.assign(mine.disk, { key: 2, marked: false, state: "unlocked" });
			void integrity.check();
			await Promise.resolve();
			return { ok: true };
		});
		expect(integrity.trustsContact(STRANGER)).toBe(false);
		expect((await checked(mine)).trustsContact(STRANGER)).toBe(false);
	});

	it("keeps its state if the vault could not be recreated", async () => {
		const mine = computer();
		const integrity = await checked(mine);
		await integrity.renewing(async () => ({ ok: false }));
		expect(integrity.why()).toBeNull();
		mine.disk.rules = writes(once(9n));
		await integrity.check();
		expect((await checked(mine)).why()).toBeNull();
	});

	it("leaves an unreadable disk to the rules, which refuse", async () => {
		const mine = computer();
		mine.disk.broken = true;
		expect((await checked(mine)).why()).toBe("locked");
	});
});

it("the integrity check stops approvals with its own words, for any rules", () => {
	const codes = (why: "changed" | "locked") =>
		refusalsOf(policyContextWith([], { stored: { ok: false, why } }), [itemFacts()]).map(
			({ text }) => text.code,
		);
	expect(codes("changed")).toEqual(["rule.changed-outside"]);
	expect(codes("locked")).toEqual(["rule.not-looked-at"]);
});
