import { readAddress } from "../../core/format/numeral.ts";
import type { ChainFamily } from "../../service-api/action.ts";
import { secretCopy, wipe, withSecret } from "../memory.ts";
import type { Derivation, VaultAccount } from "../protocol.ts";
import { copySecrets, type Secrets } from "../secrets.ts";
import { addressOf, deriveKeyAt, keyText, pathOf, readKey, seedOf } from "./keys.ts";
import { addressOfSvm, deriveSvmKeyAt, pathOfSvm, readSvmKey, svmKeyText } from "./keys-svm.ts";

/** EVM addresses are case-insensitive, but base58 addresses aren't. */
export function sameAddress(one: string, other: string): boolean {
	return (readAddress(one) ?? one) === (readAddress(other) ?? other);
}

export const keyAt = (seed: Uint8Array, { family, path }: Derivation): Buffer =>
	family === "evm" ? deriveKeyAt(seed, path) : deriveSvmKeyAt(seed, path);

const addressOfKey = (family: ChainFamily, key: Uint8Array): string =>
	family === "evm" ? addressOf(key) : addressOfSvm(key);

export function accountsAt(seed: Uint8Array, at: readonly Derivation[]): VaultAccount[] {
	return at.map((one) => ({
		...one,
		kind: "phrase",
		address: withSecret(keyAt(seed, one), (key) => addressOfKey(one.family, key)),
	}));
}

export const FIRST: readonly Derivation[] = [
	{ family: "evm", path: pathOf(0) },
	{ family: "svm", path: pathOfSvm(0) },
];

export function firstAccounts(entropy: Uint8Array): VaultAccount[] {
	return withSecret(seedOf(entropy), (seed) => accountsAt(seed, FIRST));
}

export const hasAddress = (accounts: readonly VaultAccount[], address: string): boolean =>
	accounts.some((each) => sameAddress(each.address, address));

export function nextAccount(
	entropy: Uint8Array,
	family: ChainFamily,
	accounts: readonly VaultAccount[],
): VaultAccount {
	const pathAt = family === "evm" ? pathOf : pathOfSvm;
	return withSecret(seedOf(entropy), (seed) => {
		for (let index = 0; ; index += 1) {
			const path = pathAt(index);
			if (accounts.some((each) => each.kind === "phrase" && each.path === path)) continue;
			const [account] = accountsAt(seed, [{ family, path }]);
			if (account !== undefined && !hasAddress(accounts, account.address)) return account;
		}
	});
}

export interface ImportedKey {
	readonly account: VaultAccount;
	readonly key: Buffer;
}

export function readImportedKey(text: Uint8Array): ImportedKey | null {
	const evm = readKey(text);
	if (evm !== null)
		return { key: evm, account: { family: "evm", address: addressOf(evm), kind: "imported", path: null } };
	const svm = readSvmKey(text);
	if (svm === null) return null;
	return { key: svm, account: { family: "svm", address: addressOfSvm(svm), kind: "imported", path: null } };
}

export function isOfPhrase(entropy: Uint8Array, account: VaultAccount): boolean {
	const { kind, family, path, address } = account;
	if (kind !== "phrase" || path === null) return false;
	return withSecret(seedOf(entropy), (seed) => accountsAt(seed, [{ family, path }])[0]?.address === address);
}

export function exportedKey({ family }: VaultAccount, key: Uint8Array): Buffer {
	return family === "evm" ? keyText(key) : svmKeyText(key);
}

/** The returned secrets are copies. */
export function withoutAccount(
	account: VaultAccount,
	accounts: readonly VaultAccount[],
	secrets: Secrets,
): { readonly accounts: readonly VaultAccount[]; readonly secrets: Secrets } {
	const index = accounts.filter((each) => each.kind === "imported").indexOf(account);
	const keys = secrets.keys.filter((_, at) => at !== index);
	return {
		accounts: accounts.filter((each) => each !== account),
		secrets: copySecrets({ ...secrets, keys }),
	};
}

function retainedKey(
	account: VaultAccount,
	accounts: readonly VaultAccount[],
	secrets: Secrets,
): Buffer | null {
	if (account.kind === "imported") {
		const kept = secrets.keys[accounts.filter((each) => each.kind === "imported").indexOf(account)];
		return kept === undefined ? null : secretCopy(kept);
	}
	const { family, path } = account;
	if (secrets.entropy === null || path === null) return null;
	return withSecret(seedOf(secrets.entropy), (seed) => keyAt(seed, { family, path }));
}

/**
 * @param accounts all of the vault's accounts, in the order of the imported keys
 * @throws if the secrets don't derive the account's address
 */
export function keyOf(account: VaultAccount, accounts: readonly VaultAccount[], secrets: Secrets): Buffer {
	const key = retainedKey(account, accounts, secrets);
	if (key !== null && sameAddress(addressOfKey(account.family, key), account.address)) return key;
	wipe(key);
	throw new Error("The vault's keys don't match its accounts.");
}
