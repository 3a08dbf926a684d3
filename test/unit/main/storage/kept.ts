import type {
	AnswerBody,
	EvmReceipt,
	Predicted,
	ShownEffects,
	SvmReceipt,
} from "../../../../src/core/journal/records.ts";
import { commit, frozenOf } from "../../core/match/honest.ts";

/** Journal data that a row requires, for tests that don't check it. */

export const FROZEN = frozenOf(commit());

/** Rule facts of an item that spends nothing. */
export const PLAIN_RULE_FACTS: Pick<Predicted, "spends" | "facts"> = {
	spends: { certain: true, amounts: [] },
	facts: { recipients: [], contracts: [], grants: [], simulated: "agrees" },
};

/** Effects of a transaction that was simulated and changes nothing. */
export const SHOWN_EFFECTS: ShownEffects = {
	simulation: "passed",
	isWhole: true,
	hangsOnBlock: false,
	losesControl: false,
	fee: { most: "120000000000000", now: "120000000000000" },
	changes: [],
	receivers: [],
	rights: [],
	unexplained: [],
	unread: [],
	codes: [],
};

export const PREDICTED: Predicted = {
	nativeSymbol: "ETH",
	mostFee: "1",
	value: "0",
	moves: [],
	...PLAIN_RULE_FACTS,
};

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
	blockHash: "0xb10c",
});

export const svmReceiptOf = (succeeded: boolean): SvmReceipt => ({
	family: "svm",
	succeeded,
	slot: "12",
	feePaid: "5000",
	error: null,
	moves: [],
});
