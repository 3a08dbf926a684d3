import { createHash } from "node:crypto";

const BEARER = /\b(bearer|authorization:?|token["']?\s*[:=])\s*["']?[A-Za-z0-9\-._~+/=]{8,}["']?/gi;
const JWT = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const LONG_HEX = /\b(?:0x)?[0-9a-fA-F]{64,}\b/g;
// 64 bytes in base58: a Solana secret key, as easily as a signature. Its command line writes one as a list of numbers.
const LONG_BASE58 = /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{80,}(?![1-9A-HJ-NP-Za-km-z])/g;
const NUMBERS = /\[\s*(?:\d{1,3}\s*,\s*){31,}\d{1,3}\s*\]/g;
// BIP-39's English words have three to eight letters, its phrases 12 to 24 words.
const PHRASE = /\b[a-z]{3,8}(?:[\s,;"']+[a-z]{3,8}){11,}\b/g;
const USER_INFO = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi;

/**
 * The last defence of the log: nothing secret should reach it, and what looks like a secret is taken out here.
 * Long hex and base58 is a private key as easily as a hash or a signature, so it stands as the first 32 bits of its SHA-256.
 */
export function redact(text: string): string {
	return text
		.replace(USER_INFO, "$1[user]@")
		.replace(JWT, "[token]")
		.replace(BEARER, "$1 [token]")
		.replace(LONG_HEX, (hex) => {
			const digits = hex.toLowerCase().replace(/^0x/, "");
			return `[hex ${digits.length} ${shortHash(digits)}]`;
		})
		.replace(LONG_BASE58, (text) => `[base58 ${text.length} ${shortHash(text)}]`)
		.replace(NUMBERS, "[numbers]")
		.replace(PHRASE, "[words]");
}

function shortHash(text: string): string {
	return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
