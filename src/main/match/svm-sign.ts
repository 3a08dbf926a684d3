import type { SignRequest } from "../../contract/action.ts";
import { type Check, failed, passed, unproven } from "./check.ts";
import type { Intent } from "./frozen.ts";
import {
	isDurableNonce,
	readSvmTransaction,
	resolveSvm,
	SvmBytesError,
	type SvmTransaction,
} from "./svm-message.ts";

/** A Solana transaction that a request to sign carries whole: nothing but itself says what it does. */

type SvmIntent = Extract<Intent, { kind: "svm_transaction" }>;

function signerChecks(request: SignRequest, intent: SvmIntent, tx: SvmTransaction): Check[] {
	const required = tx.staticKeys.slice(0, tx.header.requiredSignatures);
	const values = { reviewed: request.signer, payload: intent.signer };
	const named =
		request.signer === intent.signer
			? passed("signer", "For the signer that the request names.", values)
			: failed("signer", "For another signer than the request names.", values);
	const asked = required.includes(intent.signer)
		? passed("signers", "The transaction asks for this signature.", { payload: required.join(", ") })
		: failed("signers", "The transaction asks for no signature of this account.", {
				payload: required.join(", "),
			});
	return [named, asked];
}

function familyCheck(request: SignRequest): Check {
	return request.chainFamily === "svm"
		? passed("chain_family", "It is for Solana.", { reviewed: "svm" })
		: failed("chain_family", "The request is for another chain family.", { reviewed: request.chainFamily });
}

function clusterCheck(request: SignRequest): Check {
	return typeof request.cluster === "string" && request.cluster !== ""
		? passed("cluster", "The request names its cluster.", { reviewed: request.cluster })
		: failed("cluster", "The request does not say which cluster it is for.");
}

export function svmSignChecks(request: SignRequest, intent: SvmIntent): Check[] {
	const common = [familyCheck(request), clusterCheck(request)];
	try {
		const tx = readSvmTransaction(intent.transaction_base64);
		const resolved = resolveSvm(tx, intent.lookups);
		const tables = resolved.ok
			? passed("lookup_tables", "Every account is known.")
			: unproven("lookup_tables", resolved.words);
		const nonce = isDurableNonce(tx)
			? failed("durable_nonce", "A durable nonce would keep this signature alive without an end.")
			: passed("durable_nonce", "It ends with its blockhash.");
		return [...common, ...signerChecks(request, intent, tx), tables, nonce];
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return [...common, failed(error.field, error.message)];
	}
}
