import { z } from "zod";

/**
 * What was signed of one intent, as it is handed in, sent or answered. `one`: a transaction's bytes, or a message's
 * signature. `each`: of a user operation, one signature for each of its requests, in their order.
 */
export type KeptSignature =
	| { readonly kind: "one"; readonly bytes: string }
	| { readonly kind: "each"; readonly signatures: readonly string[] };

const signatures = z.array(z.string()).min(1);

/** As the journal stores, hashes and exports it. */
export const signatureText = (signature: KeptSignature): string =>
	signature.kind === "one" ? signature.bytes : JSON.stringify(signature.signatures);

function signaturesIn(text: string): readonly string[] | null {
	try {
		return signatures.parse(JSON.parse(text));
	} catch {
		return null;
	}
}

/**
 * What a stored text says. No bytes begin with a bracket, in hex, base58 or base64; a list that can't be read stays one
 * text, which fits nothing that is asked for. Never throws.
 */
export function readSignature(text: string): KeptSignature {
	const each = text.startsWith("[") ? signaturesIn(text) : null;
	return each === null ? { kind: "one", bytes: text } : { kind: "each", signatures: each };
}
