import { secretCopy, withSecret } from "../memory.ts";
import type { VaultResult } from "../protocol.ts";
import { REFUSALS } from "../refusals.ts";
import { copySecrets } from "../secrets.ts";
import type { Unlocked } from "../session.ts";
import type { VaultCore } from "../vault-core.ts";
import { openSealed, sealKeyOf, sealUnder } from "./seal.ts";
import { accountsOf } from "./vault-file.ts";

/** Secrets of main's own. Nothing of it is use: a sign-in that renews itself would keep the vault open for ever. */

/** A copy of the key for seals; the caller wipes it. */
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
 * Whether this vault's file says that main keeps a state under its key, and, with `set`, has it say so from now
 * on. The password covers that word, and nothing takes it back.
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
