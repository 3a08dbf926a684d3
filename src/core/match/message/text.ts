import { base64 } from "@scure/base";

/** Bytes of canonical base64 (RFC 4648, padded); null for any other spelling. */
export function readBase64(text: string): Uint8Array | null {
	try {
		const bytes = base64.decode(text);
		return base64.encode(bytes) === text ? bytes : null;
	} catch {
		return null;
	}
}

/** UTF-8 without any replacement; null where the bytes are no text. A byte order mark stays, so that it is seen. */
export function textOf(bytes: Uint8Array): string | null {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return null;
	}
}
