import { z } from "zod";

/**
 * Signature of one payload as submitted, broadcast or answered. `one`: a transaction's bytes or a message's
 * signature. `each`: one signature per request of a user operation, in order.
 */
export type StoredSignature =
	| { readonly kind: "one"; readonly bytes: string }
	| { readonly kind: "each"; readonly signatures: readonly string[] };

const signatures = z.array(z.string()).min(1);

/** Returns the form that the journal stores, hashes and exports. */
export const signatureText = (signature: StoredSignature): string =>
	signature.kind === "one" ? signature.bytes : JSON.stringify(signature.signatures);

function signaturesIn(text: string): readonly string[] | null {
	try {
		return signatures.parse(JSON.parse(text));
	} catch {
		return null;
	}
}

/**
 * Parses stored text. Hex, base58 and base64 never begin with a bracket; an unreadable list stays a single
 * text that fits no request. Never throws.
 */
export function readSignature(text: string): StoredSignature {
	const each = text.startsWith("[") ? signaturesIn(text) : null;
	return each === null ? { kind: "one", bytes: text } : { kind: "each", signatures: each };
}
