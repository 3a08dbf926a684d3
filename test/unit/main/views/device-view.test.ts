import { describe, expect, it } from "vitest";
import type { DeviceFacts } from "../../../../src/core/decoded-transaction/device-plan.ts";
import { message } from "../../../../src/core/localized-text.ts";
import type { DeviceCondition, DeviceView } from "../../../../src/ipc/wallet.ts";
import {
	type DeviceSigning,
	devicePlanView,
	deviceReviewView,
	deviceSigningView,
	type SigningStage,
} from "../../../../src/main/views/device-view.ts";
import { reviewView } from "../../../../src/main/views/review-view.ts";
import { LEDGER_TOKENS } from "../../../support/ledger-tokens.ts";
import { codesOf } from "../../../support/saying.ts";
import { commit } from "../../core/match/honest.ts";
import { review, user } from "../../core/review/scene.ts";

const facts: DeviceFacts = {
	model: "Ledger Nano X",
	path: "m/44'/60'/0'/0/0",
	app: { version: "1.22.0", blindSigning: true },
	tokens: LEDGER_TOKENS,
};

function device(condition: DeviceCondition): DeviceView {
	return {
		id: "usb-1",
		model: "Ledger Nano X",
		condition,
		text: `It is ${condition}.`,
		help: [],
		app: null,
		canOpen: [],
	};
}

const place = { entryId: "entry-1", batch: new Map() };
const onLedger = review(commit(), { user: user({ device: facts }) });

describe("a review's view of the Ledger that signs", () => {
	it("is absent if no Ledger signs, whatever is plugged in", () => {
		expect(reviewView(review(), { ...place, device: device("ready") }).device).toBeNull();
	});
	it("has the account, the device's state, and a plan for each signature", () => {
		const view = reviewView(onLedger, { ...place, device: device("locked") }).device;
		expect(view).toMatchObject({
			app: "Ethereum",
			account: message("device.account", { model: "Ledger Nano X", path: "m/44'/60'/0'/0/0" }),
			device: { id: "usb-1", condition: "locked" },
		});
		expect(view?.plans).toEqual(onLedger.device.map(devicePlanView));
		expect(view?.plans[0]?.pages.map(({ title }) => title)).toContain("Max fees");
	});
	it("asks to plug one in if nothing is known of devices", () => {
		expect(reviewView(onLedger, place).device?.device).toMatchObject({
			condition: "none",
			text: message("device.plug-in"),
		});
	});
	it("names the Solana app for Solana", () => {
		expect(deviceReviewView([], facts, "svm", null).app).toBe("Solana");
	});
	it("reaches a window unchanged", () => {
		const view = reviewView(onLedger, { ...place, device: device("ready") }).device;
		expect(structuredClone(view)).toEqual(view);
	});
});

const signing = (patch: Partial<DeviceSigning> = {}): DeviceSigning => ({
	model: "Ledger Nano X",
	stage: "waiting",
	text: null,
	device: device("ready"),
	plan: null,
	canCancel: true,
	...patch,
});

const states = (patch: Partial<DeviceSigning>) =>
	deviceSigningView(signing(patch))
		.steps.map(({ state }) => state)
		.join(" ");

describe("the live steps of a signature on a Ledger", () => {
	it("have their names in order", () => {
		expect(deviceSigningView(signing()).steps.map(({ name }) => name)).toEqual([
			"connect",
			"open",
			"check",
			"confirm",
		]);
	});
	it.each([
		["none", "now todo todo todo"],
		["looking", "now todo todo todo"],
		["permission", "failed todo todo todo"],
		["busy", "now todo todo todo"],
		["failed", "failed todo todo todo"],
		["locked", "done now todo todo"],
		["dashboard", "done now todo todo"],
		["wrongApp", "done now todo todo"],
		["appTooOld", "done failed todo todo"],
		["ready", "done done now todo"],
		["asking", "done now todo todo"],
	] as const)("follow a waiting device: %s", (condition, steps) => {
		expect(states({ device: device(condition) })).toBe(steps);
		expect(deviceSigningView(signing({ device: device(condition) })).text).toBe(`It is ${condition}.`);
	});
	it.each([
		["opening", "done now todo todo"],
		["checking", "done done now todo"],
		["asking", "done done done now"],
	] as const)("follow the question, however the device was last seen: %s", (stage, steps) => {
		expect(states({ stage, device: device("locked") })).toBe(steps);
	});
	it("say beforehand that a cancelled question stays on the device", () => {
		const told = (stage: SigningStage, canCancel = true) =>
			codesOf(deviceSigningView(signing({ stage, canCancel })).text);
		expect(told("asking")).toContain("device.cleared-there");
		expect(told("asking", false)).not.toContain("device.cleared-there");
		expect(told("checking")).not.toContain("device.cleared-there");
	});
	it("show special text before the usual one, and the plan of the current signature", () => {
		const [plan] = onLedger.device;
		if (plan === undefined) throw new Error("no plan");
		const view = deviceSigningView(
			signing({ stage: "opening", text: "Another Ledger is plugged in.", plan }),
		);
		expect(view).toMatchObject({
			text: "Another Ledger is plugged in.",
			plan: { sight: plan.sight, text: plan.text, hashes: plan.hashes },
			canCancel: true,
		});
	});
});
