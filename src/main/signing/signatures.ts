import { z } from "zod";
import type { JournalRow } from "../../core/journal/types.ts";
import { checkSignedEvm } from "../../core/match/evm-bytes.ts";
import { type Frozen, intentsOf } from "../../core/match/frozen.ts";
import { checkMessageSignature } from "../../core/match/message.ts";
import { checkSignedSvm } from "../../core/match/svm-bytes.ts";
import { checkUserOperationSignatures } from "../../core/match/user-operation.ts";
import { type Message, message } from "../../core/message.ts";
import type { Signed } from "../wallet/signers/signer.ts";

/** Between what a signer gives and what the journal keeps: read once more, and only the reviewed bytes go further. */

/** `bytes`: as they are handed in or sent. `id`: the transaction's name, where these bytes already give it one. */
export type Proven =
	| { readonly ok: true; readonly bytes: string; readonly id: string | null }
	| { readonly ok: false; readonly words: Message };

const DIFFERENT: Proven = {
	ok: false,
	words: message("signer.answered-otherwise"),
};

/** Proves that `signed` is the signature of exactly this intent by this account. */
export async function provenOf(signed: Signed, frozen: Frozen, place: number): Promise<Proven> {
	const intent = intentsOf(frozen)[place];
	if (intent === undefined) return DIFFERENT;
	switch (intent.kind) {
		case "evm_transaction": {
			if (signed.kind !== "evm_transaction") return DIFFERENT;
			const checked = await checkSignedEvm(signed.raw, intent);
			if (!checked.ok) return checked;
			return checked.hash === signed.hash ? { ok: true, bytes: checked.raw, id: checked.hash } : DIFFERENT;
		}
		case "svm_transaction": {
			if (signed.kind !== "svm_transaction") return DIFFERENT;
			const checked = checkSignedSvm(signed.raw, intentOfSigner(intent, frozen.signer));
			return checked.ok ? { ok: true, bytes: checked.raw, id: checked.id } : checked;
		}
		case "user_operation": {
			if (signed.kind !== "user_operation") return DIFFERENT;
			const checked = await checkUserOperationSignatures(intent, signed.signatures);
			return checked.ok ? { ok: true, bytes: JSON.stringify(signed.signatures), id: null } : checked;
		}
		default: {
			if (signed.kind !== "message") return DIFFERENT;
			const checked = await checkMessageSignature(intent, signed.signature, frozen.signer);
			return checked.ok ? { ok: true, bytes: checked.signature, id: null } : checked;
		}
	}
}

function intentOfSigner<T extends { readonly signer: string }>(intent: T, signer: string): T {
	if (intent.signer !== signer) throw new Error("an intent of another signer");
	return intent;
}

const signatures = z.array(z.string()).min(1);

/**
 * The `payloads` of a CommitManual `signed` (docs/service-api/commits.md#calls-and-bodies): one transaction, or one
 * signature per request.
 */
export function payloadsOf(row: JournalRow, frozen: Frozen): readonly string[] {
	if (row.signedBytes === null) throw new Error("a signed row without bytes");
	const intent = intentsOf(frozen)[row.place];
	return intent?.kind === "user_operation"
		? signatures.parse(JSON.parse(row.signedBytes))
		: [row.signedBytes];
}
