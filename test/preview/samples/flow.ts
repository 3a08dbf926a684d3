import type { User } from "../../../src/core/decoded-transaction/decoded-transaction.ts";
import {
	type Effects,
	fungible,
	type Movement,
	NATIVE,
	NO_EFFECTS,
} from "../../../src/core/effects/effects.ts";
import { effectsOf } from "../../../src/core/effects/merge.ts";
import { moneyFlowOf } from "../../../src/core/effects/money-flow.ts";
import type { Price, PriceSource } from "../../../src/core/fiat/price.ts";
import { NO_HISTORY } from "../../../src/core/identities/counterparties.ts";
import { message } from "../../../src/core/localized-text.ts";
import { flowHeadline, outlierText } from "../../../src/core/review/effects/flow-text.ts";
import type { ReviewView } from "../../../src/ipc/review.ts";
import { pricingFor } from "../../../src/main/views/fiat-view.ts";
import { flowView } from "../../../src/main/views/flow-view.ts";
import { MAIN, NOW, USDC } from "./common.ts";
import { costs, review } from "./review.ts";

/** Reviews of payments to several receivers, composed by the app's own code from effects. */

const ME = MAIN.address.toLowerCase();
const DOLLARS = fungible(USDC.address.toLowerCase());
/** Listed on Base, without a price in these samples. */
const EURO = fungible("0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42");
const UNIT = 1_000_000n;

/** Spreads a number over an address. */
const SPREAD = 0x9e3779b97f4a7c15f39cc0605cedc8341082276bn;

const hexOf = (seed: number): string =>
	`0x${BigInt.asUintN(160, BigInt(seed + 1) * SPREAD)
		.toString(16)
		.padStart(40, "0")}`;

const THIEF = "0x976ea74026e726554db657fa54763abd0c3a0aa9";
const NAMES = ["Ana Lindqvist", "Tomás Rey", "Nordlicht Studio", "Ines Moreau", "Kofi Mensah"] as const;
const CONTACTS = NAMES.map((name, at) => [hexOf(at + 3), name] as const);
const contact = (at: number): string => CONTACTS[at % CONTACTS.length]?.[0] ?? THIEF;

function userWith(labels: Readonly<Record<string, string>>): User {
	return {
		accounts: [ME],
		labels: { [ME]: "Main", ...labels },
		signerState: "ready",
		counterparties: NO_HISTORY,
		uses: new Map(),
		device: null,
	};
}

type Moved = Pick<Movement, "to"> & Partial<Movement> & { readonly amount: bigint };

const moved = ({ amount, ...rest }: Moved): Movement => ({
	from: ME,
	asset: DOLLARS,
	least: amount,
	most: amount,
	step: 0,
	basis: "decoded",
	until: null,
	...rest,
});

function effectsWith(
	steps: readonly (readonly Movement[])[],
	user: User,
	called: readonly string[] = [],
): Effects {
	return effectsOf(
		steps.map((movements, step) => ({
			...NO_EFFECTS,
			movements,
			called: called.map((address) => ({
				address,
				step,
				of: "contract" as const,
				isOuter: true,
				isRead: true,
				isPayment: false,
				isPlain: false,
			})),
			holdings: [
				{ account: ME, asset: DOLLARS, amount: 4_912_400_000n },
				{ account: ME, asset: EURO, amount: 900_000_000n },
				{ account: ME, asset: NATIVE, amount: 3n * 10n ** 18n },
			],
		})),
		{ chainRef: "8453", signer: ME, user },
	);
}

const PRICES: Readonly<Record<string, bigint>> = { native: 31_299_000n, [DOLLARS.address ?? ""]: 10_000n };
const priced: PriceSource = (_, asset): Price | null => {
	const answer = PRICES[asset];
	return answer === undefined ? null : { answer, decimals: 4, feed: "", at: NOW - 60_000 };
};

interface FlowSample {
	readonly effects: Effects;
	readonly user: User;
	readonly headline?: ReviewView["headline"];
	readonly isPriced?: boolean;
	readonly change?: Partial<ReviewView>;
}

function reviewOf({ effects, user, headline, isPriced = true, change = {} }: FlowSample): ReviewView {
	const flow = moneyFlowOf(effects);
	const of = { analyses: [], effects, flow, user };
	const outlier = outlierText(of);
	const [first] = flow?.receivers.filter(({ isOutlier }) => isOutlier) ?? [];
	const word = first?.address?.slice(-4) ?? null;
	const base = review();
	return review({
		headline: headline ?? flowHeadline(of)?.text ?? base.headline,
		parties: [],
		changes: [],
		steps: [],
		step: null,
		costs: costs(),
		...flowView(
			{ ...of, approval: { ...base.approval, refusals: [], wordParty: null, causes: [], byRules: [] } },
			"8453",
			pricingFor("8453", isPriced ? priced : null),
		),
		...(outlier === null
			? {}
			: {
					outlier,
					findings: [
						{
							id: "loss",
							severity: "danger",
							text: message("finding.loss", {
								amounts: ["900 USDC"],
								percent: 18,
								scale: "one",
								to: "0x976EA7…3A0aa9",
							}),
						},
					],
					approval: { ...base.approval, word, wordOf: "recipient" },
				}),
		...change,
	});
}

const KNOWN = userWith(Object.fromEntries(CONTACTS));

/** Twelve payments; the ninth goes to an unknown address. */
export const payroll = (change: Partial<ReviewView> = {}): ReviewView => {
	const amounts = [400n, 300n, 720n, 150n, 180n, 400n, 320n, 150n, 900n, 400n, 320n, 400n];
	const to = [0, 1, 2, 3, 4, 0, 1, 3, -1, 0, 1, 0];
	const steps = amounts.map((amount, step) => [
		moved({ to: to[step] === -1 ? THIEF : contact(to[step] ?? 0), amount: amount * UNIT, step }),
	]);
	return reviewOf({ effects: effectsWith(steps, KNOWN), user: KNOWN, change });
};

/** The unknown address gets little, so no finding explains the band. */
export function smallUnknown(): ReviewView {
	const { approval } = review();
	const steps = [300n, 700n, 4n].map((amount, step) => [
		moved({ to: step === 2 ? THIEF : contact(step), amount: amount * UNIT, step }),
	]);
	return reviewOf({
		effects: effectsWith(steps, KNOWN),
		user: KNOWN,
		change: { findings: [], approval: { ...approval, word: null, wordOf: null } },
	});
}

/** Nobody unknown is paid. */
export const contactsOnly = (): ReviewView =>
	reviewOf({
		effects: effectsWith(
			[0, 1, 2, 3, 4].map((at) => [
				moved({ to: contact(at), amount: (300n + BigInt(at) * 40n) * UNIT, step: at }),
			]),
			KNOWN,
		),
		user: KNOWN,
	});

/** More receivers than the window has room for. */
export function manyReceivers(): ReviewView {
	const all = Array.from({ length: 60 }, (_, at) => [hexOf(at + 40), `Employee ${at + 1}`] as const);
	const user = userWith(Object.fromEntries(all));
	const steps = [
		[
			moved({ to: THIEF, amount: 95n * UNIT }),
			...all.map(([to], at) => moved({ to, amount: BigInt(40 + at) * UNIT })),
		],
	];
	return reviewOf({ effects: effectsWith(steps, user), user });
}

export const twoAssets = (): ReviewView =>
	reviewOf({
		effects: effectsWith(
			[
				[moved({ to: contact(0), amount: 300n * UNIT })],
				[moved({ to: contact(1), amount: 200n * UNIT, asset: EURO, step: 1 })],
				[moved({ to: contact(0), amount: 150n * UNIT, asset: EURO, step: 2 })],
			],
			KNOWN,
		),
		user: KNOWN,
	});

const ROUTER = "0x2626664c2603336e57b271c5c0b26f421741e481";

/** A swap whose router pays somebody else. */
export const skimmed = (isPriced = true): ReviewView =>
	reviewOf({
		effects: effectsWith(
			[
				[
					moved({ to: ROUTER, amount: 2_000n * UNIT }),
					moved({ from: ROUTER, to: THIEF, amount: 60n * UNIT }),
					moved({ from: ROUTER, to: ME, asset: NATIVE, amount: 610_600_000_000_000_000n }),
				],
			],
			KNOWN,
			[ROUTER],
		),
		user: KNOWN,
		isPriced,
		headline: "Swap 2,000 USDC for at least 0.6106 ETH",
	});

/** Money runs through more contracts than a map has room for. */
export function manyContracts(): ReviewView {
	const contracts = Array.from({ length: 7 }, (_, at) => hexOf(at + 120));
	const [first = ROUTER] = contracts;
	const movements = [
		moved({ to: first, amount: 1_000n * UNIT }),
		...contracts.slice(1).map((to, at) => moved({ from: contracts[at] ?? first, to, amount: 1_000n * UNIT })),
		moved({ from: contracts.at(-1) ?? first, to: contact(0), amount: 700n * UNIT }),
		moved({ from: contracts.at(-1) ?? first, to: THIEF, amount: 300n * UNIT }),
	];
	return reviewOf({ effects: effectsWith([movements], KNOWN, contracts), user: KNOWN });
}
