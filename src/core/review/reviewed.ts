import { base64 } from "@scure/base";
import type {
	ActionRequest,
	AssembledEvmTransaction,
	AssembledSvmTransaction,
} from "../../service-api/action.ts";
import type { CommitView } from "../../service-api/commit.ts";
import type { EvmFacts } from "../chain/evm.ts";
import { contractsOf } from "../decode/evm/contracts.ts";
import { decodeTransaction } from "../decode/evm/decode-evm.ts";
import { decodeSvm } from "../decode/svm/decode-svm.ts";
import type { User } from "../decoded-transaction/decoded-transaction.ts";
import { type Headline, headlineOf } from "../describe/evm/headline.ts";
import { strangersFirst } from "../describe/gain.ts";
import { joined } from "../describe/joined.ts";
import { svmHeadlineOf } from "../describe/svm/headline.ts";
import { readAddress, readBytes, readUint } from "../format/numeral.ts";
import { message } from "../localized-text.ts";
import { memberOf, svmMemberOf } from "../match/member.ts";
import { orIfThrown } from "../or-if-thrown.ts";

interface SigningAccount {
	readonly chainRef: string;
	readonly signer: string;
}

function evmHeadline(
	transaction: AssembledEvmTransaction,
	account: SigningAccount,
	facts: EvmFacts | null,
	user: User,
): Headline | null {
	const to = readAddress(transaction.to);
	const value = readUint(transaction.value ?? "0");
	const data = readBytes(transaction.data);
	if (to === null || value === null || data === null) return null;
	const decoded = decodeTransaction({ to, value, data }, undefined, contractsOf(account.chainRef));
	return headlineOf({ ...account, decoded, facts: facts?.rightChain === true ? facts : null, user });
}

function bytesOf(text: string): Uint8Array | null {
	return orIfThrown(null, () => base64.decode(text));
}

function svmHeadline(
	transaction: AssembledSvmTransaction,
	signingAccount: SigningAccount,
	user: User,
): Headline | null {
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
		each.data === null ? [] : decodeSvm({ ...each, data: each.data }, index),
	);
	if (steps.length !== instructions.length) return null;
	return svmHeadlineOf({ ...signingAccount, steps, facts: null, user });
}

export function headlineOfReview(view: CommitView, facts: EvmFacts | null, user: User): Headline | null {
	const { review, signer, chain_ref: chainRef } = view;
	if (review === null) return null;
	const parts = { batch: view.batch, request: review.request, legs: review.legs };
	const place = { signer, chainRef };
	const evm = memberOf(parts);
	if (evm.ok) return evmHeadline(evm.member.transaction, place, facts, user);
	const svm = svmMemberOf(parts);
	return svm.ok ? svmHeadline(svm.member.transaction, place, user) : null;
}

export const MAX_LISTED = 3;

/** Combines headlines, e.g. "Approve …, then swap …, and 2 others". */
export function wholeHeadline(all: readonly Headline[], named: readonly Headline[] = all): Headline {
	const ordered = named.length > MAX_LISTED ? strangersFirst(named, ({ gain }) => gain ?? null) : named;
	const listed = ordered.slice(0, MAX_LISTED);
	const others = all.length - listed.length;
	const text = joined(listed.map((each) => each.text));
	return {
		text: others === 0 ? text : message("headline.and-others", { told: text, count: others }),
		known: all.every((each) => each.known),
		amount: listed.find((each) => each.amount !== null)?.amount ?? null,
	};
}

export function headlineOfRequest(
	request: ActionRequest,
	account: SigningAccount,
	user: User,
): Headline | null {
	if (request.type === "sign") return null;
	const all =
		request.type === "execute_evm"
			? request.transactions.map((each) => evmHeadline(each, account, null, user))
			: request.transactions.map((each) => svmHeadline(each, account, user));
	const headlines = all.filter((each) => each !== null);
	return headlines.length === all.length && headlines.length > 0 ? wholeHeadline(headlines) : null;
}
