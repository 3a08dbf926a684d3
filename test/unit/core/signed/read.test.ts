import { describe, expect, it } from "vitest";
import { readSigned } from "../../../../src/core/signed/read.ts";
import type { SignedReading } from "../../../../src/core/signed/reading.ts";
import { OTHER, SIGNER, TOKEN, VAULT } from "../match/honest.ts";
import * as samples from "../match/typed-samples.ts";

const lower = (address: string) => address.toLowerCase();
const END = BigInt(samples.END);

function reading(typed: samples.Typed): SignedReading {
	const found = readSigned(samples.readTypedData(typed), SIGNER);
	if (found === null) throw new Error("typed data of no known kind");
	return found;
}

const coin = (address: string) => ({ kind: "fungible", address: lower(address), item: null });

describe("an order", () => {
	it("gives an item of Seaport for its consideration", () => {
		expect(reading(samples.seaportOrder())).toMatchObject({
			kind: "seaport_order",
			owner: lower(SIGNER),
			given: [{ asset: { kind: "item", address: lower(OTHER), item: "41" }, least: 1n, most: 1n, to: null }],
			requested: [{ asset: coin(TOKEN), least: 25_000_000n, most: 25_000_000n, to: lower(SIGNER) }],
			deadline: END,
			open: null,
		});
	});

	it("moves between its amounts at start and end", () => {
		const falling = {
			itemType: 0,
			token: samples.ZERO,
			identifierOrCriteria: 0,
			startAmount: "9",
			endAmount: "2",
		};
		const read = reading(
			samples.seaportOrder({ offer: [falling], consideration: [{ ...falling, recipient: VAULT }] }),
		);
		expect(read.given).toEqual([
			{ asset: { kind: "native", address: "native", item: null }, least: 2n, most: 9n, to: null },
		]);
		expect(read.requested).toMatchObject([{ least: 2n, most: 9n, to: lower(VAULT) }]);
	});

	it("gives any item of a collection if it names criteria", () => {
		const any = { itemType: 4, token: OTHER, identifierOrCriteria: 7, startAmount: "1", endAmount: "1" };
		expect(reading(samples.seaportOrder({ offer: [any] })).given).toMatchObject([
			{ asset: { kind: "item", address: lower(OTHER), item: null } },
		]);
	});

	it("of CoW gives its fee as well, and returns at least its buy amount to the owner", () => {
		const read = reading(samples.cowOrder({ feeAmount: "5", receiver: samples.ZERO }));
		expect(read.given).toEqual([{ asset: coin(TOKEN), least: 25_000_005n, most: 25_000_005n, to: null }]);
		expect(read.requested).toEqual([{ asset: coin(OTHER), least: 9n, most: null, to: SIGNER }]);
	});

	it("of CoW that buys gives up to its bound", () => {
		const read = reading(samples.cowOrder({ kind: "buy" }));
		expect(read.given).toMatchObject([{ least: 0n, most: 25_000_000n }]);
	});

	it("of UniswapX requests the minimum of its outputs", () => {
		const read = reading(samples.uniswapOrder());
		expect(read).toMatchObject({ open: null, deadline: END });
		expect(read.given).toEqual([
			{ asset: coin(TOKEN), least: 0n, most: 25_000_000n, to: null, by: lower(samples.REACTOR) },
		]);
		expect(read.requested).toEqual([{ asset: coin(OTHER), least: 9n, most: null, to: lower(SIGNER) }]);
	});

	it("without a known reactor is a transfer to its named recipient", () => {
		const order = samples.uniswapOrder();
		const read = reading({ ...order, message: { ...order.message, spender: VAULT } });
		expect(read).toMatchObject({
			open: { kind: "settler" },
			requested: [],
			given: [{ to: lower(VAULT), most: 25_000_000n }],
		});
	});
});

describe("a permit", () => {
	it("gives an allowance without an expiry of its own", () => {
		expect(reading(samples.permit())).toMatchObject({
			rights: [
				{
					holder: lower(VAULT),
					scope: { kind: "asset", asset: coin(TOKEN) },
					extent: 25_000_000n,
					until: null,
				},
			],
			deadline: END,
		});
	});

	it("of DAI that revokes gives nothing, and has no expiry if it states none", () => {
		const read = reading(samples.daiPermit({ allowed: false, expiry: 0 }));
		expect(read).toMatchObject({ rights: [{ extent: 0n }], deadline: null });
	});

	it("of Permit2 gives each token until its own expiry", () => {
		expect(reading(samples.permitBatch()).rights).toMatchObject([
			{ scope: { asset: coin(TOKEN) }, extent: 25_000_000n, until: END },
			{ scope: { asset: coin(OTHER) }, extent: 2n ** 160n - 1n, until: END },
		]);
	});

	it("of Permit2 for one transfer moves up to its amount to its named recipient", () => {
		expect(reading(samples.permitBatchTransfer()).given).toEqual([
			{ asset: coin(TOKEN), least: 0n, most: 25_000_000n, to: lower(VAULT) },
			{ asset: coin(OTHER), least: 0n, most: 3n, to: lower(VAULT) },
		]);
	});

	it("by EIP-3009 moves exactly its value", () => {
		expect(reading(samples.authorization("TransferWithAuthorization")).given).toEqual([
			{ asset: coin(TOKEN), least: 25_000_000n, most: 25_000_000n, to: lower(VAULT) },
		]);
	});
});

describe("a Safe's transaction", () => {
	it("belongs to the Safe, whose refund is bounded by its gas", () => {
		const read = reading(
			samples.safeTransaction({ gasPrice: "3", baseGas: 100, safeTxGas: 1_000, refundReceiver: OTHER }),
		);
		expect(read).toMatchObject({ owner: lower(VAULT), call: { from: lower(VAULT), to: lower(TOKEN) } });
		expect(read.given).toEqual([
			{
				asset: { kind: "native", address: "native", item: null },
				least: 300n,
				most: 153_300n,
				to: lower(OTHER),
			},
		]);
	});

	it("refunds nobody without a gas price", () => {
		expect(reading(samples.safeTransaction()).given).toEqual([]);
	});
});

describe("a right", () => {
	it("over an account, its code or its votes is control", () => {
		expect(reading(samples.delegation()).rights).toMatchObject([
			{ holder: lower(VAULT), scope: { kind: "control", over: lower(SIGNER), what: "account" } },
		]);
		expect(reading(samples.codeAuthorization()).rights).toMatchObject([
			{ holder: lower(samples.FILLER), scope: { kind: "control", over: SIGNER, what: "code" } },
		]);
	});
});

it("is not read from typed data of no known kind", () => {
	expect(readSigned(samples.readTypedData(samples.mail()), SIGNER)).toBeNull();
});
