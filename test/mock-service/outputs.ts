import type { SigningResult, SignRequest } from "../../src/service-api/action.ts";
import { recoverPersonal } from "./personal.ts";
import { Problem } from "./problem.ts";
import { isSignedBy, verifySignedSvm } from "./svm-verify.ts";
import { recoverTyped } from "./typed-data.ts";

/** Checks that the outputs of a signing request are the signer's signatures over its payloads. */

function outputMismatch(message: string): Problem {
	return new Problem(422, "output_mismatch", message);
}

function requireMember(value: string | null | undefined, member: string, id: string): string {
	if (value) return value;
	throw outputMismatch(`${id} has no ${member}.`);
}

/**
 * Verifies one output for each payload, in order.
 * @returns for each payload its signature, or the signed transaction in base64
 * @throws Problem 422 `output_mismatch`, `signature_mismatch`
 */
export async function checkOutputs(
	request: SignRequest,
	outputs: readonly SigningResult[],
): Promise<string[]> {
	const { payloads, signer, operationId } = request;
	if (outputs.length !== payloads.length) {
		throw outputMismatch(`There are ${payloads.length} payloads, not ${outputs.length}.`);
	}
	const verified: string[] = [];
	for (const [index, payload] of payloads.entries()) {
		const output = outputs[index] ?? { id: "" };
		const id = `payload_${index + 1}`;
		if (output.id !== id) throw outputMismatch(`The output in place ${index + 1} is ${output.id}.`);
		if (payload.kind === "svm_transaction" && !operationId) {
			const raw = requireMember(output.signedTransactionBase64, "signedTransactionBase64", id);
			verifySignedSvm(raw, payload.transaction_base64);
			verified.push(raw);
			continue;
		}
		const signature = requireMember(output.signature, "signature", id);
		switch (payload.kind) {
			case "evm_personal":
				await recoverPersonal(payload.message, signature, signer);
				break;
			case "evm_typed_data":
				await recoverTyped(payload.typed_data, signature, signer);
				break;
			case "svm_message": {
				const bytes = Buffer.from(signature, "base64");
				const message = Buffer.from(payload.message_base64, "base64");
				if (bytes.toString("base64") !== signature || !isSignedBy(bytes, message, signer)) {
					throw new Problem(422, "signature_mismatch", `${id} is not a signature of ${signer}.`);
				}
				break;
			}
			case "svm_transaction":
				throw outputMismatch(`${id}: a Solana transaction of an operation is not offered here.`);
		}
		verified.push(signature);
	}
	return verified;
}
