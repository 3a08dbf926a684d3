import type { TypedData, TypedStruct } from "../../match/typed-data.ts";
import { deadlineOf, memberAt, orderWitnessOf, witnessOf } from "../../match/typed-data-kinds.ts";
import { sameAddress } from "../../policy/labels.ts";
import { amountWords } from "../amount.ts";
import type { Finding } from "../findings/finding.ts";
import { nameOf, nativeAmount, shortAddress, tokenAmount } from "../subject.ts";
import type { ExplainedRow } from "./content.ts";
import { permit2Transfer } from "./permits.ts";
import {
	addressAt,
	addressWords,
	amountText,
	danger,
	type Explanation,
	finding,
	type MessageTelling,
	row,
	structAt,
	structsAt,
	textAt,
	untilRow,
	wholeAt,
	ZERO,
} from "./telling.ts";

/** Orders: what one gives, what one gets for it, who gets it, and until when. Seaport, CoW Protocol, UniswapX, 0x, 1inch. */

interface Side {
	readonly words: string;
	/** Who receives it; null for what is given. */
	readonly recipient: string | null;
}

const isOwn = (telling: MessageTelling, address: string) => sameAddress(address, telling.signer);

const tokenLine = (telling: MessageTelling, token: string, raw: bigint) =>
	`${amountText(telling, token, raw)} (${addressWords(telling.person, token)})`;

function gainRows(telling: MessageTelling, gains: readonly Side[]): ExplainedRow[] {
	return gains.map(({ words, recipient }) =>
		recipient === null || isOwn(telling, recipient)
			? row("You get", words, "good")
			: row("Others get", `${words}, sent to ${addressWords(telling.person, recipient)}`),
	);
}

/** What is got must come to the signer: an order whose gain goes elsewhere, or that has none, is a gift. */
function gainFindings(telling: MessageTelling, gains: readonly Side[]): Finding[] {
	if (gains.some(({ recipient }) => recipient !== null && isOwn(telling, recipient))) return [];
	const to = gains.find(({ recipient }) => recipient !== null)?.recipient;
	const words =
		to === undefined || to === null
			? "This order gives without getting anything for it."
			: `What this order gets does not come to this account, but to ${nameOf(telling.person, to)}.`;
	return [danger("order-elsewhere", words)];
}

const COUNTED_IN_TOKENS = 1n;
const ONE_ITEM = 2n;
const ANY_ITEM = 4n;

/** Item types of Seaport: 0 native, 1 EIP-20, 2 EIP-721, 3 EIP-1155, 4 and 5 any item of a collection. */
function seaportItem(telling: MessageTelling, item: TypedStruct, amount: bigint, brief = false): string {
	const type = wholeAt(item, "itemType");
	const token = addressAt(item, "token");
	if (type === 0n) return amountWords(nativeAmount(telling.chainRef ?? "", amount));
	if (type === COUNTED_IN_TOKENS)
		return brief ? amountText(telling, token, amount) : tokenLine(telling, token, amount);
	const count = type === ONE_ITEM || amount === 1n ? "" : `${amount} of `;
	const id = wholeAt(item, "identifierOrCriteria");
	const which = type >= ANY_ITEM ? "any item that fits its list" : `item ${id}`;
	const where = brief ? nameOf(telling.person, token) : addressWords(telling.person, token);
	return `${count}${which} of the collection ${where}`;
}

/** "item 41 of the collection 0xA1A1…", or how many things there are. */
function briefly(telling: MessageTelling, sides: readonly { item: TypedStruct; amount: bigint }[]): string {
	const [first, ...others] = sides;
	if (first === undefined) return "nothing";
	return others.length === 0
		? seaportItem(telling, first.item, first.amount, true)
		: `${sides.length} things`;
}

const lesser = (left: bigint, right: bigint) => (left < right ? left : right);
const greater = (left: bigint, right: bigint) => (left > right ? left : right);

/** Amounts move between start and end: of what is given the most counts, of what is got the least. */
export function seaportOrder(telling: MessageTelling, { message }: TypedData): Explanation {
	const ends = (item: TypedStruct) => [wholeAt(item, "startAmount"), wholeAt(item, "endAmount")] as const;
	const offer = structsAt(message, "offer");
	const given = offer.map((item) => ({ item, amount: greater(...ends(item)) }));
	const asked = structsAt(message, "consideration")
		.map((item) => ({ item, amount: lesser(...ends(item)) }))
		.filter(({ amount }) => amount > 0n);
	const gains = asked.map(({ item, amount }) => ({
		words: seaportItem(telling, item, amount),
		recipient: addressAt(item, "recipient"),
	}));
	const any = offer.some((item) => wholeAt(item, "itemType") >= ANY_ITEM);
	return {
		headline: {
			text: `Offers ${briefly(telling, given)} for ${briefly(telling, asked)} on Seaport`,
			known: true,
			amount: null,
		},
		rows: [
			...given.map(({ item, amount }) => row("You give", seaportItem(telling, item, amount), "danger")),
			...gainRows(telling, gains),
			untilRow(telling, "Can be taken until", wholeAt(message, "endTime")),
		],
		allows: [],
		findings: [
			...gainFindings(telling, gains),
			...(any
				? [danger("order-any-item", "This order offers any item of a collection, not one of them.")]
				: []),
		],
	};
}

/** CoW Protocol. The zero address as receiver means the owner. */
export function cowOrder(telling: MessageTelling, { message }: TypedData): Explanation {
	const [sell, buy] = [addressAt(message, "sellToken"), addressAt(message, "buyToken")];
	const given = wholeAt(message, "sellAmount") + wholeAt(message, "feeAmount");
	const gained = wholeAt(message, "buyAmount");
	const stated = addressAt(message, "receiver");
	const recipient = stated === ZERO ? telling.signer : stated;
	const gains: Side[] =
		gained === 0n ? [] : [{ words: `at least ${tokenLine(telling, buy, gained)}`, recipient }];
	const exact = textAt(message, "kind") === "sell" ? "" : "at most ";
	return {
		headline: {
			text: `Swaps ${exact}${amountText(telling, sell, given)} for at least ${amountText(telling, buy, gained)}`,
			known: true,
			amount: tokenAmount(telling.facts, sell, given),
		},
		rows: [
			row("You give", `${exact}${tokenLine(telling, sell, given)}`, "danger"),
			...gainRows(telling, gains),
			untilRow(telling, "Can be taken until", wholeAt(message, "validTo")),
		],
		allows: [],
		findings: gainFindings(telling, gains),
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
function limitOrder(telling: MessageTelling, { gives, gets, recipient, until, where }: Limit): Explanation {
	const gains: Side[] = gets[1] === 0n ? [] : [{ words: tokenLine(telling, ...gets), recipient }];
	return {
		headline: {
			text: `Offers ${amountText(telling, ...gives)} for ${amountText(telling, ...gets)} on ${where}`,
			known: true,
			amount: tokenAmount(telling.facts, ...gives),
		},
		rows: [
			row("You give", tokenLine(telling, ...gives), "danger"),
			...gainRows(telling, gains),
			until === null
				? row("Can be taken until", "without end", "danger")
				: untilRow(telling, "Can be taken until", until),
		],
		allows: [],
		findings: [
			...gainFindings(telling, gains),
			...(until === null
				? [finding("deadline-far", "caution", "The order can be taken without end, at this price.")]
				: []),
		],
	};
}

/** 0x v4: the taker pays its fee beside, and what is got comes to the maker. */
export function zeroExOrder(telling: MessageTelling, { message }: TypedData): Explanation {
	return limitOrder(telling, {
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
export function oneInchOrder(telling: MessageTelling, data: TypedData): Explanation {
	const { message } = data;
	const receiver = addressAt(message, "receiver");
	const told = limitOrder(telling, {
		gives: [addressAt(message, "makerAsset"), wholeAt(message, "makingAmount")],
		gets: [addressAt(message, "takerAsset"), wholeAt(message, "takingAmount")],
		recipient: receiver === ZERO ? addressAt(message, "maker") : receiver,
		until: deadlineOf(data),
		where: "1inch",
	});
	if ((wholeAt(message, "makerTraits") & HAS_EXTENSION) === 0n) return told;
	const words =
		"This order has an extension that is not shown here. It can change what you get, or run other code.";
	return { ...told, findings: [...told.findings, danger("order-extension", words)] };
}

/** The lists of outputs that the UniswapX family uses, each with its least amount. */
const OUTPUTS = ["outputs", "baseOutputs"];

function outputs(telling: MessageTelling, order: TypedStruct): Side[] {
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
		const words = token === ZERO ? amountWords(nativeAmount(telling.chainRef ?? "", least)) : null;
		return [{ words: `at least ${words ?? tokenLine(telling, token, least)}`, recipient }];
	});
}

/**
 * The order reactors of UniswapX, in lower case. Source: docs.uniswap.org/contracts/uniswapx/deployment and the
 * SDK's REACTOR_ADDRESS_MAPPING. Permit2 lets its spender take the tokens whatever the witness says: only the code of
 * these makes the order's gain come true.
 */
const REACTORS: ReadonlySet<string> = new Set([
	"0x6000da47483062a0d734ba3dc7576ce6a0b645c4",
	"0x00000011f84b9aa48e5f8aa8b9897600006289be",
	"0x1bd1aadc9e230626c44a139d7e70d842749351eb",
	"0xb274d5f4b833b61b340b654d600a864fb604a87c",
	"0x000000001ec5656dcdb24d90dfa42742738de729",
	"0x00000006021a6bce796be7ba509bbba71e956e37",
]);

/** Why nothing makes whoever takes the tokens keep to the order; null where a known reactor does. */
function settlerWords(telling: MessageTelling, spender: string, reactor: string): string | null {
	const who = nameOf(telling.person, spender);
	if (spender !== reactor)
		return `${who} may take the tokens, and the order names another contract (${nameOf(telling.person, reactor)}) to carry it out, so nothing makes it give anything for them.`;
	return REACTORS.has(spender)
		? null
		: `${who} may take the tokens, and is no contract of UniswapX that Countersign knows, so nothing shows that it keeps to the order.`;
}

/** Permit2 with a witness: an order where we know its form, else a transfer whose conditions nobody explains. */
export function permit2Witness(telling: MessageTelling, data: TypedData): Explanation {
	const order = orderWitnessOf(data);
	const plainTransfer = permit2Transfer(telling, data);
	if (order === null) {
		const name = witnessOf(data)?.type ?? "";
		const words = `The transfer is bound to “${name.slice(0, 64)}”, whose meaning Countersign does not know.`;
		return { ...plainTransfer, findings: [danger("unknown-witness", words)] };
	}
	const witness = structAt(data.message, order.name);
	const spender = addressAt(data.message, "spender");
	const unbound = settlerWords(telling, spender, addressAt(witness, "info.reactor"));
	if (unbound !== null) return { ...plainTransfer, findings: [danger("order-settler", unbound)] };
	const gains = outputs(telling, witness);
	const given = structAt(data.message, "permitted");
	const token = addressAt(given, "token");
	const raw = wholeAt(given, "amount");
	return {
		headline: {
			text: `Swaps up to ${amountText(telling, token, raw)} through ${shortAddress(spender)}`,
			known: true,
			amount: tokenAmount(telling.facts, token, raw),
		},
		rows: [
			row("You give", `up to ${tokenLine(telling, token, raw)}`, "danger"),
			...gainRows(telling, gains),
			row("Settled by", addressWords(telling.person, spender)),
			untilRow(telling, "Can be taken until", wholeAt(data.message, "deadline")),
		],
		allows: plainTransfer.allows,
		findings: gainFindings(telling, gains),
	};
}
