import { svmHeadlineOf } from "../../explain/svm/headline.ts";
import { canonicalJson } from "../../match/fingerprint.ts";
import { SvmBytesError, withoutBlockhash } from "../../match/svm/transaction.ts";
import { message } from "../../message.ts";
import { NO_HISTORY, NO_USES } from "../../people/counterparties.ts";
import type { MessageLeg, OperationLeg, SvmLeg } from "../../subject/leg.ts";
import { readOf, svmSubjectOf } from "../../subject/svm/svm-subject.ts";
import { type DiffField, labelledValue, orNone } from "./diff-text.ts";

/** The fields of Solana transactions, messages and user operations that a change is told by. */

/** A renewed blockhash by itself changes nothing that is approved. */
function timeless(base64: string): string {
	try {
		return withoutBlockhash(base64);
	} catch (error) {
		if (error instanceof SvmBytesError) return base64;
		throw error;
	}
}

const NOBODY = {
	accounts: [],
	labels: {},
	signerState: "missing",
	counterparties: NO_HISTORY,
	uses: NO_USES,
	device: null,
} as const;

const KEPT = labelledValue(message("difference.true"), "true");
const NOT_KEPT = labelledValue(message("difference.false"), "false");
const tables = (count: number) => message("difference.tables", { count: String(count) });
const instructions = (count: number) => message("difference.instructions", { count: String(count) });

export function svmFields(leg: SvmLeg): readonly DiffField[] {
	const { payload, transaction } = leg;
	const subject = svmSubjectOf(leg, null, NOBODY);
	const read = readOf(leg);
	const does = subject === null ? message("difference.undecoded") : svmHeadlineOf(subject).text;
	const own: readonly DiffField[] = [
		[message("difference.field.does"), labelledValue(does, timeless(payload.transaction_base64))],
		[message("difference.field.fee-payer"), orNone(read?.staticKeys[0])],
		[
			message("difference.field.lookup-tables"),
			labelledValue(tables(leg.lookups.length), canonicalJson(leg.lookups)),
		],
	];
	if (transaction === null) return own;
	const budget = transaction.instructions.map((each) => each.assembly ?? null);
	return [
		...own,
		[message("difference.field.service-calls-it"), transaction.description],
		[
			message("difference.field.compute-budget"),
			labelledValue(instructions(budget.length), canonicalJson(budget)),
		],
		[message("difference.field.keeps-blockhash"), transaction.preserve_blockhash === true ? KEPT : NOT_KEPT],
	];
}

export function messageFields({ intent, request }: MessageLeg): readonly DiffField[] {
	const text =
		intent.kind === "evm_personal"
			? intent.message
			: intent.kind === "svm_message"
				? intent.message_base64
				: canonicalJson(intent.typed_data);
	return [
		[message("difference.field.signed"), labelledValue(text, canonicalJson(intent))],
		[message("difference.field.service-calls-it"), request.description],
	];
}

export function operationFields({ payload }: OperationLeg): readonly DiffField[] {
	const text = payload.requests.map((request) => request.raw_payload).join(", ");
	return [[message("difference.field.signed"), labelledValue(text, canonicalJson(payload))]];
}
