import { CanonicalError } from "../main/match/canonical.ts";
import { matchFrozenEvm } from "../main/match/evm.ts";
import { checkSignedEvm, PayloadError, signedEvm, signingHashEvm } from "../main/match/evm-bytes.ts";
import { fingerprintOf } from "../main/match/fingerprint.ts";
import { expiryOf, type FrozenReview, frozenReview } from "../main/match/frozen.ts";
import { recoverSigner, signHash } from "./keys.ts";
import type { VaultGrant, VaultRefusal } from "./protocol.ts";
import { refuse } from "./refusals.ts";

/** The vault's own proof that what it signs is what was reviewed. It believes nothing that main says. */

export interface SignWish {
	/** As it came; read here. */
	readonly frozen: unknown;
	readonly fingerprint: string;
	/** The account of the vault that is asked to sign. */
	readonly address: string;
	/** Unix milliseconds. */
	readonly now: number;
	/** Lends the account's private key for one use, and wipes it. */
	readonly withKey: <T>(use: (key: Uint8Array) => T) => T;
}

const refused = (field: string, words: string): VaultRefusal => refuse("refusedMatch", words, { field });

/** EVM addresses are equal whatever their case (EIP-55 is a checksum only). */
export function sameAddress(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

type Proof = { readonly ok: true; readonly frozen: FrozenReview } | VaultRefusal;

/** What was frozen, or the refusal of it. */
function proven(wish: SignWish): Proof {
	const parsed = frozenReview.safeParse(wish.frozen);
	if (!parsed.success) {
		const field = parsed.error.issues[0]?.path.join(".") ?? "";
		return refused(field, "The review is not written as expected. Nothing was signed.");
	}
	const frozen = parsed.data;
	if (fingerprintOf(frozen) !== wish.fingerprint)
		return refused("fingerprint", "The review is not the one that was approved. Nothing was signed.");
	const match = matchFrozenEvm(frozen);
	if (match.verdict !== "matched") {
		const fault = match.checks.find((check) => check.status === "failed" || check.status === "unknown");
		return refused(fault?.field ?? "match", `${fault?.words ?? "It does not match."} Nothing was signed.`);
	}
	const expiry = expiryOf(frozen);
	if (expiry !== null && wish.now >= expiry)
		return refused("expires_at", "The review has expired. Nothing was signed.");
	return { ok: true, frozen };
}

async function signProven(wish: SignWish, frozen: FrozenReview): Promise<VaultGrant<"sign"> | VaultRefusal> {
	const { payload } = frozen;
	if (payload.kind !== "evm_transaction")
		return refused("payload.kind", "Only EVM transactions are signed. Nothing was signed.");
	if (!sameAddress(payload.signer, wish.address))
		return refused(
			"payload.signer",
			"The payload names another signer than the account. Nothing was signed.",
		);
	const hash = signingHashEvm(payload);
	const signature = wish.withKey((key) => signHash(hash, key));
	// A faulty computation can give the key away: its result leaves only when it proves itself.
	if (!sameAddress(recoverSigner(hash, signature), wish.address))
		return refused("signature", "The signature is not of the account. It was thrown away.");
	const checked = await checkSignedEvm(signedEvm(payload, signature), payload);
	if (!checked.ok) return refused(checked.field, `${checked.words} The signature was thrown away.`);
	return { ok: true, raw: checked.raw, hash: checked.hash };
}

/** Signs the payload inside a frozen review after proving it again; a refusal names the field and says why. */
export async function signFrozen(wish: SignWish): Promise<VaultGrant<"sign"> | VaultRefusal> {
	try {
		const proof = proven(wish);
		return proof.ok ? await signProven(wish, proof.frozen) : proof;
	} catch (error) {
		if (error instanceof CanonicalError) return refused(error.path, error.message);
		if (error instanceof PayloadError) return refused(error.field, error.message);
		throw error;
	}
}
