import { describe, expect, it } from "vitest";
import type { Price } from "../../../../src/core/fiat/price.ts";
import type { PredictedMove } from "../../../../src/core/journal/records.ts";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { pricingFor } from "../../../../src/main/views/fiat-view.ts";
import { outcomeView } from "../../../../src/main/views/outcome-view.ts";
import { receiptRows } from "../../../../src/main/views/receipt.ts";
import { saying } from "../../../support/saying.ts";
import { SIGNER, TOKEN } from "../../core/match/honest.ts";
import { evmLowering, loweredTo } from "../../core/match/revocations.ts";
import { rowOf } from "../inbox/entries/rows.ts";
import { PLAIN_RULE_FACTS, receiptOf } from "../storage/kept.ts";

/** The headline of a receipt mentions only actions that the receipt proves. */

const USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const APPROVAL = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
const me = SIGNER.toLowerCase();
const word = (raw: bigint) => `0x${raw.toString(16).padStart(64, "0")}`;
const topic = (address: string) => word(BigInt(address));

const move = (patch: Partial<PredictedMove>): PredictedMove => ({
	kind: "transfer",
	direction: "out",
	account: me,
	asset: USDC,
	amount: "250000000",
	symbol: "USDC",
	decimals: 6,
	...patch,
});
const out = move({});
const into = move({ direction: "in", asset: TOKEN.toLowerCase(), symbol: "TUSD", amount: "80", decimals: 1 });
const allowance = move({ kind: "approval" });

interface Logged {
	readonly of: PredictedMove;
	readonly raw: bigint;
}

function rowWith(moves: readonly PredictedMove[], logs: readonly Logged[], value = "0"): JournalRow {
	return rowOf({
		kind: "commit",
		state: "settled",
		outcome: "confirmed",
		predicted: { nativeSymbol: "ETH", mostFee: "10", value, moves: [...moves], ...PLAIN_RULE_FACTS },
		receipt: {
			...receiptOf(true),
			logs: logs.map(({ of, raw }) => ({
				address: of.asset,
				topics: [
					of.kind === "approval" ? APPROVAL : TRANSFER,
					topic(of.direction === "in" ? TOKEN : me),
					topic(of.direction === "in" ? me : TOKEN),
				],
				data: word(raw),
			})),
		},
	});
}

const told = (row: JournalRow) => outcomeView(row, [row], "done", null);
const amount = (text: string, symbol: string) => message("outcome.amount", { amount: text, symbol });

describe("the headline of a receipt", () => {
	it("never rounds up what was sent or allowed", () => {
		const row = rowWith([out], [{ of: out, raw: 123_456_789n }]);
		expect(told(row).headline).toEqual(message("outcome.sent", { amount: amount("123.4567…", "USDC") }));
		const fine = move({ decimals: 18, amount: "99999999999999999999" });
		for (const of of [fine, { ...fine, kind: "approval" as const }]) {
			const view = told(rowWith([of], [{ of, raw: 99_999_999_999_999_999_999n }]));
			expect(view.headline).toMatchObject({ params: { amount: amount("99.9999…", "USDC") } });
			expect(view.changes[0]?.amount).toMatchObject({ text: "99.9999…", full: "99.999999999999999999" });
		}
	});

	it("shows a token's displayed amount, like the rows below", () => {
		const scaled = move({ scale: { numerator: "3", denominator: "2" } });
		const row = rowWith([scaled], [{ of: scaled, raw: 100_000_000n }]);
		expect(told(row).headline).toEqual(message("outcome.sent", { amount: amount("150", "USDC") }));
	});

	it("names the actual amounts given and received, not the predicted ones", () => {
		const row = rowWith(
			[out, into],
			[
				{ of: out, raw: 250_000_000n },
				{ of: into, raw: 79n },
			],
		);
		expect(told(row).headline).toEqual(
			message("outcome.exchanged", { out: amount("250", "USDC"), in: amount("7.9", "TUSD") }),
		);
		expect(receiptRows(row)[2]).toMatchObject({ same: false, difference: saying("receipt.less") });
	});

	it("names the coin that was sent as well", () => {
		const coin = move({ asset: "native", symbol: "ETH", decimals: 18, amount: "50000000000000000" });
		const row = rowWith([coin], [], "50000000000000000");
		expect(told(row).headline).toEqual(message("outcome.sent", { amount: amount("0.05", "ETH") }));
	});

	it.each([
		["approved", 250_000_000n, "outcome.approved"],
		["approved without a limit", 2n ** 256n - 1n, "outcome.approved.unlimited"],
		["revoked", 0n, "outcome.revoked"],
	])("names the %s", (_, raw, code) => {
		const view = told(rowWith([allowance], [{ of: allowance, raw }]));
		expect(view.headline).toMatchObject({ code });
		expect(view.changes).toMatchObject([
			{ kind: "allowance", amount: raw > 2n ** 128n ? null : { raw: raw.toString() } },
		]);
	});

	it("names both amounts of an allowance that was lowered", () => {
		const lowering = (from: string, raw = 250n) => {
			const frozen = evmLowering("allowance", loweredTo("allowance", { from }));
			return told({ ...rowWith([allowance], [{ of: allowance, raw }]), kind: "revocation", frozen }).headline;
		};
		const to = amount("0.00025", "USDC");
		expect(lowering("1000")).toEqual(
			message("outcome.lowered", { from: amount("0.001", "USDC"), amount: to }),
		);
		expect(lowering(`${2n ** 256n - 1n}`)).toEqual(message("outcome.lowered.unlimited", { amount: to }));
		expect(lowering("1000", 1_000n)).toMatchObject({ code: "outcome.approved" });
		expect(lowering("1000", 0n)).toMatchObject({ code: "outcome.revoked" });
	});

	it("says no more than the approval's own headline if the receipt is incomplete", () => {
		expect(told(rowWith([out, into], [{ of: out, raw: 1n }])).headline).toMatchObject({
			code: "outcome.done",
		});
		expect(told(rowWith([], [])).headline).toMatchObject({ code: "outcome.done" });
	});

	it("is absent before the end, and names failures and mere signatures", () => {
		const row = rowWith([out], [{ of: out, raw: 1n }]);
		expect(outcomeView(row, [row], null, null).headline).toBeNull();
		const reverted = { ...row, receipt: receiptOf(false) };
		expect(outcomeView(reverted, [reverted], "failed", null)).toMatchObject({
			headline: { code: "outcome.failed" },
			changes: [],
		});
		expect(outcomeView(row, [row], "signed", null).headline).toMatchObject({ code: "outcome.signed" });
	});

	it("describes an action by the receipts of all its steps", () => {
		const first = rowWith([allowance], [{ of: allowance, raw: 5n }]);
		const second = rowWith([out], [{ of: out, raw: 5_000_000n }]);
		const view = outcomeView(rowOf(), [first, second], "done", null);
		expect(view.headline).toEqual(message("outcome.sent", { amount: amount("5", "USDC") }));
		expect(view.changes.map(({ kind }) => kind)).toEqual(["allowance", "out"]);
	});
});

describe("the worth on a receipt", () => {
	const price: Price = { answer: 100_000_000n, decimals: 8, feed: "USDC / USD", at: 1 };

	it("is that of the received amount, else of the sent one, and of a difference", () => {
		const row = rowWith([out], [{ of: out, raw: 249_000_000n }]);
		const view = outcomeView(row, [row], "done", () => price);
		expect(view.fiat).toEqual(message("worth.about", { amount: "$249.00" }));
		expect(view.prices).toMatchObject({ code: "worth.source" });
		const [, moved] = receiptRows(
			row,
			pricingFor("8453", () => price),
		);
		expect(moved?.difference).toEqual(
			saying("receipt.less.worth", { worth: message("worth.about", { amount: "$1.00" }) }),
		);
	});

	it("is absent for a token with other amounts than the listed one, or an unlisted one", () => {
		const odd = move({ decimals: 18 });
		const row = rowWith([odd, into], [{ of: odd, raw: 1n }]);
		expect(outcomeView(row, [row], "done", () => price).changes[0]?.amount).not.toHaveProperty("fiat");
	});
});
