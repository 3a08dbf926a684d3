import { z } from "zod";
import { isPath } from "../core/format/derivation-path.ts";
import { MAX_CLOCK_OFFSET_MS } from "../core/match/frozen.ts";
import { messageSchema } from "../core/message-schema.ts";
import { chainFamily } from "../service-api/action.ts";

/**
 * The words between main and the vault process. Every message carries the token that `hello` gave this process and
 * an id that its answer repeats. Schemas are closed: a message with one unknown member is refused whole.
 * Secrets travel as bytes, so that both sides can wipe them.
 */

/** How long a password, phrase or key may be, in bytes of UTF-8. */
const SECRET_LIMITS = {
	password: 4096,
	newPasswordMin: 8,
	phrase: 1024,
	passphrase: 1024,
	key: 400,
	keyFile: 16_384,
	/** What main may have kept for it: sign-ins. */
	kept: 65_536,
} as const;

/** Most accounts that are derived at once. */
const MAX_DERIVATIONS = 100;

/** The largest key file of another wallet, in bytes: those that wallets write take less than one thousand. */
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

/** BIP-39 passphrase, UTF-8 of its NFKD; empty for none. */
const passphrase = bytes(SECRET_LIMITS.passphrase, 0);

const evmPath = z.string().refine((path) => isPath("evm", path));
const svmPath = z.string().refine((path) => isPath("svm", path));

/** Where an account is derived. */
const derivation = z.discriminatedUnion("family", [
	z.strictObject({ family: z.literal("evm"), path: evmPath }),
	z.strictObject({ family: z.literal("svm"), path: svmPath }),
]);
export type Derivation = z.infer<typeof derivation>;

const derivations = z.array(derivation).min(1).max(MAX_DERIVATIONS);

export const vaultRequest = z.discriminatedUnion("kind", [
	/** Must be the first message, and comes once: it sets the token. */
	z.strictObject({ kind: z.literal("hello"), dataDir: z.string().min(1).max(4096), autoLockMs }),
	z.strictObject({ kind: z.literal("status") }),
	/** Makes a phrase of 128 bits. Nothing is on disk before `confirmPhrase`. */
	z.strictObject({ kind: z.literal("create"), password: newPassword }),
	/** The words at the positions that `create` named, in that order. */
	z.strictObject({ kind: z.literal("confirmPhrase"), words: z.array(z.string().max(20)).min(1).max(24) }),
	/** Returns the words of a phrase that was made and not confirmed. */
	z.strictObject({ kind: z.literal("pendingPhrase") }),
	/** Forgets a phrase that was made and not confirmed. */
	z.strictObject({ kind: z.literal("forgetPhrase") }),
	/**
	 * Adds the first accounts of a phrase, or those at `accounts`. With a passphrase their keys alone are stored, as
	 * imported ones: neither the words nor the passphrase.
	 */
	z.strictObject({
		kind: z.literal("importPhrase"),
		phrase: bytes(SECRET_LIMITS.phrase),
		passphrase: passphrase.optional(),
		accounts: derivations.optional(),
		password,
	}),
	/** Returns the addresses of a phrase at these paths. Nothing is stored. */
	z.strictObject({
		kind: z.literal("findAccounts"),
		phrase: bytes(SECRET_LIMITS.phrase),
		passphrase: passphrase.optional(),
		accounts: derivations,
	}),
	/**
	 * EVM: 64 hex digits, with or without 0x. Solana: base58 of 64 bytes, or a JSON list of 64 numbers.
	 * Adds to the vault that is there, or makes one.
	 */
	z.strictObject({ kind: z.literal("importKey"), key: bytes(SECRET_LIMITS.key, 64), password }),
	/** A key file of another wallet (key-file.ts), with that file's own password: empty for one in clear. */
	z.strictObject({
		kind: z.literal("importKeyFile"),
		file: bytes(SECRET_LIMITS.keyFile),
		filePassword: bytes(SECRET_LIMITS.password, 0),
		password,
	}),
	z.strictObject({ kind: z.literal("unlock"), password }),
	/** Whether this is the password of the vault, open or locked. A try like any other; nothing else comes of it. */
	z.strictObject({ kind: z.literal("verifyPassword"), password }),
	z.strictObject({ kind: z.literal("lock") }),
	/** Main saw real input in a window: restarts the time until the automatic lock. Never opens a locked vault. */
	z.strictObject({ kind: z.literal("noteUse") }),
	/** The next account of the phrase. */
	z.strictObject({ kind: z.literal("derive"), family: chainFamily }),
	z.strictObject({ kind: z.literal("changePassword"), password, next: newPassword }),
	/**
	 * For a password that is forgotten: a new file of this phrase in the place of the one that is there, which is kept
	 * aside. Refused where the phrase makes none of that one's accounts, but with `anyway`.
	 */
	z.strictObject({
		kind: z.literal("restore"),
		phrase: bytes(SECRET_LIMITS.phrase),
		password: newPassword,
		anyway: z.boolean(),
	}),
	/** Shows the phrase of an existing vault. The password is looked at, and nothing is unlocked by it. */
	z.strictObject({ kind: z.literal("showPhrase"), password }),
	/** The private key of one account, as wallets write it. The password is looked at, and nothing is unlocked by it. */
	z.strictObject({ kind: z.literal("exportKey"), address, password }),
	/** Takes an account off; with it an imported key, for good. */
	z.strictObject({ kind: z.literal("removeAccount"), address, password }),
	z.strictObject({ kind: z.literal("setAutoLock"), ms: autoLockMs, password }),
	/** `frozen` is read by the schema of match, which the vault applies itself. */
	z.strictObject({
		kind: z.literal("sign"),
		accountAddress: address,
		frozen: z.unknown(),
		fingerprint: z.string().regex(/^[0-9a-f]{64}$/),
		/** Which of the intents is signed, counted from 0; 0 for a commit or a replacement. */
		place: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
		/** How much later than stated the offer ends by this computer's clock, in ms; bounded, whatever main says. */
		clockOffset: z.number().int().max(MAX_CLOCK_OFFSET_MS).optional(),
	}),
	/** Seals a secret of main's under a key that only the open vault has (seal.ts). It does not count as use. */
	z.strictObject({ kind: z.literal("sealSecret"), secret: bytes(SECRET_LIMITS.kept) }),
	/** Opens what `sealSecret` made. */
	z.strictObject({ kind: z.literal("openSecret"), sealed: z.base64().max(2 * SECRET_LIMITS.kept) }),
	/** Whether the vault's file says that main keeps a sealed state; `set` has it say so for ever. Takes an open vault. */
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

/** One account as anybody may see it. `path` is null for an imported key. */
const vaultAccount = z.discriminatedUnion("family", [evmAccount, svmAccount]);
export type VaultAccount = z.infer<typeof vaultAccount>;

/** As the vault's file holds it: files from before Solana name no family, and are of EVM accounts. */
export const storedAccount = z.union([
	evmAccount.extend({ family: z.literal("evm").optional() }),
	svmAccount,
]);
export type StoredAccount = z.infer<typeof storedAccount>;

/** How the vault stands. Times are Unix milliseconds. */
const processStatus = z.strictObject({
	state: z.enum(["none", "locked", "unlocked", "damaged"]),
	accounts: z.array(vaultAccount),
	/** The vault holds a phrase, so that more accounts can be derived. */
	hasPhrase: z.boolean(),
	locksAt: z.number().nullable(),
	nextTryAt: z.number().nullable(),
	autoLockMs,
	/** Positions, counted from 1, that a phrase waiting for its check is asked for; `null` if none waits. */
	phrasePositions: z.array(z.number().int()).nullable(),
	/** Why it is damaged, or what went wrong last; `null` if there is nothing to say. */
	text: messageSchema.nullable(),
});
export type ProcessStatus = z.infer<typeof processStatus>;

/** Why a request was refused. */
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
	/** The phrase makes none of the accounts that are here. */
	"otherPhrase",
	"weakPassword",
	/** A vault holds at least one account. */
	"lastAccount",
	"noAccount",
	"badKey",
	"noPhrase",
	"duplicate",
	"tooMany",
	"refusedMatch",
	/** A sealed secret was made under another key, or changed. */
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
	/** For a user: what happened and what to do next. */
	text: messageSchema,
	/** The words tell that nothing was signed. */
	saysUnsigned: z.boolean().optional(),
	/** No password is tried before this moment, Unix milliseconds. */
	nextTryAt: z.number().nullable(),
	/** Which field of the payload or message was at fault, where one was. */
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

/** What one signature makes, by the kind of what was signed. */
const signed = z.discriminatedUnion("kind", [
	/** EIP-2718 bytes, and their keccak-256: the transaction's id. */
	z.strictObject({ kind: z.literal("evm_transaction"), raw: hex, hash: hex }),
	z.strictObject({
		kind: z.literal("svm_transaction"),
		raw: base64,
		/** base58 of the fee payer's signature; null while it is missing. */
		id: z
			.string()
			.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
			.nullable(),
		/** Every signature that the transaction needs is there. */
		complete: z.boolean(),
	}),
	/** EVM: hex of r, s and v. Solana: base64. */
	z.strictObject({ kind: z.literal("message"), signature: z.union([evmSignature, svmSignature]) }),
	/** One for each of its requests, in their order. */
	z.strictObject({ kind: z.literal("user_operation"), signatures: z.array(evmSignature).min(1) }),
]);
export type Signed = z.infer<typeof signed>;

/** `account` is the first of `accounts`: those that were added. */
const added = z.strictObject({
	ok: z.literal(true),
	account: vaultAccount,
	accounts: z.array(vaultAccount).min(1),
});

/** What each request answers when it is granted, beside `ok: true`. */
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
		/** What the former vault had and this phrase does not make. */
		lost: z.array(vaultAccount),
		/** The name of the file that the former vault is kept in. */
		keptAs: z.string(),
	}),
	/** The words with one space between them, ASCII. */
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

/** What the vault sends: the answer to one request, or (id 0) how it stands after it changed by itself. */
export const vaultReply = z.strictObject({
	token,
	id: z.number().int().min(0),
	/** How the vault stands after this. */
	status: processStatus,
	/** Read with `grants[kind]` or `vaultRefusal`; null in a push. */
	answer: z.unknown(),
});
export type VaultReply = z.infer<typeof vaultReply>;
