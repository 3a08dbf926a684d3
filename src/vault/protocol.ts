import { z } from "zod";
import { isPath } from "../core/format/derivation-path.ts";
import { MAX_CLOCK_OFFSET_MS } from "../core/match/frozen.ts";
import { messageSchema } from "../core/message-schema.ts";
import { chainFamily } from "../service-api/action.ts";

/**
 * Protocol between main and the vault process. Every message carries the token from `hello` and an id that
 * its answer repeats. Schemas are closed: an unknown member rejects the message. Secrets travel as bytes, so
 * that both sides can wipe them.
 */

/** Maximum length of a password, phrase or key in UTF-8 bytes. */
const SECRET_LIMITS = {
	password: 4096,
	newPasswordMin: 8,
	phrase: 1024,
	passphrase: 1024,
	key: 400,
	keyFile: 16_384,
	/** Sealed secrets of main: sign-ins. */
	kept: 65_536,
} as const;

/** Maximum number of accounts derived at once. */
const MAX_DERIVATIONS = 100;

/** Maximum size of another wallet's key file; wallets write less than a thousand bytes. */
export const KEY_FILE_BYTES = SECRET_LIMITS.keyFile;

/** Default and bounds of the automatic lock, in milliseconds. */
export const AUTO_LOCK = { usual: 15 * 60_000, least: 1_000, most: 240 * 60_000 } as const;

const bytes = (most: number, least = 1) =>
	z.custom<Uint8Array>(
		(value) => value instanceof Uint8Array && value.byteLength >= least && value.byteLength <= most,
		{ message: `must hold ${least} to ${most} bytes` },
	);

const password = bytes(SECRET_LIMITS.password);
const newPassword = bytes(SECRET_LIMITS.password, SECRET_LIMITS.newPasswordMin);
const address = z.string().min(1).max(100);
const autoLockMs = z.number().int().min(AUTO_LOCK.least).max(AUTO_LOCK.most);

/** BIP-39 passphrase, NFKD in UTF-8; empty for none. */
const passphrase = bytes(SECRET_LIMITS.passphrase, 0);

const evmPath = z.string().refine((path) => isPath("evm", path));
const svmPath = z.string().refine((path) => isPath("svm", path));

/** Derivation path of an account. */
const derivation = z.discriminatedUnion("family", [
	z.strictObject({ family: z.literal("evm"), path: evmPath }),
	z.strictObject({ family: z.literal("svm"), path: svmPath }),
]);
export type Derivation = z.infer<typeof derivation>;

const derivations = z.array(derivation).min(1).max(MAX_DERIVATIONS);

export const vaultRequest = z.discriminatedUnion("kind", [
	/** Must be the first message and occurs once: it sets the token. */
	z.strictObject({ kind: z.literal("hello"), dataDir: z.string().min(1).max(4096), autoLockMs }),
	z.strictObject({ kind: z.literal("status") }),
	/** Creates a 128-bit phrase. Nothing is stored before `confirmPhrase`. */
	z.strictObject({ kind: z.literal("create"), password: newPassword }),
	/** Words at the positions that `create` returned, in that order. */
	z.strictObject({ kind: z.literal("confirmPhrase"), words: z.array(z.string().max(20)).min(1).max(24) }),
	/** Returns the words of a new, unconfirmed phrase. */
	z.strictObject({ kind: z.literal("pendingPhrase") }),
	/** Discards a new, unconfirmed phrase. */
	z.strictObject({ kind: z.literal("forgetPhrase") }),
	/**
	 * Adds a phrase's first accounts, or those at `accounts`. With a passphrase only their keys are stored,
	 * as imported ones, and neither the words nor the passphrase.
	 */
	z.strictObject({
		kind: z.literal("importPhrase"),
		phrase: bytes(SECRET_LIMITS.phrase),
		passphrase: passphrase.optional(),
		accounts: derivations.optional(),
		password,
	}),
	/** Returns a phrase's addresses at these paths. Stores nothing. */
	z.strictObject({
		kind: z.literal("findAccounts"),
		phrase: bytes(SECRET_LIMITS.phrase),
		passphrase: passphrase.optional(),
		accounts: derivations,
	}),
	/**
	 * EVM: 64 hex digits, with or without 0x. Solana: base58 of 64 bytes, or a JSON list of 64 numbers. Adds
	 * to the existing vault, or creates one.
	 */
	z.strictObject({ kind: z.literal("importKey"), key: bytes(SECRET_LIMITS.key, 64), password }),
	/** Another wallet's key file (key-file.ts) with that file's password, empty for an unencrypted one. */
	z.strictObject({
		kind: z.literal("importKeyFile"),
		file: bytes(SECRET_LIMITS.keyFile),
		filePassword: bytes(SECRET_LIMITS.password, 0),
		password,
	}),
	z.strictObject({ kind: z.literal("unlock"), password }),
	/** Checks the vault's password, open or locked. Counts as an attempt and has no other effect. */
	z.strictObject({ kind: z.literal("verifyPassword"), password }),
	z.strictObject({ kind: z.literal("lock") }),
	/** Main saw real input in a window: restarts the automatic lock. Never opens a locked vault. */
	z.strictObject({ kind: z.literal("noteUse") }),
	/** Adds the phrase's next account. */
	z.strictObject({ kind: z.literal("derive"), family: chainFamily }),
	z.strictObject({ kind: z.literal("changePassword"), password, next: newPassword }),
	/**
	 * Replaces a vault with a forgotten password by a new file of this phrase; the old file is kept. Refused
	 * if the phrase derives none of its accounts, unless `anyway`.
	 */
	z.strictObject({
		kind: z.literal("restore"),
		phrase: bytes(SECRET_LIMITS.phrase),
		password: newPassword,
		anyway: z.boolean(),
	}),
	/** Returns an existing vault's phrase. Checks the password without unlocking. */
	z.strictObject({ kind: z.literal("showPhrase"), password }),
	/**
	 * Returns one account's private key in the form of other wallets. Checks the password without unlocking.
	 */
	z.strictObject({ kind: z.literal("exportKey"), address, password }),
	/** Removes an account, and permanently deletes its imported key. */
	z.strictObject({ kind: z.literal("removeAccount"), address, password }),
	z.strictObject({ kind: z.literal("setAutoLock"), ms: autoLockMs, password }),
	/** The vault parses `frozen` itself with the schema of the match. */
	z.strictObject({
		kind: z.literal("sign"),
		accountAddress: address,
		frozen: z.unknown(),
		fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
		/** Index of the payload to sign; 0 for a commit or a replacement. */
		place: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
		/** Extension of the offer's end for differing clocks, in ms; bounded, whatever main says. */
		clockOffset: z.number().int().max(MAX_CLOCK_OFFSET_MS).optional(),
	}),
	/** Seals main's secret with a key that only the unlocked vault holds (kept-for-main.ts). Does not count as use. */
	z.strictObject({ kind: z.literal("sealSecret"), secret: bytes(SECRET_LIMITS.kept) }),
	/** Opens what `sealSecret` returned. */
	z.strictObject({ kind: z.literal("openSecret"), sealed: z.base64().max(2 * SECRET_LIMITS.kept) }),
	/**
	 * Returns whether the file records that main seals state; `set` records it permanently. Requires an open
	 * vault.
	 */
	z.strictObject({ kind: z.literal("sealMark"), set: z.boolean() }),
]);
export type VaultRequest = z.infer<typeof vaultRequest>;
export type VaultRequestKind = VaultRequest["kind"];

const token = z.string().regex(/^[0-9a-f]{64}$/);
const id = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const vaultMessage = z.strictObject({ token, id, request: vaultRequest });

const accountKind = z.enum(["phrase", "imported"]);

const evmAccount = z.strictObject({
	family: z.literal("evm"),
	/** Checksummed (EIP-55). */
	address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
	kind: accountKind,
	path: evmPath.nullable(),
});

const svmAccount = z.strictObject({
	family: z.literal("svm"),
	/** base58 of 32 bytes. */
	address: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
	kind: accountKind,
	path: svmPath.nullable(),
});

/** Public part of an account. `path` is `null` for an imported key. */
const vaultAccount = z.discriminatedUnion("family", [evmAccount, svmAccount]);
export type VaultAccount = z.infer<typeof vaultAccount>;

/** Stored form: entries without a family are EVM accounts. */
export const storedAccount = z.union([
	evmAccount.extend({ family: z.literal("evm").optional() }),
	svmAccount,
]);
export type StoredAccount = z.infer<typeof storedAccount>;

/** State of the vault. Times are Unix milliseconds. */
const processStatus = z.strictObject({
	state: z.enum(["none", "locked", "unlocked", "damaged"]),
	accounts: z.array(vaultAccount),
	/** The vault has a phrase, so more accounts can be derived. */
	hasPhrase: z.boolean(),
	locksAt: z.number().nullable(),
	nextTryAt: z.number().nullable(),
	autoLockMs,
	/** Positions, from 1, that a new phrase's check asks for; `null` without one. */
	phrasePositions: z.array(z.number().int()).nullable(),
	/** Reason for the damage or the last fault; `null` if none. */
	text: messageSchema.nullable(),
});
export type ProcessStatus = z.infer<typeof processStatus>;

/** Reason for refusing a request. */
const refusalReason = z.enum([
	"badMessage",
	"exists",
	"none",
	"locked",
	"damaged",
	"wrongPassword",
	"tooSoon",
	"wrongWords",
	"badPhrase",
	/** The phrase derives none of the current accounts. */
	"otherPhrase",
	"weakPassword",
	/** A vault has at least one account. */
	"lastAccount",
	"noAccount",
	"badKey",
	"noPhrase",
	"duplicate",
	"tooMany",
	"refusedMatch",
	/** A sealed secret was sealed with another key, or changed. */
	"unsealable",
	"disk",
	"stopped",
	"timeout",
	"failed",
]);
export type RefusalReason = z.infer<typeof refusalReason>;

export const vaultRefusal = z.strictObject({
	ok: z.literal(false),
	reason: refusalReason,
	/** For the user: what happened and what to do next. */
	text: messageSchema,
	/** The text says that nothing was signed. */
	saysUnsigned: z.boolean().optional(),
	/** No password is checked before this time, Unix ms. */
	nextTryAt: z.number().nullable(),
	/** Faulty field of the payload or message, if any. */
	field: z.string().nullable(),
});
export type VaultRefusal = z.infer<typeof vaultRefusal>;

const hex = z
	.string()
	.regex(/^0x(?:[0-9a-f]{2})+$/)
	.transform((value): `0x${string}` => `0x${value.slice(2)}`);

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);
/** 65 bytes: r, s and v, which is 27 or 28. */
const evmSignature = z.string().regex(/^0x[0-9a-f]{128}(?:1b|1c)$/);
/** 64 bytes of ed25519. */
const svmSignature = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);

/** Result of one signature, by kind of payload. */
const signed = z.discriminatedUnion("kind", [
	/** EIP-2718 bytes, and the transaction hash. */
	z.strictObject({ kind: z.literal("evm_transaction"), raw: hex, hash: hex }),
	z.strictObject({
		kind: z.literal("svm_transaction"),
		raw: base64,
		/** base58 of the fee payer's signature; `null` while it is missing. */
		id: z
			.string()
			.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
			.nullable(),
		/** All required signatures are present. */
		complete: z.boolean(),
	}),
	/** EVM: hex of r, s and v. Solana: base64. */
	z.strictObject({ kind: z.literal("message"), signature: z.union([evmSignature, svmSignature]) }),
	/** One per request, in order. */
	z.strictObject({ kind: z.literal("user_operation"), signatures: z.array(evmSignature).min(1) }),
]);
export type Signed = z.infer<typeof signed>;

/** `account` is the first of the added `accounts`. */
const added = z.strictObject({
	ok: z.literal(true),
	account: vaultAccount,
	accounts: z.array(vaultAccount).min(1),
});

/** Successful answer of each request, besides `ok: true`. */
export const grants = {
	hello: z.strictObject({ ok: z.literal(true) }),
	status: z.strictObject({ ok: z.literal(true) }),
	create: z.strictObject({
		ok: z.literal(true),
		words: z.array(z.string()),
		positions: z.array(z.number().int().min(1)),
	}),
	confirmPhrase: added,
	pendingPhrase: z.strictObject({ ok: z.literal(true), words: z.array(z.string()) }),
	forgetPhrase: z.strictObject({ ok: z.literal(true) }),
	importPhrase: added,
	findAccounts: z.strictObject({ ok: z.literal(true), accounts: z.array(vaultAccount) }),
	importKey: added,
	importKeyFile: added,
	unlock: z.strictObject({ ok: z.literal(true) }),
	verifyPassword: z.strictObject({ ok: z.literal(true) }),
	lock: z.strictObject({ ok: z.literal(true) }),
	noteUse: z.strictObject({ ok: z.literal(true) }),
	derive: z.strictObject({ ok: z.literal(true), account: vaultAccount }),
	changePassword: z.strictObject({ ok: z.literal(true) }),
	restore: z.strictObject({
		ok: z.literal(true),
		accounts: z.array(vaultAccount).min(1),
		/** Accounts of the old vault that this phrase does not derive. */
		lost: z.array(vaultAccount),
		/** Name of the file with the old vault. */
		keptAs: z.string(),
	}),
	/** Words separated by single spaces, ASCII. */
	showPhrase: z.strictObject({ ok: z.literal(true), phrase: bytes(SECRET_LIMITS.phrase) }),
	/** EVM: 0x and 64 hex digits. Solana: base58 of seed and public key. */
	exportKey: z.strictObject({ ok: z.literal(true), key: bytes(SECRET_LIMITS.key) }),
	removeAccount: z.strictObject({ ok: z.literal(true) }),
	setAutoLock: z.strictObject({ ok: z.literal(true) }),
	sign: z.strictObject({ ok: z.literal(true), signed }),
	sealSecret: z.strictObject({ ok: z.literal(true), sealed: z.base64() }),
	openSecret: z.strictObject({ ok: z.literal(true), secret: bytes(SECRET_LIMITS.kept) }),
	sealMark: z.strictObject({ ok: z.literal(true), marked: z.boolean() }),
} as const satisfies Record<VaultRequestKind, z.ZodType>;

export type VaultGrant<Kind extends VaultRequestKind> = z.infer<(typeof grants)[Kind]>;
export type VaultResult<Kind extends VaultRequestKind> = VaultGrant<Kind> | VaultRefusal;

/** Message from the vault: an answer to a request, or (id 0) its state after a change of its own. */
export const vaultReply = z.strictObject({
	token,
	id: z.number().int().min(0),
	/** State of the vault afterward. */
	status: processStatus,
	/** Parsed with `grants[kind]` or `vaultRefusal`; `null` in a push. */
	answer: z.unknown(),
});
export type VaultReply = z.infer<typeof vaultReply>;
