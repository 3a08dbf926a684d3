import { describe, expect, it } from "vitest";
import { goesToOthers } from "../../../../../src/core/risk/general/elsewhere.ts";
import {
	DAI,
	DEALT,
	decodedMovement,
	effects,
	FRIEND,
	JUNK,
	KNOWN,
	ME,
	NOBODY,
	observedMovement,
	PERMIT2,
	SAVINGS,
	type StepInput,
	THIEF,
	TREASURY,
	USDC,
} from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const found = (...steps: readonly StepInput[]) => goesToOthers(evidenceOf(effects(...steps)));
const of = (...movements: NonNullable<StepInput["movements"]>) => found({ movements });

const DANGER = {
	id: "elsewhere",
	severity: "danger",
	needsWord: true,
	stake: { kind: "address", address: THIEF },
};
const ROUTER = PERMIT2;
const paid = decodedMovement({ to: ROUTER, asset: USDC });
const result = (over: Parameters<typeof decodedMovement>[0] = {}) =>
	decodedMovement({ from: ROUTER, asset: DAI, ...over });

describe("a result of the user's payment", () => {
	it("is a danger if a stranger gets it, even if the user gets some of it", () => {
		expect(of(paid, result())).toMatchObject(DANGER);
		expect(of(paid, result(), result({ to: ME, amount: 900n }))).toMatchObject(DANGER);
		expect(of(paid, result({ least: 0n, most: null }))).toMatchObject(DANGER);
		expect(of(paid, result({ basis: "permitted" }))).toMatchObject(DANGER);
	});

	it("is none if an own account, a contact or an earlier recipient gets it", () => {
		for (const to of [ME, SAVINGS, FRIEND, DEALT]) expect(of(paid, result({ to }))).toBeNull();
	});

	it("is lost if a known contract gets it, since anybody may take it there", () => {
		expect(of(paid, result({ to: KNOWN }))).toMatchObject({
			...DANGER,
			stake: { kind: "address", address: KNOWN },
		});
	});

	it("is lost if nobody gets it, unless it is next to nothing", () => {
		const LOST = { id: "elsewhere", severity: "danger", needsWord: true };
		expect(of(paid, result({ to: NOBODY, least: 0n, most: null }))).toMatchObject(LOST);
		const given = (amount: bigint) => of(paid, result({ to: NOBODY, asset: USDC, least: 0n, most: amount }));
		expect(given(50_000_000n)).toMatchObject(LOST);
		expect(given(50_000n)).toBeNull();
	});

	it("may be an interface's fee of a hundredth in total", () => {
		const fee = (share: bigint) => result({ least: 0n, most: null, share });
		expect(of(paid, fee(100n))).toBeNull();
		expect(of(paid, fee(60n), fee(60n))).toMatchObject(DANGER);
	});

	it("may be a debt that the user repays for a stranger, and not their own", () => {
		const debt = { kind: "debt", address: ROUTER, item: null } as const;
		expect(of(paid, decodedMovement({ from: THIEF, to: ROUTER, asset: debt }))).toMatchObject(DANGER);
		expect(of(paid, decodedMovement({ from: ME, to: ROUTER, asset: debt }))).toBeNull();
		expect(of(decodedMovement({ from: ROUTER, to: ME, asset: debt }), result({ to: ME }))).toBeNull();
	});

	it("excludes our simulation's, whose recipients other rules judge, and an order's price", () => {
		expect(of(observedMovement({ from: ROUTER, asset: DAI }))).toBeNull();
		expect(of(result({ basis: "permitted", isPrice: true }))).toBeNull();
	});

	it("is left to the rule on foreign funds if the paying account gets it", () => {
		const movements = [
			decodedMovement({ from: TREASURY, to: ROUTER, asset: USDC }),
			result({ to: TREASURY }),
		];
		expect(found({ movements, controlled: [TREASURY] })).toBeNull();
		expect(found({ movements: [paid, result({ to: TREASURY })], controlled: [TREASURY] })).not.toBeNull();
	});

	it("is none if an issuer gives out a token of its own for nothing", () => {
		const issued = decodedMovement({ from: JUNK.address ?? "", asset: JUNK });
		expect(of(issued)).toBeNull();
		expect(of(paid, issued)).toMatchObject(DANGER);
		const record = { kind: "position", address: ROUTER, item: null } as const;
		expect(of(result({ asset: record }))).toMatchObject(DANGER);
	});
});

describe("another account of the user's", () => {
	it("pays a stranger by the signer's request: a danger, for any amount", () => {
		const holdings = [{ account: SAVINGS, asset: USDC, amount: 1_000_000n }];
		const pays = (to: string) =>
			found({ holdings, movements: [decodedMovement({ from: SAVINGS, to, asset: USDC })] });
		expect(pays(THIEF)).toMatchObject({ ...DANGER, text: { code: "finding.elsewhere.other-account" } });
		for (const to of [ME, FRIEND, DEALT]) expect(pays(to)).toBeNull();
	});
});
