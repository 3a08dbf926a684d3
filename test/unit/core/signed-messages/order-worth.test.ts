import { describe, expect, it } from "vitest";
import { OTHER, SIGNER, TOKEN, transferData } from "../match/honest.ts";
import * as samples from "../match/typed-samples.ts";
import { fine, tokenFacts, user } from "../review/scene.ts";
import { analyzeTyped, type MessageOptions, typedFindings } from "./scene.ts";

/** USDC, WETH and DAI on this chain. */
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const WETH = "0x4200000000000000000000000000000000000006";
const DAI = "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb";
const e18 = 10n ** 18n;
const strange = user({ counterparties: new Map(), uses: new Map() });

const cowOrder = (sellAmount: bigint, buyAmount: bigint, feeAmount = 0n) =>
	samples.cowOrder({
		sellToken: USDC,
		buyToken: DAI,
		sellAmount: String(sellAmount),
		buyAmount: String(buyAmount),
		feeAmount: String(feeAmount),
	});
const native = (startAmount: bigint, recipient = SIGNER, endAmount = startAmount) => ({
	itemType: 0,
	token: samples.ZERO,
	identifierOrCriteria: 0,
	startAmount: String(startAmount),
	endAmount: String(endAmount),
	recipient,
});
const listing = (...consideration: ReturnType<typeof native>[]) => samples.seaportOrder({ consideration });

/** Returns the code of the exchange rule's danger; `null` if it reports none. */
function exchangeOf(typed: samples.Typed, around: MessageOptions = {}) {
	const found = typedFindings(typed, around).find(
		({ id, severity }) => id === "exchange" && severity !== "caution",
	);
	if (found !== undefined) expect(found).toMatchObject({ severity: "danger", needsWord: true });
	return found?.text.code ?? null;
}

const LITTLE = "finding.exchange.little";
const OTHERS = "finding.exchange.others";
const NO_PRICE = "finding.exchange.no-price";

describe("an order's return", () => {
	it("requires a typed word if it is dust compared with the offer", () => {
		expect(exchangeOf(cowOrder(400_000_000n, 1n))).toBe(LITTLE);
		expect(exchangeOf(cowOrder(400_000_000n, 200n * e18))).toBe(LITTLE);
		expect(exchangeOf(cowOrder(400_000_000n, 398n * e18))).toBeNull();
		expect(analyzeTyped(cowOrder(400_000_000n, 398n * e18)).needsWord).toBe(false);
	});

	it("requires a typed word for an item that may go for next to nothing, now or later", () => {
		expect(exchangeOf(listing(native(1n)))).toBe(LITTLE);
		expect(exchangeOf(listing(native(30n * e18, SIGNER, 1n)))).toBe(LITTLE);
		expect(exchangeOf(listing(native(2n * e18)))).toBeNull();
		expect(analyzeTyped(listing(native(2n * e18))).needsWord).toBe(false);
	});

	it("requires a typed word if most of it goes to others, and not for a market's fee", () => {
		expect(exchangeOf(listing(native(e18), native(9n * e18, OTHER)))).toBe(OTHERS);
		expect(exchangeOf(listing(native(9n * e18), native(e18, OTHER)))).toBeNull();
	});

	it("requires a typed word if others get more of it in another coin", () => {
		const coin = (raw: bigint, token: string, recipient: string) => ({
			...native(raw, recipient),
			itemType: 1,
			token,
		});
		const also = (raw: bigint, token: string) =>
			exchangeOf(listing(native(10n * e18), coin(raw, token, OTHER)));
		expect(also(20n * e18, WETH)).toBe(OTHERS);
		expect(also(e18, WETH)).toBeNull();
		expect(also(30_000_000n * 1_000_000n, USDC)).toBe(OTHERS);
		expect(also(5_000n * 1_000_000n, USDC)).toBe(OTHERS);
		expect(also(10n * 1_000_000n, USDC)).toBeNull();
		expect(also(1n, TOKEN)).toBe(OTHERS);
	});

	it("includes amounts for another account of the user's", () => {
		const both = { user: user({ accounts: [SIGNER, OTHER] }) };
		expect(exchangeOf(listing(native(e18), native(9n * e18, OTHER)), both)).toBeNull();
		expect(exchangeOf(listing(native(1n, OTHER)), both)).toBe(LITTLE);
	});

	it("does not use a listed token's symbol for another token, in a permit either", () => {
		const fake = tokenFacts({ symbol: fine("USDC") });
		const around = { facts: { tokens: new Map([[TOKEN.toLowerCase(), fake]]) } };
		for (const typed of [samples.cowOrder({ sellToken: DAI, buyToken: TOKEN }), samples.permit()]) {
			expect(JSON.stringify(analyzeTyped(typed, around).headline.text)).toContain("token.unlisted");
			expect(typedFindings(typed, around)).toContainEqual(
				expect.objectContaining({ id: "known-symbol-elsewhere", severity: "danger", needsWord: true }),
			);
		}
		const alike = {
			facts: { tokens: new Map([[TOKEN.toLowerCase(), tokenFacts({ symbol: fine("UЅDC") })]]) },
		};
		expect(typedFindings(samples.permit(), alike)).toContainEqual(
			expect.objectContaining({ id: "look-alike-symbol", severity: "danger" }),
		);
	});

	it("requires a typed word if all of it is unlisted", () => {
		expect(exchangeOf(samples.cowOrder({ sellToken: USDC }))).toBe(NO_PRICE);
	});

	it("requires a typed word for an item of an unknown collection", () => {
		const item = { ...native(1n), itemType: 2, token: OTHER, identifierOrCriteria: 7 };
		expect(exchangeOf(listing(item))).toBe(NO_PRICE);
	});

	it("requires a typed word for a position, whose worth its address does not show", () => {
		const positions = "0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1";
		const item = { ...native(1n), itemType: 2, token: positions, identifierOrCriteria: 7 };
		expect(exchangeOf(listing(item))).toBe(NO_PRICE);
	});

	it("requires a typed word if an unlisted token may go for a crumb", () => {
		const sells = (buyAmount: string) => exchangeOf(samples.cowOrder({ buyToken: USDC, buyAmount }));
		expect(sells("1000")).toBe(LITTLE);
		expect(sells("500000000")).toBeNull();
	});

	it("requires a typed word for a fee above a tenth", () => {
		expect(typedFindings(cowOrder(10_000_000n, 10n * e18, 24_000_000_000n))).toContainEqual(
			expect.objectContaining({ id: "cost", severity: "danger", needsWord: true }),
		);
		expect(typedFindings(cowOrder(1_000_000_000n, 995n * e18, 2_000_000n))).not.toContainEqual(
			expect.objectContaining({ id: "cost" }),
		);
	});
});

describe("a Safe's holdings", () => {
	const paying = (who = strange) =>
		typedFindings(samples.safeTransaction({ to: TOKEN, data: transferData(OTHER, 25_000_000n) }), {
			user: who,
		});

	it("require a typed word if they go to a stranger, and none for a contact", () => {
		expect(paying()).toMatchObject([
			{
				id: "not-own-funds",
				severity: "danger",
				needsWord: true,
				stake: { kind: "address", address: OTHER.toLowerCase() },
			},
			{ id: "first-time", severity: "info" },
		]);
		expect(paying({ ...strange, labels: { [OTHER.toLowerCase()]: "Mira" } })).toEqual([]);
	});
});
