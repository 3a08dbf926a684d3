import { describe, expect, it } from "vitest";
import { type Message, message, verbatim } from "../../../../src/core/message.ts";
import { deviceFactsOf, deviceViewFor, deviceViews } from "../../../../src/main/wallet/device-state.ts";
import type { DeviceState, LedgerAccount } from "../../../../src/main/wallet/signers/ledger/types.ts";

/** Which device is told of, and what a review may build on. */

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
	standing: { kind: "open", look: look(app) },
});
const locked = (id: string, model = "Ledger Nano X"): DeviceState => ({
	id,
	model,
	standing: { kind: "fault", fault: "locked", status: 0x5515 },
});
const watched = (devices: readonly DeviceState[], fault: Message | null = null) => ({
	devices: () => devices,
	fault: () => fault,
});

describe("the devices on the screen", () => {
	it("are one that says that none is plugged in, where none is", () => {
		expect(deviceViews(watched([]), null)).toMatchObject([
			{ id: "", condition: "none", text: message("device.condition.none") },
		]);
	});

	it("are one that says why, where the system could not even be asked", () => {
		expect(deviceViews(watched([], verbatim("libusb is missing.")), "evm")).toMatchObject([
			{ id: "", condition: "failed", text: verbatim("libusb is missing.") },
		]);
	});

	it("stand for the family that is wanted of them", () => {
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
		expect(deviceViewFor(watched(devices), ACCOUNT).id).toBe(id);
	});

	it("is named by the account's own model where none is plugged in", () => {
		expect(deviceViewFor(watched([]), ACCOUNT).model).toBe("Ledger Nano X");
	});
});

describe("what a review builds on", () => {
	it("is the version and setting of the right app, as last seen, also while it is asking", () => {
		const app = { version: "1.22.0", blindSigning: true };
		const asking: DeviceState = {
			id: "a",
			model: "Ledger Nano X",
			standing: { kind: "asking", look: look("Ethereum") },
		};
		for (const device of [open("a", "Ethereum"), asking])
			expect(deviceFactsOf(watched([device]), ACCOUNT)).toEqual({
				model: ACCOUNT.model,
				path: ACCOUNT.path,
				app,
			});
	});

	it("takes a setting that was not read for off", () => {
		const unread: DeviceState = {
			id: "a",
			model: "Ledger Nano X",
			standing: { kind: "open", look: look("Ethereum", null) },
		};
		expect(deviceFactsOf(watched([unread]), ACCOUNT).app).toMatchObject({ blindSigning: false });
	});

	it.each<[string, readonly DeviceState[]]>([
		["nothing is plugged in", []],
		["another app is open", [open("a", "Solana")]],
		["it is locked", [locked("a")]],
	])("is not known of an app where %s", (_, devices) => {
		expect(deviceFactsOf(watched(devices), ACCOUNT).app).toBeNull();
	});
});
