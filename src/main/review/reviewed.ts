import { base64 } from "@scure/base";
import type {
	ActionRequest,
	AssembledEvmTransaction,
	AssembledSvmTransaction,
} from "../../contract/action.ts";
import type { CommitView } from "../../contract/commit.ts";
import type { EvmFacts } from "../chains/evm-facts.ts";
import { memberOf, svmMemberOf } from "../match/member.ts";
import { readAddress, readBytes, readUint } from "../match/numeral.ts";
import { decodeEvm } from "./decode-evm.ts";
import { decodeSvm } from "./decode-svm.ts";
import { type Headline, headlineOf } from "./headline.ts";
import type { Person } from "./subject.ts";
import { joined, svmHeadlineOf } from "./svm/headline.ts";

/** Sentences for what gives nothing to sign (yet, or any more): decoded from the review's own transactions. */

interface Place {
	readonly chainRef: string;
	readonly signer: string;
}

function evmHeadline(
	transaction: AssembledEvmTransaction,
	place: Place,
	facts: EvmFacts | null,
	person: Person,
): Headline | null {
	const to = readAddress(transaction.to);
	const value = readUint(transaction.value ?? "0");
	const data = readBytes(transaction.data);
	if (to === null || value === null || data === null) return null;
	const decoded = decodeEvm({ to, value, data });
	return headlineOf({ ...place, decoded, facts: facts?.rightChain === true ? facts : null, person });
}

function bytesOf(text: string): Uint8Array | null {
	try {
		return base64.decode(text);
	} catch {
		return null;
	}
}

function svmHeadline(transaction: AssembledSvmTransaction, place: Place, person: Person): Headline | null {
	const instructions = transaction.instructions.map((each) => ({
		programId: each.program_id,
		accounts: each.accounts.map((account) => ({
			pubkey: account.pubkey,
			signer: account.is_signer,
			writable: account.is_writable,
			from: "static",
		})),
		data: bytesOf(each.data_base64),
	}));
	const steps = instructions.flatMap((each, index) =>
		each.data === null ? [] : [decodeSvm({ ...each, data: each.data }, index)],
	);
	if (steps.length !== instructions.length) return null;
	return svmHeadlineOf({ ...place, steps, facts: null, person });
}

/** Null where the review's own transaction can't be read. */
export function headlineOfReview(view: CommitView, facts: EvmFacts | null, person: Person): Headline | null {
	const { review, signer, chain_ref: chainRef } = view;
	if (review === null) return null;
	const parts = { commit_id: view.commit_id, batch: view.batch, request: review.request, legs: review.legs };
	const place = { signer, chainRef };
	const evm = memberOf(parts);
	if (evm.ok) return evmHeadline(evm.member.transaction, place, facts, person);
	const svm = svmMemberOf(parts);
	return svm.ok ? svmHeadline(svm.member.transaction, place, person) : null;
}

/** Several headlines as one sentence: "Approve …, then swap …". */
export function wholeHeadline(all: readonly Headline[]): Headline {
	const [only] = all;
	if (only !== undefined && all.length === 1) return only;
	return {
		text: joined(all.map((each) => each.text)),
		known: all.every((each) => each.known),
		amount: all.find((each) => each.amount !== null)?.amount ?? null,
	};
}

/** Of an action's request alone; null where it can't be read, or asks for signatures only. */
export function headlineOfRequest(request: ActionRequest, place: Place, person: Person): Headline | null {
	if (request.type === "sign") return null;
	const all =
		request.type === "execute_evm"
			? request.transactions.map((each) => evmHeadline(each, place, null, person))
			: request.transactions.map((each) => svmHeadline(each, place, person));
	const told = all.filter((each) => each !== null);
	return told.length === all.length && told.length > 0 ? wholeHeadline(told) : null;
}
