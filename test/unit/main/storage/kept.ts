import type { AnswerBody, EvmReceipt, Predicted, SvmReceipt } from "../../../../src/core/journal/records.ts";
import { commit, frozenOf } from "../../core/match/honest.ts";

/** What the journal keeps beside a row, for tests that do not look into it. */

export const FROZEN = frozenOf(commit());

export const PREDICTED: Predicted = { nativeSymbol: "ETH", mostFee: "1", value: "0", moves: [] };

export const answerAt = (revision: number): AnswerBody => ({
	revision,
	result: { status: "submitted", legs: [{ id: "leg_1", status: "failed" }] },
});

export const receiptOf = (succeeded: boolean): EvmReceipt => ({
	succeeded,
	blockNumber: "12",
	gasUsed: "1",
	feePaid: "1",
	logs: [],
});

export const svmReceiptOf = (succeeded: boolean): SvmReceipt => ({
	family: "svm",
	succeeded,
	slot: "12",
	feePaid: "5000",
	error: null,
	moves: [],
});
