import { describe, expect, it } from "vitest";
import type { SignatureUse } from "../../../../../src/core/effects/effects.ts";
import { farUse } from "../../../../../src/core/risk/general/rights.ts";
import { NO_PRICES } from "../../../../../src/core/worth/price.ts";
import { saying } from "../../../../support/saying.ts";
import { effects } from "../../effects/scene.ts";
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
	farUse(evidenceOf(effects(...signatures.map((each) => ({ signatures: [each] }))), NO_PRICES, now));
const of = (...signatures: readonly SignatureUse[]) => found(NOW * 1_000, ...signatures);
const inDays = (days: number) => BigInt(NOW + days * DAY);

describe("the time in which a signature can be used", () => {
	it("is a danger without end where a right comes of it", () => {
		for (const until of [null, ENDLESS])
			expect(of(use(until, "right"))).toMatchObject({
				id: "deadline-far",
				severity: "danger",
				needsWord: true,
			});
		expect(found(null, use(null, "right"))).toMatchObject({ severity: "danger" });
	});

	it("is a caution without end elsewhere, if it states one or is an order", () => {
		expect(of(use(ENDLESS, "other"))).toMatchObject({ severity: "caution", needsWord: false });
		expect(of(use(null, "order"))).toMatchObject({ severity: "caution", needsWord: false });
		expect(of(use(null, "other"))).toBeNull();
	});

	it("is a caution from 30 days on, and nothing before", () => {
		for (const gives of ["right", "order", "other"] as const) {
			expect(of(use(inDays(31), gives))).toMatchObject({ id: "deadline-far", severity: "caution" });
			expect(of(use(inDays(30), gives))).toBeNull();
		}
		expect(found(null, use(inDays(31), "right"))).toBeNull();
	});

	it("of several signatures is told of the gravest, and of which it is", () => {
		const many = of(use(inDays(31), "other"), use(null, "right", 1));
		expect(many).toMatchObject({ severity: "danger", text: saying("finding.of-step") });
	});
});
