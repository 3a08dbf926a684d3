import { describe, expect, it } from "vitest";
import { type Movement, NATIVE } from "../../../../../src/core/effects/effects.ts";
import { foreignFunds, loss } from "../../../../../src/core/risk/general/loss.ts";
import {
	DAI,
	DEAD,
	DEALT,
	decodedMovement,
	effects,
	FRIEND,
	holdingOf,
	ITEM,
	JUNK,
	KNOWN,
	ME,
	NOBODY,
	observedMovement,
	PERMIT2,
	SAVINGS,
	SECOND_THIEF,
	type StepInput,
	THIEF,
	TREASURY,
	USDC,
} from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const found = (...steps: readonly StepInput[]) => loss(evidenceOf(effects(...steps)));
/** Call of the stranger's code. */
const RUNS = {
	address: THIEF,
	step: 0,
	of: "contract",
	isOuter: true,
	isRead: true,
	isPayment: false,
	isPlain: false,
} as const;
const TO_THIEF = {
	id: "loss",
	severity: "danger",
	needsWord: true,
	stake: { kind: "address", address: THIEF },
};

describe("a loss to strangers", () => {
	it("is a danger from a tenth of a holding, and names the recipient", () => {
		expect(found({ movements: [decodedMovement({ amount: 100n })] })).toMatchObject({
			...TO_THIEF,
			text: { params: { percent: 10, scale: "one" } },
		});
		expect(found({ movements: [decodedMovement({ amount: 99n })] })).toBeNull();
	});

	it("is summed over steps, assets and own accounts before it is rounded", () => {
		expect(
			found(
				{ movements: [decodedMovement({ amount: 34n })] },
				{ movements: [decodedMovement({ amount: 33n, asset: USDC, step: 1 })] },
				{
					movements: [decodedMovement({ amount: 33n, from: SAVINGS, step: 2 })],
					holdings: [holdingOf(1_000n, NATIVE, SAVINGS)],
				},
			),
		).toMatchObject({ ...TO_THIEF, text: { params: { percent: 10, scale: "several" } } });
	});

	it("names the stranger with the largest amount of it", () => {
		expect(
			found({
				movements: [decodedMovement({ to: SECOND_THIEF, amount: 60n }), decodedMovement({ amount: 300n })],
			}),
		).toMatchObject(TO_THIEF);
	});

	it("excludes contacts, own accounts, earlier recipients and known contracts", () => {
		for (const to of [FRIEND, SAVINGS, DEALT, PERMIT2])
			expect(
				found({ movements: [decodedMovement({ to, amount: 499n }), observedMovement({ to, amount: 499n })] }),
			).toBeNull();
	});

	it("counts one payment to a stranger among many to a contact", () => {
		const payments = Array.from({ length: 11 }, (_, step) => ({
			movements: [decodedMovement({ to: FRIEND, amount: 50n, step })],
		}));
		expect(found(...payments, { movements: [decodedMovement({ amount: 100n, step: 11 })] })).toMatchObject(
			TO_THIEF,
		);
	});

	it("counts an unknown holding or an unbounded amount in full", () => {
		expect(
			found({ movements: [decodedMovement({ amount: 1n })], holdings: [holdingOf(null)] }),
		).toMatchObject({
			...TO_THIEF,
			text: { params: { scale: "unknown" } },
		});
		expect(found({ movements: [decodedMovement({ most: null })] })).toMatchObject(TO_THIEF);
	});

	it("counts an item as all", () => {
		expect(found({ movements: [decodedMovement({ asset: ITEM, amount: 1n })] })).toMatchObject(TO_THIEF);
	});

	it("offsets an inflow that is passed on at once", () => {
		expect(
			found({
				movements: [
					observedMovement({ from: PERMIT2, to: ME, amount: 50n }),
					decodedMovement({ amount: 50n }),
					observedMovement({ amount: 50n }),
				],
			}),
		).toMatchObject(TO_THIEF);
	});
});

describe("a loss in our simulation", () => {
	it("counts if the bytes state less", () => {
		expect(
			found({ movements: [decodedMovement({ amount: 1n }), observedMovement({ amount: 400n })] }),
		).toMatchObject({
			...TO_THIEF,
			text: { params: { percent: 40 } },
		});
	});

	it("is reported without a visible recipient", () => {
		expect(found({ movements: [observedMovement({ to: null, amount: 400n })] })).toMatchObject({
			severity: "danger",
			text: { code: "finding.loss.unnamed" },
		});
	});

	it("goes to the final holder, whoever passes it on", () => {
		const through = [
			observedMovement({ to: PERMIT2, amount: 400n }),
			observedMovement({ from: PERMIT2, to: THIEF, amount: 400n }),
		];
		expect(found({ movements: through })).toMatchObject(TO_THIEF);
	});

	it("is reduced by a return of the same asset", () => {
		expect(
			found({
				movements: [
					observedMovement({ amount: 400n }),
					observedMovement({ from: THIEF, to: ME, amount: 301n }),
				],
			}),
		).toBeNull();
	});

	it("is left to the rule on exchanges if something is received for it", () => {
		const back = observedMovement({ from: THIEF, to: ME, asset: DAI, amount: 1n });
		expect(found({ movements: [observedMovement({ amount: 400n }), back] })).toBeNull();
	});

	it("may be the price of an item that the payee hands over, judged by the rule on exchanges", () => {
		const back = observedMovement({ from: THIEF, to: ME, asset: ITEM, amount: 1n });
		expect(
			found({ movements: [decodedMovement({ amount: 400n }), observedMovement({ amount: 400n }), back] }),
		).toBeNull();
	});

	it("is no price of a promise of at least nothing, unless it arrives", () => {
		const promised = (least: bigint, ...more: readonly Movement[]) =>
			found({
				movements: [
					decodedMovement({ asset: USDC, amount: 400n }),
					decodedMovement({ from: THIEF, to: ME, asset: DAI, least, most: null }),
					...more,
				],
				called: [RUNS],
			});
		expect(promised(0n)).toMatchObject(TO_THIEF);
		expect(promised(0n, observedMovement({ from: THIEF, to: ME, asset: USDC, amount: 1n }))).toMatchObject(
			TO_THIEF,
		);
		expect(promised(0n, observedMovement({ from: THIEF, to: ME, asset: DAI, amount: 1n }))).toBeNull();
		expect(promised(1n)).toBeNull();
	});

	it("is no price of coins that a stranger without running code hands back", () => {
		const back = decodedMovement({ from: THIEF, to: ME, asset: DAI, amount: 1n });
		const movements = [decodedMovement({ asset: USDC, amount: 400n }), back];
		expect(found({ movements })).toMatchObject(TO_THIEF);
		expect(found({ movements, called: [RUNS] })).toBeNull();
	});

	it("counts in full if the bytes name the recipient, whatever junk comes back", () => {
		const back = observedMovement({ from: THIEF, to: ME, asset: JUNK, amount: 1_000_000n });
		expect(
			found({ movements: [decodedMovement({ amount: 400n }), observedMovement({ amount: 400n }), back] }),
		).toMatchObject(TO_THIEF);
	});
});

describe("the possible effects of a signature", () => {
	it("are a loss as if they had happened", () => {
		expect(
			found({ movements: [decodedMovement({ basis: "permitted", amount: 600n, until: 5n })] }),
		).toMatchObject(TO_THIEF);
	});
});

describe("half of a holding", () => {
	const HALF = { severity: "caution", needsWord: false, text: { code: "finding.loss.half" } };

	it("is reported from exactly half, for any recipient", () => {
		for (const to of [FRIEND, DEALT, PERMIT2]) {
			expect(found({ movements: [decodedMovement({ to, amount: 500n })] })).toMatchObject(HALF);
			expect(found({ movements: [decodedMovement({ to, amount: 499n })] })).toBeNull();
		}
		expect(found({ movements: [decodedMovement({ to: SAVINGS, amount: 1_000n })] })).toBeNull();
	});

	it("is information if as much arrives, or if a debt is paid", () => {
		const paid = [
			decodedMovement({ to: PERMIT2, amount: 600n, asset: USDC }),
			observedMovement({ to: PERMIT2, amount: 600n, asset: USDC }),
		];
		const INFO = { severity: "info" };
		const dollars = observedMovement({ from: PERMIT2, to: ME, asset: DAI, amount: 600n * 10n ** 12n });
		expect(
			found({ movements: [observedMovement({ to: PERMIT2, amount: 600n, asset: USDC }), dollars] }),
		).toMatchObject(INFO);
		const debt = decodedMovement({
			to: PERMIT2,
			asset: { kind: "debt", address: PERMIT2, item: null },
			amount: 600n,
		});
		expect(found({ movements: [...paid, debt] })).toMatchObject(INFO);
		expect(found({ movements: [...paid, decodedMovement({ to: FRIEND, amount: 1n }), debt] })).toMatchObject(
			HALF,
		);
	});

	it("is information if a contract redeems its token for as many units of coin", () => {
		const own = { asset: JUNK, to: JUNK.address, amount: 600n };
		const coin = (amount: bigint) => observedMovement({ from: THIEF, to: ME, amount });
		const of = (back: bigint) =>
			found({ movements: [observedMovement(own), coin(back)], holdings: [holdingOf(1_000n, JUNK)] });
		expect(of(600n)).toMatchObject({ severity: "info" });
		expect(of(599n)).toMatchObject(HALF);
	});
});

describe("destroyed assets", () => {
	const DESTROYED = {
		id: "loss",
		severity: "danger",
		needsWord: true,
		text: { code: "finding.loss.destroyed" },
	};
	const burned = (asset: typeof USDC, amount: bigint, ...more: readonly Movement[]) =>
		found({
			movements: [decodedMovement({ to: NOBODY, asset, amount }), ...more],
			holdings: [holdingOf(1_000n), holdingOf(1_000n, USDC), holdingOf(1_000n, JUNK)],
		});

	it("are lost like a stranger's gain, from a tenth on, unless they may be junk", () => {
		expect(burned(USDC, 100n)).toMatchObject(DESTROYED);
		expect(burned(USDC, 99n)).toBeNull();
		expect(burned(JUNK, 1_000n)).toMatchObject({ severity: "caution", text: { code: "finding.loss.all" } });
	});

	it("are lost in any case if sent to an address without a key", () => {
		for (const asset of [USDC, JUNK])
			expect(
				found({
					movements: [decodedMovement({ to: DEAD, asset, amount: 100n })],
					holdings: [holdingOf(1_000n, asset)],
				}),
			).toMatchObject(DESTROYED);
		expect(found({ movements: [decodedMovement({ to: DEAD, asset: ITEM, amount: 1n })] })).toMatchObject({
			...DESTROYED,
			text: { params: { scale: "assumed" } },
		});
		expect(found({ movements: [observedMovement({ to: DEAD, amount: 100n })] })).toMatchObject(DESTROYED);
	});

	it("are lost in any amount if nobody can spend them there", () => {
		for (const stuckAt of ["nobody", "token", "program", "other-token"] as const)
			expect(found({ movements: [decodedMovement({ to: PERMIT2, amount: 1n, stuckAt })] })).toMatchObject({
				id: "loss",
				severity: "danger",
				needsWord: true,
				text: { code: "finding.loss.stuck", params: { what: stuckAt } },
			});
	});

	it("are lost if tokens are sent to a known contract that the request never calls", () => {
		const left = decodedMovement({ to: PERMIT2, asset: USDC, amount: 1n });
		expect(found({ movements: [left] })).toMatchObject({
			severity: "danger",
			needsWord: true,
			text: { code: "finding.loss.stuck", params: { what: "contract" } },
		});
		expect(found({ movements: [left], called: [{ ...RUNS, address: PERMIT2 }] })).toBeNull();
		expect(
			found({ movements: [left, observedMovement({ from: PERMIT2, to: ME, asset: DAI, amount: 1n })] }),
		).toBeNull();
		expect(found({ movements: [decodedMovement({ to: FRIEND, asset: USDC, amount: 1n })] })).toBeNull();
	});

	it("add up with strangers' gains, and the strangers are named", () => {
		expect(burned(USDC, 60n, decodedMovement({ amount: 40n }))).toMatchObject({
			...TO_THIEF,
			text: { code: "finding.loss", params: { percent: 10, scale: "several" } },
		});
	});

	it("are a redemption if a price is received, and junk is none", () => {
		const back = (asset: typeof USDC) => observedMovement({ from: THIEF, to: ME, asset, amount: 1n });
		expect(burned(USDC, 400n, back(DAI))).toBeNull();
		expect(burned(USDC, 400n, back(JUNK))).toMatchObject(DESTROYED);
	});

	it("are ignored if only our simulation shows the burn, for example on a bridge", () => {
		expect(found({ movements: [observedMovement({ to: NOBODY, asset: USDC, amount: 400n })] })).toBeNull();
	});
});

describe("not own funds", () => {
	const found = (over: Parameters<typeof decodedMovement>[0], of = decodedMovement) =>
		foreignFunds(
			evidenceOf(
				effects({ movements: [of({ from: TREASURY, amount: 1n, ...over })], controlled: [TREASURY] }),
			),
		);

	describe("others' funds", () => {
		it("are a danger at any amount, for any recipient", () => {
			const danger = { id: "not-own-funds", severity: "danger", needsWord: true };
			expect(found({ to: THIEF })).toMatchObject({ ...danger, stake: { kind: "address", address: THIEF } });
			expect(found({ to: THIEF }, observedMovement)).toMatchObject(danger);
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
							movements: [decodedMovement({ from: FRIEND, to, amount: 1n })],
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
							movements: [decodedMovement({ from: TREASURY, to: DEALT, amount })],
							holdings: [holdingOf(1_000n, NATIVE, TREASURY)],
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
								decodedMovement({ from: TREASURY, to: KNOWN, asset: position, most: null }),
								...paidOut.map((to) => decodedMovement({ from: KNOWN, to, amount: 5n })),
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
});
