import { describe, expect, it } from "vitest";
import { balancesOf, receiversOf } from "../../../../../src/core/effects/accounting.ts";
import {
	type Effects,
	fungible,
	type Movement,
	type Party,
} from "../../../../../src/core/effects/effects.ts";
import { generalFindings } from "../../../../../src/core/risk/general/index.ts";
import {
	decodedMovement,
	decodedRight,
	effects,
	holdingOf,
	ITEM,
	ME,
	observedMovement,
	PERMIT2,
	SAVINGS,
	TREASURY,
} from "../../effects/scene.ts";
import { WORDS } from "./scene.ts";

/** Work is measured as the number of reads from the lists, because time would vary on a busy machine. */

interface Counter {
	reads: number;
}

function counted<Each extends object>(one: Each, counter: Counter): Each {
	return new Proxy(one, {
		get: (target, name, receiver) => {
			counter.reads += 1;
			const value: unknown = Reflect.get(target, name, receiver);
			return value !== null && typeof value === "object" ? counted(value, counter) : value;
		},
	});
}

class CountedParties extends Map<string, Party> {
	readonly #counter: Counter;

	constructor(parties: Effects["parties"], counter: Counter) {
		super();
		this.#counter = counter;
		for (const [address, party] of parties) this.set(address, party);
	}

	override get(address: string): Party | undefined {
		this.#counter.reads += 1;
		return super.get(address);
	}

	override *keys(): MapIterator<string> {
		for (const key of super.keys()) {
			this.#counter.reads += 1;
			yield key;
		}
	}
}

const countedEffects = (of: Effects, counter: Counter): Effects => ({
	...of,
	parties: new CountedParties(of.parties, counter),
	movements: of.movements.map((each) => counted(each, counter)),
	holdings: of.holdings.map((each) => counted(each, counter)),
	rights: of.rights.map((each) => counted(each, counter)),
	unexplained: of.unexplained.map((each) => counted(each, counter)),
});

const address = (n: number): string => `0x${(0x1000 + n).toString(16).padStart(40, "0")}`;
const token = (n: number) => fungible(address(n));

type Shape = (n: number) => Effects;

const effectsWith = (
	movements: (n: number) => readonly Movement[],
	n: number,
	controlled: readonly string[] = [],
) => {
	const all = Array.from({ length: n }, (_, index) => index);
	return effects({
		movements: all.flatMap(movements),
		holdings: all.flatMap((index) => [
			holdingOf(1_000n, token(index)),
			holdingOf(1_000n, token(index), SAVINGS),
		]),
		controlled,
	});
};

const MOVEMENTS: Readonly<Record<string, Shape>> = {
	"payments to as many strangers": (n) =>
		effectsWith(
			(index) => [
				decodedMovement({ to: address(index), amount: 1n }),
				observedMovement({ to: address(index), amount: 1n }),
			],
			n,
		),
	"losses of as many assets": (n) =>
		effectsWith(
			(index) => [decodedMovement({ asset: token(index) }), observedMovement({ asset: token(index) })],
			n,
		),
	"as many takers of one asset": (n) =>
		effectsWith(
			(index) => [observedMovement({ to: PERMIT2 }), observedMovement({ from: PERMIT2, to: address(index) })],
			n,
		),
	"as many assets for as many others": (n) =>
		effectsWith(
			(index) => [
				observedMovement({ to: PERMIT2, asset: token(2 * index) }),
				observedMovement({ from: PERMIT2, to: ME, asset: token(2 * index + 1) }),
			],
			n,
		),
	"as many items for coin": (n) =>
		effectsWith(
			(index) => [
				decodedMovement({ to: PERMIT2 }),
				observedMovement({ to: PERMIT2 }),
				observedMovement({ from: PERMIT2, to: ME, asset: { ...ITEM, item: `${index}` } }),
			],
			n,
		),
	"assets that pass from one own account through another": (n) =>
		effectsWith(
			(index) => [
				decodedMovement({ from: SAVINGS, to: ME, asset: token(index) }),
				decodedMovement({ asset: token(index) }),
			],
			n,
		),
	"orders whose price goes to as many others": (n) =>
		effectsWith(
			(index) => [
				decodedMovement({ basis: "permitted", to: null, asset: token(2 * index) }),
				decodedMovement({
					basis: "permitted",
					from: PERMIT2,
					to: address(index),
					asset: token(2 * index + 1),
				}),
				decodedMovement({ basis: "permitted", from: PERMIT2, to: ME, asset: token(2 * index + 1) }),
			],
			n,
		),
	"what a controlled account pays to as many": (n) =>
		effectsWith(
			(index) => [decodedMovement({ from: TREASURY, to: address(index), asset: token(index) })],
			n,
			[TREASURY],
		),
};

const RIGHTS: Readonly<Record<string, Shape>> = {
	"rights of as many holders": (n) =>
		effects({
			rights: Array.from({ length: n }, (_, index) => decodedRight({ holder: address(index) })),
		}),
	"as many rights of one holder": (n) =>
		effects({
			rights: Array.from({ length: n }, (_, index) =>
				decodedRight({ scope: { kind: "asset", asset: token(index) }, step: index }),
			),
			holdings: Array.from({ length: n }, (_, index) => holdingOf(1_000n, token(index))),
		}),
	"as many raises of one right": (n) =>
		effects({ rights: Array.from({ length: n }, (_, step) => decodedRight({ step })) }),
	"control of as many contracts, lost and got back": (n) =>
		effects({
			rights: Array.from({ length: n }, (_, index) => {
				const scope = { kind: "control", over: address(index), what: "owner" } as const;
				return [
					decodedRight({ holder: ME, scope, extent: 0n }),
					decodedRight({ holder: SAVINGS, scope, extent: null }),
				];
			}).flat(),
		}),
};

function readsOf(shape: Shape, n: number, run: (effects: Effects) => unknown): number {
	const counter = { reads: 0 };
	run(countedEffects(shape(n), counter));
	return counter.reads;
}

const FEW = 40;
const GROWTH = 4;
/**
 * Maximum growth of the work when the list grows four times as long. Sorting adds a little; reading the whole list
 * for each entry would multiply it by 16.
 */
const MAX_GROWTH = 5.5;

describe("the work for a long list grows linearly", () => {
	it.each(Object.entries({ ...MOVEMENTS, ...RIGHTS }))("%s", (_, shape) => {
		const run = (of: Effects) => generalFindings(of, WORDS);
		const few = readsOf(shape, FEW, run);
		expect(few).toBeGreaterThan(FEW);
		expect(readsOf(shape, FEW * GROWTH, run) / few).toBeLessThan(MAX_GROWTH);
	});

	it.each(Object.entries(MOVEMENTS))("in balances and receivers, too: %s", (_, shape) => {
		const isMine = (account: string) => account === ME || account === SAVINGS;
		const isAnyones = () => true;
		const run = (of: Effects) => [balancesOf(of, isAnyones), receiversOf(of, isMine)];
		const few = readsOf(shape, FEW, run);
		expect(few).toBeGreaterThan(FEW);
		expect(readsOf(shape, FEW * GROWTH, run) / few).toBeLessThan(MAX_GROWTH);
	});
});
