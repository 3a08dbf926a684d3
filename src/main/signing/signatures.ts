import type { KeptSignature } from "../../core/journal/kept-signature.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { type Frozen, intentsOf } from "../../core/match/frozen.ts";

type Signed = Pick<JournalRow, "signature">;

function signatureOf({ signature }: Signed): KeptSignature {
	if (signature === null) throw new Error("a signed row without its signature");
	return signature;
}

/** The bytes of a row that has one transaction or one signature. Throws where it has none, or several. */
export function signedBytesOf(row: Signed): string {
	const signature = signatureOf(row);
	if (signature.kind !== "one") throw new Error("several signatures where one was asked for");
	return signature.bytes;
}

/**
 * The `payloads` of a CommitManual `signed` (docs/service-api/commits.md#calls-and-bodies): one transaction, or one
 * signature per request. Throws where the signature is not of the kind that the intent asks for.
 */
export function payloadsOf(row: Signed & Pick<JournalRow, "place">, frozen: Frozen): readonly string[] {
	if (intentsOf(frozen)[row.place]?.kind !== "user_operation") return [signedBytesOf(row)];
	const signature = signatureOf(row);
	if (signature.kind !== "each") throw new Error("one text where a signature for each request was asked for");
	return signature.signatures;
}
