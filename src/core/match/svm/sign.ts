import type { SignRequest } from "../../../service-api/action.ts";
import { message } from "../../message.ts";
import { type Check, failed, passed, unproven, unreadableBytes } from "../check.ts";
import type { Intent } from "../frozen.ts";
import { resolveSvm } from "./resolve.ts";
import { isDurableNonce, readSvmTransaction, SvmBytesError, type SvmTransaction } from "./transaction.ts";

/** A Solana transaction that a request to sign carries whole: nothing but itself says what it does. */

type SvmIntent = Extract<Intent, { kind: "svm_transaction" }>;

function signerChecks(request: SignRequest, intent: SvmIntent, tx: SvmTransaction): Check[] {
	const required = tx.staticKeys.slice(0, tx.header.requiredSignatures);
	const values = { reviewed: request.signer, payload: intent.signer };
	const named =
		request.signer === intent.signer
			? passed("signer", message("match.sign-request.signer-same"), values)
			: failed("signer", message("match.sign-request.signer-differs"), values);
	const asked = required.includes(intent.signer)
		? passed("signers", message("match.sign-request.signature-asked"), { payload: required.join(", ") })
		: failed("signers", message("match.sign-request.signature-not-asked"), {
				payload: required.join(", "),
			});
	return [named, asked];
}

function familyCheck(request: SignRequest): Check {
	return request.chainFamily === "svm"
		? passed("chain_family", message("match.chain-family.svm"), { reviewed: "svm" })
		: failed("chain_family", message("match.chain-family.request-other"), { reviewed: request.chainFamily });
}

function clusterCheck(request: SignRequest): Check {
	return typeof request.cluster === "string" && request.cluster !== ""
		? passed("cluster", message("match.cluster.named"), { reviewed: request.cluster })
		: failed("cluster", message("match.cluster.not-named"));
}

export function svmSignChecks(request: SignRequest, intent: SvmIntent): Check[] {
	const common = [familyCheck(request), clusterCheck(request)];
	try {
		const tx = readSvmTransaction(intent.transaction_base64);
		const resolved = resolveSvm(tx, intent.lookups);
		const tables = resolved.ok
			? passed("lookup_tables", message("match.accounts.known"))
			: unproven("lookup_tables", resolved.text);
		const nonce = isDurableNonce(tx)
			? failed("durable_nonce", message("match.durable-nonce.alive-without-end"))
			: passed("durable_nonce", message("match.blockhash.ends"));
		return [...common, ...signerChecks(request, intent, tx), tables, nonce];
	} catch (error) {
		if (!(error instanceof SvmBytesError)) throw error;
		return [...common, unreadableBytes(error)];
	}
}
