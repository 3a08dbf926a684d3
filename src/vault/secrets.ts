import { message } from "../core/localized-text.ts";
import { secretBuffer, secretCopy, wipe } from "./memory.ts";
import { VaultDamagedError } from "./vault-errors.ts";

/** Decrypted content of the vault. `keys` has the same order as the imported accounts. */
export interface Secrets {
	readonly entropy: Buffer | null;
	readonly keys: readonly Buffer[];
	/**
	 * Doesn't change with the password. Until the first password change it is `null`, because it is derived
	 * from the file's key.
	 */
	readonly sealKey: Buffer | null;
}

/** Layout 2 appends the sealing key. */
const LAYOUT = 1;
const LAYOUT_WITH_SEAL_KEY = 2;
const KEY_BYTES = 32;
const ENTROPY_BYTES: ReadonlySet<number> = new Set([0, 16, 20, 24, 28, 32]);

/** Uses a binary format, because a string with secrets couldn't be wiped. */
export function packSecrets({ entropy, keys, sealKey }: Secrets): Buffer {
	const head = entropy?.byteLength ?? 0;
	const end = 3 + head + keys.length * KEY_BYTES;
	const packed = secretBuffer(end + (sealKey === null ? 0 : KEY_BYTES));
	packed[0] = sealKey === null ? LAYOUT : LAYOUT_WITH_SEAL_KEY;
	if (sealKey !== null) packed.set(sealKey, end);
	packed[1] = head;
	if (entropy !== null) packed.set(entropy, 2);
	packed[2 + head] = keys.length;
	for (const [at, key] of keys.entries()) packed.set(key, 3 + head + at * KEY_BYTES);
	return packed;
}

/** @throws VaultDamagedError if the layout is unknown */
export function unpackSecrets(packed: Uint8Array): Secrets {
	const head = packed[1] ?? 0;
	const count = packed[2 + head] ?? 0;
	const end = 3 + head + count * KEY_BYTES;
	const hasSealKey = packed[0] === LAYOUT_WITH_SEAL_KEY;
	const whole = end + (hasSealKey ? KEY_BYTES : 0);
	if (!(hasSealKey || packed[0] === LAYOUT) || !ENTROPY_BYTES.has(head) || packed.byteLength !== whole)
		throw new VaultDamagedError(message("vault.damage.layout"));
	const keyAt = (at: number) => packed.subarray(3 + head + at * KEY_BYTES, 3 + head + (at + 1) * KEY_BYTES);
	return {
		entropy: head === 0 ? null : secretCopy(packed.subarray(2, 2 + head)),
		keys: Array.from({ length: count }, (_, at) => secretCopy(keyAt(at))),
		sealKey: hasSealKey ? secretCopy(packed.subarray(end)) : null,
	};
}

const copyOf = (secret: Buffer | null) => (secret === null ? null : secretCopy(secret));

export function copySecrets({ entropy, keys, sealKey }: Secrets): Secrets {
	return { entropy: copyOf(entropy), keys: keys.map(secretCopy), sealKey: copyOf(sealKey) };
}

export function wipeSecrets({ entropy, keys, sealKey }: Secrets): void {
	wipe(entropy, ...keys, sealKey);
}
