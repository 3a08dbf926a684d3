import { isBareHash } from "../match/message/bytes.ts";
import { hasOffchainDomain, readOffchainMessage } from "../match/message/svm.ts";
import { textOf } from "../match/message/text.ts";

/** Returns the text of a message's bytes; `null` for a hash and for bytes that are not text. */

export function personalText(bytes: Uint8Array): string | null {
	return isBareHash(bytes) ? null : textOf(bytes);
}

/** Returns Solana text, plain or inside an off-chain message's header. */
export function svmText(bytes: Uint8Array): string | null {
	return readOffchainMessage(bytes)?.text ?? (hasOffchainDomain(bytes) ? null : textOf(bytes));
}
