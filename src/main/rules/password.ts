import { message } from "../../core/message.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { Guard } from "../guard/guard.ts";
import { done, refused } from "../outcome.ts";
import { secretBytes } from "../wallet/signers/vault/client.ts";
import type { VaultClient } from "../wallet/signers/vault/types.ts";

/** Who may loosen what protects the user: whoever has the password of their keys. */

/** The vault's password, and what it seals. */
export interface PasswordDeps {
	readonly vault: Pick<VaultClient, "status" | "unlock" | "verifyPassword">;
	readonly guard: Pick<Guard, "why" | "check" | "confirm" | "doubts">;
}

/** The vault has a password, whether it is open or not; while its process is away, there may be one. */
export function hasPassword({ vault }: { readonly vault: Pick<VaultClient, "status"> }): boolean {
	const { state } = vault.status();
	return state !== "none" && state !== "damaged";
}

/**
 * Whether this is the password of their keys. Where the vault was not open since the start it is opened by it, so
 * that what was sealed is looked at first; else nothing changes by it.
 */
export async function admitPassword(deps: PasswordDeps, password: string): Promise<CommandOutcome> {
	const secret = secretBytes(password);
	const unseen = deps.guard.why() === "locked";
	const checked = unseen ? await deps.vault.unlock(secret) : await deps.vault.verifyPassword(secret);
	if (!checked.ok) return refused(checked.text);
	if (unseen) await deps.guard.check();
	return done;
}

export const CHANGED_OUTSIDE = message("app.rules.changed-outside");

/** Whether the user may loosen their rules now: by the password of their keys, where they have one. */
export async function admitLoosening(deps: PasswordDeps, password: string | null): Promise<CommandOutcome> {
	if (!hasPassword(deps)) return refused(message("app.rules.no-password"));
	if (password === null) return refused(message("app.rules.password"));
	const unseen = deps.guard.why() === "locked";
	const admitted = await admitPassword(deps, password);
	// Whoever changed them would have their change saved along with the user's.
	return admitted.ok && unseen && deps.guard.why() === "changed" ? refused(CHANGED_OUTSIDE) : admitted;
}
