import { contractsOf } from "../decode/evm/contracts.ts";
import {
	amountOf,
	atLeast,
	atMost,
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
import type { Hex } from "../format/numeral.ts";
import { plain } from "../format/plain.ts";
import { deadlineOf, memberAt, orderWitnessOf, witnessOf } from "../match/typed-data/kinds.ts";
import type { TypedData, TypedNode, TypedStruct } from "../match/typed-data/reading.ts";
import { amountParam, type Message, message, type Param } from "../message.ts";
import { sameAddress } from "../people/labels.ts";
import type { Finding } from "../risk/finding.ts";
import { nameParam, nativeAmount, tokenAmount } from "../subject/subject.ts";
import type { ExplainedRow } from "./explained-row.ts";
import {
	addressAt,
	addressText,
	amountAt,
	danger,
	finding,
	type MessageContext,
	type MessageExplanation,
	row,
	structAt,
	structsAt,
	textAt,
	untilRow,
	wholeAt,
	ZERO,
} from "./explanation.ts";
import { type GivenAsset, isUsers, worthFindings } from "./order-worth.ts";
import { permit2Transfer } from "./permits.ts";
import { isReactor } from "./reactors.ts";

/** Orders: what one gives, what one gets for it, who gets it, and until when. Seaport, CoW Protocol, UniswapX, 0x, 1inch. */

interface OrderSide {
	readonly text: Message;
	/** For the headline. */
	readonly brief: Param;
	/** Who receives it; null for what is given. */
	readonly recipient: string | null;
	readonly part: GivenAsset;
}

const tokenLine = (context: MessageContext, token: string, raw: bigint) =>
	amountOf(amountAt(context, token, raw), addressText(context.user, token));

function gainRows(context: MessageContext, gains: readonly OrderSide[]): ExplainedRow[] {
	return gains.map(({ text, recipient }) =>
		recipient === null || sameAddress(recipient, context.signer)
			? row(LABEL.gets, text, "good")
			: isUsers(context, recipient)
				? row(LABEL.gets, sentTo(text, addressText(context.user, recipient)), "good")
				: row(LABEL.othersGet, sentTo(text, addressText(context.user, recipient))),
	);
}

/** Requires a gain for an account of the user's: an order whose gain goes elsewhere, or that has none, is a gift. */
function gainFindings(context: MessageContext, gains: readonly OrderSide[]): Finding[] {
	if (gains.some(({ recipient }) => recipient !== null && isUsers(context, recipient))) return [];
	const to = gains.find(({ recipient }) => recipient !== null)?.recipient;
	const text =
		to === undefined || to === null
			? message("finding.order-elsewhere.nothing")
			: message("finding.order-elsewhere", { to: nameParam(context.user, to) });
	return [danger("order-elsewhere", text)];
}

const ANY_OF_THEM = message("finding.order-any-item");
const LARGE_FEE = message("finding.order-fee");
const EXTENDED = message("finding.order-extension");

const COUNTED_IN_TOKENS = 1n;
const ONE_ITEM = 2n;
const ANY_ITEM = 4n;

function severalOf(item: TypedStruct, collection: Param, amount: bigint): Message {
	const type = wholeAt(item, "itemType");
	const count = type === ONE_ITEM || amount === 1n ? null : String(amount);
	const id = type >= ANY_ITEM ? null : String(wholeAt(item, "identifierOrCriteria"));
	return itemOf(id, collection, count);
}

/** Item types of Seaport: 0 native, 1 EIP-20, 2 EIP-721, 3 EIP-1155, 4 and 5 any item of a collection. */
function seaportItem(context: MessageContext, item: TypedStruct, amount: bigint): Message {
	const type = wholeAt(item, "itemType");
	const token = addressAt(item, "token");
	if (type === 0n) return plainAmount(amountParam(nativeAmount(context.chainRef ?? "", amount)));
	if (type === COUNTED_IN_TOKENS) return tokenLine(context, token, amount);
	return severalOf(item, addressText(context.user, token), amount);
}

const seaportPart = (item: TypedStruct, raw: bigint): GivenAsset => {
	const type = wholeAt(item, "itemType");
	return { asset: type === 0n ? "native" : addressAt(item, "token"), raw, isItem: type > COUNTED_IN_TOKENS };
};

/** A well-known collection by its own name, any other by its address: what it calls itself proves nothing. */
function collectionName({ user, chainRef }: MessageContext, token: Hex): Param {
	const contract = contractsOf(chainRef ?? "").at(token);
	return contract?.family.keepsItems === true ? contract.app : nameParam(user, token);
}

function briefItem(context: MessageContext, item: TypedStruct, amount: bigint): Param {
	const type = wholeAt(item, "itemType");
	const token = addressAt(item, "token");
	if (type === 0n) return amountParam(nativeAmount(context.chainRef ?? "", amount));
	if (type === COUNTED_IN_TOKENS) return amountAt(context, token, amount);
	return severalOf(item, collectionName(context, token), amount);
}

/** Headlines name so many assets on each side. */
const MAX_NAMED = 3;

/** The assets by name: "item 41 of the collection 0xA1A1… and 5 ETH". */
function listed(assets: readonly Param[]): Param {
	const [first = NOTHING, ...others] = assets;
	if (others.length === 0) return first;
	const more = assets.length - MAX_NAMED;
	return more > 0 ? [...assets.slice(0, MAX_NAMED), moreThings(more)] : assets;
}

/** All that the user gets; where that is nothing, what others get, and who. */
function gainsParam(context: MessageContext, gains: readonly OrderSide[]): Param {
	const own = gains.filter(({ recipient }) => recipient !== null && isUsers(context, recipient));
	if (own.length > 0) return listed(own.map(({ brief }) => brief));
	return listed(
		gains.map(({ brief, recipient }) =>
			recipient === null ? brief : sentTo(brief, nameParam(context.user, recipient)),
		),
	);
}

const lesser = (left: bigint, right: bigint) => (left < right ? left : right);
const greater = (left: bigint, right: bigint) => (left > right ? left : right);

/** Amounts move between start and end: of what is given the most counts, of what is got the least. */
export function seaportOrder(context: MessageContext, { message }: TypedData): MessageExplanation {
	const ends = (item: TypedStruct) => [wholeAt(item, "startAmount"), wholeAt(item, "endAmount")] as const;
	const offer = structsAt(message, "offer");
	const given = offer.map((item) => ({ item, amount: greater(...ends(item)) }));
	const asked = structsAt(message, "consideration")
		.map((item) => ({ item, amount: lesser(...ends(item)) }))
		.filter(({ amount }) => amount > 0n);
	const gains = asked.map(({ item, amount }) => ({
		text: seaportItem(context, item, amount),
		brief: briefItem(context, item, amount),
		recipient: addressAt(item, "recipient"),
		part: seaportPart(item, amount),
	}));
	const any = offer.some((item) => wholeAt(item, "itemType") >= ANY_ITEM);
	return {
		headline: {
			text: offers(
				listed(given.map(({ item, amount }) => briefItem(context, item, amount))),
				gainsParam(context, gains),
				"Seaport",
			),
			known: true,
			amount: null,
		},
		rows: [
			...given.map(({ item, amount }) => row(LABEL.gives, seaportItem(context, item, amount), "danger")),
			...gainRows(context, gains),
			untilRow(context, LABEL.takenUntil, wholeAt(message, "endTime")),
		],
		approvals: [],
		findings: [
			...gainFindings(context, gains),
			...worthFindings(
				context,
				given.map(({ item, amount }) => seaportPart(item, amount)),
				gains,
			),
			...(any ? [danger("order-any-item", ANY_OF_THEM)] : []),
		],
	};
}

/** A larger part of what is given is no fee. */
const MAX_FEE_SHARE = 10n;

/** CoW Protocol. The zero address as receiver means the owner. */
export function cowOrder(context: MessageContext, { message }: TypedData): MessageExplanation {
	const [sell, buy] = [addressAt(message, "sellToken"), addressAt(message, "buyToken")];
	const fee = wholeAt(message, "feeAmount");
	const given = wholeAt(message, "sellAmount") + fee;
	const gained = wholeAt(message, "buyAmount");
	const stated = addressAt(message, "receiver");
	const recipient = stated === ZERO ? context.signer : stated;
	const gains: OrderSide[] =
		gained === 0n
			? []
			: [
					{
						text: atLeast(tokenLine(context, buy, gained)),
						brief: atLeast(amountAt(context, buy, gained)),
						recipient,
						part: { asset: buy, raw: gained, isItem: false },
					},
				];
	const isExact = textAt(message, "kind") === "sell";
	const most = amountAt(context, sell, given);
	return {
		headline: {
			text: swaps(isExact ? most : atMost(most), gainsParam(context, gains)),
			known: true,
			amount: tokenAmount(context.facts, sell, given),
		},
		rows: [
			row(
				LABEL.gives,
				isExact ? tokenLine(context, sell, given) : atMost(tokenLine(context, sell, given)),
				"danger",
			),
			...gainRows(context, gains),
			...(fee === 0n ? [] : [row(LABEL.fee, tokenLine(context, sell, fee), "danger")]),
			untilRow(context, LABEL.takenUntil, wholeAt(message, "validTo")),
		],
		approvals: [],
		findings: [
			...gainFindings(context, gains),
			...worthFindings(context, [{ asset: sell, raw: given, isItem: false }], gains),
			...(fee * MAX_FEE_SHARE > given ? [danger("order-fee", LARGE_FEE)] : []),
		],
	};
}

interface Limit {
	readonly gives: readonly [token: string, raw: bigint];
	readonly gets: readonly [token: string, raw: bigint];
	readonly recipient: string;
	/** Unix seconds; null for an order without end. */
	readonly until: bigint | null;
	readonly where: string;
}

/** So much of one token for so much of another, whoever takes it. */
function limitOrder(
	context: MessageContext,
	{ gives, gets, recipient, until, where }: Limit,
): MessageExplanation {
	const gains: OrderSide[] =
		gets[1] === 0n
			? []
			: [
					{
						text: tokenLine(context, ...gets),
						brief: amountAt(context, ...gets),
						recipient,
						part: { asset: gets[0], raw: gets[1], isItem: false },
					},
				];
	return {
		headline: {
			text: offers(amountAt(context, ...gives), gainsParam(context, gains), where),
			known: true,
			amount: tokenAmount(context.facts, ...gives),
		},
		rows: [
			row(LABEL.gives, tokenLine(context, ...gives), "danger"),
			...gainRows(context, gains),
			untilRow(context, LABEL.takenUntil, until),
		],
		approvals: [],
		findings: [
			...gainFindings(context, gains),
			...worthFindings(context, [{ asset: gives[0], raw: gives[1], isItem: false }], gains),
			...(until === null ? [finding("deadline-far", "caution", message("finding.deadline-far.order"))] : []),
		],
	};
}

/** 0x v4: the taker pays its fee beside, and what is got comes to the maker. */
export function zeroExOrder(context: MessageContext, { message }: TypedData): MessageExplanation {
	return limitOrder(context, {
		gives: [addressAt(message, "makerToken"), wholeAt(message, "makerAmount")],
		gets: [addressAt(message, "takerToken"), wholeAt(message, "takerAmount")],
		recipient: addressAt(message, "maker"),
		until: wholeAt(message, "expiry"),
		where: "0x",
	});
}

/** 1inch v4's bit for an order whose amounts and calls stand in an extension, which is not part of what is signed. */
const HAS_EXTENSION = 1n << 249n;

/** 1inch Limit Order Protocol v4. The zero address as receiver means the maker. */
export function oneInchOrder(context: MessageContext, data: TypedData): MessageExplanation {
	const { message } = data;
	const receiver = addressAt(message, "receiver");
	const explained = limitOrder(context, {
		gives: [addressAt(message, "makerAsset"), wholeAt(message, "makingAmount")],
		gets: [addressAt(message, "takerAsset"), wholeAt(message, "takingAmount")],
		recipient: receiver === ZERO ? addressAt(message, "maker") : receiver,
		until: deadlineOf(data),
		where: "1inch",
	});
	if ((wholeAt(message, "makerTraits") & HAS_EXTENSION) === 0n) return explained;
	return { ...explained, findings: [...explained.findings, danger("order-extension", EXTENDED)] };
}

/** The lists of outputs that the UniswapX family uses, each with its least amount. */
const OUTPUTS = ["outputs", "baseOutputs"];

function outputs(context: MessageContext, order: TypedStruct): OrderSide[] {
	return OUTPUTS.flatMap((name) => structsAt(order, name)).flatMap((output) => {
		const amounts = ["startAmount", "endAmount", "amount", "minAmount"].flatMap((name) => {
			const value = memberAt(output, name);
			return typeof value === "bigint" ? [value] : [];
		});
		const [first, ...others] = amounts;
		const least = first === undefined ? 0n : others.reduce(lesser, first);
		const token = memberAt(output, "token");
		const recipient = memberAt(output, "recipient");
		if (least === 0n || typeof token !== "string" || typeof recipient !== "string") return [];
		const native = token === ZERO ? amountParam(nativeAmount(context.chainRef ?? "", least)) : null;
		return [
			{
				text: atLeast(native ?? tokenLine(context, token, least)),
				brief: atLeast(native ?? amountAt(context, token, least)),
				recipient,
				part: { asset: token === ZERO ? "native" : token, raw: least, isItem: false },
			},
		];
	});
}

/** Why nothing makes whoever takes the tokens keep to the order; null where a known reactor does. */
function settlerText(context: MessageContext, spender: string, reactor: string): Message | null {
	const who = nameParam(context.user, spender);
	if (spender !== reactor)
		return message("finding.order-settler.other", { who, reactor: nameParam(context.user, reactor) });
	return isReactor(spender) ? null : message("finding.order-settler", { who });
}

/** A condition that nobody explains, with all that it says in one line. */
function unknownWitness(
	{ rows }: MessageExplanation,
	data: TypedData,
): Pick<MessageExplanation, "rows" | "findings"> {
	const { name, type } = witnessOf(data) ?? { name: "", type: "" };
	const node = data.tree.find((each) => each.name === name);
	const text = message("finding.unknown-witness", { name: plain(`${type} ${name}`, 64) });
	const line = node === undefined ? [] : [row(LABEL.condition, plain(nodeText(node), 400), "danger")];
	return { rows: [...rows, ...line], findings: [danger("unknown-witness", text)] };
}

/** A node and all below it: "Intent witness {address user: 0x…, bytes32 what: 0x…}". */
function nodeText({ name, type, value, children }: TypedNode): string {
	return `${type} ${name}${value === null ? ` {${children.map(nodeText).join(", ")}}` : `: ${value}`}`;
}

/** Permit2 with a witness: an order where we know its form, else a transfer whose conditions nobody explains. */
export function permit2Witness(context: MessageContext, data: TypedData): MessageExplanation {
	const order = orderWitnessOf(data);
	const plainTransfer = permit2Transfer(context, data);
	if (order === null) return { ...plainTransfer, ...unknownWitness(plainTransfer, data) };
	const witness = structAt(data.message, order.name);
	const spender = addressAt(data.message, "spender");
	const unbound = settlerText(context, spender, addressAt(witness, "info.reactor"));
	if (unbound !== null) return { ...plainTransfer, findings: [danger("order-settler", unbound)] };
	const gains = outputs(context, witness);
	const given = structAt(data.message, "permitted");
	const token = addressAt(given, "token");
	const raw = wholeAt(given, "amount");
	return {
		headline: {
			text: swaps(upTo(amountAt(context, token, raw)), gainsParam(context, gains)),
			known: true,
			amount: tokenAmount(context.facts, token, raw),
		},
		rows: [
			row(LABEL.gives, upTo(tokenLine(context, token, raw)), "danger"),
			...gainRows(context, gains),
			row(LABEL.settledBy, addressText(context.user, spender)),
			untilRow(context, LABEL.takenUntil, wholeAt(data.message, "deadline")),
		],
		approvals: plainTransfer.approvals,
		findings: [
			...gainFindings(context, gains),
			...worthFindings(context, [{ asset: token, raw, isItem: false }], gains),
		],
	};
}
