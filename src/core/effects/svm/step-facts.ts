import { factValue } from "../../chain/chain-error.ts";
import type { Comparison, ItemOpinion } from "../../decoded-transaction/opinion.ts";
import { svmHiddenParts } from "../../decoded-transaction/svm/outflow.ts";
import type { DecodedSvmTransaction } from "../../decoded-transaction/svm/svm-decoded-transaction.ts";
import { isUserKey } from "../../decoded-transaction/svm/user-accounts.ts";
import type { BlockhashTime, DurableNonce, TransactionFacts } from "../step-facts.ts";
import { foreseenFailure } from "./would-fail.ts";

function nonceOf(subject: DecodedSvmTransaction): DurableNonce | null {
	const nonces = subject.steps.flatMap(({ meaning }) => (meaning.kind === "nonce" ? [meaning] : []));
	if (nonces.some(({ what }) => what === "advance")) return { what: "used" };
	const given = nonces.find(
		({ what, to }) =>
			(what === "authorize" || what === "withdraw" || what === "initialize") &&
			to !== null &&
			!isUserKey(subject, to),
	);
	return given === undefined || given.to === null ? null : { what: "given", to: given.to };
}

function blockhashOf({ facts, transaction }: DecodedSvmTransaction): BlockhashTime {
	const last = transaction?.last_valid_block_height;
	const height = factValue(facts?.blockHeight);
	const isStated = typeof last === "number" && Number.isSafeInteger(last) && height !== null;
	return {
		isEnded: factValue(facts?.blockhashValid) === false,
		blocksLeft: isStated ? BigInt(last) - height : null,
		isNonRenewable: transaction?.preserve_blockhash === true,
	};
}

interface SvmStepContext {
	readonly opinion: ItemOpinion;
	readonly comparison: Comparison;
	readonly isLater: boolean;
	readonly texts: readonly string[];
}

export const svmStepFacts = (
	subject: DecodedSvmTransaction,
	{ opinion, comparison, isLater, texts }: SvmStepContext,
): TransactionFacts => ({
	local: opinion.local,
	comparison,
	unavailable: subject.unavailable ?? null,
	isUndeclared: subject.isUndeclared === true,
	isOverridden: subject.isOverridden === true,
	hidden: svmHiddenParts(subject),
	described: null,
	// A separate rule assesses unreadable instructions based on the accounts passed to them.
	isUnread: false,
	cause: null,
	foreseen: foreseenFailure(subject, isLater),
	unseen: null,
	accounts: [subject.signer, ...subject.user.accounts],
	sameNonceHeadline: null,
	nonce: nonceOf(subject),
	blockhash: blockhashOf(subject),
	texts,
	ends: [],
});
