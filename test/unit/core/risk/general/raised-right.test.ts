import { describe, expect, it } from "vitest";
import type { Right } from "../../../../../src/core/effects/effects.ts";
import { raisedRight } from "../../../../../src/core/risk/general/rights.ts";
import { saying } from "../../../../support/saying.ts";
import { DAI, DEALT, decodedRight, effects, THIEF, USDC } from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const found = (...rights: readonly Right[]) =>
	raisedRight(evidenceOf(effects(...rights.map((right, step) => ({ rights: [{ ...right, step }] })))));
const told = (before: bigint, after: bigint) => ({
	id: "raised-approval",
	severity: "info",
	needsWord: false,
	text: saying("finding.raised-approval", {
		who: THIEF,
		before: `${before} ${USDC.address}`,
		after: `${after} ${USDC.address}`,
	}),
});

describe("a raised right", () => {
	it("is reported with the earlier and the new amount", () => {
		expect(found(decodedRight({ before: 5n, extent: 100n }))).toMatchObject(told(5n, 100n));
		expect(found(decodedRight({ before: 5n, extent: 105n, added: 100n }))).toMatchObject(told(5n, 105n));
	});

	it("starts from the result of earlier steps", () => {
		const [to7, to100] = [
			decodedRight({ before: 5n, extent: 7n }),
			decodedRight({ before: 5n, extent: 100n }),
		];
		expect(found(decodedRight({ before: 5n, extent: 0n }), to100)).toBeNull();
		expect(found(decodedRight({ before: 9n, extent: 7n }), to100)).toMatchObject(told(7n, 100n));
		expect(
			found(
				decodedRight({ before: 9n, extent: 7n }),
				decodedRight({ before: 9n, extent: 109n, added: 100n }),
			),
		).toMatchObject(told(7n, 107n));
		expect(found(to7, decodedRight({ before: 5n, extent: 6n }))).toMatchObject(told(5n, 7n));
	});

	it("differs by holder, asset or book", () => {
		const taken = { before: 5n, extent: 0n };
		for (const other of [
			decodedRight({ ...taken, holder: DEALT }),
			decodedRight({ ...taken, scope: { kind: "asset", asset: DAI } }),
			decodedRight({ ...taken, book: DEALT }),
		])
			expect(found(other, decodedRight({ before: 5n, extent: 100n }))).toMatchObject(told(5n, 100n));
	});

	it("is separate in each signature", () => {
		const signed = (extent: bigint) => decodedRight({ basis: "permitted", before: 5n, extent });
		expect(found(signed(0n), signed(100n))).toMatchObject(told(5n, 100n));
	});

	it("is not reported if there was none, it is unknown, it is reduced, or it is unbounded", () => {
		for (const right of [
			decodedRight({ before: 0n }),
			decodedRight(),
			decodedRight({ before: 100n }),
			decodedRight({ before: 101n }),
			decodedRight({ before: 5n, extent: null }),
			decodedRight({ before: 5n, account: DEALT }),
		])
			expect(found(right)).toBeNull();
	});
});
