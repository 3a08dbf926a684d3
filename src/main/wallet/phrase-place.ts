import type { Account } from "./accounts.ts";

/** As the vault derives them, from one phrase: the account's number is all that differs. */
const PATHS: Readonly<Record<Account["family"], RegExp>> = {
	evm: /^m\/44'\/60'\/0'\/0\/(\d{1,6})$/,
	svm: /^m\/44'\/501'\/(\d{1,6})'\/0'$/,
};

/**
 * The number under which the phrase of this computer gives an account: an EVM and a Solana one of the same number belong
 * together. Null for an imported key, and for a Ledger's: two devices may hold two phrases.
 */
export function placeInPhrase({
	family,
	signer,
	path,
}: Pick<Account, "family" | "signer" | "path">): number | null {
	const number = signer === "local" && path !== null ? PATHS[family].exec(path)?.[1] : undefined;
	return number === undefined ? null : Number(number);
}
