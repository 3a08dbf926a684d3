import { firstAccounts, hasAddress, nextAccount } from "../../src/vault/keys/accounts.ts";
import { readPhrase } from "../../src/vault/keys/keys.ts";
import { withSecret } from "../../src/vault/memory.ts";
import type { Wrong } from "./compare.ts";
import type { PhraseCase } from "./expected.ts";

/** Judges whether the app finds the account that another wallet shows first for the same recovery phrase. */

/** Number of further accounts of a family that a user adds before giving up. */
const ADDED = 3;

/** Returns the accounts that the app can derive from a phrase. To be changed when it learns more paths. */
function reachable({ phrase, passphrase }: PhraseCase) {
	// No passphrase can be given to the app.
	if (passphrase !== undefined) return [];
	const entropy = readPhrase(new TextEncoder().encode(phrase));
	if (entropy === null) return [];
	return withSecret(entropy, (secret) => {
		const found = firstAccounts(secret);
		for (const family of ["evm", "svm"] as const)
			for (let count = 0; count < ADDED; count += 1) found.push(nextAccount(secret, family, found));
		return found;
	});
}

export function judgePhrase(one: PhraseCase): readonly Wrong[] {
	const found = reachable(one);
	return hasAddress(found, one.expect.finds)
		? []
		: [{ what: "finds", expected: one.expect.finds, said: found.map(({ address }) => address).join(", ") }];
}
