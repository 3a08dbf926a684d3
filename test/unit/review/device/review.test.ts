import { describe, expect, it } from "vitest";
import { againstDevice } from "../../../../src/main/review/approval.ts";
import type { DeviceFacts, DevicePlan } from "../../../../src/main/review/device/device-plan.ts";
import { devicePlanOf } from "../../../../src/main/review/device/plans.ts";
import { deviceBlind } from "../../../../src/main/review/findings/device-blind.ts";
import type { Review } from "../../../../src/main/review/review.ts";
import { commit } from "../../match/honest.ts";
import { person, review } from "../scene.ts";
import { actionReview, pair } from "../several.ts";
import { deviceFacts, ETHEREUM_ACCOUNT, transfer } from "./recorded.ts";

/** What a review says where a Ledger has to sign. The commit approves an allowance: blind on every Ledger. */

const on = deviceFacts("1.22.0", true);
const off = deviceFacts("1.22.0", false);
const unseen = deviceFacts("1.22.0", true, { app: null });

const heldBy = (device: DeviceFacts | null): Review => review(commit(), { person: person({ device }) });
const finding = ({ findings }: Review) => findings.find(({ id }) => id === "device-blind");

describe("a review for a Ledger", () => {
	it("has no word of devices where the key is on this computer", () => {
		const own = heldBy(null);
		expect(own.device).toEqual([]);
		expect(finding(own)).toBeUndefined();
		expect(own.approval.possible).toBe(true);
	});
	it("warns that the device shows too little, and can be approved where blind signing is on", () => {
		const blind = heldBy(on);
		expect(blind.device.map(({ sight }) => sight)).toEqual(["blind"]);
		expect(finding(blind)).toMatchObject({ severity: "caution", needsWord: false });
		expect(finding(blind)?.words).toContain("this computer's screen is the only place where you can read it");
		expect(finding(blind)?.words).not.toContain("Compare the hash");
		expect(blind.approval).toMatchObject({ possible: true, refusals: [] });
	});
	it("refuses for now where the app is known to refuse, and says exactly what to turn on", () => {
		const { approval } = heldBy(off);
		expect(approval).toMatchObject({ possible: false, canRetry: true });
		expect(approval.refusals).toEqual([
			"The Ethereum app on your Ledger refuses this, because blind signing is off there. Nothing was signed. To allow it, open the Ethereum app on the device, then Settings → Blind signing, and turn it on. It then shows only From, Network and Max fees.",
		]);
	});
	it("refuses nothing where no device was seen yet: the plan says what it will take", () => {
		const unknown = heldBy(unseen);
		expect(unknown.approval.possible).toBe(true);
		expect(unknown.device[0]?.words).toContain("unless blind signing is on");
	});
	it("names the steps of an action that the device does not show, and has a plan for each", () => {
		const both = actionReview(pair().action, pair().intents, { person: person({ device: on }) });
		expect(both.device).toHaveLength(both.insights.length);
		expect(finding(both)?.words).toContain("of steps 1, 2:");
	});
});

const planFor = (facts: DeviceFacts, patch: Parameters<typeof transfer>[0] = {}): DevicePlan =>
	devicePlanOf(transfer(patch), ETHEREUM_ACCOUNT, facts);
const never = (facts: DeviceFacts) => planFor(facts, { to: "0x" });

describe("what stands against an approval on a Ledger", () => {
	it("lasts where its app can't sign one of the steps, whatever its settings", () => {
		for (const facts of [on, off, unseen])
			expect(againstDevice([planFor(facts), never(facts)], facts, "evm")).toEqual([
				{
					words: `${never(facts).words} Nothing was signed. You can reject the request.`,
					passing: false,
				},
			]);
	});
	it("is nothing for what the device shows in clear, also while blind signing is off", () => {
		expect(againstDevice([planFor(off)], off, "evm")).toEqual([]);
		expect(deviceBlind([planFor(off)])).toBeNull();
	});
	it("names the app of the family", () => {
		const blind = { ...planFor(off), sight: "blind" as const, needsBlindSigning: true, pages: [] };
		const [against] = againstDevice([blind], off, "svm");
		expect(against?.words).toContain("The Solana app on your Ledger refuses this");
		expect(against?.words).toContain("What it then shows is not known.");
	});
});

describe("the finding that a Ledger shows too little", () => {
	it("asks to compare the hash where the device shows one for each blind step", () => {
		const call = planFor(on, { data: "0x12345678" });
		expect(deviceBlind([planFor(on), call])?.words).toMatch(/of step 2:.*Compare the hash/);
		const token = { ...call, hashes: [] };
		expect(deviceBlind([call, token])?.words).not.toContain("Compare the hash");
	});
});
