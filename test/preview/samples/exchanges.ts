import { message } from "../../../src/core/localized-text.ts";
import type { ExchangePartView, ExchangeShareView, ExchangeView } from "../../../src/ipc/exchange-view.ts";
import type { ReviewView } from "../../../src/ipc/review.ts";
import { address, amount, NOW, STRANGER } from "./common.ts";
import { unknownOrder } from "./content.ts";
import { party, review } from "./review.ts";
import { withWorth } from "./worth.ts";

const about = (value: string) => message("worth.about", { amount: value });

const coin = (
	text: string,
	symbol: string,
	worth: string | null,
	mark: ExchangePartView["mark"] = "coin",
): ExchangePartView => ({
	label: symbol,
	amount: {
		...amount(text, symbol, text.replaceAll(/[.,]/g, "")),
		fiat: worth === null ? message("worth.none") : about(worth),
	},
	mark,
});

const SWAP: ExchangeView = {
	kind: "swap",
	gives: [coin("1.5", "ETH", "$4,410.80")],
	gets: [coin("4,410.25", "USDC", "$4,410.25", "dollar")],
	worst: [coin("4,388.20", "USDC", "$4,388.20", "dollar")],
	limit: "set",
	tone: "calm",
	loss: { worst: "$22.60", percent: "0.52", now: "$0.55", against: "market" },
	scale: { worst: 250, now: 981, worstPercent: "0.52", nowPercent: "0.02" },
	shares: [],
	price: null,
	until: null,
};

const swapping = (change: Partial<ExchangeView>, over: Partial<ReviewView> = {}) =>
	review({ step: null, steps: [], exchanges: [{ ...SWAP, ...change }], ...over });

export const swap = () => withWorth(swapping({}));

export const swapWithoutFeed = () =>
	swapping({
		gives: [coin("1.5", "ETH", null)],
		gets: [coin("4,410.25", "USDC", null, "dollar")],
		worst: [coin("4,388.20", "USDC", null, "dollar")],
		loss: { worst: null, percent: "0.5", now: null, against: "quote" },
		scale: { worst: 250, now: 1_000, worstPercent: "0.5", nowPercent: null },
	});

export const swapLoose = () =>
	withWorth(
		swapping(
			{
				worst: [coin("4,102.00", "USDC", "$4,102.00", "dollar")],
				tone: "caution",
				loss: { worst: "$308.80", percent: "7.01", now: "$0.55", against: "market" },
				scale: { worst: 250, now: 998, worstPercent: "7.01", nowPercent: "0.02" },
				shares: [
					{
						who: "unknown",
						address: STRANGER,
						name: null,
						amount: null,
						percent: "0.85",
						width: null,
						isAlarming: false,
					},
				],
			},
			{ headline: "Swap 1.5 ETH for at least 4,102.00 USDC" },
		),
	);

export const swapUnbounded = () =>
	withWorth(
		swapping(
			{
				worst: [],
				limit: "none",
				tone: "danger",
				loss: { worst: "$4,410.80", percent: "100", now: "$0.55", against: "market" },
				scale: null,
			},
			{
				headline: "Swap 1.5 ETH for USDC",
				findings: [{ id: "exchange", severity: "danger", text: message("finding.exchange.no-least") }],
				approval: { possible: true, refusals: [], word: "A8Af", wordOf: "contract", canRetry: false },
			},
		),
	);

export const swapUnread = () =>
	withWorth(
		swapping(
			{
				gets: [coin("3,087.50", "USDC", "$3,087.50", "dollar")],
				worst: [],
				limit: "unread",
				tone: "caution",
				loss: { worst: null, percent: "30.01", now: "$1,323.30", against: "market" },
				scale: null,
			},
			{ headline: "Call an unknown function of 0x66a9…BA8Af", headlineKnown: false },
		),
	);

const PAYEE = address("0xB26b9De0F3C1a748E5d26a90C4f8137dE05b8F1c");

const share = (over: Partial<ExchangeShareView>): ExchangeShareView => ({
	who: "you",
	address: null,
	name: null,
	amount: null,
	percent: null,
	width: null,
	isAlarming: false,
	...over,
});

const part = (text: string, worth: string) => coin(text, "ETH", worth).amount;

const ORDER: ExchangeView = {
	kind: "order",
	gives: [
		{
			label: message("item.numbered", {
				collection: message("collection.claimed", { name: "Ridgeline" }),
				item: "412",
			}),
			amount: { ...amount("1", "item", "1"), fiat: message("worth.none") },
			mark: "item",
		},
	],
	gets: [coin("0.75", "ETH", "$2,358.75")],
	worst: [coin("0.45", "ETH", "$1,415.25")],
	limit: "set",
	tone: "calm",
	loss: null,
	scale: null,
	shares: [
		share({
			who: "unknown",
			address: PAYEE,
			amount: part("0.42", "$1,320.90"),
			percent: "35",
			percentAtWorst: "46.7",
			width: 350,
			isAlarming: true,
		}),
		share({ amount: part("0.75", "$2,358.75"), percent: "62.5", percentAtWorst: "50", width: 625 }),
		share({
			who: "known",
			address: STRANGER,
			name: "OpenSea",
			amount: part("0.03", "$94.35"),
			percent: "2.5",
			percentAtWorst: "3.4",
			width: 25,
		}),
	],
	price: part("1.2", "$3,774.00"),
	until: NOW + 30 * 86_400_000,
};

const signing = (exchange: ExchangeView, over: Partial<ReviewView>) =>
	review({
		entryId: "e-order",
		step: null,
		steps: [],
		parties: [party("recipient", PAYEE)],
		opinion: null,
		costs: null,
		changes: [],
		guards: [],
		findings: [],
		logs: [],
		contents: [unknownOrder()],
		broadcaster: { kind: "wallet", text: message("review.submits.signature") },
		exchanges: [exchange],
		...over,
	});

export const order = () =>
	signing(ORDER, {
		headline: "Sell “Ridgeline” #412 for 1.2 ETH, 0.42 to an unknown address",
		findings: [
			{
				id: "exchange",
				severity: "danger",
				text: message("finding.exchange.others", {
					given: "1 item",
					got: "0.75 ETH",
					who: PAYEE.short,
					away: "0.42 ETH",
				}),
			},
		],
		approval: { possible: true, refusals: [], word: "8F1c", wordOf: "recipient", canRetry: false },
	});

/** A limit order for coins, at a fixed price: nobody else gets a part. */
export const orderOfCoins = () =>
	signing(
		{
			...ORDER,
			gives: [coin("1,000", "USDC", "$1,000.00", "dollar")],
			gets: null,
			worst: [coin("0.3156", "WETH", "$992.56")],
			loss: { worst: "$7.44", percent: "0.75", now: null, against: "market" },
			shares: [],
			price: null,
		},
		{ headline: "Sell 1,000 USDC for at least 0.3156 WETH", parties: [] },
	);

export const orderForNothing = () =>
	signing(
		{
			...ORDER,
			gets: null,
			worst: [],
			limit: "none",
			tone: "danger",
			shares: [
				share({
					who: "unknown",
					address: PAYEE,
					amount: part("1.2", "$3,774.00"),
					percent: "100",
					width: 1_000,
					isAlarming: true,
				}),
			],
		},
		{
			headline: "Give up “Ridgeline” #412: the price goes to an unknown address",
			findings: [
				{ id: "exchange", severity: "danger", text: message("finding.order-elsewhere", { to: PAYEE.short }) },
			],
			approval: { possible: true, refusals: [], word: "8F1c", wordOf: "recipient", canRetry: false },
		},
	);

export const withDayLimit = () =>
	withWorth(
		review({
			step: null,
			steps: [],
			dayLimit: {
				text: message("review.day-limit.earlier", {
					amount: message("rule.amount", { amount: "1,940", symbol: "USDC" }),
					account: "Main",
					earlier: message("rule.amount", { amount: "440", symbol: "USDC" }),
					chain: "Base",
				}),
				most: "1940000000",
			},
		}),
	);
