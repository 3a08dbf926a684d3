import { readKey } from "./svm-wire.ts";

/** The first six and the last six characters of a Solana address; null for text that is none. */
export function shortKey(address: string): string | null {
	return readKey(address) === null ? null : `${address.slice(0, 6)}…${address.slice(-6)}`;
}
