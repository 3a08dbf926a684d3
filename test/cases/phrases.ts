import { firstAccounts, hasAddress, nextAccount } from "../../src/vault/keys/accounts.ts";
import { readPhrase } from "../../src/vault/keys/keys.ts";
import { withSecret } from "../../src/vault/memory.ts";
import type { Wrong } from "./compare.ts";
import type { PhraseCase } from "./expected.ts";

/** Judges whether the app finds the account that another wallet shows first for the same recovery phrase. */

/** As many of a family as a user would add one after the other before giving up. */
const ADDED = 3;

/** Addresses that the app can reach from a phrase. The one place to change when it learns more paths. */
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
