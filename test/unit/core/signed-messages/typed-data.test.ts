import { describe, expect, it } from "vitest";
import { roleOf } from "../../../../src/core/identities/counterparties.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { questionsOf } from "../../../../src/core/signed-messages/message-analysis.ts";
import { outline } from "../../../support/outline.ts";
import { saying } from "../../../support/saying.ts";
import { approveData, CHAIN, hex, OTHER, SIGNER, TOKEN, transferData, VAULT } from "../match/honest.ts";
import * as samples from "../match/typed-samples.ts";
import { END, FILLER, mail, members, permit, readTypedData, type Typed } from "../match/typed-samples.ts";
import { fine, missing, tokenFacts, user } from "../review/scene.ts";
import { analyzeTyped, ids, NOW, typedFindings, valuesOf } from "./scene.ts";

const tusd = (raw: string) => ({ amount: { raw, symbol: "TUSD", checked: true } });
const letsTake = {
	code: "message.lets-take",
	params: { who: "0xb2b2b2…b2b2b2", amount: tusd("25000000") },
};

const MAX = String(2n ** 256n - 1n);

type Members = Readonly<Record<string, Typed["message"][string]>>;
const membersOf = (value: Typed["message"][string] | undefined): Members => ({ ...Object(value) });
const witnessOf = ({ message }: Typed) => membersOf(message["witness"]);

/** Returns a UniswapX order whose reactor and spender are both this contract. */
function carriedOutBy(contract: string): Typed {
	const typed = samples.uniswapOrder();
	const witness = witnessOf(typed);
	const info = { ...membersOf(witness["info"]), reactor: contract };
	return { ...typed, message: { ...typed.message, spender: contract, witness: { ...witness, info } } };
}

const LIMITLESS = { id: "rights", severity: "danger", needsWord: true, stake: { kind: "unlimited" } };

describe("a permit", () => {
	it("shows its amount, its spender and its expiry", () => {
		const insight = analyzeTyped(permit());
		expect(insight.headline).toMatchObject({ text: letsTake, known: true });
		expect(insight.content).toMatchObject({ kind: "typed_data", typed: "permit" });
		expect(valuesOf(insight, "message.row.amount")).toEqual(["message.amount(amount: 25 TUSD)"]);
		expect(valuesOf(insight, "message.row.used-until")).toEqual([
			"message.until(time: message.time(time: 2026-09-21 15:13), unit: minute, count: 60)",
		]);
		expect(insight.permissions).toMatchObject([
			{ grants: true, unlimited: false, amount: { raw: 25_000_000n } },
		]);
		expect(insight).toMatchObject({ needsWord: false, deadline: BigInt(END) });
		expect(ids(insight)).toEqual(["held-signature"]);
	});

	it.each([
		["EIP-2612", permit()],
		["DAI's", samples.daiPermit()],
		["Permit2's for one token", samples.permitSingle()],
		["Permit2's for several", samples.permitBatch()],
		["Permit2's transfer", samples.permitTransfer()],
		["Permit2's transfer of several", samples.permitBatchTransfer()],
	])("states its expiry and the time until then: %s", (_, typed) => {
		expect(valuesOf(analyzeTyped(typed), "message.row.used-until")).toEqual([
			expect.stringMatching(/unit: minute, count: 60\)$/),
		]);
	});

	it.each([
		[-1, "past", 0],
		[30, "minute", 0],
		[1_800, "minute", 30],
		[7_200, "hour", 2],
		[172_800, "day", 2],
		[2_629_800, "day", 30],
	])("that expires in %i seconds counts them in a common unit", (seconds, unit, count) => {
		const insight = analyzeTyped(permit({ deadline: NOW / 1000 + seconds }));
		expect(valuesOf(insight, "message.row.used-until")).toEqual([
			expect.stringContaining(`unit: ${unit}, count: ${count})`),
		]);
	});

	it("without limit requires a typed word", () => {
		for (const value of [MAX, String(10n ** 15n + 1n)]) {
			const who = user({ uses: new Map() });
			expect(typedFindings(permit({ value }), { user: who }), value).toMatchObject([LIMITLESS]);
		}
		expect(analyzeTyped(permit({ value: MAX })).headline.text).toEqual(
			saying("message.lets-take.any", { symbol: "TUSD" }),
		);
	});

	it("without limit requires none for a known contract that the user approved before on this chain", () => {
		const router = "0x6fF5693b99212Da76ad316178A184AB56D299b43".toLowerCase();
		const spends = (spender: string, ...roles: readonly string[]) => {
			const uses = new Map([[spender.toLowerCase(), { sessionId: "old", roles: new Set(roles) }]]);
			const counterparties = new Map([[spender.toLowerCase(), { paid: 1, allowed: 1, lastAt: 1 }]]);
			return typedFindings(permit({ value: MAX, spender }), { user: user({ uses, counterparties }) });
		};
		expect(spends(router, roleOf("allowed", String(CHAIN)))).toMatchObject([
			{ id: "rights", severity: "caution", needsWord: false },
		]);
		for (const role of [roleOf("paid", String(CHAIN)), roleOf("allowed", "10")])
			expect(spends(router, role)).toMatchObject([LIMITLESS]);
		expect(spends(OTHER, roleOf("allowed", String(CHAIN)))).toMatchObject([LIMITLESS]);
	});

	it("of a token without chain metadata is shown in base units", () => {
		const insight = analyzeTyped(permit(), { facts: null });
		expect(valuesOf(insight, "message.row.amount")).toEqual([
			expect.stringMatching(/^message\.amount\(amount: 25000000 units of token\.without-symbol/),
		]);
		expect(insight.permissions[0]?.amount).toMatchObject({ checked: false });
	});

	it("of zero is a revocation", () => {
		const insight = analyzeTyped(permit({ value: 0 }));
		expect(insight.headline.text).toEqual(saying("message.takes-back"));
		expect(insight.permissions).toMatchObject([{ grants: false }]);
	});

	it("is blocked after its expiry, and reported without one", () => {
		expect(analyzeTyped(permit({ deadline: 1_789_999_999 })).findings[0]).toMatchObject({
			id: "deadline-past",
			severity: "block",
		});
		const far = analyzeTyped(permit({ deadline: MAX }));
		expect(typedFindings(permit({ deadline: MAX }))).toContainEqual(
			expect.objectContaining({ id: "deadline-far", severity: "danger" }),
		);
		expect(valuesOf(far, "message.row.used-until")).toEqual(["message.without-end"]);
	});

	it("of DAI's form is all or nothing", () => {
		const all = analyzeTyped(samples.daiPermit());
		expect(all.content).toMatchObject({ typed: "dai_permit" });
		expect(all.permissions).toMatchObject([{ unlimited: true, amount: null }]);
		expect(typedFindings(samples.daiPermit(), { user: user({ uses: new Map() }) })).toMatchObject([
			LIMITLESS,
		]);
		expect(analyzeTyped(samples.daiPermit({ allowed: false })).permissions).toMatchObject([
			{ grants: false },
		]);
		expect(valuesOf(analyzeTyped(samples.daiPermit({ expiry: 0 })), "message.row.used-until")).toEqual([
			"message.without-end",
		]);
	});
});

describe("Permit2", () => {
	it("allowances are described one by one", () => {
		expect(analyzeTyped(samples.permitSingle()).headline.text).toMatchObject(letsTake);
		const batch = analyzeTyped(samples.permitBatch());
		expect(batch.headline.text).toEqual(
			message("message.lets-take.several", { who: "0xb2b2b2…b2b2b2", count: 2 }),
		);
		expect(batch.permissions).toMatchObject([
			{ amount: { raw: 25_000_000n } },
			{ unlimited: true, amount: null },
		]);
		const who = user({ uses: new Map() });
		expect(typedFindings(samples.permitBatch(), { user: who })).toMatchObject([LIMITLESS]);
	});

	it("allowances that last for years are reported", () => {
		expect(typedFindings(samples.permitSingle({ expiration: END + 63_072_000 }))).toContainEqual(
			expect.objectContaining({ id: "far-end", severity: "caution" }),
		);
	});

	it("transfers are described with their amounts", () => {
		expect(valuesOf(analyzeTyped(samples.permitTransfer()), "message.row.amount")).toEqual([
			"message.amount(amount: 25 TUSD)",
		]);
		const batch = analyzeTyped(samples.permitBatchTransfer());
		expect(batch.permissions.map((allow) => allow.amount?.raw)).toEqual([25_000_000n, 3n]);
	});

	it("at another contract requires a typed word", () => {
		const typed = samples.permitTransfer();
		const insight = analyzeTyped({ ...typed, domain: { ...typed.domain, verifyingContract: FILLER } });
		expect(ids(insight)).toContain("domain-contract");
		expect(ids(analyzeTyped(typed))).not.toContain("domain-contract");
	});

	it("with any condition shows tokens, amounts, spender and expiry as without one, and the condition", () => {
		const plain = samples.permitTransfer();
		const batch = samples.permitBatchTransfer();
		const conditions = [
			["bytes32 witness", { witness: `0x${"77".repeat(32)}` }, {}],
			["uint256 how", { how: 7 }, {}],
			["address[] who", { who: [FILLER] }, {}],
			["Bet the bet", { "the bet": { odds: 2 } }, { Bet: members("uint256 odds") }],
		] as const;
		for (const [without, name, permitted] of [
			[plain, "PermitWitnessTransferFrom", "TokenPermissions"],
			[batch, "PermitBatchWitnessTransferFrom", "TokenPermissions[]"],
		] as const)
			for (const [text, value, more] of conditions) {
				const [type = "", ...words] = text.split(" ");
				const own = members(`${permitted} permitted,address spender,uint256 nonce,uint256 deadline`);
				const typed: Typed = {
					types: {
						[name]: [...own, { name: words.join(" "), type }],
						TokenPermissions: without.types["TokenPermissions"] ?? [],
						...more,
					},
					primaryType: name,
					domain: without.domain,
					message: { ...without.message, ...value },
				};
				const insight = analyzeTyped(typed);
				const bare = analyzeTyped(without);
				expect(insight.headline, text).toEqual(bare.headline);
				expect(insight.permissions).toEqual(bare.permissions);
				expect(insight.permissions.length).toBeGreaterThan(0);
				expect(insight.deadline).toBe(bare.deadline);
				expect(insight.rows).toEqual(expect.arrayContaining([...bare.rows]));
				expect(valuesOf(insight, "message.row.condition")).toEqual([expect.stringContaining(text)]);
				expect(insight.findings).toContainEqual(
					expect.objectContaining({ id: "terms-elsewhere", severity: "danger", needsWord: true }),
				);
			}
	});

	it("is not Permit2's if its permission is another struct, or in another order", () => {
		const typed = samples.permitTransfer();
		for (const [permissions, text] of [
			[
				"address token,uint160 amount",
				"TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,uint8 w",
			],
			[
				"address token,uint256 amount",
				"address spender,TokenPermissions permitted,uint256 nonce,uint256 deadline,uint8 w",
			],
			[
				"address token,uint256 amount",
				"TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,uint8 w,uint8 x",
			],
		] as const) {
			const other: Typed = {
				types: { PermitWitnessTransferFrom: members(text), TokenPermissions: members(permissions) },
				primaryType: "PermitWitnessTransferFrom",
				domain: typed.domain,
				message: { ...typed.message, w: 1, ...(text.endsWith("x") ? { x: 1 } : {}) },
			};
			expect(ids(analyzeTyped(other)), text).toContain("unknown-typed-data");
		}
	});

	it("with an unknown condition requires a typed word", () => {
		const typed = samples.uniswapOrder();
		const other: Typed = {
			...typed,
			types: {
				PermitWitnessTransferFrom: members(
					"TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Bet witness",
				),
				TokenPermissions: typed.types["TokenPermissions"] ?? [],
				Bet: members("uint256 odds"),
			},
			message: { ...typed.message, witness: { odds: 2 } },
		};
		const insight = analyzeTyped(other);
		expect(ids(insight)).toContain("terms-elsewhere");
		expect(insight.needsWord).toBe(true);
	});
});

describe("an order", () => {
	it("of UniswapX shows the offer and the minimum return", () => {
		const insight = analyzeTyped(samples.uniswapOrder());
		expect(valuesOf(insight, "message.row.gives")).toEqual([
			expect.stringMatching(/^message\.up-to\(amount: message\.amount-of\(amount: 25 TUSD/),
		]);
		expect(valuesOf(insight, "message.row.gets")).toEqual([
			expect.stringMatching(/^message\.at-least\(amount: message\.amount-of\(amount: 9 units of/),
		]);
		expect(ids(insight)).not.toContain("order-elsewhere");
	});

	it("of UniswapX names the minimum return in its headline, and a recipient other than the user", () => {
		expect(analyzeTyped(samples.uniswapOrder()).headline.text).toMatchObject({
			code: "message.swaps",
			params: {
				given: { code: "message.up-to", params: { amount: tusd("25000000") } },
				gained: { code: "message.at-least", params: { amount: { amount: { raw: "9" } } } },
			},
		});
		expect(outline(analyzeTyped(samples.uniswapOrder(SIGNER, OTHER)).headline.text)).toMatch(
			/gained: message\.sent-to\(what: message\.at-least\(amount: 9 units of .*, to: 0x2B5AD5/,
		);
	});

	it.each([
		[
			"V2",
			"baseOutputs",
			"address token,uint256 startAmount,uint256 endAmount,address recipient",
			{ startAmount: 12, endAmount: 3 },
		],
		[
			"V3",
			"baseOutputs",
			"address token,uint256 startAmount,address recipient,uint256 minAmount",
			{ startAmount: 12, minAmount: 3 },
		],
		[
			"priority",
			"outputs",
			"address token,uint256 amount,uint256 mpsPerPriorityFeeWei,address recipient",
			{ amount: 3, mpsPerPriorityFeeWei: 7 },
		],
	])("of UniswapX's %s reactors is judged by the worst its bytes allow", (_, list, type, amounts) => {
		const typed = samples.uniswapOrder();
		const insight = analyzeTyped({
			...typed,
			types: {
				...typed.types,
				ExclusiveDutchOrder: members(`OrderInfo info,address cosigner,Output[] ${list}`),
				Output: members(type),
			},
			message: {
				...typed.message,
				witness: {
					info: witnessOf(typed)["info"] ?? {},
					cosigner: OTHER,
					[list]: [{ token: OTHER, recipient: SIGNER, ...amounts }],
				},
			},
		});
		expect(outline(insight.headline.text)).toContain("message.at-least(amount: 3 units of");
	});

	it("of Seaport names the assets on both sides, and only the user's share", () => {
		const coin = (startAmount: number, recipient: string) => ({
			itemType: 1,
			token: TOKEN,
			identifierOrCriteria: 0,
			startAmount,
			endAmount: startAmount,
			recipient,
		});
		const item = (id: number) => ({
			itemType: 2,
			token: OTHER,
			identifierOrCriteria: id,
			startAmount: 1,
			endAmount: 1,
		});
		const headline = (consideration: readonly ReturnType<typeof coin>[], items: readonly number[] = [41]) =>
			outline(analyzeTyped(samples.seaportOrder({ offer: items.map(item), consideration })).headline.text);
		const honest = headline([coin(60_000_000, SIGNER), coin(1_500_000, FILLER)]);
		expect(honest).toContain("gained: 60 TUSD");
		expect(honest).not.toContain("1.5 TUSD");
		const theft = headline([coin(60_000_000, FILLER), coin(1_500_000, FILLER)]);
		expect(theft).toMatch(/gained: \[message\.sent-to\(what: 60 TUSD, to: 0x0000/);
		expect(headline([coin(60_000_000, SIGNER)], [41, 42])).toMatch(/item: 41.*item: 42/);
		expect(headline([coin(60_000_000, SIGNER)], [1, 2, 3, 4, 5])).toContain("message.more(count: 2)");
	});

	it("of CoW Protocol names a recipient other than the user", () => {
		const text = outline(analyzeTyped(samples.cowOrder({ receiver: FILLER })).headline.text);
		expect(text).toMatch(/gained: message\.sent-to\(what: message\.at-least\(.*to: 0x0000/);
	});

	it("of UniswapX whose tokens another contract than the order's may take is described as that permission", () => {
		const typed = samples.uniswapOrder();
		const insight = analyzeTyped({ ...typed, message: { ...typed.message, spender: FILLER } });
		expect(ids(insight)).toContain("terms-elsewhere");
		expect(insight.needsWord).toBe(true);
		expect(insight.headline.text).toMatchObject({
			code: "message.lets-take",
			params: { amount: tusd("25000000") },
		});
		expect(valuesOf(insight, "message.row.gets")).toEqual([]);
	});

	it("of UniswapX for an unknown executing contract is only a permission", () => {
		const insight = analyzeTyped(carriedOutBy(FILLER));
		expect(ids(insight)).toContain("terms-elsewhere");
		expect(insight.needsWord).toBe(true);
		expect(valuesOf(insight, "message.row.gets")).toEqual([]);
	});

	it("of UniswapX shows the minimum of its curve", () => {
		const typed = samples.uniswapOrder();
		const output = { token: OTHER, startAmount: 12, minAmount: 1, recipient: SIGNER };
		const insight = analyzeTyped({
			...typed,
			types: {
				...typed.types,
				DutchOutput: members("address token,uint256 startAmount,uint256 minAmount,address recipient"),
			},
			message: {
				...typed.message,
				witness: { ...witnessOf(typed), outputs: [output] },
			},
		});
		expect(valuesOf(insight, "message.row.gets")).toEqual([
			expect.stringMatching(/^message\.at-least\(amount: message\.amount-of\(amount: 1 units of/),
		]);
	});

	it("of Seaport shows both sides", () => {
		const insight = analyzeTyped(samples.seaportOrder());
		expect(insight.headline.text).toMatchObject({
			code: "message.offers",
			params: {
				given: message("message.item", {
					item: "41",
					collection: message("collection.unnamed", { address: "0x2B5AD5…cCD6cF" }),
				}),
				gained: tusd("25000000"),
				where: "Seaport",
			},
		});
		expect(valuesOf(insight, "message.row.gets")).toEqual([
			expect.stringMatching(/^message\.amount-of\(amount: 25 TUSD/),
		]);
		expect(ids(insight)).not.toContain("order-elsewhere");
	});

	it("of Seaport for an item that only has a known collection's name requires a typed word", () => {
		const named = (name: string) => {
			const items = tokenFacts({ address: OTHER.toLowerCase(), name: fine(name), isErc721: fine(true) });
			return typedFindings(samples.seaportOrder(), {
				chainRef: "1",
				facts: { tokens: new Map([[items.address, { ...items, decimals: missing() }]]) },
			});
		};
		expect(named("Azuki")).toContainEqual(
			expect.objectContaining({ id: "known-name-elsewhere", severity: "danger", needsWord: true }),
		);
		expect(named("Azuki Elementals").map(({ id }) => id)).not.toContain("known-name-elsewhere");
	});

	it("of CoW Protocol shows both sides, and the zero address is oneself", () => {
		const insight = analyzeTyped(samples.cowOrder({ receiver: samples.ZERO }));
		expect(insight.headline.text).toMatchObject({
			code: "message.swaps",
			params: {
				given: tusd("25000000"),
				gained: { code: "message.at-least", params: { amount: { amount: { raw: "9", checked: false } } } },
			},
		});
		expect(ids(insight)).not.toContain("order-elsewhere");
	});

	it("requires a typed word if its proceeds go to somebody else, or if it has none", () => {
		for (const order of [
			samples.uniswapOrder(SIGNER, OTHER),
			samples.seaportOrder({ consideration: [] }),
			samples.cowOrder({ receiver: OTHER }),
			samples.cowOrder({ buyAmount: 0 }),
		]) {
			expect(typedFindings(order)).toContainEqual(
				expect.objectContaining({ id: "exchange", severity: "danger", needsWord: true }),
			);
		}
	});

	it("with proceeds for another account of the user's stays with the user, and names that account", () => {
		const both = { user: user({ accounts: [SIGNER, OTHER] }) };
		for (const order of [samples.uniswapOrder(SIGNER, OTHER), samples.cowOrder({ receiver: OTHER })]) {
			const insight = analyzeTyped(order, both);
			expect(ids(insight)).not.toContain("order-elsewhere");
			expect(valuesOf(insight, "message.row.gets")).toEqual([expect.stringContaining(OTHER)]);
		}
	});

	it("for any item of a collection requires a typed word", () => {
		const item = { itemType: 4, token: OTHER, identifierOrCriteria: 0, startAmount: 1, endAmount: 1 };
		expect(typedFindings(samples.seaportOrder({ offer: [item] }))).toContainEqual(
			expect.objectContaining({ id: "exchange", severity: "danger", needsWord: true }),
		);
	});

	it("counts the maximum offer and the minimum return", () => {
		const given = {
			itemType: 1,
			token: TOKEN,
			identifierOrCriteria: 0,
			startAmount: 1_000_000,
			endAmount: 2_000_000,
		};
		const got = { ...given, recipient: SIGNER };
		const insight = analyzeTyped(samples.seaportOrder({ offer: [given], consideration: [got] }));
		expect(insight.headline.text).toMatchObject({
			code: "message.offers",
			params: { given: tusd("2000000"), gained: tusd("1000000"), where: "Seaport" },
		});
	});
});

describe("a Safe's transaction", () => {
	it("is described by our own decoding of its call", () => {
		const insight = analyzeTyped(samples.safeTransaction({ data: transferData(OTHER, 25_000_000n) }));
		expect(insight.headline.text).toMatchObject({
			code: "message.for-safe",
			params: { safe: "0xb2b2b2…b2b2b2", told: { code: "token.send" } },
		});
		expect(insight.needsWord).toBe(false);
	});

	it("that is a delegatecall requires a typed word and is not described as a call", () => {
		for (const operation of [1, 2]) {
			const typed = samples.safeTransaction({ operation, data: transferData(OTHER, 1n) });
			const insight = analyzeTyped(typed);
			expect(typedFindings(typed)).toContainEqual(
				expect.objectContaining({ id: "control", severity: "danger", needsWord: true }),
			);
			expect(insight.headline).toMatchObject({
				known: false,
				text: saying("message.acts-as-safe"),
			});
		}
	});

	it("with a gas payment names its amount and recipient, and requires a typed word", () => {
		const refund = { baseGas: 1, gasPrice: 9_000_000, gasToken: TOKEN };
		const typed = samples.safeTransaction({ ...refund, refundReceiver: FILLER });
		const insight = analyzeTyped(typed);
		expect(valuesOf(insight, "message.row.also-pays")).toEqual([
			expect.stringMatching(/^message\.refund\(amount: 9 TUSD, to: 0x/),
		]);
		for (const each of [typed, samples.safeTransaction(refund)])
			expect(typedFindings(each)).toContainEqual(
				expect.objectContaining({ id: "not-own-funds", severity: "danger", needsWord: true }),
			);
	});

	it("requires a typed word if it approves without limit, or can't be read", () => {
		const approve = samples.safeTransaction({ data: approveData(OTHER, 2n ** 256n - 1n) });
		expect(typedFindings(approve, { user: user({ uses: new Map() }) })).toMatchObject([LIMITLESS]);
		expect(analyzeTyped(samples.safeTransaction({ data: "0x12345678" })).needsWord).toBe(true);
	});
});

describe("a transfer of control over an account", () => {
	it("as a delegation requires a typed word, with limits or without", () => {
		const free = analyzeTyped(samples.delegation([]));
		for (const typed of [samples.delegation([]), samples.delegation()])
			expect(typedFindings(typed)).toContainEqual(
				expect.objectContaining({ id: "control", severity: "danger", needsWord: true }),
			);
		expect(valuesOf(free, "message.row.limits")).toEqual(["message.none"]);
		expect(valuesOf(analyzeTyped(samples.delegation()), "message.row.limit-kept-by")).toHaveLength(1);
	});

	it("as an EIP-7702 authorisation requires a typed word, and chain 0 is every chain", () => {
		const insight = analyzeTyped(samples.codeAuthorization());
		expect(insight.headline.text).toEqual(
			saying("message.acts-as-account.code", { chain: message("message.chain", { chain: "8453" }) }),
		);
		expect(typedFindings(samples.codeAuthorization())).toContainEqual(
			expect.objectContaining({ id: "control", severity: "danger", needsWord: true }),
		);
		expect(analyzeTyped(samples.codeAuthorization(0)).headline.text).toEqual(
			saying("message.acts-as-account.code", { chain: message("message.every-chain") }),
		);
	});
});

describe("an EIP-3009 authorisation", () => {
	it("sends, or lets its recipient take once", () => {
		expect(analyzeTyped(samples.authorization("TransferWithAuthorization")).headline.text).toMatchObject({
			code: "message.sends",
			params: { amount: tusd("25000000"), who: "0xb2b2b2…b2b2b2" },
		});
		const received = analyzeTyped(samples.authorization("ReceiveWithAuthorization"));
		expect(received.headline.text).toMatchObject({
			code: "message.lets-take.once",
			params: { amount: tusd("25000000"), who: "0xb2b2b2…b2b2b2" },
		});
		expect(received.permissions).toHaveLength(1);
	});
});

describe("any typed data", () => {
	it("of an unknown kind shows the whole tree and requires a typed word", () => {
		const insight = analyzeTyped(mail());
		expect(insight.content).toMatchObject({ known: null, primaryType: "Mail" });
		expect(insight.content?.kind === "typed_data" && insight.content.tree.map((node) => node.name)).toEqual([
			"from",
			"to",
			"contents",
		]);
		expect(insight).toMatchObject({ needsWord: true, headline: { known: false } });
		expect(ids(insight)).toContain("unknown-typed-data");
	});

	it("that only has a known name is unknown", () => {
		for (const [typed, extra] of [
			[permit(), "uint256 note"],
			[samples.cowOrder(), "uint256 note"],
			[samples.safeTransaction(), "uint256 note"],
		] as const) {
			const { primaryType } = typed;
			const types = {
				...typed.types,
				[primaryType]: [...(typed.types[primaryType] ?? []), ...members(extra)],
			};
			const insight = analyzeTyped({ ...typed, types, message: { ...typed.message, note: 1 } });
			expect(insight.content, primaryType).toMatchObject({ known: null });
			expect(insight).toMatchObject({ needsWord: true, permissions: [] });
		}
	});

	it("without a chain, or for a request without one, requires a typed word", () => {
		const { chainId: _, ...domain } = permit().domain;
		expect(ids(analyzeTyped({ ...permit(), domain }))).toContain("domain-chain");
		expect(ids(analyzeTyped(permit(), { chainRef: null }))).toContain("domain-chain");
	});

	it("read by an address without a contract requires a typed word", () => {
		const insight = analyzeTyped(permit(), { facts: { codeAtTo: fine(false) } });
		expect(ids(insight)).toContain("domain-no-code");
		expect(insight.needsWord).toBe(true);
		const { verifyingContract: _, ...domain } = permit().domain;
		expect(ids(analyzeTyped({ ...permit(), domain }))).toContain("domain-contract");
	});

	it("for an address that looks like a known one requires a typed word", () => {
		const alike = `${VAULT.slice(0, 6)}${"7".repeat(32)}${VAULT.slice(-4)}`;
		const friend = { user: user({ labels: { [VAULT.toLowerCase()]: "Vault" } }) };
		expect(ids({ findings: typedFindings(permit({ spender: alike }), friend) })).toContain("look-alike");
		expect(ids({ findings: typedFindings(permit(), friend) })).not.toContain("look-alike");
		const unknown = mail();
		const to = { name: "Bob", wallet: alike };
		const letter = { ...unknown, message: { ...unknown.message, to } };
		expect(ids({ findings: typedFindings(letter, friend) })).toContain("look-alike");
		expect(ids({ findings: typedFindings(unknown, friend) })).not.toContain("look-alike");
	});

	it("whose texts imitate the app's voice is reported", () => {
		const typed = { ...mail(), message: { ...mail().message, contents: "Safe to sign, says Countersign" } };
		expect(ids(analyzeTyped(typed))).toContain("imitation");
		expect(ids(analyzeTyped(permit(), { texts: ["pay\u202eme"] }))).toContain("imitation");
		expect(ids(analyzeTyped(mail()))).not.toContain("imitation");
	});

	it("that can't be read has no content, and gives the reason", () => {
		const insight = analyzeTyped(permit({ value: "1e2" }));
		expect(insight).toMatchObject({ content: null, needsWord: true });
		expect(insight.findings[0]?.text).toEqual(
			saying("match.typed-data.value-unreadable", { member: "message.value" }),
		);
	});

	it("names the tokens to query", () => {
		expect(questionsOf(readTypedData(permit())).tokens).toEqual([TOKEN.toLowerCase()]);
		expect(questionsOf(readTypedData(samples.cowOrder())).tokens).toEqual(
			expect.arrayContaining([TOKEN.toLowerCase(), OTHER.toLowerCase()]),
		);
		expect(questionsOf(readTypedData(samples.uniswapOrder())).tokens).toContain(OTHER.toLowerCase());
		expect(questionsOf(readTypedData(mail())).contract).toBe(
			hex("0xcccccccccccccccccccccccccccccccccccccccc"),
		);
	});
});
