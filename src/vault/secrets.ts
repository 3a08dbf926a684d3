import { message } from "../core/message.ts";
import { secretBuffer, secretCopy, wipe } from "./memory.ts";
import { VaultDamagedError } from "./vault-errors.ts";

/** What the vault's ciphertext holds: the phrase's entropy, if any, and the imported keys in the accounts' order. */
export interface Secrets {
	readonly entropy: Buffer | null;
	readonly keys: readonly Buffer[];
	/**
	 * What main's own secrets are sealed under (seal.ts) once the password was changed, so that they outlive that; until
	 * then it is made of the file's key, and null here.
	 */
	readonly sealKey: Buffer | null;
}

/** The second one ends with the key for seals. It is written only where there is one: older versions read the first. */
const LAYOUT = 1;
const LAYOUT_WITH_SEAL_KEY = 2;
const KEY_BYTES = 32;
const ENTROPY_BYTES: ReadonlySet<number> = new Set([0, 16, 20, 24, 28, 32]);

/** layout, length of entropy, entropy, number of keys, keys, key for seals. Binary, so that no secret is ever a string. */
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

/** Throws VaultDamagedError if the layout is not ours; only a file sealed with the right password gets here. */
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
