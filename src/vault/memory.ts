/**
 * Secrets live in separate buffers, so that they can be overwritten. Copies made by JavaScript (numbers in
 * curve arithmetic, a phrase's text while it is shown) can't be and are kept short-lived.
 */

/** Returns `length` zero bytes outside Node's shared pool. */
export function secretBuffer(length: number): Buffer {
	return Buffer.alloc(length);
}

/** Returns a copy in separate memory. */
export function secretCopy(bytes: Uint8Array): Buffer {
	const copy = Buffer.alloc(bytes.byteLength);
	copy.set(bytes);
	return copy;
}

/** Overwrites with zeros. */
export function wipe(...secrets: readonly (Uint8Array | null | undefined)[]): void {
	for (const secret of secrets) secret?.fill(0);
}

/** Runs `use` with the secret, which is wiped in any case. */
export function withSecret<T>(secret: Uint8Array, use: (secret: Uint8Array) => T): T {
	try {
		return use(secret);
	} finally {
		wipe(secret);
	}
}
