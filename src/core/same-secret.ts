import { timingSafeEqual } from "node:crypto";

/** Compares a secret with a received text in constant time, so that the time doesn't reveal where they differ. */
export function isSameSecret(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
