import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/core/chain/chain-error.ts";
import { message, sentences, verbatim } from "../../../../src/core/localized-text.ts";
import { Events } from "../../../../src/main/events.ts";
import { LedgerDesk } from "../../../../src/main/wallet/ledger-desk.ts";
import { scanPaths } from "../../../../src/main/wallet/ledger-paths.ts";
import type {
	DeviceState,
	LedgerAccount,
	LedgerClient,
} from "../../../../src/main/wallet/signers/ledger/ledger-types.ts";
import type { DeviceWatch } from "../../../../src/main/wallet/signers/ledger/watch.ts";
import { stub } from "../../../fixtures/stub.ts";
import { saying } from "../../../support/saying.ts";

/** Finding, adding and verifying accounts, with a device that answers when the test lets it. */

const DEVICE: DeviceState = {
	id: "a",
	model: "Ledger Nano X",
	status: { kind: "open", inspection: { app: "Ethereum", version: "1.22.0", blindSigning: false } },
};
const addressAt = (at: number) => `0x${String(at + 1).padStart(40, "0")}`;
const FIRST: LedgerAccount = {
	family: "evm",
	address: addressAt(0),
	path: "m/44'/60'/0'/0/0",
	model: DEVICE.model,
};
const refusal = (fault: "rejected" | "otherDevice" | "locked") =>
	({ ok: false, fault, status: null, app: null, prompt: "answered" }) as const;

const asClient = (part: object) => part as LedgerClient;
const asWatch = (part: object) => part as DeviceWatch;

function scene(options: { readonly plugged?: boolean; readonly balance?: () => Promise<bigint> } = {}) {
	const { plugged = true, balance = async () => 5n } = options;
	let kept: readonly LedgerAccount[] = [];
	let asked = 0;
	/** Calls to the watch. */
	const told: string[] = [];
	const cancelled: string[] = [];
	/** Open requests at the device, with their kind. */
	const open: { readonly kind: string; readonly answer: (value: unknown) => void }[] = [];
	const prepared: unknown[] = [];
	/** Requests that were cut off. */
	const left: string[] = [];
	const question = (kind: string) => {
		const { promise, resolve } = Promise.withResolvers<unknown>();
		open.push({ kind, answer: resolve });
		return { answer: promise, cancel: () => cancelled.push(kind) };
	};
	const client = asClient({
		addresses: () => question("addresses"),
		showAddress: () => question("showAddress"),
		openApp: () => question("openApp"),
		prepare: async () => prepared.shift() ?? { ok: true },
	});
	const watch = asWatch({
		devices: () => (plugged ? [DEVICE] : []),
		fault: () => null,
		refresh: async () => {},
		asking: (_id: string, kind = "asking") => {
			told.push(kind);
			asked += 1;
			return () => {
				asked -= 1;
			};
		},
	});
	const desk = new LedgerDesk(
		stub({
			ports: { log: () => {} },
			events: new Events(() => {}),
			window: { route: () => ({ kind: "ledger" }) },
			stores: { journal: { unsettled: () => [] } },
			rules: { labels: () => ({}), storedRules: () => ({ ok: true, rules: [] }) },
			signedIn: { currentOrNull: () => null },
			networks: {
				chainSettings: () => [{ family: "evm", chainId: "1", name: "Ethereum" }],
				chains: { of: () => ({ prove: async () => {}, balance }) },
			},
			wallet: {
				accounts: {
					onLedger: () => kept,
					find: (address: string) =>
						kept.some((each) => each.address === address) ? { signer: "ledger" } : null,
					addLedger: (found: readonly LedgerAccount[]) => {
						if (kept.length + found.length > 2) return false;
						kept = [...kept, ...found];
						return true;
					},
					forget: () => {},
					removeLedger: (address: string) => {
						const before = kept.length;
						kept = kept.filter((each) => each.address !== address);
						return kept.length < before;
					},
				},
				balances: { read: () => {} },
				ledger: { client, cleared: () => left.splice(0).length > 0, watch },
			},
		}),
	);
	const addresses = (page = 0) => ({
		ok: true,
		addresses: scanPaths("evm", page).map(({ path }, at) => ({ path, address: addressAt(100 * page + at) })),
	});
	return {
		desk,
		open,
		prepared,
		left,
		cancelled,
		addresses,
		asked: () => asked,
		told,
		keep: (account: LedgerAccount) => {
			kept = [...kept, account];
		},
		answer: (value: unknown) => open.shift()?.answer(value),
	};
}

async function scanned(options: Parameters<typeof scene>[0] = {}) {
	const here = scene(options);
	const done = here.desk.scanLedger({ deviceId: "a", family: "evm", more: false });
	here.answer(here.addresses());
	expect(await done).toEqual({ ok: true });
	return here;
}

describe("a scan", () => {
	it("does not begin on a removed device", async () => {
		expect(
			await scene({ plugged: false }).desk.scanLedger({ deviceId: "a", family: "evm", more: false }),
		).toMatchObject({
			ok: false,
			text: saying("ledger.unplugged.reading"),
		});
	});

	it("does not continue while it reads, and the device is marked as read only meanwhile", async () => {
		const here = scene();
		const first = here.desk.scanLedger({ deviceId: "a", family: "evm", more: false });
		expect(here.desk.view().scan.state).toBe("reading");
		expect(here.asked()).toBe(1);
		expect(here.told).toEqual(["reading"]);
		expect(await here.desk.scanLedger({ deviceId: "a", family: "evm", more: true })).toMatchObject({
			ok: false,
		});
		here.answer(here.addresses());
		expect(await first).toEqual({ ok: true });
		expect(here.asked()).toBe(0);
	});

	it("that is restarted cancels the earlier one, whose answer is discarded", async () => {
		const here = scene();
		const old = here.desk.scanLedger({ deviceId: "a", family: "evm", more: false });
		const fresh = here.desk.scanLedger({ deviceId: "a", family: "svm", more: false });
		expect(here.cancelled).toEqual(["addresses"]);
		here.answer(here.addresses());
		await old;
		expect(here.desk.view().scan).toMatchObject({ state: "reading", family: "svm", rows: [] });
		here.answer(refusal("locked"));
		expect(await fresh).toMatchObject({
			ok: false,
			text: message("device.locked", { device: expect.anything() }),
		});
	});

	it("leaves nothing when the screen is left, whatever is answered later", async () => {
		const here = scene();
		const done = here.desk.scanLedger({ deviceId: "a", family: "evm", more: false });
		here.desk.leave();
		expect(here.cancelled).toEqual(["addresses"]);
		here.answer(here.addresses());
		await done;
		expect(here.desk.view().scan).toMatchObject({ state: "idle", rows: [] });
		expect(await here.desk.addLedgerAccounts({ paths: [FIRST.path] })).toMatchObject({ ok: false });
	});

	it("that fails keeps the earlier results, and gives the reason", async () => {
		const here = await scanned();
		const more = here.desk.scanLedger({ deviceId: "a", family: "evm", more: true });
		here.answer(refusal("locked"));
		expect(await more).toMatchObject({ ok: false });
		const { state, text, rows } = here.desk.view().scan;
		expect({ state, text, rows: rows.length }).toEqual({
			state: "failed",
			text: message("device.locked", { device: expect.anything() }),
			rows: scanPaths("evm", 0).length,
		});
		const again = here.desk.scanLedger({ deviceId: "a", family: "evm", more: true });
		here.answer(here.addresses(1));
		expect(await again).toEqual({ ok: true });
		expect(here.desk.view().scan.rows.length).toBeGreaterThan(rows.length);
	});

	it("gives the reason for an unreadable balance, and the value of a readable one", async () => {
		const good = await scanned();
		await expect.poll(() => good.desk.view().scan.rows[0]?.balances[0]?.amount?.raw).toBe("5");
		const bad = await scanned({
			balance: async () => {
				throw new ChainError("unreachable", verbatim("Your RPC can't be reached."));
			},
		});
		await expect
			.poll(() => bad.desk.view().scan.rows[0]?.balances[0])
			.toMatchObject({ amount: null, text: verbatim("Your RPC can't be reached.") });
	});

	it("adds its results, as the device named them, and nothing else", async () => {
		const here = await scanned();
		expect(await here.desk.addLedgerAccounts({ paths: [FIRST.path, "m/44'/60'/77'/0/0"] })).toMatchObject({
			ok: false,
		});
		expect(here.desk.view().accounts).toEqual([]);
		expect(await here.desk.addLedgerAccounts({ paths: [FIRST.path] })).toEqual({ ok: true });
		expect(here.desk.view().accounts).toMatchObject([
			{ path: FIRST.path, address: { address: FIRST.address } },
		]);
		expect(here.desk.view().scan.rows[0]?.state).toBe("added");
	});

	it("says so if more would be added than the limit, and adds none of them", async () => {
		const here = await scanned();
		const paths = here.desk.view().scan.rows.map(({ path }) => path);
		expect(await here.desk.addLedgerAccounts({ paths: paths })).toMatchObject({
			ok: false,
			text: saying("ledger.accounts.most", { most: 200 }),
		});
		expect(here.desk.view().accounts).toEqual([]);
	});
});

describe("verifying an address", () => {
	const verifying = async (answer: unknown) => {
		const here = scene();
		here.keep(FIRST);
		const done = here.desk.verifyLedgerAddress({ address: FIRST.address });
		expect(here.desk.view().verifying?.state).toBe("asking");
		await expect.poll(() => here.open.length).toBe(1);
		here.answer(answer);
		const outcome = await done;
		return { outcome, state: here.desk.view().verifying?.state };
	};

	it.each<[string, unknown, boolean]>([
		["same", { ok: true, address: FIRST.address.toUpperCase().replace("0X", "0x") }, true],
		["different", { ok: true, address: addressAt(7) }, false],
		["refused", refusal("rejected"), false],
		["failed", refusal("locked"), false],
	])("ends as %s by the device's answer", async (state, answer, ok) => {
		expect(await verifying(answer)).toMatchObject({ outcome: { ok }, state });
	});

	it("uses no device without the account", async () => {
		const here = scene();
		here.keep(FIRST);
		here.prepared.push(refusal("otherDevice"));
		expect(await here.desk.verifyLedgerAddress({ address: FIRST.address })).toMatchObject({ ok: false });
		expect(here.open).toEqual([]);
		expect(here.desk.view().verifying?.state).toBe("failed");
	});

	it("is dropped with its account, and refused for a missing one", async () => {
		const here = scene();
		here.keep(FIRST);
		here.prepared.push(refusal("otherDevice"));
		await here.desk.verifyLedgerAddress({ address: FIRST.address });
		expect(await here.desk.removeLedgerAccount({ address: FIRST.address })).toEqual({ ok: true });
		expect(here.desk.view().verifying).toBeNull();
		expect(await here.desk.verifyLedgerAddress({ address: FIRST.address })).toMatchObject({ ok: false });
	});

	it("that is cancelled ends without a result, and is also cancelled on the device", async () => {
		const here = scene();
		here.keep(FIRST);
		const done = here.desk.verifyLedgerAddress({ address: FIRST.address });
		await expect.poll(() => here.open.length).toBe(1);
		expect(await here.desk.cancelLedger()).toMatchObject({ ok: true });
		expect(here.cancelled).toEqual(["showAddress"]);
		here.answer({ ok: false, fault: "cancelled", status: null, app: null, prompt: "unknown" });
		await done;
		expect(here.desk.view().verifying).toMatchObject({
			state: "failed",
			text: sentences(message("signer.given-up.person"), message("device.leave")),
		});
		expect(await here.desk.cancelLedger()).toMatchObject({ ok: false });
	});
});

describe("a screen that the user has cleared", () => {
	it("is accepted as clear once, and only if a request was cut off", async () => {
		const here = scene();
		here.left.push("signature");
		expect(await here.desk.clearedLedger()).toEqual({ ok: true });
		expect(await here.desk.clearedLedger()).toMatchObject({
			ok: false,
			text: saying("app.ledger.nothing-left"),
		});
	});
});

describe("opening an app", () => {
	it("names the user's step meanwhile, and the failure if it fails", async () => {
		const here = scene();
		const done = here.desk.openLedgerApp({ deviceId: "a", app: "Solana" });
		expect(here.desk.view().opening).toEqual(message("ledger.opening", { app: "Solana" }));
		here.answer(refusal("rejected"));
		expect(await done).toMatchObject({ ok: false });
		expect(here.desk.view()).toMatchObject({ opening: null, fault: message("device.rejected") });
	});
});
