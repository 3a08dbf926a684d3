import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Text } from "../../src/core/localized-text.ts";
import type { InboxEntryView } from "../../src/ipc/inbox.ts";
import type { RuleInput, RulesView } from "../../src/ipc/rules.ts";
import type { SettingsStore } from "../../src/main/ports.ts";
import { openWorld, type World } from "../mock-service/fixture.ts";
import { appAt, evmAddress } from "../support/at-world.ts";
import { evmNetwork } from "../support/networks.ts";
import { openPerson, PASSWORD, type Person, scratch } from "../support/person.ts";
import { memorySettings } from "../support/ports.ts";
import { saying, type Telling, type Told, tells } from "../support/saying.ts";

/** An attacker with access to the disk edits the journal and the settings while the app is closed. */

const FRIEND = "0x00000000000000000000000000000000000c0ffe";
const MALLORY = "0x00000000000000000000000000000000000badbd";
const EVERYWHERE = { accounts: "all", agents: "all", apps: "all", chains: "all" } as const;
const CHANGED = saying("rule.changed-outside");

const looser = (name: string): Telling => saying("rule.gone-or-looser", { name });

describe("data read from files without a key", () => {
	let world: World;
	let person: Person;
	let settings: SettingsStore;
	let entry: InboxEntryView;
	const folder = scratch();
	const key = generatePrivateKey();

	const open = (unlocked = true) =>
		openPerson({
			dataDir: folder.path,
			...appAt(world),
			settings,
			key: unlocked ? key : null,
		});

	/** Stops the app, edits its database and starts the app again. */
	async function meanwhile(edit: (db: DatabaseSync) => void, unlocked = true): Promise<void> {
		await person.stop();
		const db = new DatabaseSync(join(folder.path, "journal.db"));
		try {
			edit(db);
		} finally {
			db.close();
		}
		person = await open(unlocked);
	}

	const writes = (db: DatabaseSync, rules: readonly object[]) =>
		db
			.prepare("INSERT INTO rules (version, saved_at, rules) SELECT max(version) + 1, 0, ? FROM rules")
			.run(JSON.stringify({ format: 1, rules }));

	const limit = (tenths: number): RuleInput => ({
		id: "once",
		name: "One at a time",
		scope: { ...EVERYWHERE, chains: [String(world.chain.chainId)] },
		kind: "spend_once",
		asset: { address: "native", symbol: "ETH", decimals: 18 },
		most: (BigInt(tenths) * 10n ** 17n).toString(),
	});
	const friends: RuleInput = {
		id: "friends",
		name: "Friends only",
		scope: EVERYWHERE,
		kind: "recipients",
		addresses: [FRIEND],
		contacts: true,
	};

	async function view(ready: (rules: RulesView) => boolean = () => true): Promise<RulesView> {
		await person.callDesk("openTrusted", { screen: "rules" });
		return await person.until("the rules", () => {
			const screen = person.screen();
			return screen.screen === "rules" && ready(screen.rules) ? screen.rules : null;
		});
	}

	async function save(rules: readonly RuleInput[], password: string | null = null) {
		const { version } = await view();
		const saved = await person.callTrusted("saveRules", { version, rules, password });
		if (saved.ok) await view((rules) => rules.version > version);
		return saved;
	}

	const confirm = (password: string) => person.callTrusted("confirmRules", { password });

	/** Waits until the sealed state contains the change. */
	const sealed = (holds: string) =>
		person.until("the seal", () => settings.get().sealedState?.state.includes(holds));

	async function refusals(): Promise<readonly Text[]> {
		const judged = await person.review(entry.id, ({ approval }) => approval.refusals.length > 0);
		return judged.approval.refusals;
	}

	async function approvable(): Promise<void> {
		await person.review(entry.id, ({ approval }) => approval.possible);
	}

	/** Checks that approval is refused with these texts until the right password confirms the state. */
	async function stoppedUntilConfirmed(...told: readonly Told[]): Promise<void> {
		expect(await refusals()).toContainEqual(CHANGED);
		const shown = await view();
		expect(shown.stopped).toBe(true);
		expect(tells(shown.unconfirmed, ...told)).toBe(true);
		expect(await confirm("not the password")).toMatchObject({ ok: false });
		person.ports.clock.skip(60_000);
		expect((await view()).stopped).toBe(true);
		expect(await confirm(PASSWORD)).toEqual({ ok: true });
		expect((await view(({ stopped }) => !stopped)).unconfirmed).toEqual([]);
		await approvable();
	}

	beforeAll(async () => {
		world = await openWorld();
		settings = memorySettings({
			baseUrl: world.service.url,
			chains: [evmNetwork(world.chain)],
		});
		person = await open();
		await world.demo.fund(evmAddress(person));
		entry = await person.asked(`send 0.1 ETH to ${FRIEND}`);
	});

	beforeEach(async () => {
		await confirm(PASSWORD);
		expect(await save([limit(5), friends], PASSWORD)).toEqual({ ok: true });
		await sealed("One at a time");
	});

	afterAll(async () => {
		await person?.stop();
		await world?.close();
		folder.remove();
	});

	it("are trusted as the user left them, and if they only got stricter", async () => {
		await meanwhile(() => {});
		await approvable();
		await meanwhile((db) => writes(db, [limit(4), friends]));
		expect(await view()).toMatchObject({ stopped: false, unconfirmed: [] });
		await approvable();
		await sealed("400000000000000000");
	});

	it("stop approvals if a rule was removed", async () => {
		await meanwhile((db) => writes(db, [friends]));
		await stoppedUntilConfirmed(looser("One at a time"));
		await meanwhile(() => {});
		await approvable();
	});

	it("stop approvals if a limit was raised, or all versions of the rules were removed", async () => {
		await meanwhile((db) => writes(db, [limit(9), friends]));
		await stoppedUntilConfirmed(looser("One at a time"));
		await meanwhile((db) => db.exec("DELETE FROM rules"));
		await stoppedUntilConfirmed(looser("Friends only"));
		await save([limit(5)], PASSWORD);
	});

	it("stop approvals if another RPC was written into the settings", async () => {
		const { chains } = settings.get();
		await meanwhile(() =>
			settings.set({ chains: chains.map((each) => ({ ...each, rpcUrl: `${each.rpcUrl}/` })) }),
		);
		await stoppedUntilConfirmed(saying("guard.chains", { chains: "Anvil" }));
		await meanwhile(() => settings.set({ chains }));
		expect((await view()).stopped).toBe(true);
		expect(await confirm(PASSWORD)).toEqual({ ok: true });
	});

	it("add no contact or account that was only written into them", async () => {
		const toMallory = await person.asked(`send 0.01 ETH to ${MALLORY}`);
		const stopped = saying("rule.stops", { name: "Friends only" });
		await meanwhile((db) => {
			db.prepare("INSERT INTO contacts VALUES ('evm', ?, 'Savings', 0)").run(MALLORY);
		});
		await person.review(toMallory.id, ({ approval }) => tells(approval.refusals, stopped));
		expect(await view()).toMatchObject({ stopped: false });
		expect((await view()).unconfirmed).toContainEqual(saying("guard.contacts"));
		await approvable();
		await meanwhile((db) => {
			db.exec("DELETE FROM contacts");
			const account = { family: "evm", address: MALLORY, path: "m/44'/60'/0'/0/7", model: "" } as const;
			settings.set({ ledgerAccounts: [account], labels: { [MALLORY]: "Savings" }, blindSigning: true });
		});
		await person.review(toMallory.id, ({ approval }) => tells(approval.refusals, stopped));
		const { unconfirmed } = await view();
		expect(tells(unconfirmed, "guard.accounts", "guard.names", "guard.blind-signing")).toBe(true);
		expect(await confirm(PASSWORD)).toEqual({ ok: true });
		await person.review(toMallory.id, ({ approval }) => approval.possible);
		settings.set({ ledgerAccounts: [], labels: {}, blindSigning: false });
	});

	it("stop approvals if the seal was removed, forged, or belongs to other content", async () => {
		const before = settings.get().sealedState;
		if (before === null) throw new Error("nothing is sealed");
		await meanwhile(() => settings.set({ sealedState: null }));
		await stoppedUntilConfirmed("guard.rules-unknown");
		const loose = before.state.replaceAll("500000000000000000", "900000000000000000");
		await meanwhile((db) => {
			writes(db, [limit(9), friends]);
			settings.set({ sealedState: { ...before, state: loose } });
		});
		await stoppedUntilConfirmed("guard.rules-unknown");
	});

	it("approve nothing before the vault was opened once", async () => {
		await meanwhile((db) => writes(db, [friends]), false);
		expect(await refusals()).toContainEqual(saying("rule.not-looked-at"));
		// Saving with the password first unlocks; it doesn't accept changes that someone else made.
		expect(await save([friends, limit(9)])).toMatchObject({ ok: true });
		expect(await person.callTrusted("unlock", { password: PASSWORD })).toEqual({ ok: true });
		expect(await refusals()).toContainEqual(CHANGED);
		expect(await save([limit(5), friends])).toMatchObject({ ok: false });
		expect(await save([limit(5), friends], PASSWORD)).toEqual({ ok: true });
		await approvable();
	});

	it("keep the user's additions before the vault was opened, and loosened rules with the password", async () => {
		await save([], PASSWORD);
		await sealed('"rules":[]'.replaceAll('"', '\\"'));
		await meanwhile(() => {}, false);
		const contact = {
			family: "evm",
			address: FRIEND,
			label: "Ana",
			renaming: false,
			despite: [],
			password: null,
		};
		expect(await person.callTrusted("saveContact", contact)).toEqual({ ok: true });
		expect(await person.callTrusted("unlock", { password: PASSWORD })).toEqual({ ok: true });
		await sealed("Ana");
		await meanwhile(() => {});
		expect(await view()).toMatchObject({ stopped: false, unconfirmed: [], contacts: 1 });
		await approvable();
	});
});
