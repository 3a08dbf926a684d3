import { message } from "../core/message.ts";
import type { ChainFamily } from "../service-api/action.ts";
import { firstAccounts, hasAddress, keyOf, nextAccount, readImportedKey, sameAddress } from "./accounts.ts";
import { WrongPasswordError } from "./errors.ts";
import type { VaultFiles } from "./files.ts";
import { newEntropy, readPhrase, wordsOf } from "./keys.ts";
import { secretCopy, wipe, withSecret } from "./memory.ts";
import {
	type ProcessStatus,
	SECRET_LIMITS,
	type VaultAccount,
	type VaultRefusal,
	type VaultRequest,
	type VaultResult,
} from "./protocol.ts";
import { REFUSALS, refusalOf, refuse } from "./refusals.ts";
import { openSealed, sealUnder } from "./seal.ts";
import { copySecrets, packSecrets, type Secrets, unpackSecrets, wipeSecrets } from "./secrets.ts";
import { createSession, type VaultClock } from "./session.ts";
import { signFrozen } from "./sign.ts";
import { createThrottle } from "./throttle.ts";
import {
	accountsOf,
	fileKey,
	newKdf,
	openVault,
	type Scrypt,
	type ScryptCost,
	sealVault,
	type VaultFile,
	type VaultKdf,
} from "./vault-file.ts";
import { createVaultStore, type Loaded } from "./vault-store.ts";

/** What the vault can do, one request after another. It signs, keeps and wipes; it has no network and no window. */

export interface VaultParts {
	readonly files: VaultFiles;
	readonly folder: string;
	readonly clock: VaultClock;
	readonly random: (length: number) => Uint8Array;
	readonly scrypt: Scrypt;
	/** What new vaults are made with, and the least that is read. Lower than usual in tests only. */
	readonly cost: ScryptCost;
	readonly autoLockMs: number;
	/** The vault changed by itself: it locked. */
	readonly onChange: () => void;
}

const MAX_ACCOUNTS = 100;
const CHECKED_WORDS = 3;

/** An opened file: its key and contents, until they are handed to the session or wiped. */
interface OpenedFile {
	readonly ok: true;
	readonly file: VaultFile;
	readonly key: Buffer;
	readonly secrets: Secrets;
}

/** Of whatever adds an account. */
type AccountResult = VaultResult<"importPhrase" | "importKey">;

/** What was added, the first of it apart. */
function added(accounts: readonly VaultAccount[]): AccountResult {
	const [account] = accounts;
	if (account === undefined) throw new Error("Something is always added.");
	return { ok: true, account, accounts: [...accounts] };
}

export type Vault = ReturnType<typeof createVault>;

/** Opens the vault of a folder, locked. Passwords and keys handed in are wiped by the caller. */
export function createVault(parts: VaultParts) {
	const { files, folder, clock, random, scrypt, cost } = parts;
	const now = () => clock.now();
	const store = createVaultStore(files, folder, cost, now);
	const throttle = createThrottle(files, folder, now);
	const session = createSession(clock, parts.autoLockMs, parts.onChange);
	let loaded: Loaded = store.load();

	const knownFile = () => (loaded.kind === "file" ? loaded.file : null);

	function status(): ProcessStatus {
		const file = knownFile();
		const open = session.unlocked() !== null;
		return {
			state: loaded.kind === "file" ? (open ? "unlocked" : "locked") : loaded.kind,
			accounts: file === null ? [] : accountsOf(file),
			hasPhrase: file?.hasPhrase ?? false,
			locksAt: session.locksAt(),
			nextTryAt: throttle.nextTryAt(),
			autoLockMs: session.autoLockMs(),
			phrasePositions: session.pending()?.positions.slice() ?? null,
			text: loaded.kind === "damaged" ? loaded.error.told : loaded.kind === "file" ? loaded.note : null,
		};
	}

	/** Looks at a password: counted as failed on disk first. What it opens is the caller's to keep or wipe. */
	async function open(password: Uint8Array): Promise<OpenedFile | VaultRefusal> {
		if (loaded.kind === "none") return REFUSALS.none;
		if (loaded.kind === "damaged") return refuse("damaged", loaded.error.told);
		const { file } = loaded;
		const gate = throttle.begin();
		if (!gate.ok)
			return refuse("tooSoon", message("vault.too-soon"), {
				nextTryAt: gate.nextTryAt,
			});
		const epoch = session.epoch();
		const key = await fileKey(scrypt, password, file.kdf);
		try {
			const secrets = withSecret(openVault(file, key), unpackSecrets);
			throttle.succeeded();
			if (epoch === session.epoch()) return { ok: true, file, key, secrets };
			wipeSecrets(secrets);
		} catch (error) {
			wipe(key);
			if (!(error instanceof WrongPasswordError)) throw error;
			return refuse("wrongPassword", error.told, { nextTryAt: throttle.nextTryAt() });
		}
		wipe(key);
		return REFUSALS.lockedMeanwhile;
	}

	/** A write failed: what the disk now holds counts, and if that is not what was open, the vault locks. */
	function settle(): void {
		const before = JSON.stringify(knownFile());
		const wasDamaged = loaded.kind === "damaged";
		const found = store.load();
		if (wasDamaged && found.kind === "none") return;
		loaded = found;
		if (JSON.stringify(knownFile()) !== before && before !== "null") session.lock();
	}

	/** Seals, writes, verifies, and keeps open what was written. Takes over `key` and `secrets`. */
	function commit(
		secrets: Secrets,
		key: Buffer,
		kdf: VaultKdf,
		accounts: readonly VaultAccount[],
		sealed = knownFile()?.sealed === true,
	): void {
		try {
			const hasPhrase = secrets.entropy !== null;
			const file = withSecret(packSecrets(secrets), (plain) =>
				sealVault(plain, key, kdf, { accounts, hasPhrase, sealed }, random),
			);
			if (loaded.kind === "damaged") store.setAside();
			store.save(file, (written) => wipe(openVault(written, key)));
			if (loaded.kind !== "file") throttle.succeeded();
			loaded = { kind: "file", file, note: null };
			session.open({ file, key, secrets });
		} catch (error) {
			wipe(key);
			wipeSecrets(secrets);
			settle();
			throw error;
		}
	}

	/** The key of a new vault's file; null where it was locked meanwhile. */
	async function freshKey(password: Uint8Array): Promise<{ key: Buffer; kdf: VaultKdf } | null> {
		const epoch = session.epoch();
		const kdf = newKdf(random, cost);
		const key = await fileKey(scrypt, password, kdf);
		if (epoch === session.epoch()) return { key, kdf };
		wipe(key);
		return null;
	}

	/** Different places, in order, each as likely as any other; counted from 1. */
	function pickPositions(count: number): number[] {
		const left = Array.from({ length: count }, (_, at) => at + 1);
		const picked = Array.from({ length: CHECKED_WORDS }, () => {
			// 32 bits over at most 24 places: the bias is below 2^-27.
			const at = Buffer.from(random(4)).readUInt32BE() % left.length;
			return left.splice(at, 1)[0] ?? 1;
		});
		return picked.sort((one, other) => one - other);
	}

	async function create(password: Uint8Array): Promise<VaultResult<"create">> {
		if (loaded.kind === "file") return REFUSALS.exists;
		const fresh = await freshKey(password);
		if (fresh === null) return REFUSALS.lockedMeanwhile;
		const entropy = newEntropy(random);
		const words = wordsOf(entropy);
		const positions = pickPositions(words.length);
		session.hold({ entropy, ...fresh, positions });
		return { ok: true, words, positions };
	}

	function confirmPhrase(words: readonly string[]): VaultResult<"confirmPhrase"> {
		const pending = session.pending();
		if (pending === null) return REFUSALS.noPending;
		if (loaded.kind === "file") return REFUSALS.exists;
		session.touch();
		const right = wordsOf(pending.entropy);
		const given = words.map((word) => word.normalize("NFKD").trim().toLowerCase());
		const expected = pending.positions.map((position) => right[position - 1]);
		if (given.length !== expected.length || given.some((word, at) => word !== expected[at]))
			return REFUSALS.wrongWords;
		const accounts = firstAccounts(pending.entropy);
		// Copies, so that a full disk leaves the phrase waiting for a second try.
		const secrets = { entropy: secretCopy(pending.entropy), keys: [] };
		commit(secrets, secretCopy(pending.key), pending.kdf, accounts);
		session.drop();
		return added(accounts);
	}

	function forgetPhrase(): VaultResult<"forgetPhrase"> {
		session.drop();
		return { ok: true };
	}

	/** Writes a new vault of these secrets, where none can be read. */
	async function begin(
		secrets: Secrets,
		accounts: readonly VaultAccount[],
		password: Uint8Array,
	): Promise<AccountResult> {
		if (password.byteLength < SECRET_LIMITS.newPasswordMin) {
			wipeSecrets(secrets);
			return REFUSALS.shortPassword;
		}
		const fresh = await freshKey(password);
		if (fresh === null) {
			wipeSecrets(secrets);
			return REFUSALS.lockedMeanwhile;
		}
		commit(secrets, fresh.key, fresh.kdf, accounts);
		session.drop();
		return added(accounts);
	}

	/** Adds to the vault that this password opens. Copies what it adds. */
	async function add(
		more: Secrets,
		accounts: readonly VaultAccount[],
		password: Uint8Array,
	): Promise<AccountResult> {
		const opened = await open(password);
		if (!opened.ok) return opened;
		const { file, key, secrets } = opened;
		const entropy = more.entropy ?? secrets.entropy;
		const all = copySecrets({ entropy, keys: [...secrets.keys, ...more.keys] });
		wipeSecrets(secrets);
		commit(all, key, file.kdf, [...accountsOf(file), ...accounts]);
		return added(accounts);
	}

	async function bringIn(
		secrets: Secrets,
		accounts: readonly VaultAccount[],
		password: Uint8Array,
	): Promise<AccountResult> {
		const file = knownFile();
		if (file === null) return begin(copySecrets(secrets), accounts, password);
		if (secrets.entropy !== null && file.hasPhrase) return REFUSALS.exists;
		const had = accountsOf(file);
		// An account of the phrase may have been imported as a key before.
		const fresh = accounts.filter((each) => !hasAddress(had, each.address));
		if (fresh.length === 0) return REFUSALS.duplicate;
		if (had.length + fresh.length > MAX_ACCOUNTS) return REFUSALS.tooMany;
		return add(secrets, fresh, password);
	}

	async function importPhrase(
		phrase: Uint8Array,
		password: Uint8Array,
	): Promise<VaultResult<"importPhrase">> {
		const entropy = readPhrase(phrase);
		if (entropy === null) return REFUSALS.badPhrase;
		try {
			return await bringIn({ entropy, keys: [] }, firstAccounts(entropy), password);
		} finally {
			wipe(entropy);
		}
	}

	async function importKey(text: Uint8Array, password: Uint8Array): Promise<VaultResult<"importKey">> {
		const imported = readImportedKey(text);
		if (imported === null) return REFUSALS.badKey;
		const { key, account } = imported;
		try {
			return await bringIn({ entropy: null, keys: [key] }, [account], password);
		} finally {
			wipe(key);
		}
	}

	async function unlock(password: Uint8Array): Promise<VaultResult<"unlock">> {
		const opened = await open(password);
		if (!opened.ok) return opened;
		session.open({ file: opened.file, key: opened.key, secrets: opened.secrets });
		return { ok: true };
	}

	function lock(): VaultResult<"lock"> {
		session.lock();
		return { ok: true };
	}

	function derive(family: ChainFamily): VaultResult<"derive"> {
		const open = session.unlocked();
		if (open === null) return loaded.kind === "none" ? REFUSALS.none : REFUSALS.locked;
		const { file, key, secrets } = open;
		if (secrets.entropy === null) return REFUSALS.noPhrase;
		const accounts = accountsOf(file);
		if (accounts.length >= MAX_ACCOUNTS) return REFUSALS.tooMany;
		const account = nextAccount(secrets.entropy, family, accounts);
		commit(copySecrets(secrets), secretCopy(key), file.kdf, [...accounts, account]);
		return { ok: true, account };
	}

	async function changePassword(
		password: Uint8Array,
		next: Uint8Array,
	): Promise<VaultResult<"changePassword">> {
		const opened = await open(password);
		if (!opened.ok) return opened;
		wipe(opened.key);
		const fresh = await freshKey(next);
		if (fresh === null) {
			wipeSecrets(opened.secrets);
			return REFUSALS.lockedMeanwhile;
		}
		commit(opened.secrets, fresh.key, fresh.kdf, accountsOf(opened.file));
		return { ok: true };
	}

	/** The password is looked at and nothing is unlocked by it. */
	async function setAutoLock(ms: number, password: Uint8Array): Promise<VaultResult<"setAutoLock">> {
		const opened = await open(password);
		if (!opened.ok) return opened;
		wipe(opened.key);
		wipeSecrets(opened.secrets);
		session.setAutoLock(ms);
		return { ok: true };
	}

	async function sign(request: VaultRequest & { kind: "sign" }): Promise<VaultResult<"sign">> {
		const open = session.unlocked();
		if (open === null) return loaded.kind === "none" ? REFUSALS.none : REFUSALS.locked;
		const accounts = accountsOf(open.file);
		const account = accounts.find((each) => sameAddress(each.address, request.accountAddress));
		if (account === undefined) return REFUSALS.noAccount;
		session.touch();
		const { frozen, fingerprint, place } = request;
		const withKey = <T>(use: (key: Uint8Array) => T) =>
			withSecret(keyOf(account, accounts, unlockedSecrets()), use);
		return signFrozen({ frozen, fingerprint, place, account, now: now(), withKey });
	}

	/** Neither this nor opening is use: a sign-in that renews itself would keep the vault open for ever. */
	function sealSecret(secret: Uint8Array): VaultResult<"sealSecret"> {
		const open = session.unlocked();
		if (open === null) return loaded.kind === "none" ? REFUSALS.none : REFUSALS.locked;
		return { ok: true, sealed: sealUnder(open.key, secret, random) };
	}

	function openSecret(sealed: string): VaultResult<"openSecret"> {
		const open = session.unlocked();
		if (open === null) return loaded.kind === "none" ? REFUSALS.none : REFUSALS.locked;
		const secret = openSealed(open.key, sealed);
		return secret === null ? REFUSALS.unsealable : { ok: true, secret };
	}

	/**
	 * Whether this vault's file says that main keeps a state under its key, and, with `set`, has it say so from now
	 * on. The password covers that word, and nothing takes it back.
	 */
	function sealMark(set: boolean): VaultResult<"sealMark"> {
		const open = session.unlocked();
		if (open === null) return loaded.kind === "none" ? REFUSALS.none : REFUSALS.locked;
		const { file, key, secrets } = open;
		if (file.sealed === true || !set) return { ok: true, marked: file.sealed === true };
		commit(copySecrets(secrets), secretCopy(key), file.kdf, accountsOf(file), true);
		return { ok: true, marked: true };
	}

	/** As they are now: the vault may have been locked since the request began. */
	function unlockedSecrets(): Secrets {
		const open = session.unlocked();
		if (open === null) throw new Error("A key is asked of a locked vault.");
		return open.secrets;
	}

	return {
		status,
		create,
		confirmPhrase,
		forgetPhrase,
		importPhrase,
		importKey,
		unlock,
		lock,
		lockIfDue: session.lockIfDue,
		derive,
		changePassword,
		setAutoLock,
		sign,
		sealSecret,
		openSecret,
		sealMark,
		refusalOf,
	};
}
