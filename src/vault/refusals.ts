import { plain } from "../core/format/plain.ts";
import { type Message, message } from "../core/localized-text.ts";
import { newPasswordFault } from "../core/password.ts";
import { saying, type UnsignedNotice, withUnsigned } from "../core/unsigned.ts";
import type { KeyFileFault } from "./keys/key-file.ts";
import type { PhraseFault } from "./keys/keys.ts";
import type { RefusalReason, VaultAccount, VaultGrant, VaultRefusal } from "./protocol.ts";
import { VaultDamagedError, VaultDiskError } from "./vault-errors.ts";

const MAX_FIELD = 60;
/** The longest word in the BIP-39 list has eight letters. */
const MAX_QUOTED = 16;

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

export function refuseMatch(
	field: string,
	text: Message,
	notice: Pick<UnsignedNotice, "saysUnsigned"> = {},
): VaultRefusal {
	return refuse("refusedMatch", withUnsigned({ text, ...notice }), { field, saysUnsigned: true });
}

/**
 * Converts an error to a refusal. Unexpected errors aren't quoted, because their message may contain a
 * secret.
 */
export function refusalOf(error: unknown): VaultRefusal {
	if (error instanceof VaultDiskError) return refuse("disk", error.text);
	if (error instanceof VaultDamagedError) return refuse("damaged", error.text);
	return refuse("failed", message("vault.own-error"), { saysUnsigned: true });
}

export const REFUSALS = {
	none: refuse("none", message("vault.none")),
	locked: refuse("locked", message("vault.locked")),
	lockedMeanwhile: refuse("locked", message("vault.locked-meanwhile")),
	exists: refuse("exists", message("vault.exists")),
	noAccount: refuseMatch("accountAddress", message("vault.no-account")),
	noPhrase: refuse("noPhrase", message("vault.no-phrase")),
	noPhraseToShow: refuse("noPhrase", message("vault.no-phrase-to-show")),
	otherPhrase: refuse("otherPhrase", message("vault.other-phrase")),
	guessablePassword: refuse("weakPassword", message("vault.guessable-password"), { field: "password" }),
	lastAccount: refuse("lastAccount", message("vault.last-account")),
	notHere: refuse("noAccount", message("vault.no-account")),
	badKey: refuse("badKey", message("vault.bad-key")),
	duplicate: refuse("duplicate", message("vault.duplicate")),
	tooMany: refuse("tooMany", message("vault.too-many")),
	noPending: refuse("none", message("vault.no-pending")),
	unsealable: refuse("unsealable", message("vault.unsealable")),
	shortPassword: refuse("badMessage", message("vault.short-password"), { field: "password" }),
} as const;

export function newPasswordRefusal(password: Uint8Array): VaultRefusal | null {
	switch (newPasswordFault(new TextDecoder().decode(password))) {
		case null:
			return null;
		case "short":
			return REFUSALS.shortPassword;
		case "guessable":
			return REFUSALS.guessablePassword;
	}
}

export function wrongWordsRefusal(places: readonly number[]): VaultRefusal {
	return refuse(
		"wrongWords",
		message("vault.wrong-words", { count: places.length, places: places.map(String) }),
	);
}

/** Quotes the wrong word. It is displayed only in the window where the user typed it. */
export function phraseRefusal(fault: PhraseFault): VaultRefusal {
	switch (fault.kind) {
		case "count":
			return refuse("badPhrase", message("vault.phrase.count", { count: fault.count }));
		case "word": {
			const word = plain(fault.word.slice(0, MAX_QUOTED));
			return refuse("badPhrase", message("vault.phrase.word", { place: fault.place, word }));
		}
		case "checksum":
			return refuse("badPhrase", message("vault.phrase.checksum"));
	}
}

export function keyFileRefusal(fault: KeyFileFault): VaultRefusal {
	switch (fault.kind) {
		case "field": {
			const field = plain(fault.field.slice(0, MAX_FIELD));
			return field === ""
				? refuse("badKey", message("vault.key-file.none"))
				: refuse("badKey", message("vault.key-file.field", { field }), { field });
		}
		case "cost":
			return refuse("badKey", message("vault.key-file.cost"), { field: "crypto.kdfparams" });
		case "password":
			return refuse("badKey", message("vault.key-file.password"), { field: "filePassword" });
		case "address":
			return refuse("badKey", message("vault.key-file.address"), { field: "address" });
	}
}

export function added(accounts: readonly VaultAccount[]): VaultGrant<"importPhrase"> {
	const [account] = accounts;
	if (account === undefined) throw new Error("At least one account must be added.");
	return { ok: true, account, accounts: [...accounts] };
}
