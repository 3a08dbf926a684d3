import { secretCopy, withSecret } from "../memory.ts";
import type { VaultResult } from "../protocol.ts";
import { REFUSALS } from "../refusals.ts";
import { copySecrets } from "../secrets.ts";
import type { Unlocked } from "../session.ts";
import type { VaultCore } from "../vault-core.ts";
import { openSealed, sealKeyOf, sealUnder } from "./seal.ts";
import { accountsOf } from "./vault-file.ts";

/**
 * Secrets of main. Access does not count as use: automatic token renewal would otherwise keep the vault open.
 */

/** Returns a copy of the sealing key; the caller wipes it. */
export function sealKeyIn({ key, secrets }: Pick<Unlocked, "key" | "secrets">): Buffer {
	return secrets.sealKey === null ? sealKeyOf(key) : secretCopy(secrets.sealKey);
}

export function sealSecret(vault: VaultCore, secret: Uint8Array): VaultResult<"sealSecret"> {
	const open = vault.unlocked();
	if (!open.ok) return open;
	const random = (length: number) => vault.random(length);
	return { ok: true, sealed: withSecret(sealKeyIn(open), (key) => sealUnder(key, secret, random)) };
}

export function openSecret(vault: VaultCore, sealed: string): VaultResult<"openSecret"> {
	const open = vault.unlocked();
	if (!open.ok) return open;
	const secret = withSecret(sealKeyIn(open), (key) => openSealed(key, sealed));
	return secret === null ? REFUSALS.unsealable : { ok: true, secret };
}

/**
 * Returns whether the vault's file records that main seals state with its key, and records it if `set`. The
 * password protects the mark, and nothing removes it.
 */
export function sealMark(vault: VaultCore, set: boolean): VaultResult<"sealMark"> {
	const open = vault.unlocked();
	if (!open.ok) return open;
	const { file, key, secrets } = open;
	if (file.sealed === true || !set) return { ok: true, marked: file.sealed === true };
	vault.commit({
		secrets: copySecrets(secrets),
		key: secretCopy(key),
		kdf: file.kdf,
		accounts: accountsOf(file),
		sealed: true,
	});
	return { ok: true, marked: true };
}
