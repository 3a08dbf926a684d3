/**
 * Secrets have their own buffers, so they can be wiped. JavaScript's copies (numbers in curve arithmetic,
 * words on display) can't be, so they are short-lived.
 */

/** Allocates outside Node's shared pool. */
export function secretBuffer(length: number): Buffer {
	return Buffer.alloc(length);
}

export function secretCopy(bytes: Uint8Array): Buffer {
	const copy = Buffer.alloc(bytes.byteLength);
	copy.set(bytes);
	return copy;
}

export function wipe(...secrets: readonly (Uint8Array | null | undefined)[]): void {
	for (const secret of secrets) secret?.fill(0);
}

export function withSecret<T>(secret: Uint8Array, use: (secret: Uint8Array) => T): T {
	try {
		return use(secret);
	} finally {
		wipe(secret);
	}
}
