import type { DeskProcedures, TrustedProcedures } from "../bridge/procedures.ts";
import { ACCOUNT_NAMES, ACCOUNT_TRUSTED_NAMES } from "./account-names.ts";
import { ALLOWANCE_NAMES } from "./allowance-names.ts";
import { BOOK_NAMES } from "./book-names.ts";
import { BUILD_NAMES, CATALOG_NAMES } from "./catalog-names.ts";
import { IDENTITY_NAMES } from "./identity-names.ts";
import { POLICY_NAMES } from "./policy-names.ts";
import { SESSION_NAMES } from "./session-names.ts";

/**
 * The names that each preload lets through. Written out, so that no schema ends up in a preload's bundle; a test
 * holds them equal to the bridge's.
 */
export const DESK_NAMES = [
	"openReview",
	"startTurn",
	"interrupt",
	"watchTranscript",
	"muteSession",
	"reconnect",
	"copyText",
	"openTrusted",
	"lock",
	"setPreferences",
	"labelAccount",
	"verifyJournal",
	"exportJournal",
	...ALLOWANCE_NAMES,
	...SESSION_NAMES,
	...CATALOG_NAMES,
	...ACCOUNT_NAMES,
] as const satisfies readonly (keyof DeskProcedures)[];

export const TRUSTED_NAMES = [
	"reviewShown",
	"approve",
	"reject",
	"retry",
	"showReview",
	"close",
	"openDesk",
	"copyText",
	"createPhrase",
	"phraseWritten",
	"checkPhrase",
	"importPhrase",
	"importKey",
	"unlock",
	"lock",
	"deriveAccount",
	"replace",
	"saveNetwork",
	"setAutoLock",
	"setBlindSigning",
	"openLedger",
	"openSignIn",
	"openNetwork",
	"scanLedger",
	"addLedgerAccounts",
	"verifyLedgerAddress",
	"removeLedgerAccount",
	"openLedgerApp",
	"cancelLedger",
	"saveForChecking",
	...POLICY_NAMES,
	...BOOK_NAMES,
	...IDENTITY_NAMES,
	...BUILD_NAMES,
	...ACCOUNT_TRUSTED_NAMES,
] as const satisfies readonly (keyof TrustedProcedures)[];
