import { describe, expect, it } from "vitest";
import { codesOf, message } from "../../../../../../src/core/localized-text.ts";
import type { DeviceCondition, DeviceView } from "../../../../../../src/ipc/wallet.ts";
import {
	type DeviceFault,
	type DeviceRefusal,
	deviceFault,
} from "../../../../../../src/ledger-process/protocol.ts";
import { allowsLedger } from "../../../../../../src/main/support/system-facts.ts";
import {
	type DeviceContext,
	deviceCondition,
	deviceText,
	isKnownStatus,
	udevHelp,
} from "../../../../../../src/main/wallet/signers/ledger/device-text.ts";
import type {
	DeviceState,
	DeviceStatus,
} from "../../../../../../src/main/wallet/signers/ledger/ledger-types.ts";
import { saying } from "../../../../../support/saying.ts";
import { DOCUMENTED } from "./device-status.ts";

const SIGNING: DeviceContext = { doing: "signing", family: "evm", model: "Ledger Nano X" };

const refusal = (fault: DeviceFault, more: Partial<DeviceRefusal> = {}): DeviceRefusal => ({
	ok: false,
	fault,
	status: null,
	app: null,
	prompt: "notAsked",
	...more,
});

const state = (standing: DeviceStatus): DeviceState => ({
	id: "one",
	model: "Ledger Nano X",
	status: standing,
});
const open = (app: string, version = "9.9.9", blindSigning: boolean | null = null) =>
	state({ kind: "open", inspection: { app, version, blindSigning } });

describe("texts for a device", () => {
	it.each(deviceFault.options)("%s: the event, and its meaning for funds", (fault) => {
		const codes = codesOf(deviceText(refusal(fault), SIGNING));
		expect(codes.at(-1)).toBe(fault === "badAnswer" ? "device.unsent" : "device.safe");
		expect(codes.filter((code) => /^device\.(?:safe|unsent)$/.test(code))).toHaveLength(1);
	});

	it.each(DOCUMENTED)("status word %i has its own sentence, with its code", (status) => {
		expect(isKnownStatus(status)).toBe(true);
		const text = deviceText(refusal("status", { status }), SIGNING);
		expect(text).toEqual(saying("device.answered", { status: `0x${status.toString(16)}` }));
		expect(codesOf(text)).not.toContain("device.status.unknown");
	});

	it("does not call an app missing if an app asked to sign refused", () => {
		const codes = (doing: DeviceContext["doing"]) =>
			codesOf(deviceText(refusal("status", { status: 0x6807 }), { ...SIGNING, doing }));
		expect(codes("opening")).toContain("device.status.app-missing");
		expect(codes("signing")).not.toContain("device.status.app-missing");
	});

	it("shows an unknown status word with its code", () => {
		expect(isKnownStatus(0x6123)).toBe(false);
		expect(deviceText(refusal("status", { status: 0x6123 }), SIGNING)).toEqual(
			saying("device.status.unknown", { status: "0x6123" }),
		);
		expect(deviceText(refusal("status", { status: 0x001f }), SIGNING)).toEqual(
			saying("device.status.unknown", { status: "0x001f" }),
		);
	});

	it("never say that nothing was signed if that is unknown", () => {
		const text = deviceText(refusal("unplugged", { prompt: "unknown" }), SIGNING);
		expect(codesOf(text)).toEqual([
			"device.unplugged",
			"device.outcome-unknown",
			"device.unsent",
			"device.clear",
		]);
	});

	it("name the remedy for a different address, and for a matching one", () => {
		const text = deviceText(refusal("rejected"), { ...SIGNING, doing: "showing" });
		expect(text).toEqual(message("device.rejected.address"));
	});

	it("do not mention signing if nothing was to be signed", () => {
		const text = deviceText(refusal("locked"), { ...SIGNING, doing: "looking" });
		const device = message("device.subject.model", { model: "Ledger Nano X" });
		expect(text).toEqual(message("device.locked", { device }));
	});

	it("name the open app and the required one", () => {
		const text = deviceText(refusal("wrongApp", { app: "Bitcoin" }), SIGNING);
		expect(text).toEqual(saying("device.wrong-app.named", { open: "Bitcoin", app: "Ethereum" }));
	});
});

describe("the udev rule", () => {
	it("is a file and two commands, which permit the seated user to use vendor 2c97", () => {
		const [file, reload] = udevHelp();
		expect(file?.copy).toBe(
			[
				"sudo tee /etc/udev/rules.d/20-ledger.rules > /dev/null <<'EOF'",
				'SUBSYSTEMS=="usb", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"',
				'KERNEL=="hidraw*", ATTRS{idVendor}=="2c97", TAG+="uaccess", TAG+="udev-acl"',
				"EOF",
			].join("\n"),
		);
		expect(reload?.copy).toBe("sudo udevadm control --reload-rules && sudo udevadm trigger");
	});

	it("has a rule for sessions without a seat, which the doctor accepts too", () => {
		const seatless = udevHelp()[2]?.copy ?? "";
		const [rule = ""] = /KERNEL.*"(?=')/.exec(seatless) ?? [];
		expect(rule).toContain('GROUP="plugdev"');
		expect(allowsLedger(rule)).toBe(true);
		expect(seatless).toContain('sudo usermod -aG plugdev "$USER"');
	});
});

describe("a device's state", () => {
	const inspection = { app: "Ethereum", version: "1.22.0", blindSigning: false };
	const CASES: readonly (readonly [string, DeviceState | null, DeviceCondition, readonly string[]])[] = [
		["nothing plugged", null, "none", []],
		["not looked at", state({ kind: "unknown" }), "looking", []],
		["the right app", open("Ethereum", "1.22.0", false), "ready", []],
		["the oldest app that will do", open("Ethereum", "1.10.0"), "ready", []],
		["an old app", open("Ethereum", "1.9.20"), "appTooOld", []],
		["the other app", open("Solana"), "wrongApp", ["Ethereum"]],
		["some other app", open("Bitcoin"), "wrongApp", ["Ethereum"]],
		["the dashboard", open("BOLOS"), "dashboard", ["Ethereum"]],
		["asking", state({ kind: "asking", inspection }), "asking", []],
		["being read", state({ kind: "reading", inspection }), "looking", []],
		["locked", state({ kind: "fault", fault: "locked", status: 0x5515 }), "locked", []],
		["busy", state({ kind: "fault", fault: "busy", status: null }), "busy", []],
		["no permission", state({ kind: "fault", fault: "permission", status: null }), "permission", []],
		["gone", state({ kind: "fault", fault: "gone", status: null }), "none", []],
		["an odd status", state({ kind: "fault", fault: "status", status: 0x6123 }), "failed", []],
	];
	it.each(CASES)("%s", (_, device, condition, canOpen) => {
		const stands = deviceCondition(device, "evm");
		expect(stands).toMatchObject({ condition, canOpen });
		// The result must match the type that the windows show.
		const view: Pick<DeviceView, "condition" | "text" | "help" | "canOpen"> = stands;
		expect(view.help).toEqual(condition === "permission" ? udevHelp() : []);
	});

	it("is ready with either app if any is accepted, and offers both if none is open", () => {
		expect(deviceCondition(open("Solana", "1.9.0", false), null).condition).toBe("ready");
		expect(deviceCondition(open("OLOS"), null).canOpen).toEqual(["Ethereum", "Solana"]);
	});

	it("says that blind signing is off, before it is required", () => {
		const codes = (blindSigning: boolean) =>
			codesOf(deviceCondition(open("Ethereum", "1.22.0", blindSigning), "evm").text);
		expect(codes(false)).toEqual(["device.condition.ready", "device.condition.blind-signing-off"]);
		expect(codes(true)).toEqual(["device.condition.ready"]);
	});
});
