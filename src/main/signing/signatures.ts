import { z } from "zod";
import { checkSignedEvm } from "../match/evm-bytes.ts";
import { type Frozen, intentsOf } from "../match/frozen.ts";
import { checkMessageSignature } from "../match/message.ts";
import { checkSignedSvm } from "../match/svm-bytes.ts";
import { checkUserOperationSignatures } from "../match/user-operation.ts";
import type { Signed } from "../signers/signer.ts";
import type { JournalRow } from "../storage/journal-types.ts";

/** Between what a signer gives and what the journal keeps: read once more, and only the reviewed bytes go further. */

/** `bytes`: as they are handed in or sent. `id`: the transaction's name, where these bytes already give it one. */
export type Proven =
	| { readonly ok: true; readonly bytes: string; readonly id: string | null }
	| { readonly ok: false; readonly words: string };

const DIFFERENT: Proven = {
	ok: false,
	words: "The signer answered with another kind of signature than was asked for.",
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

/** The `payloads` of a CommitManual `signed` (learnt.md 7.1): one transaction, or one signature per request. */
export function payloadsOf(row: JournalRow, frozen: Frozen): readonly string[] {
	if (row.signedBytes === null) throw new Error("a signed row without bytes");
	const intent = intentsOf(frozen)[row.place];
	return intent?.kind === "user_operation"
		? signatures.parse(JSON.parse(row.signedBytes))
		: [row.signedBytes];
}
