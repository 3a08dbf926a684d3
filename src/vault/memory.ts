/**
 * Secrets live in buffers of their own, so that they can be overwritten. What JavaScript copies by itself (numbers
 * inside the curve arithmetic, the text of a phrase while it is shown) can't be; those copies are kept short-lived.
 */

/** `length` zero bytes, never of Node's shared pool. */
export function secretBuffer(length: number): Buffer {
	return Buffer.alloc(length);
}

/** A copy with memory of its own. */
export function secretCopy(bytes: Uint8Array): Buffer {
	const copy = Buffer.alloc(bytes.byteLength);
	copy.set(bytes);
	return copy;
}

/** Overwrites with zeros. */
export function wipe(...secrets: readonly (Uint8Array | null | undefined)[]): void {
	for (const secret of secrets) secret?.fill(0);
}

/** Runs `use` with the secret, which is wiped whatever happens. */
export function withSecret<T>(secret: Uint8Array, use: (secret: Uint8Array) => T): T {
	try {
		return use(secret);
	} finally {
		wipe(secret);
	}
}
