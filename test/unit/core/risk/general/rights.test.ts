import { describe, expect, it } from "vitest";
import { control } from "../../../../../src/core/risk/general/control.ts";
import { rights } from "../../../../../src/core/risk/general/rights.ts";
import { saying } from "../../../../support/saying.ts";
import {
	DAI,
	DEALT,
	decodedMovement,
	decodedRight,
	effects,
	FRIEND,
	holdingOf,
	ITEM,
	KNOWN,
	ME,
	PERMIT2,
	SAVINGS,
	type StepInput,
	THIEF,
	TREASURY,
	USDC,
} from "../../effects/scene.ts";
import { evidenceOf } from "./scene.ts";

const found = (...steps: readonly StepInput[]) => rights(evidenceOf(effects(...steps)));
const of = (...given: readonly ReturnType<typeof decodedRight>[]) => found({ rights: given });
const DANGER = { id: "rights", severity: "danger", needsWord: true };

describe("a stranger's right", () => {
	it("is a danger from a tenth of the holding, and a caution below", () => {
		expect(of(decodedRight({ extent: 100n }))).toMatchObject({
			...DANGER,
			stake: { kind: "address", address: THIEF },
		});
		expect(of(decodedRight({ extent: 99n }))).toMatchObject({ severity: "caution", needsWord: false });
	});

	it("is summed over assets, steps and signatures", () => {
		const signed = decodedRight({ extent: 34n, scope: { kind: "asset", asset: DAI }, basis: "permitted" });
		expect(of(decodedRight({ extent: 33n }), decodedRight({ extent: 33n, step: 1 }), signed)).toMatchObject(
			DANGER,
		);
	});

	it("is unlimited over everything, over items and over unknown holdings", () => {
		expect(of(decodedRight({ extent: null }))).toMatchObject({ ...DANGER, stake: { kind: "unlimited" } });
		expect(of(decodedRight({ scope: { kind: "everything", at: KNOWN }, extent: null }))).toMatchObject(
			DANGER,
		);
		expect(of(decodedRight({ scope: { kind: "asset", asset: ITEM }, extent: 1n }))).toMatchObject(DANGER);
		expect(
			found({ rights: [decodedRight({ extent: 1n })], holdings: [holdingOf(null, USDC)] }),
		).toMatchObject(DANGER);
	});

	it("over items covers all from more than half of their collection on", () => {
		const collection = { ...ITEM, item: null };
		const right = decodedRight({ scope: { kind: "asset", asset: ITEM }, extent: 1n });
		expect(found({ rights: [right], holdings: [holdingOf(2n, collection)] })).toMatchObject({
			severity: "caution",
		});
		expect(found({ rights: [right], holdings: [holdingOf(1n, collection)] })).toMatchObject(DANGER);
	});

	it("is gone if a later step revokes it, or the request uses it up", () => {
		expect(of(decodedRight(), decodedRight({ extent: 0n, step: 1 }))).toBeNull();
		expect(of(decodedRight({ extent: 0n }), decodedRight({ step: 1 }))).toMatchObject(DANGER);
		expect(of(decodedRight(), decodedRight({ extent: 0n, basis: "observed", step: 1 }))).toBeNull();
		expect(of(decodedRight({ extent: 0n, step: 1 }), decodedRight({ step: 0 }))).toBeNull();
	});

	it("remains in one book whatever a later step does in another", () => {
		const inPermit2 = decodedRight({ book: PERMIT2 });
		expect(of(inPermit2, decodedRight({ extent: 0n, step: 1 }))).toMatchObject(DANGER);
		expect(of(inPermit2, decodedRight({ extent: 0n, basis: "observed", step: 1 }))).toMatchObject(DANGER);
		expect(of(decodedRight(), decodedRight({ extent: 0n, step: 1, book: PERMIT2 }))).toMatchObject(DANGER);
		expect(of(inPermit2, decodedRight({ extent: 0n, step: 1, book: PERMIT2 }))).toBeNull();
	});

	it("counts once if the bytes and our simulation show it in the same book", () => {
		const by = (basis: "decoded" | "observed") => decodedRight({ extent: 60n, basis, book: PERMIT2 });
		expect(of(by("decoded"), by("observed"))).toMatchObject({ severity: "caution" });
	});

	it("remains if a signature gives it, whatever a simulation shows", () => {
		expect(
			of(decodedRight({ basis: "permitted" }), decodedRight({ extent: 0n, basis: "observed", step: 1 })),
		).toMatchObject(DANGER);
	});

	it("also covers assets that the user signs for", () => {
		expect(found({ rights: [decodedRight({ account: TREASURY })], controlled: [TREASURY] })).toMatchObject(
			DANGER,
		);
	});
});

describe("a right of a known party", () => {
	const contract = (holder: string) => ({ holderCodes: new Map([[holder, "contract"]] as const) });

	it("requires no typed word up to half of a holding, and never for contacts and earlier spenders", () => {
		expect(of(decodedRight({ holder: DEALT, extent: 1_000n }))).toBeNull();
		expect(of(decodedRight({ holder: FRIEND, extent: 1_000n }))).toMatchObject({ severity: "caution" });
		expect(found({ rights: [decodedRight({ holder: FRIEND, extent: 1n })], ...contract(FRIEND) })).toBeNull();
		expect(of(decodedRight({ holder: KNOWN, extent: 499n }))).toBeNull();
		expect(of(decodedRight({ holder: KNOWN, extent: 500n }))).toMatchObject(DANGER);
		expect(of(decodedRight({ holder: PERMIT2, extent: 499n }))).toBeNull();
		expect(of(decodedRight({ holder: PERMIT2, extent: 500n }))).toMatchObject({
			severity: "caution",
			needsWord: false,
		});
	});

	it("is unbounded without a limit, whatever the user has permitted its holder before", () => {
		for (const holder of [FRIEND, KNOWN, PERMIT2, DEALT])
			expect(of(decodedRight({ holder, extent: null }))).toMatchObject(DANGER);
	});

	it("to borrow is bounded by all collateral", () => {
		const debt = { kind: "debt", address: PERMIT2, item: null } as const;
		const lends = (holder: string) =>
			of(decodedRight({ holder, extent: 1n, scope: { kind: "asset", asset: debt } }));
		expect(lends(THIEF)).toMatchObject(DANGER);
		expect(lends(KNOWN)).toMatchObject(DANGER);
		expect(lends(FRIEND)).toMatchObject({ severity: "caution" });
	});

	it("is ignored over others' assets, and for the user", () => {
		expect(of(decodedRight({ account: THIEF }))).toBeNull();
		expect(of(decodedRight({ holder: SAVINGS }))).toBeNull();
	});
});

describe("a right that its holder can use at will", () => {
	const given = (code: "key" | "lent" | "anybody" | "contract", holder = DEALT) =>
		found({ rights: [decodedRight({ holder, extent: 1n })], holderCodes: new Map([[holder, code]]) });

	it("is a danger for any amount, for any known holder", () => {
		for (const code of ["key", "lent", "anybody"] as const)
			for (const holder of [DEALT, FRIEND, KNOWN])
				expect(given(code, holder)).toMatchObject({
					...DANGER,
					text: saying(`finding.rights.${code}`),
					stake: { kind: "address", address: holder },
				});
		expect(given("contract")).toBeNull();
	});

	it("is judged by the most dangerous code in a step", () => {
		const step = (code: "key" | "contract") => ({ holderCodes: new Map([[DEALT, code]] as const) });
		const rights = [decodedRight({ holder: DEALT, extent: 1n })];
		for (const codes of [
			["key", "contract"],
			["contract", "key"],
		] as const)
			expect(found({ rights, ...step(codes[0]) }, step(codes[1]))).toMatchObject(DANGER);
	});

	it("is a signed transfer's for its taker, and not for a mere payee", () => {
		const movements = [decodedMovement({ to: DEALT, amount: 1n, basis: "permitted" })];
		expect(found({ movements, holderCodes: new Map([[DEALT, "key"]]) })).toMatchObject(DANGER);
		expect(found({ movements })).toBeNull();
	});
});

describe("control", () => {
	const given = (holder: string, extent: bigint | null = null, what = "owner") =>
		control(
			evidenceOf(
				effects({
					rights: [decodedRight({ holder, extent, scope: { kind: "control", over: TREASURY, what } })],
				}),
			),
		);

	it("of anybody else is a danger", () => {
		expect(given(THIEF)).toMatchObject({
			id: "control",
			severity: "danger",
			needsWord: true,
			stake: { kind: "address", address: THIEF },
		});
		expect(given(FRIEND)).toMatchObject({ severity: "danger" });
	});

	it("of votes alone moves nothing", () => {
		expect(given(THIEF, null, "votes")).toMatchObject({ severity: "caution", needsWord: false });
		expect(given(FRIEND, null, "votes")).toBeNull();
	});

	it("lost by the user is a danger, unless another account of theirs gets it", () => {
		const right = (holder: string, extent: bigint | null) =>
			decodedRight({ holder, extent, scope: { kind: "control", over: TREASURY, what: "owner" } });
		const lost = (...rights: readonly ReturnType<typeof right>[]) => control(evidenceOf(effects({ rights })));
		expect(lost(right(ME, 0n))).toMatchObject({ severity: "danger", text: { code: "finding.control.lost" } });
		expect(lost(right(ME, 0n), right(THIEF, null))).toMatchObject({
			stake: { kind: "address", address: THIEF },
		});
		expect(lost(right(ME, 0n), right(SAVINGS, null))).toMatchObject({
			severity: "caution",
			needsWord: false,
		});
	});

	it("that the request takes from somebody is a danger, unless only the simulation shows it", () => {
		expect(given(THIEF, 0n)).toMatchObject({ severity: "danger", text: saying("finding.control.lost") });
		const scope = { kind: "control", over: TREASURY, what: "owner" } as const;
		const seen = decodedRight({ extent: 0n, scope, basis: "observed" });
		expect(control(evidenceOf(effects({ rights: [seen] })))).toBeNull();
	});

	it("is reported, without a typed word, between the user's accounts", () => {
		expect(given(SAVINGS)).toMatchObject({ severity: "caution", needsWord: false });
		expect(given(ME)).toBeNull();
	});

	it("that can be returned is a caution if it is lost", () => {
		for (const what of ["frozen", "cpi-guard"])
			expect(given(THIEF, 0n, what)).toMatchObject({ severity: "caution", needsWord: false });
		expect(given(ME, 0n, "terms")).toMatchObject({ severity: "danger", needsWord: true });
	});
});
