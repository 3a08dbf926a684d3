import { VaultDamagedError, VaultDiskError } from "./errors.ts";
import type { RefusalReason, VaultRefusal } from "./protocol.ts";

/** A refusal as a value. `words` says what happened and what to do. */
export function refuse(
	reason: RefusalReason,
	words: string,
	more: { readonly nextTryAt?: number | null; readonly field?: string | null } = {},
): VaultRefusal {
	return { ok: false, reason, words, nextTryAt: more.nextTryAt ?? null, field: more.field ?? null };
}

const NOTHING_SIGNED = "Nothing was signed.";

/** A refusal before anything was signed, which its words say. */
export function refuseMatch(field: string, words: string): VaultRefusal {
	const told = words.endsWith(NOTHING_SIGNED) ? words : `${words} ${NOTHING_SIGNED}`;
	return refuse("refusedMatch", told, { field });
}

/** The refusal that an error of this room stands for. Other errors are bugs: their text may hold anything. */
export function refusalOf(error: unknown): VaultRefusal {
	if (error instanceof VaultDiskError) return refuse("disk", error.message);
	if (error instanceof VaultDamagedError) return refuse("damaged", error.message);
	return refuse(
		"failed",
		"The vault met an error of its own and did nothing. Nothing was signed and no funds moved.",
	);
}

export const REFUSALS = {
	none: refuse("none", "There is no vault yet. Create one, or import a phrase or key."),
	locked: refuse("locked", "The vault is locked. Unlock it with its password."),
	lockedMeanwhile: refuse("locked", "The vault was locked while this went on. Unlock it and try again."),
	exists: refuse("exists", "There is a vault already. Add accounts to it instead."),
	noAccount: refuseMatch("accountAddress", "This account is not in the vault."),
	noPhrase: refuse("noPhrase", "This vault has no recovery phrase, so no further account can be derived."),
	badPhrase: refuse(
		"badPhrase",
		"This is not a recovery phrase: 12 to 24 English words are expected, in their order. Check each word.",
	),
	badKey: refuse(
		"badKey",
		"This is not a private key. An EVM key has 64 hex digits; a Solana key is the base58 text that wallets export, " +
			"or the command line's list of 64 numbers. Check that nothing is missing.",
	),
	duplicate: refuse("duplicate", "This account is in the vault already."),
	tooMany: refuse("tooMany", "The vault holds 100 accounts, which is the most."),
	wrongWords: refuse(
		"wrongWords",
		"These are not the words at those places. Look at your copy and try again.",
	),
	noPending: refuse("none", "No new phrase waits for its check. Create one again."),
	unsealable: refuse(
		"unsealable",
		"What was kept can't be opened with this vault's key: it was sealed under another one, or changed. Nothing else is touched.",
	),
	shortPassword: refuse("badMessage", "A password needs at least eight characters.", { field: "password" }),
} as const;
