import { describe, expect, it } from "vitest";
import type { DeviceClaim } from "../../../../../src/core/decoded-transaction/device-plan.ts";
import { message } from "../../../../../src/core/localized-text.ts";
import { deviceDiffers } from "../../../../../src/core/review/compose/composed.ts";
import type { ActionRequest } from "../../../../../src/service-api/action.ts";
import { deviceFacts } from "../../device/recorded.ts";
import { approveData, commitOf, OTHER, transferData, VAULT } from "../../match/honest.ts";
import { review, user } from "../scene.ts";
import { action, actionReview, pair } from "../several.ts";

/**
 * A device shows amounts from descriptions that are bundled with the app; they must agree with the review's own
 * decoding.
 */

const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const ledger = user({ device: deviceFacts("1.22.0", false) });
const of = (data: `0x${string}`) => review(commitOf({ to: USDC, data }), { user: ledger });
const ids = ({ findings }: ReturnType<typeof of>) => findings.map(({ id }) => id);

describe("a token’s call on a Ledger with blind signing off", () => {
	it.each([
		["a transfer", transferData(OTHER, 12_500_000n)],
		["an approval", approveData(VAULT, 25_000_000n)],
		["an approval without end", approveData(VAULT, 2n ** 256n - 1n)],
		["a revocation", approveData(VAULT, 0n)],
	])("is described in words that agree with the review: %s", (_, data) => {
		const shown = of(data);
		expect(shown.device).toMatchObject([{ sight: "clear", needsBlindSigning: false }]);
		expect(ids(shown)).not.toContain("device-differs");
		expect(ids(shown)).not.toContain("device-blind");
	});

	const changes: readonly (readonly [string, Partial<DeviceClaim>])[] = [
		["amount", { amount: 25_000_001n }],
		["spender", { party: OTHER }],
		["token", { token: VAULT }],
	];
	it.each(changes)("is a danger if the device would show another %s", (_, change) => {
		const { device, analyses } = of(approveData(VAULT, 25_000_000n));
		expect(deviceDiffers(device, analyses)).toBeNull();
		const altered = device.map((plan) => ({
			...plan,
			claims: plan.claims.map((claim) => ({ ...claim, ...change })),
		}));
		expect(deviceDiffers(altered, analyses)).toMatchObject({
			id: "device-differs",
			severity: "danger",
			needsWord: true,
		});
	});
});

const safety = (members: object, findings: readonly unknown[] = []) => ({
	assessment: { findings },
	decision: { eligibility: "eligible", ...members },
});

/** Reviews the two steps of `pair` with this safety check of the service. */
function reviewWith(transactionSafety: unknown) {
	const { action: plain, intents } = pair();
	const request: ActionRequest = Object.assign(structuredClone(plain.request), { transactionSafety });
	return actionReview(action(request), intents);
}

const found = (transactionSafety: unknown) =>
	reviewWith(transactionSafety).findings.find(({ id }) => id === "service-check-bypassed");

describe("the mode in which the service checked a request", () => {
	const shown = (mode: unknown) =>
		reviewWith(safety({ mode })).findings.find(({ id }) => id === "safety-mode");

	it.each(["unrestricted", "off", 3])("is a caution if its guards may not protect it: %j", (mode) => {
		expect(shown(mode)).toMatchObject({ severity: "caution", needsWord: false });
	});

	it.each(["balanced", "guarded_only", null, undefined])("is not mentioned otherwise: %j", (mode) => {
		expect(shown(mode)).toBeUndefined();
	});
});

describe("a service check that its settings bypassed", () => {
	it.each<[string, unknown, string]>([
		["a finding", safety({ bypassedFindingIds: ["drains_wallet"] }), "drains_wallet"],
		["a requirement", safety({ bypassedRequirements: ["simulation"] }), "simulation"],
		["something that is no list", safety({ bypassedFindingIds: "drains_wallet" }), "drains_wallet"],
		["a critical finding", safety({}, [{ id: "f1", severity: "critical" }]), "f1"],
		["a critical finding without a name", safety({}, [{ severity: "critical" }]), "critical"],
	])("is a danger with a typed word: %s", (_what, given, text) => {
		expect(found(given)).toEqual({
			id: "service-check-bypassed",
			severity: "danger",
			text: message("finding.service-check-bypassed", { text }),
			needsWord: true,
		});
		expect(reviewWith(given).approval.word).not.toBeNull();
	});

	it.each<[string, unknown]>([
		["no check", null],
		["a check that found nothing", safety({ bypassedFindingIds: [], bypassedRequirements: [] })],
		["a finding that is not critical", safety({}, [{ id: "f1", severity: "info" }])],
	])("is absent if the service states %s", (_what, given) => {
		expect(found(given)).toBeUndefined();
	});
});
