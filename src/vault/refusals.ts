import { type Message, message } from "../core/message.ts";
import { saying, type UnsignedNotice, withUnsigned } from "../core/unsigned.ts";
import { VaultDamagedError, VaultDiskError } from "./errors.ts";
import type { RefusalReason, VaultAccount, VaultGrant, VaultRefusal } from "./protocol.ts";

/** A refusal as a value. `text` says what happened and what to do. */
export function refuse(
	reason: RefusalReason,
	text: Message,
	more: {
		readonly nextTryAt?: number | null;
		readonly field?: string | null;
		readonly saysUnsigned?: boolean | undefined;
	} = {},
): VaultRefusal {
	const { nextTryAt = null, field = null } = more;
	return { ok: false, reason, text, nextTryAt, field, ...saying(more) };
}

/** A refusal before anything was signed, which its words say. */
export function refuseMatch(
	field: string,
	text: Message,
	told: Pick<UnsignedNotice, "saysUnsigned"> = {},
): VaultRefusal {
	return refuse("refusedMatch", withUnsigned({ text, ...told }), { field, saysUnsigned: true });
}

/** The refusal that an error of this room stands for. Other errors are bugs: their text may hold anything. */
export function refusalOf(error: unknown): VaultRefusal {
	if (error instanceof VaultDiskError) return refuse("disk", error.told);
	if (error instanceof VaultDamagedError) return refuse("damaged", error.told);
	return refuse("failed", message("vault.own-error"), { saysUnsigned: true });
}

export const REFUSALS = {
	none: refuse("none", message("vault.none")),
	locked: refuse("locked", message("vault.locked")),
	lockedMeanwhile: refuse("locked", message("vault.locked-meanwhile")),
	exists: refuse("exists", message("vault.exists")),
	noAccount: refuseMatch("accountAddress", message("vault.no-account")),
	noPhrase: refuse("noPhrase", message("vault.no-phrase")),
	badPhrase: refuse("badPhrase", message("vault.bad-phrase")),
	badKey: refuse("badKey", message("vault.bad-key")),
	duplicate: refuse("duplicate", message("vault.duplicate")),
	tooMany: refuse("tooMany", message("vault.too-many")),
	wrongWords: refuse("wrongWords", message("vault.wrong-words")),
	noPending: refuse("none", message("vault.no-pending")),
	unsealable: refuse("unsealable", message("vault.unsealable")),
	shortPassword: refuse("badMessage", message("vault.short-password"), { field: "password" }),
} as const;

/** What was added, the first of it apart. */
export function added(accounts: readonly VaultAccount[]): VaultGrant<"importPhrase"> {
	const [account] = accounts;
	if (account === undefined) throw new Error("Something is always added.");
	return { ok: true, account, accounts: [...accounts] };
}
