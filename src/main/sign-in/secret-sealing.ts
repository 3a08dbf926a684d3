import { type Message, message } from "../../core/localized-text.ts";
import type { Keychain, SealedTokens } from "../ports.ts";
import { secretBytes, type VaultClient } from "../wallet/signers/vault/client.ts";

/**
 * Encrypts a secret with the system's keychain, or else with the vault's key. Without either it stays in
 * memory.
 */

export type SealVault = Pick<VaultClient, "status" | "sealSecret" | "openSecret">;

export interface Sealing {
	readonly sealed: SealedTokens | null;
	readonly text: Message;
}

export type Opening =
	| { readonly kind: "open"; readonly secret: string }
	| { readonly kind: "locked" }
	| { readonly kind: "unreadable"; readonly text: Message };

export const BY_KEYCHAIN = message("identity.kept.keychain");
export const BY_VAULT = message("identity.kept.vault");
export const LOCKED = message("identity.kept.locked");

const UNREADABLE = message("identity.kept.unreadable");

function nameOf(cause: unknown): string {
	return cause instanceof Error ? cause.name : "unknown";
}

export async function sealSecret(
	keychain: Keychain,
	vault: SealVault,
	secret: string,
	log: (line: string) => void,
): Promise<Sealing> {
	const state = await keychain.available().catch(() => ({ ok: false, text: null }));
	if (state.ok) {
		try {
			return { sealed: { by: "keychain", sealed: await keychain.seal(secret) }, text: BY_KEYCHAIN };
		} catch (cause) {
			log(`keychain: a secret could not be sealed: ${nameOf(cause)}`);
		}
	}
	if (vault.status().state === "unlocked") {
		const sealed = await vault.sealSecret(secretBytes(secret));
		if (sealed.ok) return { sealed: { by: "vault", sealed: sealed.sealed }, text: BY_VAULT };
		log(`vault: a secret could not be sealed: ${sealed.reason}`);
	}
	const why =
		vault.status().state === "none"
			? (state.text ?? message("identity.kept.not-by-keychain"))
			: message("identity.kept.no-keychain");
	return { sealed: null, text: message("identity.kept.in-memory", { why }) };
}

export async function openSecret(
	keychain: Keychain,
	vault: SealVault,
	kept: SealedTokens,
	log: (line: string) => void,
): Promise<Opening> {
	if (kept.by === "keychain") {
		try {
			return { kind: "open", secret: await keychain.open(kept.sealed) };
		} catch (cause) {
			log(`keychain: a kept token can't be opened: ${nameOf(cause)}`);
			return { kind: "unreadable", text: UNREADABLE };
		}
	}
	if (vault.status().state !== "unlocked") return { kind: "locked" };
	const opened = await vault.openSecret(kept.sealed);
	if (opened.ok) {
		const secret = new TextDecoder().decode(opened.secret);
		opened.secret.fill(0);
		return { kind: "open", secret };
	}
	if (opened.reason !== "unsealable") return { kind: "locked" };
	log("vault: a kept token can't be opened with this vault's key");
	return { kind: "unreadable", text: UNREADABLE };
}
