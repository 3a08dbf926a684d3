import { readAddress } from "../../core/format/numeral.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import { secretCopy, wipe, withSecret } from "../memory.ts";
import type { VaultAccount } from "../protocol.ts";
import { copySecrets, type Secrets } from "../secrets.ts";
import { addressOf, deriveKey, keyText, pathOf, readKey } from "./keys.ts";
import { addressOfSvm, deriveSvmKey, pathOfSvm, readSvmKey, svmKeyText } from "./keys-svm.ts";

/** The vault's accounts and the keys that make them, of either chain family. */

/** EVM addresses are equal whatever their case (EIP-55 is a checksum only); in base58 each letter's case counts. */
export function sameAddress(one: string, other: string): boolean {
	return (readAddress(one) ?? one) === (readAddress(other) ?? other);
}

/** Account `index` of a phrase. */
function phraseAccount(entropy: Uint8Array, family: ChainFamily, index: number): VaultAccount {
	return family === "evm"
		? {
				family,
				address: withSecret(deriveKey(entropy, index), addressOf),
				kind: "phrase",
				path: pathOf(index),
			}
		: {
				family,
				address: withSecret(deriveSvmKey(entropy, index), addressOfSvm),
				kind: "phrase",
				path: pathOfSvm(index),
			};
}

/** What a phrase begins with: account 0 of each family, EVM first. */
export function firstAccounts(entropy: Uint8Array): VaultAccount[] {
	return [phraseAccount(entropy, "evm", 0), phraseAccount(entropy, "svm", 0)];
}

export const hasAddress = (accounts: readonly VaultAccount[], address: string): boolean =>
	accounts.some((each) => sameAddress(each.address, address));

/**
 * The first account of a phrase that is not there: one that was removed comes back first. One that was imported as a
 * key is passed over.
 */
export function nextAccount(
	entropy: Uint8Array,
	family: ChainFamily,
	accounts: readonly VaultAccount[],
): VaultAccount {
	const pathAt = family === "evm" ? pathOf : pathOfSvm;
	for (let index = 0; ; index += 1) {
		if (accounts.some((each) => each.kind === "phrase" && each.path === pathAt(index))) continue;
		const account = phraseAccount(entropy, family, index);
		if (!hasAddress(accounts, account.address)) return account;
	}
}

/** An imported key, whose family its form tells. The caller wipes the key. */
export interface ImportedKey {
	readonly account: VaultAccount;
	readonly key: Buffer;
}

/** 64 hex digits are an EVM key, 64 bytes in base58 or as a JSON list a Solana one; null for anything else. */
export function readImportedKey(text: Uint8Array): ImportedKey | null {
	const evm = readKey(text);
	if (evm !== null)
		return { key: evm, account: { family: "evm", address: addressOf(evm), kind: "imported", path: null } };
	const svm = readSvmKey(text);
	if (svm === null) return null;
	return { key: svm, account: { family: "svm", address: addressOfSvm(svm), kind: "imported", path: null } };
}

/** Whether a phrase makes this account, at its own path. */
export function isOfPhrase(entropy: Uint8Array, account: VaultAccount): boolean {
	if (account.kind !== "phrase") return false;
	return phraseAccount(entropy, account.family, indexOf(account)).address === account.address;
}

/** The private key as wallets write it, as bytes. The caller wipes them. */
export function exportedKey({ family }: VaultAccount, key: Uint8Array): Buffer {
	return family === "evm" ? keyText(key) : svmKeyText(key);
}

/** All but one account, and what is kept without what was kept for it alone. Copies. */
export function withoutAccount(
	account: VaultAccount,
	accounts: readonly VaultAccount[],
	secrets: Secrets,
): { readonly accounts: readonly VaultAccount[]; readonly secrets: Secrets } {
	const place = accounts.filter((each) => each.kind === "imported").indexOf(account);
	const keys = secrets.keys.filter((_, at) => at !== place);
	return {
		accounts: accounts.filter((each) => each !== account),
		secrets: copySecrets({ ...secrets, keys }),
	};
}

/** The number of an account in its path, which the schema has read; see `pathOf` and `pathOfSvm`. */
function indexOf({ family, path }: VaultAccount): number {
	const steps = (path ?? "").split("/");
	return Number.parseInt(steps[family === "evm" ? 5 : 3] ?? "", 10);
}

/** A copy of an imported key, or the key at the account's path; null where neither is kept. */
function keptKey(account: VaultAccount, accounts: readonly VaultAccount[], secrets: Secrets): Buffer | null {
	if (account.kind === "imported") {
		const kept = secrets.keys[accounts.filter((each) => each.kind === "imported").indexOf(account)];
		return kept === undefined ? null : secretCopy(kept);
	}
	if (secrets.entropy === null) return null;
	const derive = account.family === "evm" ? deriveKey : deriveSvmKey;
	return derive(secrets.entropy, indexOf(account));
}

/**
 * The private key of an account, to be wiped; throws where what is kept does not make its address.
 * @param accounts all of the vault, in their order: imported keys are kept in the same
 */
export function keyOf(account: VaultAccount, accounts: readonly VaultAccount[], secrets: Secrets): Buffer {
	const key = keptKey(account, accounts, secrets);
	const made = account.family === "evm" ? addressOf : addressOfSvm;
	if (key !== null && sameAddress(made(key), account.address)) return key;
	wipe(key);
	throw new Error("The vault's keys do not make its accounts.");
}
