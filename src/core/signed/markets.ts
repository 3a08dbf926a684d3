import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { type Hex, readAddress } from "../format/numeral.ts";
import { memberAt } from "../match/typed-data/kinds.ts";
import type { TypedData, TypedStruct, TypedValue } from "../match/typed-data/reading.ts";
import { EXTENSION, type OrderReading, seaportReading } from "./orders.ts";
import {
	addressAt,
	fungible,
	itemAt,
	NATIVE,
	type SignedAsset,
	type SignedPart,
	structAt,
	structsAt,
	textAt,
	wholeAt,
} from "./reading.ts";

const part = (asset: SignedAsset, amount: bigint, to: string | null): SignedPart => ({
	asset,
	least: amount,
	most: amount,
	to,
});

const someOf = (parts: readonly SignedPart[]) => parts.filter(({ least }) => least > 0n);

function leavesOf(value: TypedValue | undefined): readonly TypedStruct[] {
	if (Array.isArray(value)) return value.flatMap((each: TypedValue) => leavesOf(each));
	return typeof value === "object" ? [value as TypedStruct] : [];
}

/** Skips empty orders, which pad the tree to a power of two. */
export const bulkOrders = ({ message }: TypedData): readonly TypedStruct[] =>
	leavesOf(memberAt(message, "tree")).filter(
		(order) => structsAt(order, "offer").length > 0 || structsAt(order, "consideration").length > 0,
	);

/** Each order can be executed on its own, so one order's proceeds don't offset another order's payment. */
export function bulkReading(data: TypedData): OrderReading {
	const orders = bulkOrders(data).map((order) => {
		const reading = seaportReading(order);
		const from = addressAt(order, "offerer");
		return { ...reading, given: reading.given.map((each) => ({ ...each, from })) };
	});
	const asked = orders.flatMap((order) => order.requested);
	return {
		given: orders.flatMap(({ given }) => given),
		requested: orders.length < 2 ? asked : asked.map((each) => ({ ...each, least: 0n })),
		open: null,
	};
}

const RARIBLE = {
	native: "0xaaaebeba",
	coin: "0x8ae85d84",
	single: "0x73ad2146",
	several: "0x973bb640",
} as const;
const WORD = 64;

function wordsOf(data: string, count: number): readonly string[] | null {
	if (data.length !== 2 + count * WORD) return null;
	return Array.from({ length: count }, (_, at) => data.slice(2 + at * WORD, 2 + (at + 1) * WORD));
}

const addressIn = (word: string | undefined): Hex | null =>
	word?.startsWith("0".repeat(24)) === true ? readAddress(`0x${word.slice(24)}`) : null;

const UNKNOWN: SignedAsset = { kind: "unknown", address: null, item: null };

function raribleAsset(type: TypedStruct): SignedAsset {
	const [kind, data] = [textAt(type, "assetClass"), textAt(type, "data")];
	if (kind === RARIBLE.native) return NATIVE;
	const token = addressIn(wordsOf(data, kind === RARIBLE.coin ? 1 : 2)?.[0]);
	const id = wordsOf(data, 2)?.[1];
	if (token === null) return UNKNOWN;
	if (kind === RARIBLE.coin) return fungible(token);
	const isItem = kind === RARIBLE.single || kind === RARIBLE.several;
	return isItem && id !== undefined ? itemAt(token, BigInt(`0x${id}`)) : UNKNOWN;
}

function rariblePart(message: TypedStruct, name: string, to: string | null): SignedPart {
	const asset = structAt(message, name);
	return part(raribleAsset(structAt(asset, "assetType")), wholeAt(asset, "value"), to);
}

/** Other data formats can name additional recipients. */
const PLAIN_RARIBLE = "0xffffffff";

export function raribleReading({ message }: TypedData): OrderReading {
	const given = rariblePart(message, "makeAsset", null);
	const asked = rariblePart(message, "takeAsset", addressAt(message, "maker"));
	const isPlain = textAt(message, "dataType") === PLAIN_RARIBLE && textAt(message, "data") === "0x";
	return {
		given: [given],
		requested: someOf([asked]),
		open: isPlain && given.asset.kind !== "unknown" && asked.asset.kind !== "unknown" ? null : EXTENSION,
	};
}

const wholesAt = (message: TypedStruct, path: string): readonly bigint[] => {
	const value = memberAt(message, path);
	return Array.isArray(value) ? value.filter((each): each is bigint => typeof each === "bigint") : [];
};

const ASK = 1n;
/** The only strategy in which the order's price and items apply unchanged. */
const STANDARD = 0n;

/** Parses a LooksRare v2 order. Fees reduce the seller's proceeds. */
export function looksRareReading({ message }: TypedData): OrderReading {
	const [ids, amounts] = [wholesAt(message, "itemIds"), wholesAt(message, "amounts")];
	const [collection, currency] = [addressAt(message, "collection"), addressAt(message, "currency")];
	const signer = addressAt(message, "signer");
	const items = (to: string | null) =>
		ids.map((id, at) => part(itemAt(collection, id), amounts[at] ?? 0n, to));
	const price = (to: string | null) =>
		part(currency === ZERO_ADDRESS ? NATIVE : fungible(currency), wholeAt(message, "price"), to);
	const sells = wholeAt(message, "quoteType") === ASK;
	return {
		given: sells ? items(null) : [price(null)],
		requested: someOf(sells ? [price(signer)] : items(signer)),
		open: wholeAt(message, "strategyId") === STANDARD && ids.length === amounts.length ? null : EXTENSION,
	};
}

const NATIVE_OF_ZEROX = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const SELLS = 0n;

/** Parses a 0x v4 order. The buyer pays fees in addition to the price, whether as maker or taker. */
export function zeroExItemReading({ message }: TypedData): OrderReading {
	const token = addressAt(message, "erc20Token");
	const asset = token === NATIVE_OF_ZEROX ? NATIVE : fungible(token);
	const maker = addressAt(message, "maker");
	const price = wholeAt(message, "erc20TokenAmount");
	const fees = structsAt(message, "fees").map((fee) =>
		part(asset, wholeAt(fee, "amount"), addressAt(fee, "recipient")),
	);
	const isAny = structsAt(message, "erc721TokenProperties").length > 0;
	const item = itemAt(addressAt(message, "erc721Token"), isAny ? null : wholeAt(message, "erc721TokenId"));
	const sells = wholeAt(message, "direction") === SELLS;
	return {
		given: sells ? [part(item, 1n, null)] : [part(asset, price, null), ...fees],
		requested: someOf(sells ? [part(asset, price, maker), ...fees] : [part(item, 1n, maker)]),
		open: null,
	};
}
