import { describe, expect, it } from "vitest";
import type { SignatureUse } from "../../../../../src/core/effects/effects.ts";
import { NO_PRICES } from "../../../../../src/core/fiat/price.ts";
import { distantExpiry, distantUse } from "../../../../../src/core/risk/general/rights.ts";
import { saying } from "../../../../support/saying.ts";
import { decodedRight, effects, ME, PERMIT2, THIEF } from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const NOW = 1_790_000_000;
const DAY = 86_400;
const ENDLESS = 2n ** 256n - 1n;

const use = (until: bigint | null, gives: SignatureUse["gives"], step = 0): SignatureUse => ({
	step,
	until,
	gives,
});
const found = (now: number | null, ...signatures: readonly SignatureUse[]) =>
	distantUse(evidenceOf(effects(...signatures.map((each) => ({ signatures: [each] }))), NO_PRICES, now));
const of = (...signatures: readonly SignatureUse[]) => found(NOW * 1_000, ...signatures);
const inDays = (days: number) => BigInt(NOW + days * DAY);

describe("a signature's validity period", () => {
	it("is a danger without an end if it gives a right", () => {
		for (const until of [null, ENDLESS])
			expect(of(use(until, "right"))).toMatchObject({
				id: "deadline-far",
				severity: "danger",
				needsWord: true,
			});
		expect(found(null, use(null, "right"))).toMatchObject({ severity: "danger" });
	});

	it("is a caution without an end otherwise, if it states one or is an order", () => {
		expect(of(use(ENDLESS, "other"))).toMatchObject({ severity: "caution", needsWord: false });
		expect(of(use(null, "order"))).toMatchObject({ severity: "caution", needsWord: false });
		expect(of(use(null, "other"))).toBeNull();
	});

	it("is a caution from 30 days on, and none below", () => {
		for (const gives of ["right", "order", "other"] as const) {
			expect(of(use(inDays(31), gives))).toMatchObject({ id: "deadline-far", severity: "caution" });
			expect(of(use(inDays(30), gives))).toBeNull();
		}
		expect(found(null, use(inDays(31), "right"))).toBeNull();
	});

	it("of several signatures is reported for the worst, which is named", () => {
		const many = of(use(inDays(31), "other"), use(null, "right", 1));
		expect(many).toMatchObject({ severity: "danger", text: saying("finding.of-step") });
	});
});

describe("the expiry of a right over assets", () => {
	const right = (until: bigint | null, more: Parameters<typeof decodedRight>[0] = {}) =>
		distantExpiry(
			evidenceOf(
				effects({ rights: [decodedRight({ until, book: PERMIT2, ...more })] }),
				NO_PRICES,
				NOW * 1_000,
			),
		);

	it.each(["decoded", "permitted"] as const)(
		"has the same limits if it is %s: from 30 days on a caution, without an end a danger",
		(basis) => {
			expect(right(inDays(31), { basis })).toMatchObject({
				id: "far-end",
				severity: "caution",
				needsWord: false,
			});
			expect(right(inDays(30), { basis })).toBeNull();
			expect(right(2n ** 48n - 1n, { basis })).toMatchObject({ severity: "danger", needsWord: true });
		},
	);

	it("is ignored if the right is revoked, has no expiry of its own, or covers others' assets", () => {
		expect(right(2n ** 48n - 1n, { extent: 0n })).toBeNull();
		expect(right(null)).toBeNull();
		expect(right(2n ** 48n - 1n, { account: THIEF, holder: ME })).toBeNull();
	});
});
