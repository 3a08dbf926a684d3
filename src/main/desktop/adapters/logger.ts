import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

const BEARER = /\b(bearer|authorization:?|token["']?\s*[:=])\s*["']?[A-Za-z0-9\-._~+/=]{8,}["']?/gi;
const JWT = /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g;
const LONG_HEX = /\b(?:0x)?[0-9a-fA-F]{64,}\b/g;
// 64 bytes in base58 may be a Solana secret key or a signature. Solana's CLI writes keys as lists of numbers.
const LONG_BASE58 = /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{80,}(?![1-9A-HJ-NP-Za-km-z])/g;
const NUMBERS = /\[\s*(?:\d{1,3}\s*,\s*){31,}\d{1,3}\s*\]/g;
// BIP-39's English words have 3 to 8 letters, and phrases have 12 to 24 words.
const PHRASE = /\b[a-z]{3,8}(?:[\s,;"']+[a-z]{3,8}){11,}\b/g;
const USER_INFO = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi;

/**
 * Last line of defense, because secrets should never get as far as the log. Long hex and base58 may be a
 * private key or a hash, so they are replaced by 32 bits of their SHA-256.
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
const MAX_LOG_FILES = 3;
const RECENT = 300;
const MAX_LINE_LENGTH = 4000;

/** Log file, rotated by size. Every line is redacted. */
export class Logger {
	readonly path: string;
	readonly #now;
	#size = 0;
	#recent: readonly string[] = [];
	#hasComplained = false;

	constructor(folder: string, now: () => number) {
		this.path = join(folder, "countersign.log");
		this.#now = now;
		this.#attempt(() => {
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			this.#size = statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
		});
	}

	recent(): readonly string[] {
		return this.#recent;
	}

	/** Never throws, because a full disk must not stop the work being logged. */
	log(line: string): void {
		const text = `${new Date(this.#now()).toISOString()} ${oneLine(redact(line)).slice(0, MAX_LINE_LENGTH)}\n`;
		this.#recent = [...this.#recent, text.trimEnd()].slice(-RECENT);
		this.#attempt(() => {
			if (this.#size + text.length > MAX_BYTES) this.#rotate();
			appendFileSync(this.path, text, { mode: 0o600 });
			this.#size += Buffer.byteLength(text);
		});
	}

	#attempt(work: () => void): void {
		try {
			work();
		} catch (error) {
			if (!this.#hasComplained)
				process.stderr.write(`countersign: the log can't be written: ${String(error)}\n`);
			this.#hasComplained = true;
		}
	}

	#rotate(): void {
		for (let age = MAX_LOG_FILES - 1; age >= 0; age--) {
			try {
				renameSync(age === 0 ? this.path : `${this.path}.${age}`, `${this.path}.${age + 1}`);
			} catch {
				// No rotated file with this number exists yet.
			}
		}
		this.#size = 0;
	}
}

function oneLine(text: string): string {
	return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ⏎ ").replace(/\p{Cc}/gu, "·");
}
