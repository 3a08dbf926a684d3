import { message } from "../../core/localized-text.ts";
import type { Frozen } from "../../core/match/frozen.ts";
import { faultOf, intentAt, provenFrozen } from "../../core/match/proof.ts";
import { sameAddress } from "../keys/vault-accounts.ts";
import type { VaultAccount, VaultGrant, VaultRefusal } from "../protocol.ts";
import { refuseMatch } from "../refusals.ts";
import { type Approved, familyOf, type LentKey, sign, signerOf } from "./signatures.ts";

/** The vault proves by itself that a payload was reviewed and trusts nothing from main. */

export interface SignInput {
	readonly frozen: unknown;
	readonly fingerprint: string;
	readonly place: number;
	readonly account: VaultAccount;
	readonly now: number;
	readonly clockOffset?: number;
	readonly withKey: LentKey;
}

function chosen({ place, account }: SignInput, frozen: Frozen): Approved | VaultRefusal {
	const at = intentAt(frozen, place);
	if (!at.ok) return refuseMatch(at.field, at.text, at);
	const approved: Approved = { ok: true, frozen, intent: at.intent };
	if (familyOf(at.intent) !== account.family)
		return refuseMatch("payload.kind", message("signer.other-family"));
	if (!sameAddress(signerOf(approved), account.address))
		return refuseMatch("payload.signer", message("vault.other-signer"));
	return approved;
}

export async function signFrozen(input: SignInput): Promise<VaultGrant<"sign"> | VaultRefusal> {
	try {
		const proof = provenFrozen(input);
		if (!proof.ok) return refuseMatch(proof.field, proof.text, proof);
		const approved = chosen(input, proof.frozen);
		return approved.ok ? await sign(approved, input.account.address, input.withKey) : approved;
	} catch (error) {
		const fault = faultOf(error);
		if (fault !== null) return refuseMatch(fault.field, fault.text, fault);
		throw error;
	}
}
