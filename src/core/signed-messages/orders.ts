import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { nativeAmount } from "../decoded-transaction/decoded-transaction.ts";
import { collectionParam, nameParam } from "../decoded-transaction/party-names.ts";
import type { Amount } from "../format/amount.ts";
import {
	amountOf,
	atLeast,
	atMost,
	callLabel,
	itemOf,
	LABEL,
	moreThings,
	NOTHING,
	offers,
	plainAmount,
	sentTo,
	swaps,
	upTo,
} from "../format/labels.ts";
import { plain } from "../format/plain.ts";
import { sameAddress } from "../identities/labels.ts";
import { amountParam, type Message, message, type Param } from "../localized-text.ts";
import { witnessOf } from "../match/typed-data/kinds.ts";
import type { TypedData, TypedNode } from "../match/typed-data/reading.ts";
import type { Finding } from "../risk/finding.ts";
import { bulkOrders } from "../signed/markets.ts";
import { seaportReading } from "../signed/orders.ts";
import {
	addressAt,
	fungible,
	type SignedAsset,
	type SignedPart,
	type SignedReading,
	wholeAt,
} from "../signed/reading.ts";
import {
	addressText,
	amountAt,
	danger,
	type ExplainedRow,
	explanation,
	isUsers,
	type MessageContext,
	type MessageExplanation,
	row,
	signedAmount,
	untilRow,
} from "./explanation.ts";
import { permit2Transfer } from "./permits.ts";

const MAX_WITHOUT_COUNT = 1n;

function amountText(context: MessageContext, { address }: SignedAsset, raw: bigint): Message {
	return amountOf(
		amountAt(context, address ?? ZERO_ADDRESS, raw),
		addressText(context.user, address ?? ZERO_ADDRESS),
	);
}

const nativeText = ({ chainRef }: MessageContext, raw: bigint) =>
	amountParam(nativeAmount(chainRef ?? "", raw));

const severalOf = ({ item }: SignedAsset, collection: Param, count: bigint): Message =>
	itemOf(item, collection, count > MAX_WITHOUT_COUNT ? String(count) : null);

function partText(context: MessageContext, asset: SignedAsset, raw: bigint): Message {
	if (asset.kind === "native") return plainAmount(nativeText(context, raw));
	if (asset.kind !== "item") return amountText(context, asset, raw);
	return severalOf(asset, addressText(context.user, asset.address ?? ZERO_ADDRESS), raw);
}

function briefText(context: MessageContext, asset: SignedAsset, raw: bigint): Param {
	if (asset.kind === "native") return nativeText(context, raw);
	if (asset.kind !== "item") return amountAt(context, asset.address ?? ZERO_ADDRESS, raw);
	return severalOf(asset, collectionParam(context, asset.address ?? ZERO_ADDRESS), raw);
}

const mostOf = ({ least, most }: SignedPart): bigint => most ?? least;

/** An amount without an upper bound is a minimum. */
function gainRows(context: MessageContext, asked: readonly SignedPart[]): ExplainedRow[] {
	return asked.map(({ asset, least, most, to }) => {
		const said = partText(context, asset, least);
		const text = most === null ? atLeast(said) : said;
		return to === null || sameAddress(to, context.signer)
			? row(LABEL.gets, text, "good")
			: isUsers(context, to)
				? row(LABEL.gets, sentTo(text, addressText(context.user, to)), "good")
				: row(LABEL.othersGet, sentTo(text, addressText(context.user, to)));
	});
}

/**
 * Each order in a bulk signature must pay the user's account, because others can execute any order on its
 * own.
 */
function gainFindings(context: MessageContext, asked: readonly SignedPart[]): Finding[] {
	if (asked.some(({ to }) => to !== null && isUsers(context, to))) return [];
	const to = asked.find((part) => part.to !== null)?.to;
	const text =
		to === undefined || to === null
			? message("finding.order-elsewhere.nothing")
			: message("finding.order-elsewhere", { to: nameParam(context.user, to) });
	return [danger("order-elsewhere", text)];
}

const MAX_NAMED = 3;

function listed(assets: readonly Param[]): Param {
	const [first = NOTHING, ...others] = assets;
	if (others.length === 0) return first;
	const more = assets.length - MAX_NAMED;
	return more > 0 ? [...assets.slice(0, MAX_NAMED), moreThings(more)] : assets;
}

function gainsParam(context: MessageContext, asked: readonly SignedPart[]): Param {
	const brief = ({ asset, least, most }: SignedPart): Param => {
		const said = briefText(context, asset, least);
		return most === null ? atLeast(said) : said;
	};
	const own = asked.filter(({ to }) => to !== null && isUsers(context, to));
	if (own.length > 0) return listed(own.map(brief));
	return listed(
		asked.map((part) =>
			part.to === null ? brief(part) : sentTo(brief(part), nameParam(context.user, part.to)),
		),
	);
}

const givesParam = (context: MessageContext, given: readonly SignedPart[]): Param =>
	listed(given.map((part) => briefText(context, part.asset, mostOf(part))));

function givenAmount(context: MessageContext, [first, ...others]: readonly SignedPart[]): Amount | null {
	return first?.asset.kind === "fungible" && others.length === 0
		? signedAmount(context, first.asset.address ?? ZERO_ADDRESS, mostOf(first))
		: null;
}

function offer(context: MessageContext, reading: SignedReading, where: string): MessageExplanation {
	const { given, requested, deadline } = reading;
	return explanation({
		headline: {
			text: offers(givesParam(context, given), gainsParam(context, requested), where),
			known: true,
			amount: givenAmount(context, given),
		},
		rows: [
			...given.map((part) => row(LABEL.gives, partText(context, part.asset, mostOf(part)), "danger")),
			...gainRows(context, requested),
			untilRow(context, LABEL.takenUntil, deadline),
		],
	});
}

export function seaportOrder(
	context: MessageContext,
	_: TypedData,
	reading: SignedReading,
): MessageExplanation {
	const explained = offer(context, reading, "Seaport");
	return { ...explained, headline: { ...explained.headline, amount: null } };
}

const marketOrder =
	(where: string) =>
	(context: MessageContext, _: TypedData, reading: SignedReading): MessageExplanation =>
		offer(context, reading, where);

export const raribleOrder = marketOrder("Rarible");
export const looksRareOrder = marketOrder("LooksRare");
export const zeroExItemOrder = marketOrder("0x");
export const zeroExOrder = marketOrder("0x");
export const oneInchOrder = marketOrder("1inch");

/** Assesses each order separately, because others can execute any order on its own. */
export function seaportBulk(
	context: MessageContext,
	data: TypedData,
	reading: SignedReading,
): MessageExplanation {
	const readings = bulkOrders(data).map((order) => ({
		...reading,
		...seaportReading(order),
		deadline: wholeAt(order, "endTime"),
	}));
	const orders = readings.map((each) => seaportOrder(context, data, each));
	return explanation({
		headline: {
			text: message("message.offers.bulk", { count: orders.length, where: "Seaport" }),
			known: true,
			amount: null,
		},
		rows: orders.flatMap(({ headline, rows }, at) => [
			row(callLabel(at + 1), headline.text, headline.known ? "plain" : "danger"),
			...rows,
		]),
		findings: [
			...orders.flatMap(({ findings }) => findings),
			...readings.flatMap(({ requested }) => gainFindings(context, requested)),
		],
	});
}

export function orderRoot(context: MessageContext, { domain }: TypedData): MessageExplanation {
	const who = nameParam(context.user, domain.verifyingContract ?? ZERO_ADDRESS);
	return explanation({
		headline: { text: message("message.order-root", { who }), known: false, amount: null },
	});
}

export function cowOrder(
	context: MessageContext,
	{ message }: TypedData,
	reading: SignedReading,
): MessageExplanation {
	const { given, requested, deadline } = reading;
	const fee = wholeAt(message, "feeAmount");
	const bounded = (part: SignedPart, text: Param) => (part.least === part.most ? text : atMost(text));
	const sellToken = fungible(addressAt(message, "sellToken"));
	return explanation({
		headline: {
			text: swaps(
				listed(given.map((part) => bounded(part, briefText(context, part.asset, mostOf(part))))),
				gainsParam(context, requested),
			),
			known: true,
			amount: givenAmount(context, given),
		},
		rows: [
			...given.map((part) => {
				const text = partText(context, part.asset, mostOf(part));
				return row(LABEL.gives, part.least === part.most ? text : atMost(text), "danger");
			}),
			...gainRows(context, requested),
			...(fee === 0n ? [] : [row(LABEL.fee, partText(context, sellToken, fee), "danger")]),
			untilRow(context, LABEL.takenUntil, deadline),
		],
	});
}

function conditionRows(data: TypedData): readonly ExplainedRow[] {
	const name = witnessOf(data)?.name;
	const node = data.tree.find((each) => each.name === name);
	return node === undefined ? [] : [row(LABEL.condition, plain(nodeText(node), 400), "danger")];
}

/** Formats a node and its descendants, e.g. "Intent witness {address user: 0x…, bytes32 what: 0x…}". */
function nodeText({ name, type, value, children }: TypedNode): string {
	return `${type} ${name}${value === null ? ` {${children.map(nodeText).join(", ")}}` : `: ${value}`}`;
}

export function permit2Witness(
	context: MessageContext,
	data: TypedData,
	reading: SignedReading,
): MessageExplanation {
	const { open } = reading;
	const plainTransfer = permit2Transfer(context, data, reading);
	if (open !== null) {
		const conditions = open.kind === "condition" ? conditionRows(data) : [];
		return { ...plainTransfer, rows: [...plainTransfer.rows, ...conditions] };
	}
	const spender = addressAt(data.message, "spender");
	const { given, requested, deadline } = reading;
	return explanation({
		headline: {
			text: swaps(upTo(givesParam(context, given)), gainsParam(context, requested)),
			known: true,
			amount: givenAmount(context, given),
		},
		rows: [
			...given.map((part) => row(LABEL.gives, upTo(partText(context, part.asset, mostOf(part))), "danger")),
			...gainRows(context, requested),
			row(LABEL.settledBy, addressText(context.user, spender)),
			untilRow(context, LABEL.takenUntil, deadline),
		],
		permissions: plainTransfer.permissions,
	});
}

const ownerIn = (uid: string): string => `0x${uid.slice(66, 106)}`;

export function orderCancellation(context: MessageContext, { message: data }: TypedData): MessageExplanation {
	const { orderUids } = data;
	const uids = Array.isArray(orderUids) ? orderUids.map(String) : [];
	const others = uids.filter((uid) => !sameAddress(ownerIn(uid), context.signer));
	return explanation({
		headline: { text: message("message.cancels-orders", { count: uids.length }), known: true, amount: null },
		rows: uids.map((uid) => row(LABEL.order, uid, others.includes(uid) ? "danger" : "plain")),
		findings:
			others.length === 0 ? [] : [danger("order-cancellation", message("finding.order-cancellation.other"))],
	});
}
