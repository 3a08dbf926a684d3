import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base58 } from "@scure/base";
import { readKey } from "../../format/svm-wire.ts";

export const ASSOCIATED_TOKEN_PROGRAM = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL";

const MARKER = new TextEncoder().encode("ProgramDerivedAddress");

function isOnCurve(bytes: Uint8Array): boolean {
	try {
		ed25519.Point.fromBytes(bytes);
		return true;
	} catch {
		return false;
	}
}

/**
 * Returns a wallet's associated token account for a mint. `null` for an invalid key. Source: agave,
 * Pubkey::find_program_address; SPL Associated Token Account.
 */
export function associatedAccount(owner: string, mint: string, program: string): string | null {
	const seeds = [readKey(owner), readKey(program), readKey(mint)];
	const deriver = readKey(ASSOCIATED_TOKEN_PROGRAM);
	if (deriver === null) return null;
	const bytes = seeds.flatMap((seed) => (seed === null ? [] : [...seed]));
	if (seeds.includes(null)) return null;
	for (let bump = 255; bump >= 0; bump -= 1) {
		const hash = sha256(Uint8Array.from([...bytes, bump, ...deriver, ...MARKER]));
		if (!isOnCurve(hash)) return base58.encode(hash);
	}
	return null;
}
