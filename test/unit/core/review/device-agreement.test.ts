import { describe, expect, it } from "vitest";
import type { DeviceClaim } from "../../../../src/core/decoded-transaction/device-plan.ts";
import { deviceDiffers } from "../../../../src/core/review/device-agreement.ts";
import { deviceFacts } from "../device/recorded.ts";
import { approveData, commitOf, OTHER, transferData, VAULT } from "../match/honest.ts";
import { review, user } from "./scene.ts";

/** A device says amounts by descriptions that came with the app: they must be those that the review reads itself. */

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
