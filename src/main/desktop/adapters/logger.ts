import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

const BEARER = /\b(bearer|authorization:?|token["']?\s*[:=])\s*["']?[A-Za-z0-9\-._~+/=]{8,}["']?/gi;
const JWT = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const LONG_HEX = /\b(?:0x)?[0-9a-fA-F]{64,}\b/g;
// 64 bytes in base58 may be a Solana secret key as well as a signature. Solana's CLI writes keys as lists of
// numbers.
const LONG_BASE58 = /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{80,}(?![1-9A-HJ-NP-Za-km-z])/g;
const NUMBERS = /\[\s*(?:\d{1,3}\s*,\s*){31,}\d{1,3}\s*\]/g;
// BIP-39's English words have 3 to 8 letters, phrases have 12 to 24 words.
const PHRASE = /\b[a-z]{3,8}(?:[\s,;"']+[a-z]{3,8}){11,}\b/g;
const USER_INFO = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi;

/**
 * Last defense against secrets in the log, which should never get here. Long hex and base58 may be a private
 * key as well as a hash, so they are replaced by 32 bits of their SHA-256.
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

const MAX_BYTES = 1024 * 1024;
const KEPT = 3;
const RECENT = 300;
const MAX_LINE_LENGTH = 4000;

export interface Logger {
	/** Writes a redacted line. Never throws: a full disk must not stop the logged work. */
	readonly log: (line: string) => void;
	readonly recent: () => readonly string[];
	readonly path: string;
}

export function openLogger(folder: string, now: () => number): Logger {
	const path = join(folder, "countersign.log");
	let size = 0;
	let hasComplained = false;

	const attempt = (work: () => void) => {
		try {
			work();
		} catch (error) {
			if (!hasComplained) process.stderr.write(`countersign: the log can't be written: ${String(error)}\n`);
			hasComplained = true;
		}
	};

	const turnOver = () => {
		for (let age = KEPT - 1; age >= 0; age--) {
			try {
				renameSync(age === 0 ? path : `${path}.${age}`, `${path}.${age + 1}`);
			} catch {
				// No rotated file with this number exists yet.
			}
		}
		size = 0;
	};

	attempt(() => {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
	});

	let recent: readonly string[] = [];

	return {
		path,
		recent: () => recent,
		log(line) {
			const text = `${new Date(now()).toISOString()} ${oneLine(redact(line)).slice(0, MAX_LINE_LENGTH)}\n`;
			recent = [...recent, text.trimEnd()].slice(-RECENT);
			attempt(() => {
				if (size + text.length > MAX_BYTES) turnOver();
				appendFileSync(path, text, { mode: 0o600 });
				size += Buffer.byteLength(text);
			});
		},
	};
}

function oneLine(text: string): string {
	return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ⏎ ").replace(/\p{Cc}/gu, "·");
}
