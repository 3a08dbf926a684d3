import { z } from "zod";

export type StoredSignature =
	| { readonly kind: "one"; readonly bytes: string }
	| { readonly kind: "each"; readonly signatures: readonly string[] };

const signatures = z.array(z.string()).min(1);

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
 * Hex, base58 and base64 never start with a bracket. Returns an unreadable list as one text, which matches no
 * request. Never throws.
 */
export function readSignature(text: string): StoredSignature {
	const each = text.startsWith("[") ? signaturesIn(text) : null;
	return each === null ? { kind: "one", bytes: text } : { kind: "each", signatures: each };
}
