import { describe, expect, it } from "vitest";
import { NATIVE } from "../../../../../src/core/effects/effects.ts";
import { foreignFunds } from "../../../../../src/core/risk/general/not-own-funds.ts";
import {
	DEALT,
	effects,
	FRIEND,
	held,
	KNOWN,
	ME,
	moved,
	seen,
	THIEF,
	TREASURY,
} from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const found = (over: Parameters<typeof moved>[0], of = moved) =>
	foreignFunds(
		evidenceOf(effects({ movements: [of({ from: TREASURY, amount: 1n, ...over })], controlled: [TREASURY] })),
	);

describe("others' funds", () => {
	it("are a danger at any amount, for any recipient", () => {
		const danger = { id: "not-own-funds", severity: "danger", needsWord: true };
		expect(found({ to: THIEF })).toMatchObject({ ...danger, stake: { kind: "address", address: THIEF } });
		expect(found({ to: THIEF }, seen)).toMatchObject(danger);
		expect(found({ to: null })).toMatchObject({ ...danger, stake: { kind: "address", address: TREASURY } });
		expect(found({ to: THIEF, most: null })).toMatchObject(danger);
	});

	it("may go to a contact or stay in place", () => {
		expect(found({ to: FRIEND })).toBeNull();
		expect(found({ to: TREASURY })).toBeNull();
	});

	it("are reported if they come to the user", () => {
		expect(found({ to: ME })).toMatchObject({ severity: "caution", needsWord: false });
	});

	it("are a danger if the user takes them by their owner's permission", () => {
		const lent = (to: string) =>
			foreignFunds(
				evidenceOf(
					effects({
						movements: [moved({ from: FRIEND, to, amount: 1n })],
						controlled: [FRIEND],
						lenders: [FRIEND],
					}),
				),
			);
		expect(lent(ME)).toMatchObject({ severity: "danger", needsWord: true });
		expect(lent(THIEF)).toMatchObject({ severity: "danger", needsWord: true });
	});

	it("are reported if a little of them goes to an earlier recipient", () => {
		const paid = (amount: bigint) =>
			foreignFunds(
				evidenceOf(
					effects({
						movements: [moved({ from: TREASURY, to: DEALT, amount })],
						holdings: [held(1_000n, NATIVE, TREASURY)],
						controlled: [TREASURY],
					}),
				),
			);
		expect(paid(99n)).toMatchObject({ severity: "caution", needsWord: false });
		expect(paid(100n)).toMatchObject({ severity: "danger", needsWord: true });
		expect(found({ to: DEALT })).toMatchObject({ severity: "danger" });
	});

	it("may leave a known contract's books for the account itself, and for nobody else", () => {
		const position = { kind: "position", address: KNOWN, item: null } as const;
		const drawn = (...paidOut: readonly (string | null)[]) =>
			foreignFunds(
				evidenceOf(
					effects({
						movements: [
							moved({ from: TREASURY, to: KNOWN, asset: position, most: null }),
							...paidOut.map((to) => moved({ from: KNOWN, to, amount: 5n })),
						],
						controlled: [TREASURY],
					}),
				),
			);
		expect(drawn(TREASURY)).toBeNull();
		for (const paidOut of [[THIEF], [TREASURY, THIEF], [TREASURY, null], []])
			expect(drawn(...paidOut)).toMatchObject({ severity: "danger", needsWord: true });
	});

	it("are unrelated to outflows of the user's own accounts", () => {
		expect(found({ from: ME, to: THIEF })).toBeNull();
	});
});
