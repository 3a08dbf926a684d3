import { describe, expect, it } from "vitest";
import { NO_COST } from "../../../../src/core/effects/effects.ts";
import { exchangesOf } from "../../../../src/core/effects/exchange-sides.ts";
import {
	DAI,
	DEALT,
	decodedMovement,
	decodedRight,
	effects,
	FRIEND,
	ITEM,
	ME,
	observedMovement,
	PERMIT2,
	type StepInput,
	THIEF,
	USDC,
} from "./scene.ts";

const of = (step: StepInput) => exchangesOf(effects(step));

const ROUTER = DEALT;
const called = [
	{
		address: ROUTER,
		step: 0,
		of: "contract",
		isOuter: true,
		isRead: true,
		isPayment: false,
		isPlain: false,
	},
] as const;

const paid = decodedMovement({ to: ROUTER, asset: USDC, amount: 1_000n });
const price = (least: bigint | null) => ({
	sold: { asset: USDC, amount: 1_000n },
	least,
	isOrder: false,
	arrives: null,
});
const bought = (least: bigint) =>
	decodedMovement({ from: ROUTER, to: ME, asset: DAI, least, most: null, price: price(least) });
const shown = [
	observedMovement({ to: ROUTER, asset: USDC, amount: 1_000n }),
	observedMovement({ from: ROUTER, to: ME, asset: DAI, amount: 990n }),
];

describe("a swap", () => {
	it("has what leaves and comes now, and the minimum that the bytes set", () => {
		expect(of({ called, movements: [paid, bought(985n), ...shown] })).toMatchObject([
			{
				kind: "swap",
				gives: [{ asset: USDC, amount: 1_000n }],
				gets: [{ asset: DAI, amount: 990n }],
				worst: {
					gives: [{ asset: USDC, amount: 1_000n }],
					gets: [{ asset: DAI, amount: 985n }],
				},
				limit: "set",
				others: [],
				until: null,
			},
		]);
	});

	it("may take more than the simulation shows", () => {
		const most = decodedMovement({ to: ROUTER, asset: USDC, least: 0n, most: 1_050n });
		const exact = decodedMovement({ from: ROUTER, to: ME, asset: DAI, amount: 990n, price: price(990n) });
		expect(of({ called, movements: [most, exact, ...shown] })).toMatchObject([
			{ gives: [{ amount: 1_000n }], worst: { gives: [{ amount: 1_050n }], gets: [{ amount: 990n }] } },
		]);
	});

	it("without a minimum has no limit", () => {
		expect(of({ called, movements: [paid, bought(0n), ...shown] })).toMatchObject([{ limit: "none" }]);
	});

	it("has no known limit if a part of the request can’t be read", () => {
		expect(of({ called, gaps: ["unread"], movements: [paid, bought(985n), ...shown] })).toMatchObject([
			{ limit: "unread" },
		]);
		expect(of({ called, gaps: ["unread"], movements: shown })).toMatchObject([
			{ kind: "swap", gets: [{ amount: 990n }], limit: "unread", worst: { gets: [] } },
		]);
	});

	it("shows no result without a simulation", () => {
		expect(of({ called, movements: [paid, bought(985n)] })).toMatchObject([{ gets: null, limit: "set" }]);
	});

	it("names who keeps a part, by what the simulation shows or else by the share", () => {
		const fee = { from: ROUTER, to: THIEF, asset: DAI };
		const part = decodedMovement({ ...fee, least: 0n, most: null, share: 100n });
		expect(of({ called, movements: [paid, bought(985n), part, ...shown] })).toMatchObject([
			{ others: [{ to: THIEF, asset: DAI, most: null, share: 100n }] },
		]);
		expect(
			of({
				called,
				movements: [paid, bought(985n), part, ...shown, observedMovement({ ...fee, amount: 10n })],
			}),
		).toMatchObject([{ others: [{ to: THIEF, least: 10n, most: 10n }] }]);
	});

	it("is neither a payment nor an approval nor a booked deposit", () => {
		expect(of({ movements: [decodedMovement(), observedMovement()] })).toEqual([]);
		expect(of({ rights: [decodedRight()] })).toEqual([]);
		const receipt = decodedMovement({
			from: ROUTER,
			to: ME,
			asset: DAI,
			least: 0n,
			most: null,
			isBooked: true,
		});
		expect(of({ called, movements: [paid, receipt, ...shown] })).toEqual([]);
	});
});

describe("a swap on Solana", () => {
	const onSolana = (...movements: NonNullable<StepInput["movements"]>) =>
		exchangesOf({ ...effects({ called, movements }), chainRef: "mainnet-beta" });

	it("is a minimum of another asset than the given one", () => {
		const least = decodedMovement({ from: ROUTER, to: ME, asset: DAI, least: 985n, most: null });
		expect(onSolana(paid, least, ...shown)).toMatchObject([
			{ kind: "swap", limit: "set", gets: [{ amount: 990n }], worst: { gets: [{ amount: 985n }] } },
		]);
		const drawn = decodedMovement({ from: ROUTER, to: ME, asset: DAI, least: 0n, most: null });
		expect(onSolana(paid, drawn, ...shown)).toEqual([]);
		const same = decodedMovement({ from: ROUTER, to: ME, asset: USDC, least: 985n, most: null });
		expect(onSolana(paid, same)).toEqual([]);
	});

	it("names who keeps a share of its result", () => {
		const least = decodedMovement({ from: ROUTER, to: ME, asset: DAI, least: 985n, most: null });
		const withheld = [{ of: "swap", share: 85n, holder: THIEF }] as const;
		const costs = [{ ...NO_COST, payer: ME, step: 0, withheld }];
		const found = exchangesOf({
			...effects({ called, costs, movements: [paid, least, ...shown] }),
			chainRef: "mainnet-beta",
		});
		expect(found).toMatchObject([{ others: [{ to: THIEF, asset: DAI, share: 85n }] }]);
	});
});

describe("an order", () => {
	const signed = (over: Parameters<typeof decodedMovement>[0]) =>
		decodedMovement({ basis: "permitted", until: 9n, ...over });
	const sold = signed({ to: null, asset: ITEM, amount: 1n, isSold: true });
	const part = (to: string, least: bigint, most: bigint | null) =>
		signed({ from: PERMIT2, to, asset: USDC, least, most, isPrice: true });

	it("has its best and its lowest price, and everybody else who gets a part", () => {
		expect(of({ movements: [sold, part(ME, 450n, 750n), part(THIEF, 420n, 420n)] })).toEqual([
			{
				kind: "order",
				gives: [{ asset: ITEM, amount: 1n }],
				gets: [{ asset: USDC, amount: 750n }],
				worst: { gives: [{ asset: ITEM, amount: 1n }], gets: [{ asset: USDC, amount: 450n }] },
				limit: "set",
				others: [{ to: THIEF, asset: USDC, least: 420n, most: 420n, share: null }],
				until: 9n,
			},
		]);
	});

	it("with only a minimum leaves the price to the market", () => {
		expect(of({ movements: [sold, part(ME, 450n, null)] })).toMatchObject([
			{ gets: null, worst: { gets: [{ amount: 450n }] }, limit: "set" },
		]);
	});

	it("that brings the user nothing has no limit", () => {
		expect(of({ movements: [sold, part(THIEF, 450n, 450n)] })).toMatchObject([
			{ worst: { gets: [] }, limit: "none", others: [{ to: THIEF }] },
		]);
		expect(of({ movements: [sold] })).toMatchObject([{ limit: "none" }]);
	});

	it("with terms that the signature leaves open has no known limit", () => {
		expect(of({ gaps: ["unread"], movements: [sold, part(ME, 450n, 450n)] })).toMatchObject([
			{ limit: "unread" },
		]);
	});

	it("is counted separately from another order of the same request", () => {
		const both = exchangesOf(
			effects(
				{ movements: [sold, part(ME, 1n, 1n)] },
				{
					movements: [
						{ ...sold, step: 1 },
						{ ...part(FRIEND, 5n, 5n), step: 1 },
					],
				},
			),
		);
		expect(both.map(({ limit }) => limit)).toEqual(["set", "none"]);
	});
});
