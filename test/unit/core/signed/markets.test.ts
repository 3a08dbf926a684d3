import { describe, expect, it } from "vitest";
import { readSigned } from "../../../../src/core/signed/read.ts";
import type { SignedReading } from "../../../../src/core/signed/reading.ts";
import { CHAIN, OTHER, SIGNER, TOKEN, VAULT } from "../match/honest.ts";
import {
	END,
	type Json,
	members,
	readTypedData,
	seaportOrder,
	type Typed,
	ZERO,
} from "../match/typed-samples.ts";
import { user } from "../review/scene.ts";
import { analyzeTyped, ids, typedFindings } from "../signed-messages/scene.ts";

const lower = (address: string) => address.toLowerCase();
const e18 = 10n ** 18n;
const domain = (verifyingContract: string) => ({
	name: "Market",
	version: "1",
	chainId: CHAIN,
	verifyingContract,
});
type Patch = Readonly<Record<string, Json>>;

function reading(typed: Typed): SignedReading {
	const found = readSigned(readTypedData(typed), SIGNER);
	if (found === null) throw new Error("typed data of no known kind");
	return found;
}

const word = (hex: string) => hex.replace("0x", "").toLowerCase().padStart(64, "0");
const NATIVE_CLASS = { assetClass: "0xaaaebeba", data: "0x" };
const itemClass = (id: bigint) => ({
	assetClass: "0x73ad2146",
	data: `0x${word(OTHER)}${word(id.toString(16))}`,
});

const rarible = (price: bigint, patch: Patch = {}): Typed => ({
	types: {
		AssetType: members("bytes4 assetClass,bytes data"),
		Asset: members("AssetType assetType,uint256 value"),
		Order: members(
			"address maker,Asset makeAsset,address taker,Asset takeAsset,uint256 salt,uint256 start,uint256 end,bytes4 dataType,bytes data",
		),
	},
	primaryType: "Order",
	domain: domain("0x9757F2d2b135150BBeb65308D4a91804107cd8D6"),
	message: {
		maker: SIGNER,
		makeAsset: { assetType: itemClass(3n), value: "1" },
		taker: ZERO,
		takeAsset: { assetType: NATIVE_CLASS, value: String(price) },
		salt: 77,
		start: 0,
		end: END,
		dataType: "0xffffffff",
		data: "0x",
		...patch,
	},
});

const looksRare = (price: bigint, patch: Patch = {}): Typed => ({
	types: {
		Maker: members(
			"uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters",
		),
	},
	primaryType: "Maker",
	domain: domain("0x0000000000E655fAe4d56241588680F86E3b2377"),
	message: {
		quoteType: 1,
		globalNonce: 0,
		subsetNonce: 0,
		orderNonce: 0,
		strategyId: 0,
		collectionType: 0,
		collection: OTHER,
		currency: ZERO,
		signer: SIGNER,
		startTime: END - 3_600,
		endTime: END,
		price: String(price),
		itemIds: [3],
		amounts: [1],
		additionalParameters: "0x",
		...patch,
	},
});

const EEE = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

const zeroEx = (price: bigint, patch: Patch = {}): Typed => ({
	types: {
		ERC721Order: members(
			"uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc721Token,uint256 erc721TokenId,Property[] erc721TokenProperties",
		),
		Fee: members("address recipient,uint256 amount,bytes feeData"),
		Property: members("address propertyValidator,bytes propertyData"),
	},
	primaryType: "ERC721Order",
	domain: domain("0xDef1C0ded9bec7F1a1670819833240f027b25EfF"),
	message: {
		direction: 0,
		maker: SIGNER,
		taker: ZERO,
		expiry: END,
		nonce: 1,
		erc20Token: EEE,
		erc20TokenAmount: String(price),
		fees: [],
		erc721Token: OTHER,
		erc721TokenId: 3,
		erc721TokenProperties: [],
		...patch,
	},
});

const consideration = (price: bigint) => ({
	itemType: 0,
	token: ZERO,
	identifierOrCriteria: 0,
	startAmount: String(price),
	endAmount: String(price),
	recipient: SIGNER,
});

function bulk(...orders: readonly Typed["message"][]): Typed {
	const one = seaportOrder();
	return {
		...one,
		types: { ...one.types, BulkOrder: members(`OrderComponents[2] tree`) },
		primaryType: "BulkOrder",
		message: { tree: orders },
	};
}
const listing = (price: bigint, patch: Patch = {}) =>
	seaportOrder({ consideration: [consideration(price)], ...patch }).message;
const padding = seaportOrder({ offerer: ZERO, offer: [], consideration: [], endTime: 0 }).message;

const item = { kind: "item", address: lower(OTHER), item: "3" };
const native = { kind: "native", address: "native", item: null };

describe("a listing", () => {
	it.each([
		["Rarible", rarible(2n * e18)],
		["LooksRare", looksRare(2n * e18)],
		["0x", zeroEx(2n * e18)],
	])("at %s gives an item for a price", (_, typed) => {
		expect(reading(typed)).toMatchObject({
			owner: lower(SIGNER),
			given: [{ asset: item, least: 1n, most: 1n, to: null }],
			requested: [{ asset: native, least: 2n * e18, to: lower(SIGNER) }],
			deadline: BigInt(END),
			open: null,
		});
		expect(analyzeTyped(typed).needsWord).toBe(false);
	});

	it.each([
		["Rarible", rarible(1n)],
		["LooksRare", looksRare(1n)],
		["0x", zeroEx(1n)],
	])("at %s requires a typed word for next to nothing", (_, typed) => {
		expect(typedFindings(typed)).toContainEqual(
			expect.objectContaining({ id: "exchange", severity: "danger", needsWord: true }),
		);
	});

	it("of Rarible requires a typed word if its bytes may pay somebody else", () => {
		expect(ids(analyzeTyped(rarible(2n * e18, { dataType: "0x23d235ef", data: "0x00" })))).toContain(
			"terms-elsewhere",
		);
	});

	it("of Rarible requires a typed word for an asset of another class", () => {
		const lazy = { assetType: { assetClass: "0xd8f960c1", data: "0x" }, value: "1" };
		expect(reading(rarible(2n * e18, { makeAsset: lazy })).open).not.toBeNull();
		expect(analyzeTyped(rarible(2n * e18, { makeAsset: lazy })).needsWord).toBe(true);
	});

	it("of LooksRare requires a typed word if a strategy sets the price", () => {
		expect(ids(analyzeTyped(looksRare(2n * e18, { strategyId: 7 })))).toContain("terms-elsewhere");
	});

	it("of 0x requires a typed word if most of the price is a fee", () => {
		const fees = [{ recipient: VAULT, amount: String(9n * e18), feeData: "0x" }];
		expect(reading(zeroEx(e18, { fees })).requested).toMatchObject([
			{ least: e18, to: lower(SIGNER) },
			{ least: 9n * e18, to: lower(VAULT) },
		]);
		expect(typedFindings(zeroEx(e18, { fees }))).toContainEqual(
			expect.objectContaining({ id: "exchange", severity: "danger", needsWord: true }),
		);
	});
});

describe("a bid", () => {
	it("gives the price, and for 0x the fees as well", () => {
		const fees = [{ recipient: VAULT, amount: "5", feeData: "0x" }];
		const bid = zeroEx(9n, { direction: 1, erc20Token: TOKEN, fees });
		expect(reading(bid)).toMatchObject({
			given: [
				{ least: 9n, to: null },
				{ least: 5n, to: lower(VAULT) },
			],
			requested: [{ asset: item, to: lower(SIGNER) }],
		});
	});

	it("of LooksRare gives the price for the items", () => {
		expect(reading(looksRare(9n, { quoteType: 0, currency: TOKEN }))).toMatchObject({
			given: [{ asset: { kind: "fungible", address: lower(TOKEN) }, least: 9n }],
			requested: [{ asset: item, least: 1n, to: lower(SIGNER) }],
		});
	});
});

describe("a bulk order", () => {
	it("is as light as its orders, and ignores its padding", () => {
		const typed = bulk(listing(2n * e18), padding);
		expect(analyzeTyped(typed).needsWord).toBe(false);
		expect(reading(typed)).toMatchObject({
			owner: SIGNER,
			given: [{ least: 1n }],
			requested: [{ least: 2n * e18 }],
			deadline: BigInt(END),
		});
	});

	it("requires a typed word if one of them gives an item away", () => {
		const typed = bulk(listing(12n * e18), listing(1n));
		expect(typedFindings(typed)).toContainEqual(
			expect.objectContaining({ id: "exchange", severity: "danger", needsWord: true }),
		);
	});

	it("relies on no return, since any of them may be executed alone", () => {
		expect(reading(bulk(listing(12n * e18), listing(2n * e18))).requested).toMatchObject([
			{ least: 0n, most: 12n * e18 },
			{ least: 0n, most: 2n * e18 },
		]);
	});

	it("requires a typed word if an order is another account's", () => {
		expect(typedFindings(bulk(listing(2n * e18), listing(2n * e18, { offerer: VAULT })))).toContainEqual(
			expect.objectContaining({ id: "not-own-funds", severity: "danger", needsWord: true }),
		);
	});
});

it("requires a typed word for a list with only a hash", () => {
	const root: Typed = {
		types: { Root: members("bytes32 root") },
		primaryType: "Root",
		domain: domain(VAULT),
		message: { root: `0x${"5c".repeat(32)}` },
	};
	expect(reading(root).open).not.toBeNull();
	expect(analyzeTyped(root).findings[0]).toMatchObject({ id: "terms-elsewhere", needsWord: true });
});

describe("a recurring spend permission", () => {
	const permission = (patch: Patch = {}): Typed => ({
		types: {
			SpendPermission: members(
				"address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData",
			),
		},
		primaryType: "SpendPermission",
		domain: domain("0xf85210B21cC50302F477BA56686d2019dC9b67Ad"),
		message: {
			account: VAULT,
			spender: OTHER,
			token: TOKEN,
			allowance: "5000",
			period: 86_400,
			start: 1_790_000_000,
			end: 1_790_000_000 + 86_400 * 10 + 1,
			salt: 1,
			extraData: "0x",
			...patch,
		},
	});

	it("covers all periods, for the account that it names", () => {
		expect(reading(permission())).toMatchObject({
			owner: lower(VAULT),
			rights: [{ holder: lower(OTHER), extent: 55_000n, until: 1_790_864_001n }],
		});
	});

	it("requires a typed word that names the spender", () => {
		expect(typedFindings(permission(), { user: user({ uses: new Map() }) })[0]).toMatchObject({
			id: "rights",
			severity: "danger",
			needsWord: true,
			stake: { kind: "address", address: lower(OTHER) },
		});
	});
});

describe("Euler's permit", () => {
	const permit = (data: string): Typed => ({
		types: {
			Permit: members(
				"address signer,address sender,uint256 nonceNamespace,uint256 nonce,uint256 deadline,uint256 value,bytes data",
			),
		},
		primaryType: "Permit",
		domain: domain(VAULT),
		message: {
			signer: SIGNER,
			sender: ZERO,
			nonceNamespace: 0,
			nonce: 0,
			deadline: END,
			value: 0,
			data,
		},
	});
	const operator = (authorized: bigint) =>
		`0x9f5c462a${word(SIGNER)}${word(OTHER)}${word(authorized.toString(16))}`;

	it("names its operator", () => {
		expect(reading(permit(operator(1n)))).toMatchObject({
			rights: [{ holder: lower(OTHER), scope: { kind: "everything", at: lower(VAULT) }, extent: null }],
			call: { from: lower(SIGNER), to: lower(VAULT) },
		});
		expect(analyzeTyped(permit(operator(1n))).findings[0]).toMatchObject({ severity: "danger" });
		expect(typedFindings(permit(operator(1n)), { user: user({ uses: new Map() }) })).toContainEqual(
			expect.objectContaining({ id: "rights", severity: "danger", needsWord: true }),
		);
	});

	it("is a call like any other without an operator", () => {
		for (const data of [operator(0n), "0xdeadbeef"]) {
			expect(ids(analyzeTyped(permit(data)))).not.toContain("operator");
			expect(analyzeTyped(permit(data)).needsWord).toBe(true);
		}
	});
});
