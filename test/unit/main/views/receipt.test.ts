import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { UnreadableRecord } from "../../../../src/core/journal/unreadable.ts";
import { amountParam, message } from "../../../../src/core/localized-text.ts";
import { receiptReceivers, receiptRows } from "../../../../src/main/views/receipt.ts";
import { stub } from "../../../fixtures/stub.ts";
import { saying } from "../../../support/saying.ts";
import { commitOf, frozenOf, SIGNER, TOKEN, VAULT } from "../../core/match/honest.ts";
import { PREDICTED, receiptOf } from "../storage/kept.ts";

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const APPROVAL = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

function rowsOf(data: string, more: object = {}) {
	const predicted = {
		nativeSymbol: "ETH",
		mostFee: "10",
		value: "0",
		moves: [
			{
				kind: "transfer",
				direction: "out",
				account: SIGNER.toLowerCase(),
				asset: TOKEN.toLowerCase(),
				amount: "5",
				symbol: "TUSD",
				decimals: 0,
				...more,
			},
		],
	};
	const event = predicted.moves[0]?.kind === "approval" ? APPROVAL : TRANSFER;
	const receipt = {
		succeeded: true,
		blockNumber: "1",
		gasUsed: "1",
		feePaid: "1",
		logs: [{ address: TOKEN, topics: [event, topic(SIGNER), topic(TOKEN)], data }],
	};
	const row = { receipt, predicted, chainRef: "8453" };
	return receiptRows(stub<JournalRow>(row));
}

const paid = (raw: bigint, symbol: string, decimals: number) =>
	amountParam({ raw, decimals, symbol, checked: true });
const out = (raw: bigint, symbol: string, decimals: number) =>
	message("receipt.out", { amount: paid(raw, symbol, decimals) });

describe("a receipt's movement", () => {
	it("is scaled as its token displays it, with the raw amount", () => {
		const scale = { numerator: "4", denominator: "1" };
		const [, move] = rowsOf(`0x${"5".padStart(64, "0")}`, { scale });
		const amount = {
			raw: 5n,
			decimals: 0,
			symbol: "TUSD",
			checked: true,
			scale: { numerator: 4n, denominator: 1n },
		};
		const text = message("receipt.out", { amount: amountParam(amount) });
		expect(move).toMatchObject({ predicted: text, happened: text, same: true });
	});

	it("is the amount of its log", () => {
		const [, move] = rowsOf(`0x${"5".padStart(64, "0")}`);
		expect(move).toMatchObject({ happened: out(5n, "TUSD", 0), same: true });
	});

	it.each(["0x", "0x05", `0x${"00".repeat(64)}`])("is absent if a token logged no amount: %s", (data) => {
		const [, move] = rowsOf(data);
		expect(move).toMatchObject({ happened: message("receipt.not-told"), same: null });
	});
});

describe("an allowance in a receipt", () => {
	const MOST = 2n ** 256n - 1n;
	const dataOf = (raw: bigint) => `0x${raw.toString(16).padStart(64, "0")}`;
	const unlimited = message("receipt.unlimited", { symbol: "TUSD" });

	it("is unlimited in words, not in digits", () => {
		const [, move] = rowsOf(dataOf(MOST), { kind: "approval", amount: MOST.toString() });
		expect(move).toMatchObject({ predicted: unlimited, happened: unlimited, same: true, difference: null });
	});

	it("has no difference from an unlimited one", () => {
		const [, move] = rowsOf(dataOf(7n), { kind: "approval", amount: MOST.toString() });
		expect(move).toMatchObject({
			predicted: unlimited,
			happened: message("receipt.amount", { amount: paid(7n, "TUSD", 0) }),
			same: false,
			difference: null,
		});
	});

	it("of a movement of as many tokens keeps its digits", () => {
		const [, move] = rowsOf(dataOf(MOST), { amount: MOST.toString() });
		expect(move).toMatchObject({ happened: out(MOST, "TUSD", 0) });
	});
});

describe("the receipt of a Solana transaction", () => {
	const owner = "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB";
	const mint = "2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1";

	function rows(asset: string, before: string, after: string, succeeded = true) {
		const move = { kind: "transfer", direction: "out", account: owner, asset, amount: "5" };
		const predicted = {
			nativeSymbol: "SOL",
			mostFee: "5000",
			value: "0",
			moves: [{ ...move, symbol: "USDX", decimals: 0 }],
		};
		const moves = [{ account: asset === "native" ? owner : "token-account", asset, owner, before, after }];
		const receipt = { family: "svm", succeeded, slot: "9", feePaid: "5000", error: null, moves };
		const row = { receipt, predicted, chainRef: "8453" };
		return receiptRows(stub<JournalRow>(row));
	}

	it("shows the account's outflow, and the fee separately", () => {
		expect(rows(mint, "41", "36")).toMatchObject([
			{ happened: message("receipt.succeeded.slot", { slot: "9" }), same: true },
			{ happened: out(5n, "USDX", 0), same: true },
			{
				predicted: message("receipt.at-most", { amount: paid(5_000n, "SOL", 9) }),
				happened: message("receipt.amount", { amount: paid(5_000n, "SOL", 9) }),
				same: true,
			},
		]);
		expect(rows("native", "100000", "94995")[1]).toMatchObject({ happened: out(5n, "USDX", 0), same: true });
	});

	it("says if the amount differs, or is absent", () => {
		expect(rows(mint, "41", "35")[1]).toMatchObject({ happened: out(6n, "USDX", 0), same: false });
		expect(rows(mint, "41", "42")[1]).toMatchObject({
			happened: message("receipt.in", { amount: paid(1n, "USDX", 0) }),
			same: false,
		});
		expect(rows(mint, "41", "41", false)).toMatchObject([
			{ happened: message("receipt.failed.slot", { slot: "9" }), same: false },
			{ happened: message("receipt.nothing"), same: false },
			{ same: true },
		]);
	});
});

describe("unreadable journal data", () => {
	const unread = new UnreadableRecord("receipt", "another version");
	const rowsOfKept = (row: Partial<JournalRow>) => receiptRows(stub<JournalRow>({ chainRef: "1", ...row }));

	it("are reported as such, and neither side is guessed", () => {
		for (const row of [
			{ receipt: unread, predicted: PREDICTED },
			{ receipt: receiptOf(true), predicted: unread },
		])
			expect(rowsOfKept(row)).toEqual([
				expect.objectContaining({ what: message("receipt.unreadable"), same: null }),
			]);
	});

	it("are not reported before there is a receipt", () => {
		expect(rowsOfKept({ receipt: null, predicted: unread })).toEqual([]);
	});
});

describe("a receipt's recipients", () => {
	const [ana, ben] = [`0x${"a1".repeat(20)}`, `0x${"b2".repeat(20)}`];
	const asset = TOKEN.toLowerCase();
	const word = (raw: bigint) => `0x${raw.toString(16).padStart(64, "0")}`;
	const gets = (to: string, amount: string | null) => ({ to, asset, amount, symbol: "TUSD", decimals: 0 });
	const log = (to: string, raw: bigint) => ({
		address: TOKEN,
		topics: [TRANSFER, topic(SIGNER), topic(to)],
		data: word(raw),
	});
	const rows = (logs: readonly object[], succeeded = true) => {
		const receivers = [gets(ana, "5"), gets(ben, "7")];
		const predicted = { nativeSymbol: "ETH", mostFee: "10", value: "0", moves: [], receivers };
		const receipt = { succeeded, blockNumber: "1", gasUsed: "1", feePaid: "1", logs };
		return receiptRows(stub<JournalRow>({ receipt, predicted, chainRef: "8453" })).slice(1, -1);
	};
	const amount = (raw: bigint) => message("receipt.amount", { amount: paid(raw, "TUSD", 0) });

	it("show the sum of each one's gain, next to the expected one", () => {
		expect(rows([log(ana, 2n), log(ben, 6n), log(ana, 3n)])).toMatchObject([
			{ predicted: amount(5n), happened: amount(5n), same: true },
			{ predicted: amount(7n), happened: amount(6n), same: false },
		]);
	});

	it("add up over all transactions of a request, with a difference first", () => {
		const row = (receivers: readonly object[], logs: readonly object[], succeeded = true) =>
			stub<JournalRow>({
				receipt: { succeeded, blockNumber: "1", gasUsed: "1", feePaid: "1", logs },
				predicted: { nativeSymbol: "ETH", mostFee: "10", value: "0", moves: [], receivers },
				chainRef: "8453",
			});
		const all = [
			row([gets(ana, "5"), gets(ben, "7")], [log(ana, 5n), log(ben, 7n)]),
			row([gets(ana, "2")], [log(ana, 2n)]),
			row([gets(ben, "4")], [log(ben, 4n)], false),
		];
		const { receivers } = receiptReceivers(all, { [ana]: "Ana" }, null);
		expect(receivers).toMatchObject([
			{ transactions: 2, predicted: { raw: "11" }, happened: { raw: "7" }, same: false },
			{ who: { label: "Ana" }, transactions: 2, predicted: { raw: "7" }, happened: { raw: "7" }, same: true },
		]);
		expect(receiptReceivers([row([gets(ana, "5")], [log(ana, 5n)])], {}, null)).toEqual({});
	});

	describe("as a flow", () => {
		const row = (receivers: readonly object[], logs: readonly object[], succeeded = true) =>
			stub<JournalRow>({
				receipt: { succeeded, blockNumber: "1", gasUsed: "1", feePaid: "1", logs },
				predicted: { nativeSymbol: "ETH", mostFee: "10", value: "0", moves: [], receivers },
				chainRef: "8453",
			});
		const flowOf = (...all: readonly JournalRow[]) => receiptReceivers(all, { [ana]: "Ana" }, null).flow;
		const amountOf = (raw: bigint) => paid(raw, "TUSD", 0);

		it("show what arrived, with the predicted amount if it differs, and unknown ones in red", () => {
			const flow = flowOf(
				row([gets(ana, "5"), { ...gets(ben, "7"), isOutlier: true }], [log(ana, 5n), log(ben, 6n)]),
				row([gets(ana, "2")], [log(ana, 2n)]),
			);
			expect(flow?.steps).toMatchObject([
				{ at: 1, text: message("flow.step.to", { to: "Ana" }), isOutlier: false, amount: { raw: "5" } },
				{
					at: 1,
					text: { code: "receipt.step.differs", params: { predicted: amountOf(7n) } },
					isOutlier: true,
					amount: { raw: "6" },
				},
				{ at: 2, amount: { raw: "2" } },
			]);
			expect(flow?.map.nodes).toMatchObject([
				{ tone: "user", details: [message("flow.signed", { sign: "−", amount: amountOf(13n) })] },
				{
					tone: "unknown",
					title: saying("flow.unknown.short", { end: "b2b2" }),
					details: [message("flow.signed", { sign: "+", amount: amountOf(6n) })],
				},
				{ tone: "plain", title: "Ana" },
			]);
			expect(flow?.map.ribbons).toMatchObject([
				{ from: 0, to: 1, tone: "unknown", steps: [1] },
				{ from: 0, to: 2, tone: "plain", steps: [0, 2] },
			]);
		});

		it("have no line for a failed transaction, and none at all if all failed", () => {
			const failed = row([gets(ben, "7")], [], false);
			const flow = flowOf(row([gets(ana, "5")], [log(ana, 5n)]), failed);
			expect(flow?.steps.map(({ amount: shown }) => shown?.raw)).toEqual(["5", "0"]);
			expect(flow?.map.ribbons).toMatchObject([{ steps: [0] }]);
			expect(flowOf(row([gets(ana, "5"), gets(ben, "7")], [], false))).toBeUndefined();
		});

		const native = (to: string) => ({ ...gets(to, "9"), asset: "native", symbol: "ETH", decimals: 18 });

		it("show the amount of a plain payment in native coin, which a receipt proves", () => {
			const payment = (to: string, value: bigint, succeeded = true) => ({
				...row([native(to)], [], succeeded),
				frozen: frozenOf(commitOf({ to, value })),
			});
			const all = [payment(ana, 9n), payment(ben, 8n), payment(ben, 9n, false)];
			expect(receiptReceivers(all, { [ana]: "Ana" }, null).receivers).toMatchObject([
				{ transactions: 2, predicted: { raw: "18" }, happened: { raw: "8" }, same: false },
				{ who: { label: "Ana" }, happened: { raw: "9" }, same: true },
			]);
			const call = {
				...payment(ana, 9n),
				frozen: frozenOf(commitOf({ to: ana, value: 9n, data: "0x12345678" })),
			};
			expect(receiptReceivers([call, payment(ben, 9n)], {}, null).receivers).toMatchObject([
				{ happened: null, same: null },
				{ happened: { raw: "9" } },
			]);
		});

		it("show the prediction for native coin, and say so", () => {
			const call = frozenOf(commitOf({ to: VAULT, value: 18n, data: "0x12345678" }));
			const flow = flowOf({ ...row([native(ana), native(ben)], []), frozen: call });
			expect(flow?.steps).toMatchObject([
				{ text: message("receipt.step.predicted", { to: "Ana" }), amount: { raw: "9" } },
				{ text: { code: "receipt.step.predicted" }, amount: { raw: "9" } },
			]);
		});

		it("are lines as wide as their value, if all have a price", () => {
			const usdc = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";
			const gives = (to: string, units: bigint) => ({
				to,
				asset: usdc,
				amount: (units * 1_000_000n).toString(),
				symbol: "USDC",
				decimals: 6,
			});
			const logged = (to: string, units: bigint) => ({ ...log(to, units * 1_000_000n), address: usdc });
			const { flow } = receiptReceivers(
				[row([gives(ana, 40n), gives(ben, 10n)], [logged(ana, 40n), logged(ben, 10n)])],
				{},
				() => ({ answer: 1n, decimals: 0, feed: "", at: 0 }),
			);
			expect(flow?.map.ribbons).toMatchObject([
				{ share: 1, label: "$40" },
				{ share: 0.25, label: "$10" },
			]);
		});
	});

	it("are absent if it failed, and not reported without a log", () => {
		expect(rows([log(ana, 5n)])).toMatchObject([{ same: true }, { happened: message("receipt.not-told") }]);
		expect(rows([log(ana, 5n)], false)).toMatchObject([
			{ happened: message("receipt.nothing"), same: false },
			{ happened: message("receipt.nothing"), same: false },
		]);
	});

	it("show the change of their balances on Solana", () => {
		const to = "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB";
		const native = { asset: "native", symbol: "SOL", decimals: 9 };
		const predicted = {
			nativeSymbol: "SOL",
			mostFee: "5000",
			value: "0",
			moves: [],
			receivers: [{ to, ...native, amount: "4" }],
		};
		const moves = [{ account: to, asset: "native", owner: to, before: "10", after: "14" }];
		const receipt = { family: "svm", succeeded: true, slot: "9", feePaid: "5000", error: null, moves };
		const [, row] = receiptRows(stub<JournalRow>({ receipt, predicted, chainRef: "8453" }));
		expect(row).toMatchObject({
			happened: message("receipt.amount", { amount: paid(4n, "SOL", 9) }),
			same: true,
		});
	});
});
