import { phrasePaths } from "../../src/main/wallet/ledger-paths.ts";
import { readPhrase, seedOf } from "../../src/vault/keys/keys.ts";
import { accountsAt, hasAddress } from "../../src/vault/keys/vault-accounts.ts";
import { withSecret } from "../../src/vault/memory.ts";
import type { Wrong } from "./compare.ts";
import type { PhraseCase } from "./expected.ts";

/** Judges whether the app finds the account that another wallet shows first for the same recovery phrase. */

/** Returns the accounts that the app shows first for a phrase; empty if the phrase is invalid. */
function firstAccounts({ phrase, passphrase = "", family }: PhraseCase) {
	const entropy = readPhrase(new TextEncoder().encode(phrase));
	if (entropy === null) return [];
	const at = phrasePaths(family, 0).map(({ path }) => ({ family, path }));
	const salt = new TextEncoder().encode(passphrase.normalize("NFKD"));
	return withSecret(entropy, (secret) => withSecret(seedOf(secret, salt), (seed) => accountsAt(seed, at)));
}

export function judgePhrase(one: PhraseCase): readonly Wrong[] {
	const found = firstAccounts(one);
	return hasAddress(found, one.expect.finds)
		? []
		: [{ what: "finds", expected: one.expect.finds, said: found.map(({ address }) => address).join(", ") }];
}
