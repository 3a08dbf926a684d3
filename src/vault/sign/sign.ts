import type { Frozen } from "../../core/match/frozen.ts";
import { faultOf, intentAt, provenFrozen } from "../../core/match/proof.ts";
import { message } from "../../core/message.ts";
import { sameAddress } from "../keys/vault-accounts.ts";
import type { VaultAccount, VaultGrant, VaultRefusal } from "../protocol.ts";
import { refuseMatch } from "../refusals.ts";
import { type Approved, familyOf, type LentKey, sign, signerOf } from "./signatures.ts";

/** The vault's own proof that what it signs is what was reviewed. It believes nothing that main says. */

export interface SignInput {
	/** As it came; read here. */
	readonly frozen: unknown;
	readonly fingerprint: string;
	/** Which of the intents, counted from 0. */
	readonly place: number;
	/** The account of the vault that is asked to sign. */
	readonly account: VaultAccount;
	/** Unix milliseconds. */
	readonly now: number;
	/** How much later than stated the offer ends by that clock, in ms; 0 where it is left out. */
	readonly clockOffset?: number;
	/** Lends the account's private key for one use, and wipes it. */
	readonly withKey: LentKey;
}

/** The intent at the asked place, where it is the account's to sign. */
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

/** Signs one intent of a frozen review after proving all of it again; a refusal names the field and says why. */
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
