import { getAddress, type Hex, isAddress, isAddressEqual, isHex, recoverMessageAddress } from "viem";
import { Problem } from "./problem.ts";

/** Verifies personal messages (EIP-191). */

/**
 * Returns the bytes or text of a message: `0x` and an even number of hex digits are bytes, and any other text
 * is UTF-8 (docs/service-api/records.md#signing-rules).
 */
export function personalBytes(message: string): string | { readonly raw: Hex } {
	return /^0x(?:[0-9a-fA-F]{2})*$/.test(message) ? { raw: `0x${message.slice(2)}` } : message;
}

export function wrongSigner(expected: string, got: string): Problem {
	return new Problem(422, "signature_mismatch", `The signature is not one of ${expected}.`, {
		details: { field: "signature", expected, got },
	});
}

/** Returns the signature if it has 65 bytes. @throws Problem 422 */
export function signatureBytes(signature: string, signer: string): Hex {
	if (isHex(signature) && signature.length === 132) return signature;
	throw wrongSigner(signer, "no 65 bytes");
}

/** @throws Problem 422 if it is not the signer's */
export async function recoverPersonal(message: string, signature: string, signer: string): Promise<void> {
	const bytes = signatureBytes(signature, signer);
	const found = await recoverMessageAddress({ message: personalBytes(message), signature: bytes }).catch(
		() => null,
	);
	if (found === null || !isAddress(signer, { strict: false })) throw wrongSigner(signer, "an unreadable one");
	if (!isAddressEqual(found, getAddress(signer))) throw wrongSigner(signer, found);
}
