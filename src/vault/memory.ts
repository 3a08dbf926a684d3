/**
 * Secrets are stored in their own buffers, so that they can be wiped. Copies made by JavaScript (numbers in
 * curve arithmetic, displayed words) can't be wiped, so they are short-lived.
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
