import { encodeFunctionData, parseAbi } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { EvmFacts } from "../../../../src/core/chain/evm.ts";
import { changesOf } from "../../../../src/core/describe/evm/changes.ts";
import { costsOf, wholeCosts } from "../../../../src/core/describe/evm/costs.ts";
import { headlineOf } from "../../../../src/core/describe/evm/headline.ts";
import { permissionsOf } from "../../../../src/core/describe/evm/permissions.ts";
import { fullText, shortText } from "../../../../src/core/format/amount.ts";
import { hidesSomething, plain } from "../../../../src/core/format/plain.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { unsignedEvm } from "../../../../src/core/match/evm/bytes.ts";
import { factsRequestOf } from "../../../../src/core/review/ask.ts";
import { outline } from "../../../support/outline.ts";
import { saying } from "../../../support/saying.ts";
import {
	approveData,
	CHAIN,
	commit,
	commitOf,
	frozenOf,
	hex,
	OTHER,
	payload,
	SIGNER,
	simulation,
	TOKEN,
	transferData,
	VAULT,
} from "../match/honest.ts";
import { collection, facts, fine, missing, NOT_SIMULATED, subject, tokenFacts, user } from "./scene.ts";

const ALL = parseAbi(["function setApprovalForAll(address operator, bool approved)"]);
const FROM = parseAbi(["function transferFrom(address from, address to, uint256 amount)"]);
const MAX = 2n ** 256n - 1n;

function headline(call: { to: string; value?: bigint; data?: string }, chain: EvmFacts | null = facts()) {
	return headlineOf(subject(commitOf(call), chain));
}
const operatorData = (approved: boolean) => encodeFunctionData({ abi: ALL, args: [hex(OTHER), approved] });
const fromData = encodeFunctionData({ abi: FROM, args: [hex(SIGNER), hex(OTHER), 5n] });
const pictures = facts({}, [collection()]);

describe("the headline", () => {
	it.each<[string, { to: string; value?: bigint; data?: string }, EvmFacts | null]>([
		["token.send(amount: 0.05 ETH, to: 0x2B5AD5…cCD6cF)", { to: OTHER, value: 5n * 10n ** 16n }, facts()],
		[
			"token.send(amount: 25 TUSD, to: 0x2B5AD5…cCD6cF)",
			{ to: TOKEN, data: transferData(OTHER, 25_000_000n) },
			facts(),
		],
		[
			"token.permission(who: 0xb2b2b2…b2b2b2, amount: 25 TUSD)",
			{ to: TOKEN, data: approveData(VAULT, 25_000_000n) },
			facts(),
		],
		[
			"token.permission.any(who: 0xb2b2b2…b2b2b2, asset: TUSD)",
			{ to: TOKEN, data: approveData(VAULT, MAX) },
			facts(),
		],
		[
			"token.permission.take-back(who: 0xb2b2b2…b2b2b2, asset: TUSD)",
			{ to: TOKEN, data: approveData(VAULT, 0n) },
			facts(),
		],
		[
			"token.item.permission(who: 0xb2b2b2…b2b2b2, item: 5, collection: collection.claimed(name: Pictures))",
			{ to: TOKEN, data: approveData(VAULT, 5n) },
			pictures,
		],
		[
			"token.operator(who: 0x2B5AD5…cCD6cF, collection: collection.claimed(name: Pictures))",
			{ to: TOKEN, data: operatorData(true) },
			pictures,
		],
		[
			"token.operator.take-back(who: 0x2B5AD5…cCD6cF, collection: collection.claimed(name: Pictures))",
			{ to: TOKEN, data: operatorData(false) },
			pictures,
		],
		[
			"token.send.item(item: 5, collection: collection.claimed(name: Pictures), to: 0x2B5AD5…cCD6cF)",
			{ to: TOKEN, data: fromData },
			pictures,
		],
		[
			"call.unknown(selector: 0x12345678, where: 0xA1A1a1…A1a1a1)",
			{ to: TOKEN, data: "0x12345678" },
			facts(),
		],
		[
			"call.and-sends(told: call.unknown(selector: 0x12345678, where: 0xA1A1a1…A1a1a1), amount: 1 ETH)",
			{ to: TOKEN, data: "0x12345678", value: 10n ** 18n },
			facts(),
		],
		["call.unknown.unreadable(where: 0xA1A1a1…A1a1a1)", { to: TOKEN, data: "0x12" }, facts()],
	])("says: %s", (text, call, chain) => {
		expect(outline(headline(call, chain).text)).toBe(text);
	});

	it("shows token amounts in base units if the chain was not queried", () => {
		const told = headline({ to: TOKEN, data: transferData(OTHER, 25_000_000n) }, null);
		expect(told.text).toEqual(
			message("token.send", {
				amount: {
					amount: {
						raw: "25000000",
						decimals: null,
						symbol: message("token.without-symbol", { address: "0xA1A1a1…A1a1a1" }),
						checked: false,
					},
				},
				to: "0x2B5AD5…cCD6cF",
			}),
		);
		expect(told.amount).toMatchObject({ raw: 25_000_000n, checked: false });
	});

	it("says honestly that an approval may cover an amount or an item", () => {
		const silent = facts({}, [tokenFacts({ decimals: missing(), isErc721: missing() })]);
		expect(headline({ to: TOKEN, data: approveData(VAULT, 5n) }, silent).text).toEqual(
			saying("token.permission.or-item", { item: "5" }),
		);
	});

	it("uses the user's own names", () => {
		const who = user({ labels: { [OTHER.toLowerCase()]: "Alice" } });
		const told = headlineOf(subject(commitOf({ to: OTHER, value: 1n }), facts(), who));
		expect(told.text).toEqual(
			message("token.send", {
				amount: { amount: { raw: "1", decimals: 0, symbol: "wei", checked: true } },
				to: "Alice",
			}),
		);
	});

	it("shows the hidden characters of a hostile symbol", () => {
		const hostile = facts({}, [tokenFacts({ symbol: { ok: true, value: "\u202eHTE\n" } })]);
		expect(headline({ to: TOKEN, data: transferData(OTHER, 1n) }, hostile).text).toEqual(
			saying("token.send", {
				amount: { amount: { raw: "1", decimals: 6, symbol: "‹U+202E›HTE", checked: true } },
			}),
		);
	});
});

describe("amounts", () => {
	it.each([
		[0n, 18, "0", "0"],
		[5n * 10n ** 16n, 18, "0.05", "0.05"],
		[1_234_567_891n, 3, "1,234,567.89…", "1,234,567.891"],
		[1_500_000n, 6, "1.5", "1.5"],
		[1n, 18, "0.000000000000000001", "0.000000000000000001"],
		[1_234_567_890_123_456_789n, 18, "1.2345…", "1.234567890123456789"],
		[12_345_678n, 9, "0.01234…", "0.012345678"],
		[123_456_789n, 6, "123.4567…", "123.456789"],
		[999_999_999n, 0, "999,999,999", "999,999,999"],
		[-1_500n, 3, "−1.5", "−1.5"],
		[7n, null, "7", "7"],
	] as const)("writes %s with %s decimals as %s", (raw, decimals, short, full) => {
		expect(shortText(raw, decimals)).toBe(short);
		expect(fullText(raw, decimals)).toBe(full);
	});
});

describe("others' text", () => {
	it("is clipped and shows invisible characters", () => {
		expect(plain("a\u200bb\u202ec")).toBe("a‹U+200B›b‹U+202E›c");
		expect(plain("x".repeat(40))).toBe(`${"x".repeat(32)}…`);
		expect(hidesSomething("two\nlines ⚠️")).toBe(false);
		expect(hidesSomething("a\u2066b")).toBe(true);
	});
});

describe("changes", () => {
	const out = {
		account: SIGNER,
		asset: TOKEN,
		amount: "25000000",
		direction: "out" as const,
		symbol: "FAKE",
		decimals: 0,
	};

	it("are in the chain's own unit, the user's accounts first", () => {
		const view = commitOf(
			{ to: TOKEN, data: transferData(OTHER, 25_000_000n) },
			simulation({ approvals: [], balanceChanges: [{ ...out, account: OTHER, direction: "in" }, out] }),
		);
		const { rows, claim } = changesOf(subject(view));
		expect(rows.map((row) => [row.mine, row.direction])).toEqual([
			[true, "out"],
			[false, "in"],
		]);
		expect(rows[0]?.amount).toMatchObject({ amount: { symbol: "TUSD", decimals: 6, checked: true } });
		expect(claim.text).toEqual(saying("changes.service.what-comes"));
	});

	it("are marked as the service's claim if the chain is silent, or if we can't decode", () => {
		const view = commitOf(
			{ to: VAULT, data: "0x12345678" },
			simulation({ approvals: [], balanceChanges: [out] }),
		);
		const { rows, claim } = changesOf(subject(view, null));
		expect(rows[0]?.amount).toMatchObject({ amount: { symbol: "FAKE", decimals: 0, checked: false } });
		expect(claim.status).toBe("unconfirmed");
	});

	it("keep an amount that is not a number as text, and hide none", () => {
		const view = commitOf(
			{ to: OTHER, value: 1n },
			simulation({ balanceChanges: [{ ...out, amount: "1e9" }] }),
		);
		expect(changesOf(subject(view)).rows[0]?.amount).toEqual({
			kind: "unreadable",
			text: "1e9",
			symbol: "TUSD",
		});
	});
});

describe("permissions", () => {
	it("come from our own decoding, and from the service only if it states more", () => {
		const rows = permissionsOf(subject(commit()));
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({ source: "decoded", kind: "allowance", grants: true, unlimited: false });
		const other = { ...simulation().approvals[0], spender: OTHER };
		const view = commitOf(
			{ to: VAULT, data: "0x12345678" },
			simulation({
				approvals: [
					{ account: SIGNER, asset: TOKEN, kind: "allowance", standard: "erc20", ...other, unlimited: true },
				],
			}),
		);
		expect(permissionsOf(subject(view))).toMatchObject([
			{ source: "service", unlimited: true, spender: OTHER },
		]);
	});

	it("are absent if a permission is revoked", () => {
		const view = commitOf({ to: TOKEN, data: approveData(VAULT, 0n) });
		expect(permissionsOf(subject(view))).toMatchObject([{ grants: false, unlimited: false }]);
	});
});

describe("costs", () => {
	it("are at most the gas limit times the fee, and likely our own estimate", () => {
		const costs = costsOf(subject(commit()), NOT_SIMULATED.local);
		expect(costs.most?.raw).toBe(120_000_000_000_000n);
		expect(costs.likely?.raw).toBe(50_000_000_000_000n);
		expect(costs.covered.ok).toBe(true);
	});

	it("show a balance that is too low by one wei, and one that is just enough", () => {
		const view = commitOf({ to: OTHER, value: 10n ** 18n });
		const need = 10n ** 18n + 120_000_000_000_000n;
		expect(
			costsOf(subject(view, facts({ balance: { ok: true, value: need } })), NOT_SIMULATED.local).covered.ok,
		).toBe(true);
		expect(
			costsOf(subject(view, facts({ balance: { ok: true, value: need - 1n } })), NOT_SIMULATED.local).covered
				.ok,
		).toBe(false);
		expect(costsOf(subject(view, null), NOT_SIMULATED.local).covered.ok).toBeNull();
	});

	describe("on a rollup that charges for posting on L1", () => {
		const FEE = 40_000_000_000_000n;
		const costing = (l1Fee: EvmFacts["l1Fee"], chain: Partial<EvmFacts> = {}) =>
			costsOf(subject(commit(), facts({ l1Fee, ...chain })), NOT_SIMULATED.local);

		it("count it once as likely and twice at most, with the operator's fee", () => {
			const costs = costing(fine({ data: FEE, operator: 5n }));
			expect(costs.likely?.raw).toBe(50_000_000_000_000n + FEE + 5n);
			expect(costs.most?.raw).toBe(120_000_000_000_000n + 2n * FEE + 5n);
			expect(costs.need).toBe(costs.most?.raw);
			expect(costs.l1).toMatchObject({ kind: "beside", most: { raw: 2n * FEE + 5n } });
			// Excessive gas must still be visible next to the L1 fee.
			expect(costs.gas.most?.raw).toBe(120_000_000_000_000n);
		});

		it("are not covered by a balance that pays for gas only", () => {
			const balance = fine(120_000_000_000_000n);
			expect(costing(fine(null), { balance }).covered.ok).toBe(true);
			expect(costing(fine({ data: FEE, operator: 0n }), { balance }).covered.ok).toBe(false);
		});

		it("claim neither a maximum nor a sufficient balance if it was not read", () => {
			const costs = costing(missing());
			expect([costs.most, costs.likely, costs.covered.ok]).toEqual([null, null, null]);
			expect(costs.l1).toEqual({ kind: "unknown" });
			expect(costs.gas.most?.raw).toBe(120_000_000_000_000n);
		});

		it("are unknown for a batch as soon as one of its steps is", () => {
			const known = costing(fine({ data: FEE, operator: 0n }));
			expect(wholeCosts(String(CHAIN), [known, known])?.l1).toMatchObject({ most: { raw: 4n * FEE } });
			expect(wholeCosts(String(CHAIN), [known, costing(missing())])).toMatchObject({
				most: null,
				l1: { kind: "unknown" },
				covered: { ok: null },
			});
		});

		it("say nothing on a chain without such a fee", () => {
			expect(costing(fine(null)).l1).toBeNull();
		});
	});

	it("show the service's own fee", () => {
		expect(costsOf(subject(commit()), NOT_SIMULATED.local).serviceFee).toEqual(message("cost.service.flat"));
	});
});

describe("queries to the chain", () => {
	it("are the call itself, and each token of review or payload, once", () => {
		expect(factsRequestOf(frozenOf(commit()))).toEqual({
			signer: SIGNER.toLowerCase(),
			call: {
				to: TOKEN.toLowerCase(),
				value: 0n,
				data: approveData(VAULT, 25_000_000n),
				maxFeePerGas: 2_000_000_000n,
				written: { unsigned: unsignedEvm(payload()), signed: expect.any(String), gasLimit: 60_000n },
			},
			tokens: [{ address: TOKEN.toLowerCase(), spender: VAULT.toLowerCase() }],
		});
	});
	it("are absent if the payload can't be read", () => {
		expect(factsRequestOf(frozenOf(commitOf({ to: "nowhere" })))).toBeNull();
	});
});
