import { describe, expect, it } from "vitest";
import type { JournalRow } from "../../../src/main/storage/journal-types.ts";
import { receiptRows } from "../../../src/main/views/receipt.ts";
import { stub } from "../../fixtures/stub.ts";
import { SIGNER, TOKEN } from "../match/honest.ts";

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;

function rowsOf(data: string) {
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
			},
		],
	};
	const receipt = {
		succeeded: true,
		blockNumber: "1",
		gasUsed: "1",
		feePaid: "1",
		logs: [{ address: TOKEN, topics: [TRANSFER, topic(SIGNER), topic(TOKEN)], data }],
	};
	const row = { receipt: JSON.stringify(receipt), predicted: JSON.stringify(predicted) };
	return receiptRows(stub<JournalRow>(row));
}

describe("what the receipt tells of a predicted movement", () => {
	it("is the amount of its log", () => {
		const [, move] = rowsOf(`0x${"5".padStart(64, "0")}`);
		expect(move).toMatchObject({ happened: "−5 TUSD", same: true });
	});

	it.each(["0x", "0x05", `0x${"00".repeat(64)}`])("is nothing where a token wrote no amount: %s", (data) => {
		const [, move] = rowsOf(data);
		expect(move).toMatchObject({ happened: "not told by the receipt", same: null });
	});
});
