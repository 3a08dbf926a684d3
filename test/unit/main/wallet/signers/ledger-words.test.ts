import { describe, expect, it } from "vitest";
import { codesOf, message } from "../../../../../src/core/message.ts";
import type { DeviceCondition, DeviceView } from "../../../../../src/ipc/wallet.ts";
import {
	type DeviceFault,
	type DeviceRefusal,
	deviceFault,
} from "../../../../../src/ledger-process/protocol.ts";
import type { DeviceStanding, DeviceState } from "../../../../../src/main/wallet/signers/ledger-types.ts";
import {
	type DeviceContext,
	deviceCondition,
	deviceWords,
	isKnownStatus,
	udevHelp,
} from "../../../../../src/main/wallet/signers/ledger-words.ts";
import { textOf } from "../../../../../src/text/index.ts";
import { saying } from "../../../../support/saying.ts";

const SIGNING: DeviceContext = { doing: "signing", family: "evm", model: "Ledger Nano X" };

const refusal = (fault: DeviceFault, more: Partial<DeviceRefusal> = {}): DeviceRefusal => ({
	ok: false,
	fault,
	status: null,
	app: null,
	prompt: "notAsked",
	...more,
});

const state = (standing: DeviceStanding): DeviceState => ({ id: "one", model: "Ledger Nano X", standing });
const open = (app: string, version = "9.9.9", blindSigning: boolean | null = null) =>
	state({ kind: "open", look: { app, version, blindSigning } });

/** What the secure SDK, the dashboard and the two apps document. */
const DOCUMENTED = [
	0x5123, 0x5501, 0x5515, 0x6001, 0x6501, 0x6502, 0x650f, 0x6511, 0x6700, 0x670a, 0x6800, 0x6801, 0x6802,
	0x6803, 0x6804, 0x6805, 0x6806, 0x6807, 0x6808, 0x6809, 0x6810, 0x6811, 0x6812, 0x6813, 0x6814, 0x6815,
	0x6816, 0x6817, 0x6818, 0x6819, 0x6982, 0x6983, 0x6984, 0x6985, 0x6a00, 0x6a15, 0x6a80, 0x6a81, 0x6a82,
	0x6a83, 0x6a84, 0x6a88, 0x6b00, 0x6b0c, 0x6c00, 0x6ca0, 0x6cb0, 0x6d00, 0x6d02, 0x6e00, 0x6e01, 0x6f00,
	0x6f01, 0x6f10, 0x6f11, 0x6f12, 0x6f13, 0x911c,
];

/** Sentences: capital first, full stop last, nothing left to fill in. */
function expectSentences(words: string): void {
	expect(words).toMatch(/^[A-Z].*[.)]$/s);
	expect(words).not.toMatch(/NAME|undefined|null|NaN| {2}/);
}

describe("words for a device", () => {
	it.each(deviceFault.options)("%s: what happened, what it means for funds", (fault) => {
		const words = textOf(deviceWords(refusal(fault), SIGNING));
		expectSentences(words);
		// Once, and not in several sentences that say the same.
		const signed =
			fault !== "badAnswer" ? "Nothing was signed or sent." : "Nothing was sent, and no funds moved by this.";
		expect(words.split(signed)).toHaveLength(2);
		expect(words.match(/nothing was/gi)).toHaveLength(1);
	});

	it.each(DOCUMENTED)("status word %i has a sentence of its own, with its code", (status) => {
		expect(isKnownStatus(status)).toBe(true);
		const words = textOf(deviceWords(refusal("status", { status }), SIGNING));
		expectSentences(words);
		expect(words).toContain(`0x${status.toString(16)}`);
	});

	it("shows an unknown status word with its code", () => {
		expect(isKnownStatus(0x6123)).toBe(false);
		expect(deviceWords(refusal("status", { status: 0x6123 }), SIGNING)).toEqual(
			saying("device.status.unknown", { status: "0x6123" }),
		);
		expect(deviceWords(refusal("status", { status: 0x001f }), SIGNING)).toEqual(
			saying("device.status.unknown", { status: "0x001f" }),
		);
	});

	it("never says that nothing was signed where nobody knows", () => {
		const words = deviceWords(refusal("unplugged", { prompt: "unknown" }), SIGNING);
		expect(codesOf(words)).toEqual([
			"device.unplugged",
			"device.outcome-unknown",
			"device.unsent",
			"device.clear",
		]);
	});

	it("says what to do about an address that was not the same, and about one that was", () => {
		const words = deviceWords(refusal("rejected"), { ...SIGNING, doing: "showing" });
		expect(words).toEqual(message("device.rejected.address"));
	});

	it("does not speak of signing where nothing was to be signed", () => {
		const words = textOf(deviceWords(refusal("locked"), { ...SIGNING, doing: "looking" }));
		expect(words).toBe("The Ledger Nano X is locked. Enter its PIN.");
	});

	it("names the open app and the wanted one", () => {
		const words = textOf(deviceWords(refusal("wrongApp", { app: "Bitcoin" }), SIGNING));
		expect(words).toContain("The Bitcoin app is open");
		expect(words).toContain("Open the Ethereum app");
	});
});

describe("the udev rule", () => {
	it("is a file and two commands, which let who sits there use vendor 2c97", () => {
		const [file, reload] = udevHelp();
		expect(file?.text).toBe(
			[
				"sudo tee /etc/udev/rules.d/20-ledger.rules > /dev/null <<'EOF'",
				'SUBSYSTEMS=="usb", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"',
				'KERNEL=="hidraw*", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"',
				"EOF",
			].join("\n"),
		);
		expect(reload?.text).toBe("sudo udevadm control --reload-rules && sudo udevadm trigger");
	});
});

describe("how a device stands", () => {
	const look = { app: "Ethereum", version: "1.22.0", blindSigning: false };
	const CASES: readonly (readonly [string, DeviceState | null, DeviceCondition, readonly string[]])[] = [
		["nothing plugged", null, "none", []],
		["not looked at", state({ kind: "unknown" }), "looking", []],
		["the right app", open("Ethereum", "1.22.0", false), "ready", []],
		["the oldest app that will do", open("Ethereum", "1.10.0"), "ready", []],
		["an old app", open("Ethereum", "1.9.20"), "appTooOld", []],
		["the other app", open("Solana"), "wrongApp", ["Ethereum"]],
		["some other app", open("Bitcoin"), "wrongApp", ["Ethereum"]],
		["the dashboard", open("BOLOS"), "dashboard", ["Ethereum"]],
		["asking", state({ kind: "asking", look }), "asking", []],
		["locked", state({ kind: "fault", fault: "locked", status: 0x5515 }), "locked", []],
		["busy", state({ kind: "fault", fault: "busy", status: null }), "busy", []],
		["no permission", state({ kind: "fault", fault: "permission", status: null }), "permission", []],
		["gone", state({ kind: "fault", fault: "gone", status: null }), "none", []],
		["an odd status", state({ kind: "fault", fault: "status", status: 0x6123 }), "failed", []],
	];
	it.each(CASES)("%s", (_, device, condition, canOpen) => {
		const stands = deviceCondition(device, "evm");
		expect(stands).toMatchObject({ condition, canOpen });
		expectSentences(textOf(stands.words));
		// It fits what the windows draw.
		const view: Pick<DeviceView, "condition" | "words" | "help" | "canOpen"> = stands;
		expect(view.help).toEqual(condition === "permission" ? udevHelp() : []);
	});

	it("is ready with either app where any will do, and offers both where none is open", () => {
		expect(deviceCondition(open("Solana", "1.9.0", false), null).condition).toBe("ready");
		expect(deviceCondition(open("OLOS"), null).canOpen).toEqual(["Ethereum", "Solana"]);
	});

	it("says that blind signing is off, before it is needed", () => {
		const codes = (blindSigning: boolean) =>
			codesOf(deviceCondition(open("Ethereum", "1.22.0", blindSigning), "evm").words);
		expect(codes(false)).toEqual(["device.condition.ready", "device.condition.blind-signing-off"]);
		expect(codes(true)).toEqual(["device.condition.ready"]);
	});
});
