import { type Message, message } from "../../../../core/message.ts";
import { saying } from "../../../../core/unsigned.ts";
import type { RefusalReason, VaultRefusal, VaultRequestKind } from "../../../../vault/protocol.ts";

/** What main itself refuses in the vault's place: there is no process, or what was given is nothing for it. */

export interface VaultRefused {
	readonly text: Message;
	readonly saysUnsigned?: boolean;
}

export const STOPPED: VaultRefused = {
	text: message("signer.vault-ended"),
	saysUnsigned: true,
};
export const GIVEN_UP: VaultRefused = {
	text: message("signer.vault-given-up"),
};
export const HALTED: VaultRefused = { text: message("signer.vault-halted") };
export const NOT_STARTED: VaultRefused = { text: message("signer.vault-not-started") };
export const NOT_RUNNING: VaultRefused = { text: message("signer.vault-not-running") };

export function refuse(
	reason: RefusalReason,
	refusal: VaultRefused,
	field: string | null = null,
): VaultRefusal {
	return { ok: false, reason, text: refusal.text, nextTryAt: null, field, ...saying(refusal) };
}

/** Why a request can't be put to the vault. @param field the part of it that can't be read; null for all of it */
export function notForVault(kind: VaultRequestKind, field: string | null): Message {
	if (field === "password" || field === "next")
		return kind === "create" || kind === "restore" || field === "next"
			? message("signer.password-length")
			: message("signer.password-needed");
	if (field === "key") return message("signer.no-private-key");
	if (field === "phrase") return message("signer.no-phrase");
	if (field === "ms") return message("signer.auto-lock-range");
	return message("signer.not-for-vault");
}
