import { describe, expect, it } from "vitest";
import { type Message, message, verbatim } from "../../../../src/core/localized-text.ts";
import { deviceFactsOf, deviceViewFor, deviceViews } from "../../../../src/main/wallet/device-state.ts";
import type { Holds } from "../../../../src/main/wallet/signers/ledger/holders.ts";
import type { DeviceState, LedgerAccount } from "../../../../src/main/wallet/signers/ledger/ledger-types.ts";

/** Choice of the reported device, and the facts that a review may rely on. */

const ACCOUNT: LedgerAccount = {
	family: "evm",
	address: "0xDad77910DbDFdE764fC21FCD4E74D71bBACA6D8D",
	path: "m/44'/60'/0'/0/0",
	model: "Ledger Nano X",
};

const look = (app: string, blindSigning: boolean | null = true) => ({ app, version: "1.22.0", blindSigning });
const open = (id: string, app: string, model = "Ledger Nano X"): DeviceState => ({
	id,
	model,
	status: { kind: "open", inspection: look(app) },
});
const locked = (id: string, model = "Ledger Nano X"): DeviceState => ({
	id,
	model,
	status: { kind: "fault", fault: "locked", status: 0x5515 },
});
const NOBODY_ASKED: Holds = () => null;
const watched = (devices: readonly DeviceState[], fault: Message | null = null) => ({
	devices: () => devices,
	fault: () => fault,
});

describe("the displayed devices", () => {
	it("are a single entry that says so, if none is plugged in", () => {
		expect(deviceViews(watched([]), null)).toMatchObject([
			{ id: "", condition: "none", text: message("device.condition.none") },
		]);
	});

	it("are a single entry with the reason, if the system could not be queried", () => {
		expect(deviceViews(watched([], verbatim("libusb is missing.")), "evm")).toMatchObject([
			{ id: "", condition: "failed", text: verbatim("libusb is missing.") },
		]);
	});

	it("show the state for the requested family", () => {
		const devices = [open("a", "Solana"), open("b", "Ethereum"), locked("c")];
		const conditions = (family: "evm" | "svm" | null) =>
			deviceViews(watched(devices), family).map(({ condition }) => condition);
		expect(conditions("evm")).toEqual(["wrongApp", "ready", "locked"]);
		expect(conditions("svm")).toEqual(["ready", "wrongApp", "locked"]);
		expect(conditions(null)).toEqual(["ready", "ready", "locked"]);
	});
});

describe("the device of an account", () => {
	it.each<[string, readonly DeviceState[], string]>([
		[
			"the one of its model with its app",
			[open("a", "Ethereum", "Ledger Flex"), locked("b"), open("c", "Ethereum")],
			"c",
		],
		["another model that has its app open", [locked("a"), open("b", "Ethereum", "Ledger Flex")], "b"],
		["one of its model, whatever it shows", [open("a", "Solana", "Ledger Flex"), locked("b")], "b"],
		["any that is plugged in", [open("a", "Solana", "Ledger Flex")], "a"],
		["none", [], ""],
	])("is %s", (_, devices, id) => {
		expect(deviceViewFor(watched(devices), ACCOUNT, NOBODY_ASKED).id).toBe(id);
	});

	it("is named by the account's own model if none is plugged in", () => {
		expect(deviceViewFor(watched([]), ACCOUNT, NOBODY_ASKED).model).toBe("Ledger Nano X");
	});
});

describe("a review's device facts", () => {
	it("are the version and setting of the right app, as last seen, also during a question", () => {
		const app = { version: "1.22.0", blindSigning: true };
		const asking: DeviceState = {
			id: "a",
			model: "Ledger Nano X",
			status: { kind: "asking", inspection: look("Ethereum") },
		};
		for (const device of [open("a", "Ethereum"), asking])
			expect(deviceFactsOf(watched([device]), ACCOUNT, NOBODY_ASKED)).toEqual({
				model: ACCOUNT.model,
				path: ACCOUNT.path,
				app,
			});
	});

	it("treat an unread setting as off", () => {
		const unread: DeviceState = {
			id: "a",
			model: "Ledger Nano X",
			status: { kind: "open", inspection: look("Ethereum", null) },
		};
		expect(deviceFactsOf(watched([unread]), ACCOUNT, NOBODY_ASKED).app).toMatchObject({
			blindSigning: false,
		});
	});

	it("include Transaction Check if the app reported it", () => {
		const checking: DeviceState = {
			id: "a",
			model: "Ledger Flex",
			status: { kind: "open", inspection: { ...look("Ethereum"), transactionCheck: true } },
		};
		const facts = deviceFactsOf(watched([checking]), ACCOUNT, () => true);
		expect(facts.app).toMatchObject({ transactionCheck: true });
		const other = deviceFactsOf(watched([open("a", "Ethereum")]), ACCOUNT, () => true);
		expect(other.app).not.toHaveProperty("transactionCheck");
	});

	it.each<[string, readonly DeviceState[]]>([
		["nothing is plugged in", []],
		["another app is open", [open("a", "Solana")]],
		["it is locked", [locked("a")]],
	])("are unknown for an app if %s", (_, devices) => {
		expect(deviceFactsOf(watched(devices), ACCOUNT, NOBODY_ASKED).app).toBeNull();
	});
});

describe("with several devices plugged in", () => {
	const set = (id: string, blindSigning: boolean, model = ACCOUNT.model): DeviceState => ({
		id,
		model,
		status: { kind: "open", inspection: look("Ethereum", blindSigning) },
	});
	const backupFirst = watched([set("backup", false), set("own", true)]);
	const answers =
		(known: Readonly<Record<string, boolean>>): Holds =>
		(id) =>
			known[id] ?? null;

	it.each([
		["has answered with the account's address", { own: true }],
		["alone has not answered with another account's", { backup: false }],
	])("a review uses the one that %s", (_, known) => {
		expect(deviceFactsOf(backupFirst, ACCOUNT, answers(known)).app).toMatchObject({ blindSigning: true });
		expect(deviceViewFor(backupFirst, ACCOUNT, answers(known)).id).toBe("own");
	});

	it("a review uses none of them while the account's device is unknown", () => {
		expect(deviceFactsOf(backupFirst, ACCOUNT, NOBODY_ASKED)).toMatchObject({ app: null, isUnsure: true });
	});

	it("a review uses none of them if each has another account", () => {
		const facts = deviceFactsOf(backupFirst, ACCOUNT, answers({ backup: false, own: false }));
		expect(facts).toEqual({ model: ACCOUNT.model, path: ACCOUNT.path, app: null });
	});

	it("the model is that of the device with the account, wherever the account was added", () => {
		const moved = watched([set("backup", false), set("flex", true, "Ledger Flex")]);
		expect(deviceFactsOf(moved, ACCOUNT, answers({ flex: true }))).toMatchObject({
			model: "Ledger Flex",
			app: { blindSigning: true },
		});
	});

	it("another model's settings refuse nothing before it has answered for the account", () => {
		const flex = watched([set("flex", false, "Ledger Flex")]);
		expect(deviceFactsOf(flex, ACCOUNT, NOBODY_ASKED)).toMatchObject({
			model: "Ledger Flex",
			app: null,
			isUnsure: true,
		});
	});
});
