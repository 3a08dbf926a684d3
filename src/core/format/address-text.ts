import { readKey } from "./svm-wire.ts";

/** Returns the first and last six characters of a Solana address; `null` for other text. */
export function shortKey(address: string): string | null {
	return readKey(address) === null ? null : `${address.slice(0, 6)}…${address.slice(-6)}`;
}
