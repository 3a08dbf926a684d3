import { describe, expect, it } from "vitest";
import type { DeviceFacts, DevicePlan } from "../../../../src/core/decoded-transaction/device-plan.ts";
import { devicePlanOf } from "../../../../src/core/device/plans.ts";
import { message, sentences } from "../../../../src/core/localized-text.ts";
import { deviceObstacles } from "../../../../src/core/review/approval.ts";
import type { Review } from "../../../../src/core/review/review.ts";
import { deviceBlind } from "../../../../src/core/risk/special/index.ts";
import { NOTHING_SIGNED } from "../../../../src/core/unsigned.ts";
import { codesOf, saying } from "../../../support/saying.ts";
import { commit } from "../match/honest.ts";
import { review, user } from "../review/scene.ts";
import { actionReview, pair } from "../review/several.ts";
import { deviceFacts, ETHEREUM_ACCOUNT, intentOf, recordingsOf, transfer } from "./recorded.ts";

/** Review texts for a signing Ledger. The commit approves an allowance, which every Ledger signs blindly. */

const on = deviceFacts("1.22.0", true);
const off = deviceFacts("1.22.0", false);
const unseen = deviceFacts("1.22.0", true, { app: null });

const heldBy = (device: DeviceFacts | null): Review => review(commit(), { user: user({ device }) });
const finding = ({ findings }: Review) => findings.find(({ id }) => id === "device-blind");

describe("a review for a Ledger", () => {
	it("does not mention devices if the key is on this computer", () => {
		const own = heldBy(null);
		expect(own.device).toEqual([]);
		expect(finding(own)).toBeUndefined();
		expect(own.approval.possible).toBe(true);
	});
	it("warns that the device shows too little, and can be approved if blind signing is on", () => {
		const blind = heldBy(on);
		expect(blind.device.map(({ sight }) => sight)).toEqual(["blind"]);
		expect(finding(blind)).toMatchObject({ severity: "caution", needsWord: false });
		expect(finding(blind)?.text).toEqual(saying("finding.device-blind"));
		expect(finding(blind)?.text).not.toEqual(saying("finding.device-blind.compare"));
		expect(blind.approval).toMatchObject({ possible: true, refusals: [] });
	});
	it("refuses for now if the app is known to refuse, and names the setting to turn on", () => {
		const { approval } = heldBy(off);
		expect(approval).toMatchObject({ possible: false, canRetry: true });
		expect(approval.refusals).toEqual([
			sentences(
				message("against.device.blind-signing-off", { app: "Ethereum" }),
				message("against.device.shows", { titles: ["From", "Network", "Max fees"] }),
			),
		]);
	});
	it("refuses nothing if no device was seen yet: the plan names the requirements", () => {
		const unknown = heldBy(unseen);
		expect(unknown.approval.possible).toBe(true);
		expect(unknown.device[0]?.text).toEqual(saying("device-plan.setting.unseen"));
	});
	it("refuses nothing if the account's device is unknown, and says so", () => {
		const unsure = heldBy({ ...unseen, isUnsure: true });
		expect(unsure.approval.possible).toBe(true);
		expect(unsure.device[0]?.text).toEqual(saying("device-plan.caveat.unsure"));
	});
	it("names the steps of an action that the device does not display, and has a plan for each", () => {
		const both = actionReview(pair().action, pair().intents, { user: user({ device: on }) });
		expect(both.device).toHaveLength(both.analyses.length);
		expect(finding(both)?.text).toEqual(saying("finding.device-blind.steps", { count: 2, steps: "1, 2" }));
	});
});

const planFor = (facts: DeviceFacts, patch: Parameters<typeof transfer>[0] = {}): DevicePlan =>
	devicePlanOf(transfer(patch), ETHEREUM_ACCOUNT, facts);
const never = (facts: DeviceFacts) => planFor(facts, { to: "0x" });

describe("a Ledger's objection to an approval", () => {
	it("is permanent if its app can't sign one of the steps with any settings", () => {
		for (const facts of [on, off, unseen])
			expect(deviceObstacles([planFor(facts), never(facts)], facts, "evm")).toEqual([
				{
					text: sentences(never(facts).text, NOTHING_SIGNED, message("against.match.reject")),
					passing: false,
				},
			]);
	});
	it("is absent for clearly displayed items, even with blind signing off", () => {
		expect(deviceObstacles([planFor(off)], off, "evm")).toEqual([]);
		expect(deviceBlind({ devices: [planFor(off)] })).toBeNull();
	});
	it("is absent for typed data with blind signing off: Raw messages may allow it, and no flag shows that", () => {
		const typed = recordingsOf("ethereum-1.22.0-nanox").find(({ name }) => name === "typed data, Permit");
		const intent = typed === undefined ? null : intentOf(typed);
		if (intent === null) throw new Error("a recording is missing");
		for (const facts of [off, { ...off, model: "Ledger Flex" }]) {
			const plan = devicePlanOf(intent, ETHEREUM_ACCOUNT, facts);
			expect(deviceObstacles([plan], facts, "evm")).toEqual([]);
			expect(deviceBlind({ devices: [plan] })).toMatchObject({ severity: "caution", needsWord: false });
			expect(deviceBlind({ devices: [plan] })?.text).toEqual(saying("finding.device-members"));
		}
		expect(devicePlanOf(intent, ETHEREUM_ACCOUNT, off).text).toEqual(saying("device-plan.setting.raw"));
		expect(devicePlanOf(intent, ETHEREUM_ACCOUNT, unseen).text).toEqual(
			saying("device-plan.setting.raw-unseen"),
		);
	});
	it("names the app of the family", () => {
		const blind = { ...planFor(off), sight: "blind" as const, needsBlindSigning: true, pages: [] };
		const [obstacles] = deviceObstacles([blind], off, "svm");
		expect(obstacles?.text).toEqual(saying("against.device.blind-signing-off", { app: "Solana" }));
		expect(obstacles?.text).toEqual(saying("against.device.shows-unknown"));
	});
});

describe("the finding that a Ledger shows too little", () => {
	it("asks for a comparison of the hash if the device displays one for each blind step", () => {
		const call = planFor(on, { data: "0x12345678" });
		expect(codesOf(deviceBlind({ devices: [planFor(on), call] })?.text)).toEqual([
			"sentences",
			"finding.device-blind.steps",
			"finding.device-blind.compare",
		]);
		const token = { ...call, hashes: [] };
		expect(deviceBlind({ devices: [call, token] })?.text).not.toEqual(saying("finding.device-blind.compare"));
	});
});
