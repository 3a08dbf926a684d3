import { base64 } from "@scure/base";

/** Decodes canonical padded base64 (RFC 4648); `null` for any other encoding. */
export function readBase64(text: string): Uint8Array | null {
	try {
		const bytes = base64.decode(text);
		return base64.encode(bytes) === text ? bytes : null;
	} catch {
		return null;
	}
}

/**
 * Decodes UTF-8 without replacement; `null` if the bytes are not text. Keeps a byte order mark, so that it is
 * visible.
 */
export function textOf(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
}
