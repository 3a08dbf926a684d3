import { canonicalJson } from "../match/fingerprint.ts";
import { SvmBytesError, withoutBlockhash } from "../match/svm-message.ts";
import { NO_DEALINGS } from "../policy/dealings.ts";
import type { Told } from "./diff-text.ts";
import type { MessageLeg, OperationLeg, SvmLeg } from "./leg.ts";
import { svmHeadlineOf } from "./svm/headline.ts";
import { readOf, svmSubjectOf } from "./svm-subject.ts";

/** The fields of Solana transactions, messages and user operations that a change is told by. */

type Field = readonly [field: string, value: string | Told];

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
	dealings: NO_DEALINGS,
	device: null,
} as const;

export function svmFields(leg: SvmLeg): readonly Field[] {
	const { payload, transaction } = leg;
	const subject = svmSubjectOf(leg, null, NOBODY);
	const read = readOf(leg);
	const does = subject === null ? "can't be decoded" : svmHeadlineOf(subject).text;
	const own: readonly Field[] = [
		["What it does", { text: does, whole: timeless(payload.transaction_base64) }],
		["Fee payer", read?.staticKeys[0] ?? "none"],
		["Lookup tables", { text: `${leg.lookups.length} tables`, whole: canonicalJson(leg.lookups) }],
	];
	if (transaction === null) return own;
	const budget = transaction.instructions.map((each) => each.assembly ?? null);
	return [
		...own,
		["What the service calls it", transaction.description],
		["Compute budget", { text: `${budget.length} instructions`, whole: canonicalJson(budget) }],
		["Keeps its blockhash", String(transaction.preserve_blockhash === true)],
	];
}

export function messageFields({ intent, request }: MessageLeg): readonly Field[] {
	const text =
		intent.kind === "evm_personal"
			? intent.message
			: intent.kind === "svm_message"
				? intent.message_base64
				: canonicalJson(intent.typed_data);
	return [
		["What is signed", { text, whole: canonicalJson(intent) }],
		["What the service calls it", request.description],
	];
}

export function operationFields({ payload }: OperationLeg): readonly Field[] {
	const text = payload.requests.map((request) => request.raw_payload).join(", ");
	return [["What is signed", { text, whole: canonicalJson(payload) }]];
}
