import { describe, expect, it } from "vitest";
import { appOfFrozen, entryOfRow, type SeenPrices } from "../../../../src/core/activity/row-entries.ts";
import { sumsOf } from "../../../../src/core/activity/statement.ts";
import type { JournalRow } from "../../../../src/core/journal/types.ts";
import { UnreadableRecord } from "../../../../src/core/journal/unreadable.ts";
import { PLAIN_RULE_FACTS, receiptOf } from "../../main/storage/kept.ts";
import { batchCommit, commit, frozenOf, SIGNER, TOKEN } from "../match/honest.ts";

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
const NO_PRICES: SeenPrices = () => null;

const move = {
	kind: "transfer" as const,
	direction: "out" as const,
	account: SIGNER.toLowerCase(),
	asset: TOKEN.toLowerCase(),
	amount: "5",
	symbol: "TUSD",
	decimals: 6,
};
const ether = { ...move, asset: "native", amount: "1000000000000000000", symbol: "ETH", decimals: 18 };
const predicted = { nativeSymbol: "ETH", mostFee: "10", value: "0", moves: [move], ...PLAIN_RULE_FACTS };
const log = (amount: number) => ({
	address: TOKEN,
	topics: [TRANSFER, topic(SIGNER), topic(TOKEN)],
	data: `0x${amount.toString(16).padStart(64, "0")}`,
});

const row = (patch: Partial<JournalRow> = {}): JournalRow => ({
	id: "row",
	kind: "commit",
	scope: "me",
	entryId: "commit:c",
	sessionId: "one",
	intentId: "c",
	headline: "Pays",
	chainRef: "1",
	signer: SIGNER,
	nonce: 1n,
	replaces: null,
	broadcaster: "wallet",
	transport: "sign_and_broadcast",
	fingerprint: "f",
	digest: "d",
	revision: 1,
	frozen: frozenOf(commit()),
	predicted,
	parent: null,
	place: 0,
	attemptId: null,
	state: "settled",
	live: false,
	signedKey: "",
	reportKey: "",
	signature: { kind: "one", bytes: "0x" },
	transactionId: "0x",
	dead: false,
	answer: null,
	outcome: "confirmed",
	text: null,
	receipt: { ...receiptOf(true), feePaid: "7", logs: [log(4)] },
	approvedAt: 1,
	...patch,
});
const flowsOf = (patch: Partial<JournalRow>, prices = NO_PRICES) => entryOfRow(row(patch), [], prices).flows;

describe("the amounts an approval adds to a statement", () => {
	it("are the receipt's actual amounts next to the prediction, and its fee", () => {
		expect(flowsOf({})).toMatchObject([
			{ kind: "out", asset: TOKEN.toLowerCase(), predicted: 5n, happened: 4n },
			{ kind: "fee", asset: "native", predicted: 10n, happened: 7n },
		]);
	});

	it("are open until there is a receipt", () => {
		expect(flowsOf({ state: "submitted", outcome: null, receipt: null })).toMatchObject([
			{ predicted: 5n, happened: null },
			{ predicted: 10n, happened: null },
		]);
	});

	it("are only the fee if it failed on its chain", () => {
		expect(flowsOf({ outcome: "failed", receipt: { ...receiptOf(false), feePaid: "7" } })).toMatchObject([
			{ predicted: 5n, happened: 0n },
			{ happened: 7n },
		]);
	});

	it.each([
		["it was refused unsigned", { state: "refused", outcome: "refused", receipt: null }],
		["another took its nonce", { outcome: "replaced", receipt: null }],
		["it can never land", { dead: true, outcome: "dropped", receipt: null }],
		["it is a replacement that is not mined", { kind: "replacement", state: "submitted", receipt: null }],
		["this version can't read the prediction", { predicted: new UnreadableRecord("predicted", "?") }],
	] as const)("are empty if %s", (_why, patch) => {
		expect(flowsOf(patch)).toEqual([]);
	});

	it("are the results of an action's steps", () => {
		const legs = [row({ id: "a", kind: "leg" }), row({ id: "b", kind: "leg" })];
		expect(entryOfRow(row({ kind: "action" }), legs, NO_PRICES).flows).toHaveLength(4);
	});

	it("use the prices of that time: outflows rounded up, and no price for another unit", () => {
		const price: SeenPrices = (_, asset) => (asset === "native" ? { answer: 333_333n, decimals: 2 } : null);
		const patch = {
			predicted: { ...predicted, value: ether.amount, moves: [ether] },
			receipt: receiptOf(true),
		};
		expect(flowsOf(patch, price)[0]).toMatchObject({ kind: "out", cents: 333_333n });
		const other = { ...patch, predicted: { ...patch.predicted, moves: [{ ...ether, decimals: 9 }] } };
		expect(flowsOf(other, price)[0]).toMatchObject({ cents: null });
	});
});

describe("the app of an approval", () => {
	it("is the app that the request names for its own transaction", () => {
		const view = batchCommit(1);
		if (view.review?.request.type === "execute_evm")
			for (const [place, each] of view.review.request.transactions.entries()) each.protocol = `app ${place}`;
		expect(appOfFrozen(frozenOf(view))).toBe("app 1");
		expect(appOfFrozen(frozenOf(commit()))).not.toBe("app 1");
	});
});

describe("a token that scales amounts", () => {
	const scaledMove = { ...move, amount: "2500000", scale: { numerator: "4", denominator: "1" } };
	const entry = entryOfRow(
		row({
			predicted: { ...predicted, mostFee: "0", moves: [scaledMove] },
			receipt: { ...receiptOf(true), feePaid: "0", logs: [log(2_500_000)] },
		}),
		[],
		NO_PRICES,
	);

	it("is recorded as displayed, together with the raw amount", () => {
		expect(sumsOf([entry]).lines).toMatchObject([
			{
				predicted: 2_500_000n,
				happened: 2_500_000n,
				seen: { predicted: 10_000_000n, happened: 10_000_000n, difference: 0n },
			},
		]);
	});

	it("is recorded as the raw amount without a trusted factor", () => {
		const wild = { ...scaledMove, scale: { numerator: "1", denominator: "0" } };
		const flows = entryOfRow(row({ predicted: { ...predicted, moves: [wild] } }), [], NO_PRICES);
		expect(sumsOf([flows]).lines[0]?.seen.predicted).toBe(2_500_000n);
	});
});
