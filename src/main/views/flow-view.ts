import { knownNameAt } from "../../core/decoded-transaction/known-contracts.ts";
import { byKey } from "../../core/effects/accounting.ts";
import { assetKey, type EffectAsset, type Effects, type Party } from "../../core/effects/effects.ts";
import { isTheirs } from "../../core/effects/gainers.ts";
import type {
	FlowAmount,
	FlowLine,
	FlowReceiver,
	FlowTotal,
	MoneyFlow,
} from "../../core/effects/money-flow.ts";
import { centsText, dollars } from "../../core/fiat/price.ts";
import { sameAddress } from "../../core/identities/labels.ts";
import { type Message, message, type Param, type Text } from "../../core/localized-text.ts";
import { formatterOf } from "../../core/review/effects/request-effects.ts";
import type { Review } from "../../core/review/review.ts";
import type { AmountView } from "../../ipc/primitives.ts";
import type {
	FlowNodeView,
	FlowReceiverView,
	FlowRibbonView,
	FlowStepView,
	FlowTotalView,
	FlowView,
	ReviewView,
} from "../../ipc/review.ts";
import { addressView } from "./addresses.ts";
import { itemsView, roundedView } from "./amounts.ts";
import type { Pricing } from "./fiat-view.ts";
import { markOf } from "./review-parts.ts";

type FlowReview = Pick<Review, "analyses" | "approval" | "effects" | "flow" | "user">;

interface FlowFrame {
	readonly review: FlowReview;
	readonly flow: MoneyFlow;
	readonly effects: Effects;
	readonly chainRef: string;
	readonly pricing: Pricing;
	readonly formatter: ReturnType<typeof formatterOf>;
}

const partyAt = ({ effects }: FlowFrame, address: string | null): Party | null =>
	address === null ? null : (effects.parties.get(address) ?? null);

function amountOf({ formatter, pricing }: FlowFrame, { asset, amount }: FlowAmount): AmountView | null {
	if (amount === null) return null;
	const found = formatter.amount(asset, amount);
	if (asset.kind === "item") return itemsView(amount, found.symbol, asset.item);
	const worth = asset.address === null ? {} : pricing.ofMovement(found, asset.address, "up");
	return { ...roundedView(found, "up"), ...worth };
}

/** Returns `null` if one of the assets has no price. */
function centsOf({ formatter, pricing }: FlowFrame, totals: readonly FlowAmount[]): bigint | null {
	const all = totals.map(({ asset, amount }) =>
		asset.address === null || amount === null || asset.kind === "item"
			? null
			: pricing.centsOf(formatter.amount(asset, amount), asset.address),
	);
	return all.reduce<bigint | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0n);
}

function titleOf(frame: FlowFrame, address: string | null, isOutlier: boolean): Text {
	const { review, chainRef } = frame;
	if (address === null) return message("flow.unnamed");
	const { label, short } = addressView(address, review.user.labels);
	if (label !== null) return label;
	const known = knownNameAt(chainRef, address);
	if (known !== null) return known;
	if (!isOutlier) return short;
	const isCalled = frame.effects.called.some((each) => each.address === address && !each.isPayment);
	return message(isCalled ? "flow.unknown-contract" : "flow.unknown");
}

/** The asset is named by the amount if payments in other assets may be worth more. */
function largestTexts({ flow, formatter }: FlowFrame, { largest }: FlowReceiver): readonly Message[] {
	const isOneAsset = new Set(flow.payments.map(({ asset }) => assetKey(asset))).size === 1;
	return largest.map(({ asset, amount }) =>
		isOneAsset || amount === null
			? message("flow.largest")
			: message("flow.largest-of", { amount: formatter.amountParam(asset, amount) }),
	);
}

function notesOf(frame: FlowFrame, receiver: FlowReceiver): readonly Text[] {
	const party = partyAt(frame, receiver.address);
	const { flow } = frame;
	const dealt = party === null ? null : frame.review.user.counterparties.get(party.address);
	if (!receiver.isOutlier)
		return dealt === undefined || dealt === null || dealt.paid === 0
			? []
			: [message("flow.paid-before", { count: dealt.paid })];
	const [first, ...more] = receiver.payments;
	const place =
		flow.payments.length < 2 || first === undefined
			? []
			: more.length === 0
				? [message("flow.payment-at", { at: first + 1 })]
				: [message("flow.payments", { count: receiver.payments.length })];
	return [
		party?.imitates != null
			? message("flow.looks-like", { name: party.imitates.knownAs })
			: party?.relation === "nobody"
				? message("flow.destroyed")
				: message(dealt != null && dealt.paid > 0 ? "flow.new-here" : "flow.never-paid"),
		...largestTexts(frame, receiver),
		...place,
	];
}

function receiverViews(frame: FlowFrame): readonly FlowReceiverView[] {
	const { flow, review } = frame;
	const worth = new Map(flow.receivers.map((each) => [each, centsOf(frame, each.totals)]));
	const isNamed = ({ address }: FlowReceiver) =>
		address !== null && review.approval.wordParty !== null && sameAddress(address, review.approval.wordParty);
	const rank = (each: FlowReceiver) => (isNamed(each) ? 0 : each.isOutlier ? 1 : 2);
	const ordered = flow.receivers.toSorted((left, right) => {
		const [one, other] = [worth.get(left) ?? null, worth.get(right) ?? null];
		if (rank(left) !== rank(right)) return rank(left) - rank(right);
		return one === null || other === null || one === other ? 0 : one > other ? -1 : 1;
	});
	return ordered.map((receiver) => ({
		address: receiver.address === null ? null : addressView(receiver.address, review.user.labels),
		title: titleOf(frame, receiver.address, receiver.isOutlier),
		isOutlier: receiver.isOutlier,
		notes: notesOf(frame, receiver),
		payments: receiver.payments.length,
		amounts: receiver.totals.flatMap((each) => amountOf(frame, each) ?? []),
	}));
}

const PERCENT = 100n;

/** Returns `null` if the percentage is unknown or less than one. */
function percentOf(moved: bigint | null, before: bigint | null): number | null {
	if (moved === null || before === null || before === 0n || moved > before) return null;
	const percent = Number((moved * PERCENT) / before);
	return percent === 0 ? null : percent;
}

function totalView(frame: FlowFrame, total: FlowTotal, isSeveral: boolean): FlowTotalView {
	const { account, asset, change, before, after, payments } = total;
	const isOut = change === null || change < 0n;
	const moved = change === null ? null : change < 0n ? -change : change;
	const held = (amount: bigint | null) =>
		amount === null || asset.kind === "item"
			? null
			: roundedView(frame.formatter.amount(asset, amount), "down");
	const amount = amountOf(frame, { asset, amount: moved });
	return {
		account: isSeveral ? addressView(account, frame.review.user.labels) : null,
		...(asset.address === null || asset.kind === "item" ? {} : markOf(asset.address, frame.chainRef)),
		direction: isOut ? "out" : "in",
		amount,
		unit: amount?.unit ?? frame.formatter.amount(asset, 0n).symbol,
		before: held(before),
		after: held(after),
		payments,
		percent: isOut ? percentOf(moved, before) : null,
	};
}

function totalViews(frame: FlowFrame): readonly FlowTotalView[] {
	const { totals } = frame.flow;
	const isSeveral = new Set(totals.map(({ account }) => account)).size > 1;
	return totals.map((each) => totalView(frame, each, isSeveral));
}

const isOutlierAt = ({ flow }: FlowFrame, address: string | null): boolean =>
	flow.receivers.some((each) => each.isOutlier && each.address === address);

function nameOf(frame: FlowFrame, address: string | null): Param {
	if (address === null) return message("flow.unnamed.in");
	if (sameAddress(address, frame.effects.signer)) return message("flow.you.in");
	return frame.formatter.name(address);
}

/** Steps without a movement keep their position, so everything that is signed is shown. */
function stepViews(frame: FlowFrame): readonly (FlowStepView & { readonly line: FlowLine | null })[] {
	const { flow, review } = frame;
	const isSeveral = flow.steps > 1;
	const views = Array.from({ length: flow.steps }, (_, step) => {
		const lines = flow.lines.filter((each) => each.step === step);
		const headline = review.analyses[step]?.headline.text;
		if (lines.length === 0)
			return headline === undefined
				? []
				: [{ at: step + 1, text: headline, isOutlier: false, amount: null, line: null }];
		return lines.map((line) => ({
			at: step + 1,
			text: message(isTheirs(frame.effects, line.from) ? "flow.step.to" : "flow.step.from-to", {
				from: nameOf(frame, line.from),
				to: nameOf(frame, line.to),
			}),
			isOutlier: isOutlierAt(frame, line.to),
			amount: amountOf(frame, line),
			line,
		}));
	}).flat();
	return isSeveral ? views : views.map((each, index) => ({ ...each, at: index + 1 }));
}

/** Maximum number of nodes in a column of the map. */
const MAX_NODES = 4;

export interface MapNode extends FlowNodeView {
	readonly addresses: readonly (string | null)[];
}

function amountTexts(frame: FlowFrame, totals: readonly FlowAmount[], sign: "+" | "−"): readonly Text[] {
	return totals.slice(0, 2).map(({ asset, amount }) =>
		message("flow.signed", {
			sign,
			amount: amount === null ? message("flow.unbounded") : frame.formatter.amountParam(asset, amount),
		}),
	);
}

function folded(nodes: readonly MapNode[], code: "flow.more-contracts" | "flow.more-receivers"): MapNode {
	return {
		column: nodes[0]?.column ?? 1,
		title: message(code, { count: nodes.length }),
		details: [],
		tone: nodes.some(({ tone }) => tone === "unknown") ? "unknown" : "plain",
		addresses: nodes.flatMap(({ addresses }) => addresses),
	};
}

function foldedMiddle(nodes: readonly MapNode[]): readonly MapNode[] {
	if (nodes.length <= MAX_NODES) return nodes;
	const [first, last] = [nodes.slice(0, 2), nodes.slice(-1)];
	return [...first, folded(nodes.slice(2, -1), "flow.more-contracts"), ...last];
}

export const foldedEnd = (nodes: readonly MapNode[]): readonly MapNode[] =>
	nodes.length <= MAX_NODES
		? nodes
		: [...nodes.slice(0, MAX_NODES - 1), folded(nodes.slice(MAX_NODES - 1), "flow.more-receivers")];

/** A node has no room for more, and the rows below contain the whole address. */
export const unknownTitle = (address: string): Message =>
	message("flow.unknown.short", { end: address.slice(-4) });

const mapTitle = (frame: FlowFrame, { address, isOutlier }: FlowReceiver): Text => {
	const isUnnamed =
		address !== null && isOutlier && addressView(address, frame.review.user.labels).label === null;
	return isUnnamed ? unknownTitle(address) : titleOf(frame, address, isOutlier);
};

function nodesOf(frame: FlowFrame, receivers: readonly FlowReceiver[]): readonly MapNode[] {
	const { flow, effects, review } = frame;
	const changes = (isOut: boolean) =>
		flow.totals
			.filter(({ change }) => (change === null || change < 0n) === isOut)
			.map(({ asset, change }) => ({ asset, amount: change === null ? null : isOut ? -change : change }));
	const own = [...new Set(flow.lines.flatMap(({ from, to }) => [from, to]))].filter(
		(address): address is string => address !== null && isTheirs(effects, address),
	);
	const user: MapNode = {
		column: 0,
		title: message("flow.you"),
		details: amountTexts(frame, changes(true), "−"),
		tone: "user",
		addresses: own,
	};
	const contracts = flow.contracts.map(
		(address): MapNode => ({
			column: 1,
			title: titleOf(frame, address, true),
			details: [addressView(address, review.user.labels).short],
			tone: "plain",
			addresses: [address],
		}),
	);
	const paid = receivers
		.filter(({ address }) => address === null || !flow.contracts.includes(address))
		.map(
			(each): MapNode => ({
				column: 2,
				title: mapTitle(frame, each),
				details: amountTexts(frame, each.totals, "+"),
				tone: each.isOutlier ? "unknown" : "plain",
				addresses: [each.address],
			}),
		);
	const gains = changes(false);
	const back: readonly MapNode[] = flow.isExchange
		? [
				{
					column: 2,
					title: message("flow.you"),
					details: amountTexts(frame, gains, "+"),
					tone: "gain",
					addresses: own,
				},
			]
		: [];
	return [
		user,
		...foldedMiddle(contracts),
		...foldedEnd([
			...paid.filter(({ tone }) => tone === "unknown"),
			...back,
			...paid.filter(({ tone }) => tone !== "unknown"),
		]),
	];
}

function mapView(
	frame: FlowFrame,
	receivers: readonly FlowReceiver[],
	steps: readonly { readonly line: FlowLine | null }[],
): FlowView["map"] {
	const nodes = nodesOf(frame, receivers);
	const nodeAt = (address: string | null, isEnd: boolean) =>
		nodes.findIndex(
			(node) =>
				node.addresses.includes(address) &&
				(node.tone !== "gain" || isEnd) &&
				(node.tone !== "user" || !isEnd),
		);
	const drawn = [...steps.entries()].flatMap(([step, { line }]) => {
		if (line === null) return [];
		const [from, to] = [nodeAt(line.from, false), nodeAt(line.to, true)];
		return from < 0 || to < 0 || from === to ? [] : [{ from, to, step, line }];
	});
	const groups = [...byKey(drawn, ({ from, to }) => `${from} ${to}`).values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		const totals = summed(group.map(({ line }) => line));
		return [
			{
				from: first.from,
				to: first.to,
				steps: group.map(({ step }) => step),
				totals,
				cents: centsOf(frame, totals),
			},
		];
	});
	return {
		nodes: nodes.map(({ addresses: _, ...node }) => node),
		ribbons: ribbonViews(
			nodes,
			groups.map(({ totals, ...group }) => ({ ...group, label: labelOf(frame, totals) })),
		),
	};
}

interface Line extends Pick<FlowRibbonView, "from" | "to" | "label" | "steps"> {
	readonly cents: bigint | null;
}

/** If every line has a price, its width shows its value, which is also its label. */
export function ribbonViews(
	nodes: readonly FlowNodeView[],
	lines: readonly Line[],
): readonly FlowRibbonView[] {
	const isPriced = lines.every(({ cents }) => cents !== null);
	const most = lines.reduce((found, { cents }) => (cents !== null && cents > found ? cents : found), 1n);
	return lines.map(({ from, to, steps, label, cents }): FlowRibbonView => {
		const end = nodes[to];
		return {
			from,
			to,
			share: isPriced && cents !== null ? Number(cents) / Number(most) : null,
			label: isPriced && cents !== null ? shortDollars(cents) : label,
			tone: end?.tone === "unknown" || end?.tone === "gain" ? end.tone : "plain",
			steps,
		};
	});
}

const CENTS = 100n;
/** Smallest amount shown in whole dollars, in cents. */
const MANY_CENTS = 10_000n;

/** There is little room for a line's label. */
const shortDollars = (cents: bigint): string => {
	const whole = cents >= MANY_CENTS ? ((cents + CENTS / 2n) / CENTS) * CENTS : cents;
	return dollars(whole).replace(/\.00$/, "");
};

const labelOf = ({ formatter }: FlowFrame, totals: readonly FlowAmount[]): Message =>
	message("flow.amounts", {
		amounts: totals.map(({ asset, amount }) =>
			amount === null ? message("flow.unbounded") : formatter.amountParam(asset, amount),
		),
	});

function summed(lines: readonly FlowLine[]): readonly FlowAmount[] {
	return [...byKey(lines, ({ asset }) => assetKey(asset)).values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		const asset: EffectAsset = first.asset;
		const amount = group.reduce<bigint | null>(
			(sum, each) => (sum === null || each.amount === null ? null : sum + each.amount),
			0n,
		);
		return [{ asset, amount }];
	});
}

/** Returns the total value of the payments if each of them has a price. */
function worthOf(frame: FlowFrame): Pick<ReviewView, "fiat"> {
	if (frame.flow.isExchange) return {};
	const cents = centsOf(frame, summed(frame.flow.payments));
	return cents === null ? {} : { fiat: centsText(cents) };
}

export function flowView(
	review: FlowReview,
	chainRef: string,
	pricing: Pricing,
): Pick<ReviewView, "flow" | "fiat"> {
	const { flow, effects, analyses, user } = review;
	if (flow === null || effects === null) return {};
	const frame: FlowFrame = {
		review,
		flow,
		effects,
		chainRef,
		pricing,
		formatter: formatterOf(analyses, user, effects.chainRef),
	};
	const steps = stepViews(frame);
	return {
		flow: {
			receivers: receiverViews(frame),
			totals: totalViews(frame),
			steps: steps.map(({ line: _, ...step }) => step),
			map: mapView(frame, flow.receivers, steps),
		},
		...worthOf(frame),
	};
}
