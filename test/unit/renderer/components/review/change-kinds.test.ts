import { describe, expect, it } from "vitest";
import { changeKinds, loweredAmount } from "../../../../../src/renderer/components/review/ask-change.tsx";
import { stub } from "../../../../fixtures/stub.ts";

type Of = Parameters<typeof changeKinds>[0];
const kinds = (permissions: object[], changes: object[], parties: object[]) =>
	changeKinds(stub<Of>({ permissions, changes, parties }));

const unlimited = { grants: true, kind: "allowance", unlimited: true };
const out = { mine: true, direction: "out" };

describe("a change the user may propose", () => {
	it("is an exact allowance instead of an unlimited one, or none", () => {
		expect(kinds([unlimited], [], [{ role: "spender" }])).toEqual(["exact", "without", "other"]);
	});

	it("is another recipient or a lower amount of a payment", () => {
		expect(kinds([], [out], [{ role: "recipient" }])).toEqual(["recipient", "lower", "other"]);
	});

	it("is a lower allowance if it is limited, and absent for a revocation", () => {
		expect(kinds([{ ...unlimited, unlimited: false }], [], [])).toEqual(["without", "lower", "other"]);
		expect(kinds([{ ...unlimited, unlimited: false, grants: false }], [], [])).toEqual(["other"]);
	});
});

describe("the amount that a lower one replaces", () => {
	const of = (permissions: object[], changes: object[]) =>
		loweredAmount(stub<Of>({ permissions, changes }))?.text ?? null;
	const paid = { ...out, tokenId: null, amount: { text: "5" } };
	const allowed = { ...unlimited, unlimited: false, amount: { text: "7" } };

	it("is that of the payment, else that of the limited allowance, and absent for an item or without a limit", () => {
		expect(of([allowed], [paid])).toBe("5");
		expect(of([allowed], [{ ...paid, tokenId: "9" }])).toBe("7");
		expect(of([{ ...unlimited, amount: null }], [])).toBeNull();
	});
});
