import { CanonicalError } from "../main/match/canonical.ts";
import { PayloadError } from "../main/match/evm-bytes.ts";
import { fingerprintOf } from "../main/match/fingerprint.ts";
import {
	expiryOf,
	type Frozen,
	frozenAction,
	frozenCommit,
	frozenReplacement,
	intentsOf,
} from "../main/match/frozen.ts";
import { matchFrozen } from "../main/match/match.ts";
import { SvmBytesError } from "../main/match/svm-message.ts";
import { sameAddress } from "./accounts.ts";
import type { VaultAccount, VaultGrant, VaultRefusal } from "./protocol.ts";
import { refuseMatch } from "./refusals.ts";
import { type Approved, familyOf, type LentKey, sign, signerOf } from "./signatures.ts";

/** The vault's own proof that what it signs is what was reviewed. It believes nothing that main says. */

export interface SignWish {
	/** As it came; read here. */
	readonly frozen: unknown;
	readonly fingerprint: string;
	/** Which of the intents, counted from 0. */
	readonly place: number;
	/** The account of the vault that is asked to sign. */
	readonly account: VaultAccount;
	/** Unix milliseconds. */
	readonly now: number;
	/** Lends the account's private key for one use, and wipes it. */
	readonly withKey: LentKey;
}

/** The one schema that could fit, so that a refusal can name the member at fault. All three are closed. */
function schemaOf(value: unknown) {
	if (typeof value !== "object" || value === null) return frozenCommit;
	if ("replaces" in value) return frozenReplacement;
	return "intents" in value ? frozenAction : frozenCommit;
}

type Proof = { readonly ok: true; readonly frozen: Frozen } | VaultRefusal;

/** What was frozen, or the refusal of it. All its intents are proven, whichever is signed. */
function proven(wish: SignWish): Proof {
	const parsed = schemaOf(wish.frozen).safeParse(wish.frozen);
	if (!parsed.success) {
		const field = parsed.error.issues[0]?.path.join(".") ?? "";
		return refuseMatch(field, "The review is not written as expected.");
	}
	const frozen: Frozen = parsed.data;
	if (fingerprintOf(frozen) !== wish.fingerprint)
		return refuseMatch("fingerprint", "The review is not the one that was approved.");
	const match = matchFrozen(frozen);
	if (match.verdict !== "matched") {
		const fault = match.checks.find((check) => check.status === "failed" || check.status === "unknown");
		return refuseMatch(fault?.field ?? "match", fault?.words ?? "It does not match.");
	}
	const expiry = expiryOf(frozen);
	if (expiry !== null && wish.now >= expiry) return refuseMatch("expires_at", "The review has expired.");
	return { ok: true, frozen };
}

/** The intent at the asked place, where it is the account's to sign. */
function chosen({ place, account }: SignWish, frozen: Frozen): Approved | VaultRefusal {
	const intent = intentsOf(frozen)[place];
	if (intent === undefined) return refuseMatch("place", "The review holds nothing to sign at this place.");
	const approved: Approved = { ok: true, frozen, intent };
	if (familyOf(intent) !== account.family)
		return refuseMatch("payload.kind", "The payload is for another kind of chain than the account.");
	if (!sameAddress(signerOf(approved), account.address))
		return refuseMatch("payload.signer", "The payload names another signer than the account.");
	return approved;
}

/** Signs one intent of a frozen review after proving all of it again; a refusal names the field and says why. */
export async function signFrozen(wish: SignWish): Promise<VaultGrant<"sign"> | VaultRefusal> {
	try {
		const proof = proven(wish);
		const approved = proof.ok ? chosen(wish, proof.frozen) : proof;
		return approved.ok ? await sign(approved, wish.account.address, wish.withKey) : approved;
	} catch (error) {
		if (error instanceof CanonicalError) return refuseMatch(error.path, error.message);
		if (error instanceof PayloadError || error instanceof SvmBytesError)
			return refuseMatch(error.field, error.message);
		throw error;
	}
}
