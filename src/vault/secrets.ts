import { message } from "../core/message.ts";
import { VaultDamagedError } from "./errors.ts";
import { secretBuffer, secretCopy, wipe } from "./memory.ts";

/** What the vault's ciphertext holds: the phrase's entropy, if any, and the imported keys in the accounts' order. */
export interface Secrets {
	readonly entropy: Buffer | null;
	readonly keys: readonly Buffer[];
}

const LAYOUT = 1;
const KEY_BYTES = 32;
const ENTROPY_BYTES: ReadonlySet<number> = new Set([0, 16, 20, 24, 28, 32]);

/** layout, length of entropy, entropy, number of keys, keys. Binary, so that no secret is ever a string. */
export function packSecrets({ entropy, keys }: Secrets): Buffer {
	const head = entropy?.byteLength ?? 0;
	const packed = secretBuffer(3 + head + keys.length * KEY_BYTES);
	packed[0] = LAYOUT;
	packed[1] = head;
	if (entropy !== null) packed.set(entropy, 2);
	packed[2 + head] = keys.length;
	for (const [at, key] of keys.entries()) packed.set(key, 3 + head + at * KEY_BYTES);
	return packed;
}

/** Throws VaultDamagedError where the layout is not ours; only a file sealed with the right password gets here. */
export function unpackSecrets(packed: Uint8Array): Secrets {
	const head = packed[1] ?? 0;
	const count = packed[2 + head] ?? 0;
	const whole = 3 + head + count * KEY_BYTES;
	if (packed[0] !== LAYOUT || !ENTROPY_BYTES.has(head) || packed.byteLength !== whole)
		throw new VaultDamagedError(message("vault.damage.layout"));
	const keyAt = (at: number) => packed.subarray(3 + head + at * KEY_BYTES, 3 + head + (at + 1) * KEY_BYTES);
	return {
		entropy: head === 0 ? null : secretCopy(packed.subarray(2, 2 + head)),
		keys: Array.from({ length: count }, (_, at) => secretCopy(keyAt(at))),
	};
}

export function copySecrets({ entropy, keys }: Secrets): Secrets {
	return { entropy: entropy === null ? null : secretCopy(entropy), keys: keys.map(secretCopy) };
}

export function wipeSecrets({ entropy, keys }: Secrets): void {
	wipe(entropy, ...keys);
}
