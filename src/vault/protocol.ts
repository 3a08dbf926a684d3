import { z } from "zod";
import { isPath } from "../core/format/derivation-path.ts";
import { messageSchema } from "../core/localized-text-schema.ts";
import { MAX_CLOCK_OFFSET_MS } from "../core/match/frozen.ts";
import { chainFamily } from "../service-api/action.ts";

/**
 * Protocol between main and the vault. Every message contains the token from `hello` and an ID that the
 * answer repeats. Unknown fields are rejected. Secrets are sent as bytes, so that both processes can wipe
 * them.
 */

const SECRET_LIMITS = {
	password: 4096,
	newPasswordMin: 8,
	phrase: 1024,
	passphrase: 1024,
	key: 400,
	keyFile: 16_384,
	kept: 65_536,
} as const;

const MAX_DERIVATIONS = 100;

export const KEY_FILE_BYTES = SECRET_LIMITS.keyFile;

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

const passphrase = bytes(SECRET_LIMITS.passphrase, 0);

const evmPath = z.string().refine((path) => isPath("evm", path));
const svmPath = z.string().refine((path) => isPath("svm", path));

const derivation = z.discriminatedUnion("family", [
	z.strictObject({ family: z.literal("evm"), path: evmPath }),
	z.strictObject({ family: z.literal("svm"), path: svmPath }),
]);
export type Derivation = z.infer<typeof derivation>;

const derivations = z.array(derivation).min(1).max(MAX_DERIVATIONS);

export const vaultRequest = z.discriminatedUnion("kind", [
	/** Sets the token. Must be the first message, and is accepted only once. */
	z.strictObject({ kind: z.literal("hello"), dataDir: z.string().min(1).max(4096), autoLockMs }),
	z.strictObject({ kind: z.literal("status") }),
	/** Nothing is stored until `confirmPhrase`. */
	z.strictObject({ kind: z.literal("create"), password: newPassword }),
	z.strictObject({ kind: z.literal("confirmPhrase"), words: z.array(z.string().max(20)).min(1).max(24) }),
	z.strictObject({ kind: z.literal("pendingPhrase") }),
	z.strictObject({ kind: z.literal("forgetPhrase") }),
	/**
	 * With a passphrase, the derived keys are stored like imported ones. Neither the words nor the passphrase
	 * is stored.
	 */
	z.strictObject({
		kind: z.literal("importPhrase"),
		phrase: bytes(SECRET_LIMITS.phrase),
		passphrase: passphrase.optional(),
		accounts: derivations.optional(),
		password,
	}),
	z.strictObject({
		kind: z.literal("findAccounts"),
		phrase: bytes(SECRET_LIMITS.phrase),
		passphrase: passphrase.optional(),
		accounts: derivations,
	}),
	/** EVM: 64 hex digits, with or without 0x. Solana: 64 bytes in base58 or as a JSON list. */
	z.strictObject({ kind: z.literal("importKey"), key: bytes(SECRET_LIMITS.key, 64), password }),
	/** `filePassword` is empty for an unencrypted file. */
	z.strictObject({
		kind: z.literal("importKeyFile"),
		file: bytes(SECRET_LIMITS.keyFile),
		filePassword: bytes(SECRET_LIMITS.password, 0),
		password,
	}),
	z.strictObject({ kind: z.literal("unlock"), password }),
	/** Counts as a password attempt and has no other effect. */
	z.strictObject({ kind: z.literal("verifyPassword"), password }),
	z.strictObject({ kind: z.literal("lock") }),
	/** Restarts the auto-lock timer after real input. Never unlocks the vault. */
	z.strictObject({ kind: z.literal("noteUse") }),
	z.strictObject({ kind: z.literal("derive"), family: chainFamily }),
	z.strictObject({ kind: z.literal("changePassword"), password, next: newPassword }),
	/** Refused if the recovery phrase derives none of the vault's accounts, unless `anyway` is set. */
	z.strictObject({
		kind: z.literal("restore"),
		phrase: bytes(SECRET_LIMITS.phrase),
		password: newPassword,
		anyway: z.boolean(),
	}),
	z.strictObject({ kind: z.literal("showPhrase"), password }),
	z.strictObject({ kind: z.literal("exportKey"), address, password }),
	z.strictObject({ kind: z.literal("removeAccount"), address, password }),
	z.strictObject({ kind: z.literal("setAutoLock"), ms: autoLockMs, password }),
	/** The vault parses `frozen` itself. */
	z.strictObject({
		kind: z.literal("sign"),
		accountAddress: address,
		frozen: z.unknown(),
		fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
		/** Index of the payload, or 0 for a commit or a replacement. */
		place: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
		/** Tolerance for an offer's expiry. Limited, because main isn't trusted. */
		clockOffset: z.number().int().max(MAX_CLOCK_OFFSET_MS).optional(),
	}),
	/** Doesn't count as activity, so renewing tokens can't keep the vault unlocked. */
	z.strictObject({ kind: z.literal("sealSecret"), secret: bytes(SECRET_LIMITS.kept) }),
	z.strictObject({ kind: z.literal("openSecret"), sealed: z.base64().max(2 * SECRET_LIMITS.kept) }),
	/** `set` marks the file permanently. The vault must be unlocked. */
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
	address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
	kind: accountKind,
	path: evmPath.nullable(),
});

const svmAccount = z.strictObject({
	family: z.literal("svm"),
	address: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
	kind: accountKind,
	path: svmPath.nullable(),
});

/** `path` is `null` for an imported key. */
const vaultAccount = z.discriminatedUnion("family", [evmAccount, svmAccount]);
export type VaultAccount = z.infer<typeof vaultAccount>;

/** Entries without a family are EVM accounts. */
export const storedAccount = z.union([
	evmAccount.extend({ family: z.literal("evm").optional() }),
	svmAccount,
]);
export type StoredAccount = z.infer<typeof storedAccount>;

const processStatus = z.strictObject({
	state: z.enum(["none", "locked", "unlocked", "damaged"]),
	accounts: z.array(vaultAccount),
	hasPhrase: z.boolean(),
	locksAt: z.number().nullable(),
	nextTryAt: z.number().nullable(),
	autoLockMs,
	/**
	 * Positions of the words that the user must type to confirm a new recovery phrase, starting at 1. `null`
	 * without a new phrase.
	 */
	phrasePositions: z.array(z.number().int()).nullable(),
	text: messageSchema.nullable(),
});
export type ProcessStatus = z.infer<typeof processStatus>;

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
	/** None of the current accounts derives from the recovery phrase. */
	"otherPhrase",
	"weakPassword",
	"lastAccount",
	"noAccount",
	"badKey",
	"noPhrase",
	"duplicate",
	"tooMany",
	"refusedMatch",
	/** The sealed secret was modified, or sealed with another key. */
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
	text: messageSchema,
	saysUnsigned: z.boolean().optional(),
	/** Earliest time for the next password attempt, in Unix ms. */
	nextTryAt: z.number().nullable(),
	field: z.string().nullable(),
});
export type VaultRefusal = z.infer<typeof vaultRefusal>;

const hex = z
	.string()
	.regex(/^0x(?:[0-9a-f]{2})+$/)
	.transform((value): `0x${string}` => `0x${value.slice(2)}`);

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);
/** r, s and v, where v is 27 or 28. */
const evmSignature = z.string().regex(/^0x[0-9a-f]{128}(?:1b|1c)$/);
/** 64 bytes in base64. */
const svmSignature = z.string().regex(/^[A-Za-z0-9+/]{86}==$/);

const signed = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("evm_transaction"), raw: hex, hash: hex }),
	z.strictObject({
		kind: z.literal("svm_transaction"),
		raw: base64,
		/** The fee payer's signature in base58. `null` while it is missing. */
		id: z
			.string()
			.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
			.nullable(),
		/** Whether all required signatures are present. */
		complete: z.boolean(),
	}),
	z.strictObject({ kind: z.literal("message"), signature: z.union([evmSignature, svmSignature]) }),
	z.strictObject({ kind: z.literal("user_operation"), signatures: z.array(evmSignature).min(1) }),
]);
export type Signed = z.infer<typeof signed>;

const added = z.strictObject({
	ok: z.literal(true),
	account: vaultAccount,
	accounts: z.array(vaultAccount).min(1),
});

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
		lost: z.array(vaultAccount),
		keptAs: z.string(),
	}),
	/** ASCII words separated by single spaces. */
	showPhrase: z.strictObject({ ok: z.literal(true), phrase: bytes(SECRET_LIMITS.phrase) }),
	/** EVM: 0x and 64 hex digits. Solana: seed and public key in base58. */
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

export const vaultReply = z.strictObject({
	token,
	id: z.number().int().min(0),
	status: processStatus,
	answer: z.unknown(),
});
export type VaultReply = z.infer<typeof vaultReply>;
