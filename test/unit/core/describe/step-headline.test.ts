import { describe, expect, it } from "vitest";
import type { Headline } from "../../../../src/core/describe/evm/headline.ts";
import { stepHeadlines } from "../../../../src/core/describe/step-headline.ts";
import { fungible } from "../../../../src/core/effects/effects.ts";
import { inner, message } from "../../../../src/core/localized-text.ts";
import {
	DAI,
	decodedMovement,
	decodedRight,
	effects,
	FRIEND,
	holdingOf,
	ITEM,
	KNOWN,
	ME,
	observedMovement,
	SECOND_THIEF,
	type StepInput,
	THIEF,
	TREASURY,
	USDC,
} from "../effects/scene.ts";

const unread: Headline = { text: "Call something", known: false, amount: null };
const read: Headline = { text: "Swap", known: true, amount: null };

const words = {
	name: (address: string) => address,
	amount: (_: unknown, raw: bigint) => ({ raw, decimals: 0, symbol: "", checked: true }),
	amountParam: ({ address, item }: { address: string | null; item: string | null }, raw: bigint) =>
		`${raw} ${item ?? address}`,
};

const headlinesOf = (headlines: readonly Headline[], ...steps: readonly StepInput[]) =>
	stepHeadlines(effects(...steps), headlines, words);
const textOf = (headline: Headline, step: StepInput) => headlinesOf([headline], step)[0]?.text;
const leading = (told: Headline, amount: string, to: string | null) =>
	message("headline.loses", { amount, isNamed: to !== null, to: to ?? "", told: inner(told.text) });

describe("the headline of an unreadable call", () => {
	it("begins with a stranger's gain in our own simulation", () => {
		const [found] = headlinesOf([unread], { movements: [observedMovement({ amount: 8n, asset: USDC })] });
		expect(found?.text).toEqual(leading(unread, `8 ${USDC.address}`, THIEF));
		expect(found?.amount?.raw).toBe(8n);
	});

	it("counts outflows from an account that the signature moves", () => {
		const step = {
			controlled: [TREASURY],
			movements: [observedMovement({ from: TREASURY, amount: 8n, asset: USDC })],
		};
		expect(textOf(unread, step)).toEqual(leading(unread, `8 ${USDC.address}`, THIEF));
	});

	it("names the largest share of a holding, adding up all payments to one stranger", () => {
		const movements = [
			observedMovement({ amount: 90n, asset: USDC }),
			observedMovement({ amount: 30n, asset: DAI, to: SECOND_THIEF }),
			observedMovement({ amount: 30n, asset: DAI, to: SECOND_THIEF }),
		];
		const holdings = [holdingOf(1_000n, USDC), holdingOf(100n, DAI)];
		expect(textOf(unread, { movements, holdings })).toEqual(
			leading(unread, `60 ${DAI.address}`, SECOND_THIEF),
		);
		const unknown = [holdingOf(1_000n, USDC), holdingOf(null, DAI)];
		expect(textOf(unread, { movements, holdings: unknown })).toEqual(
			leading(unread, `60 ${DAI.address}`, SECOND_THIEF),
		);
	});

	it("names a stranger before a loss without a known recipient", () => {
		const open = observedMovement({ amount: 900n, to: null });
		expect(textOf(unread, { movements: [open] })).toEqual(leading(unread, "900 native", null));
		expect(textOf(unread, { movements: [open, observedMovement({ amount: 1n, asset: USDC })] })).toEqual(
			leading(unread, `1 ${USDC.address}`, THIEF),
		);
	});

	it("states no amount of an item", () => {
		const [found] = headlinesOf([unread], { movements: [observedMovement({ amount: 1n, asset: ITEM })] });
		expect(found).toMatchObject({ text: leading(unread, "1 7", THIEF), amount: null });
	});

	it("is unchanged if only contacts, known contracts and the user gain, or the bytes say it", () => {
		for (const movements of [
			[],
			[observedMovement({ to: FRIEND })],
			[observedMovement({ to: KNOWN })],
			[observedMovement({ from: THIEF, to: ME })],
			[decodedMovement(), observedMovement()],
		])
			expect(textOf(unread, { movements })).toBe("Call something");
	});
});

describe("the headline of a readable call", () => {
	it("begins with a loss that its bytes do not explain", () => {
		const taken = observedMovement({ amount: 9_000n, asset: USDC });
		const unaccounted = [{ called: KNOWN, movements: [taken], rights: [] }];
		expect(textOf(read, { movements: [taken], unaccounted })).toEqual(
			leading(read, `9000 ${USDC.address}`, THIEF),
		);
	});

	it("is unchanged if the bytes explain everything observed", () => {
		expect(textOf(read, { movements: [observedMovement({ amount: 5n })] })).toBe("Swap");
	});
});

describe("a stranger's gain in a step", () => {
	const gainsOf = (headlines: readonly Headline[], ...steps: readonly StepInput[]) =>
		headlinesOf(headlines, ...steps).map(({ gain }) => gain);

	it("is the most by its own bytes, an unlimited right first", () => {
		expect(
			gainsOf(
				[read, read, read],
				{ movements: [decodedMovement({ amount: 5n }), decodedMovement({ amount: 7n, to: SECOND_THIEF })] },
				{ movements: [decodedMovement({ step: 1 })], rights: [decodedRight({ step: 1, extent: null })] },
				{ movements: [decodedMovement({ step: 2, to: FRIEND }), decodedMovement({ step: 2, to: KNOWN })] },
			),
		).toMatchObject([{ most: 7n }, { most: null }, undefined]);
	});

	it("counts our own simulation of an unreadable call, and of no other", () => {
		const coin = fungible(USDC.address ?? "");
		const loss = { movements: [observedMovement({ amount: 8n, asset: USDC })] };
		expect(gainsOf([unread], loss)).toEqual([{ asset: coin, most: 8n }]);
		expect(gainsOf([read], loss)).toEqual([undefined]);
	});
});
