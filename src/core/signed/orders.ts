import { ZERO_ADDRESS } from "../chain/well-known.ts";
import { memberAt, orderWitnessOf, witnessOf } from "../match/typed-data/kinds.ts";
import type { TypedData, TypedStruct } from "../match/typed-data/reading.ts";
import { permit2TransferReading } from "./permits.ts";
import {
	addressAt,
	fungible,
	itemAt,
	NATIVE,
	type OpenTerms,
	type SignedAsset,
	type SignedPart,
	type SignedReading,
	structAt,
	structsAt,
	textAt,
	wholeAt,
} from "./reading.ts";

/**
 * Lowercase addresses of UniswapX order reactors. Permit2 doesn't check the witness, so an order's proceeds
 * are only enforced by the code of these contracts. Sources: docs.uniswap.org/contracts/uniswapx/deployment
 * and the SDK's REACTOR_ADDRESS_MAPPING.
 */
const REACTORS: ReadonlySet<string> = new Set([
	"0x6000da47483062a0d734ba3dc7576ce6a0b645c4",
	"0x00000011f84b9aa48e5f8aa8b9897600006289be",
	"0x1bd1aadc9e230626c44a139d7e70d842749351eb",
	"0xb274d5f4b833b61b340b654d600a864fb604a87c",
	"0x000000001ec5656dcdb24d90dfa42742738de729",
	"0x00000006021a6bce796be7ba509bbba71e956e37",
]);

const isReactor = (address: string): boolean => REACTORS.has(address.toLowerCase());

export type OrderReading = Pick<SignedReading, "given" | "requested" | "open">;

export type MarketFeeReading = OrderReading & Pick<SignedReading, "marketFee">;

const HUNDREDTHS = 10_000n;

export const EXTENSION: OpenTerms = { kind: "extension" };

const lesser = (left: bigint, right: bigint) => (left < right ? left : right);
const greater = (left: bigint, right: bigint) => (left > right ? left : right);

const exactly = (asset: SignedAsset, amount: bigint, to: string | null): SignedPart => ({
	asset,
	least: amount,
	most: amount,
	to,
});

const isSome = ({ least }: SignedPart): boolean => least > 0n;

const COUNTED_IN_TOKENS = 1n;
const ANY_ITEM = 4n;

/** Seaport's item types: 0 native, 1 ERC-20, 2 ERC-721, 3 ERC-1155, 4 and 5 any item of a collection. */
function seaportAsset(item: TypedStruct): SignedAsset {
	const type = wholeAt(item, "itemType");
	const token = addressAt(item, "token");
	if (type === 0n) return NATIVE;
	if (type === COUNTED_IN_TOKENS) return fungible(token);
	return itemAt(token, type >= ANY_ITEM ? null : wholeAt(item, "identifierOrCriteria"));
}

function seaportPart(item: TypedStruct, to: string | null): SignedPart {
	const [start, end] = [wholeAt(item, "startAmount"), wholeAt(item, "endAmount")];
	return { asset: seaportAsset(item), least: lesser(start, end), most: greater(start, end), to };
}

export function seaportReading(order: TypedStruct): OrderReading {
	return {
		given: structsAt(order, "offer").map((item) => seaportPart(item, null)),
		requested: structsAt(order, "consideration")
			.map((item) => seaportPart(item, addressAt(item, "recipient")))
			.filter(isSome),
		open: null,
	};
}

/**
 * Parses a CoW Protocol order. A zero receiver means the owner, and the fee is charged on top of the sold
 * amount.
 */
export function cowReading({ message }: TypedData, signer: string): MarketFeeReading {
	const fee = wholeAt(message, "feeAmount");
	const most = wholeAt(message, "sellAmount") + fee;
	const least = wholeAt(message, "buyAmount");
	const stated = addressAt(message, "receiver");
	const sellsAll = textAt(message, "kind") === "sell";
	const given = { asset: fungible(addressAt(message, "sellToken")), most, to: null };
	const asked = {
		asset: fungible(addressAt(message, "buyToken")),
		least,
		to: stated === ZERO_ADDRESS ? signer : stated,
	};
	return {
		given: [{ ...given, least: sellsAll ? most : 0n }],
		requested: [{ ...asked, most: sellsAll ? null : least }].filter(isSome),
		open: null,
		marketFee: fee === 0n ? null : (fee * HUNDREDTHS) / most,
	};
}

export function zeroExReading({ message }: TypedData): OrderReading {
	return {
		given: [exactly(fungible(addressAt(message, "makerToken")), wholeAt(message, "makerAmount"), null)],
		requested: [
			exactly(
				fungible(addressAt(message, "takerToken")),
				wholeAt(message, "takerAmount"),
				addressAt(message, "maker"),
			),
		].filter(isSome),
		open: null,
	};
}

/**
 * 1inch v4's flag for an order with an extension. An extension can change amounts and make calls, but only
 * its hash is signed.
 */
const HAS_EXTENSION = 1n << 249n;

/** Parses an order for 1inch's Limit Order Protocol v4. A zero receiver means the maker. */
export function oneInchReading({ message }: TypedData): OrderReading {
	const receiver = addressAt(message, "receiver");
	const to = receiver === ZERO_ADDRESS ? addressAt(message, "maker") : receiver;
	return {
		given: [exactly(fungible(addressAt(message, "makerAsset")), wholeAt(message, "makingAmount"), null)],
		requested: [
			exactly(fungible(addressAt(message, "takerAsset")), wholeAt(message, "takingAmount"), to),
		].filter(isSome),
		open: (wholeAt(message, "makerTraits") & HAS_EXTENSION) === 0n ? null : EXTENSION,
	};
}

const OUTPUTS = ["outputs", "baseOutputs"];
const AMOUNTS = ["startAmount", "endAmount", "amount", "minAmount"];

function outputPart(output: TypedStruct): SignedPart[] {
	const amounts = AMOUNTS.map((name) => memberAt(output, name)).filter((value) => typeof value === "bigint");
	const [first, ...others] = amounts;
	const token = memberAt(output, "token");
	const recipient = memberAt(output, "recipient");
	if (first === undefined || typeof token !== "string" || typeof recipient !== "string") return [];
	const asset = token === ZERO_ADDRESS ? NATIVE : fungible(token);
	return [{ asset, least: others.reduce(lesser, first), most: null, to: recipient }];
}

const openTransfer = (data: TypedData, open: OpenTerms): OrderReading => ({
	...permit2TransferReading(data),
	requested: [],
	open,
});

function conditionName(data: TypedData): string {
	const { name, type } = witnessOf(data) ?? { name: "", type: "" };
	return `${type} ${name}`;
}

/** Reads an order only for a known reactor, because no other spender enforces the witness. */
export function witnessReading(data: TypedData): OrderReading {
	const order = orderWitnessOf(data);
	if (order === null) return openTransfer(data, { kind: "condition", name: conditionName(data) });
	const witness = structAt(data.message, order.name);
	const spender = addressAt(data.message, "spender");
	const reactor = addressAt(witness, "info.reactor");
	if (spender !== reactor || !isReactor(spender))
		return openTransfer(data, { kind: "settler", spender, reactor });
	const permitted = structAt(data.message, "permitted");
	return {
		given: [
			{
				asset: fungible(addressAt(permitted, "token")),
				least: 0n,
				most: wholeAt(permitted, "amount"),
				to: null,
				by: spender,
			},
		],
		requested: OUTPUTS.flatMap((name) => structsAt(witness, name))
			.flatMap(outputPart)
			.filter(isSome),
		open: null,
	};
}
