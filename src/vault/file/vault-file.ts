import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from "node:crypto";
import canonicalize from "canonicalize";
import { z } from "zod";
import { message } from "../../core/localized-text.ts";
import { wipe } from "../memory.ts";
import { type StoredAccount, storedAccount, type VaultAccount } from "../protocol.ts";
import { VaultDamagedError, WrongPasswordError } from "../vault-errors.ts";

/**
 * Derives the key with scrypt (RFC 7914) and encrypts with AES-256-GCM (SP 800-38D). The parameters and
 * public fields are associated data, so changing them requires the password. `checksum` only tells damage
 * apart from a wrong password.
 */

const hexBytes = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length * 2}}$`));

const kdf = z.strictObject({
	name: z.literal("scrypt"),
	N: z.number().int(),
	r: z.number().int(),
	p: z.number().int(),
	salt: hexBytes(32),
});
export type VaultKdf = z.infer<typeof kdf>;

const vaultFile = z.strictObject({
	version: z.literal(1),
	kdf,
	cipher: z.strictObject({ name: z.literal("aes-256-gcm"), iv: hexBytes(12) }),
	accounts: z.array(storedAccount).min(1).max(255),
	hasPhrase: z.boolean(),
	sealed: z.literal(true).optional(),
	ciphertext: z
		.string()
		.max(20_000)
		.regex(/^(?:[0-9a-f]{2})+$/),
	tag: hexBytes(16),
	checksum: hexBytes(32),
});
export type VaultFile = z.infer<typeof vaultFile>;

/** Returns copies, because the file's own objects are associated data and must not change. */
export function accountsOf({ accounts }: Pick<VaultFile, "accounts">): VaultAccount[] {
	return accounts.map((account) => (account.family === "svm" ? account : { ...account, family: "evm" }));
}

export interface ScryptCost {
	readonly N: number;
	readonly r: number;
	readonly p: number;
}

/** Cost of new files, and the lowest accepted cost. */
export const COST: ScryptCost = { N: 131_072, r: 8, p: 1 };
/** Highest accepted cost. A crafted file with a higher cost could exhaust memory. */
const MAX: ScryptCost = { N: 1_048_576, r: 16, p: 4 };
const MAX_FILE_BYTES = 262_144;

export type Scrypt = (
	password: Uint8Array,
	salt: Uint8Array,
	length: number,
	cost: ScryptCost & { readonly maxmem: number },
) => Promise<Uint8Array>;

function sumOf(file: Omit<VaultFile, "checksum">): Buffer {
	const text = canonicalize(file);
	if (text === undefined) throw new Error("The vault file can't be written as canonical JSON.");
	return createHash("sha256").update(text, "utf8").digest();
}

function associatedData(file: Omit<VaultFile, "checksum">): Buffer {
	const { version, kdf, cipher, accounts, hasPhrase, sealed } = file;
	// Older files have no `sealed` field. It must then be absent from the associated data too.
	const mark = sealed === undefined ? {} : { sealed };
	const text = canonicalize({ version, kdf, cipher, accounts, hasPhrase, ...mark });
	if (text === undefined) throw new Error("The vault file's header can't be written as canonical JSON.");
	return Buffer.from(text, "utf8");
}

function refuseCost({ N, r, p }: ScryptCost, least: ScryptCost): void {
	const powerOfTwo = Number.isInteger(Math.log2(N));
	if (N < least.N || r < least.r || p < least.p || !powerOfTwo)
		throw new VaultDamagedError(message("vault.damage.weak"));
	if (N > MAX.N || r > MAX.r || p > MAX.p) throw new VaultDamagedError(message("vault.damage.memory"));
}

function parsed(bytes: Uint8Array): VaultFile {
	if (bytes.byteLength > MAX_FILE_BYTES) throw new VaultDamagedError(message("vault.damage.too-long"));
	let json: unknown;
	try {
		json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (cause) {
		throw new VaultDamagedError(message("vault.damage.unreadable"), { cause });
	}
	const file = vaultFile.safeParse(json);
	if (!file.success) {
		const where = file.error.issues[0]?.path.join(".") ?? "";
		throw new VaultDamagedError(
			where === "" ? message("vault.damage.no-vault") : message("vault.damage.member", { member: where }),
			{
				cause: file.error,
			},
		);
	}
	return file.data;
}

export function readVaultFile(bytes: Uint8Array, least: ScryptCost = COST): VaultFile {
	const file = parsed(bytes);
	const { checksum, ...rest } = file;
	if (!timingSafeEqual(sumOf(rest), Buffer.from(checksum, "hex")))
		throw new VaultDamagedError(message("vault.damage.checksum"));
	refuseCost(file.kdf, least);
	return file;
}

export function writeVaultFile(file: VaultFile): Buffer {
	return Buffer.from(`${JSON.stringify(file, null, "\t")}\n`, "utf8");
}

export function newKdf(random: (length: number) => Uint8Array, cost: ScryptCost = COST): VaultKdf {
	return { name: "scrypt", ...cost, salt: Buffer.from(random(32)).toString("hex") };
}

/** Takes about a third of a second and 128 MiB of memory at the default cost. */
export async function fileKey(scrypt: Scrypt, password: Uint8Array, kdf: VaultKdf): Promise<Buffer> {
	const { N, r, p } = kdf;
	const maxmem = 256 * r * (N + p);
	const made = await scrypt(password, Buffer.from(kdf.salt, "hex"), 32, { N, r, p, maxmem });
	const key = Buffer.alloc(32);
	key.set(made);
	wipe(made);
	return key;
}

export interface PublicPart {
	readonly accounts: readonly StoredAccount[];
	readonly hasPhrase: boolean;
	readonly sealed: boolean;
}

export function sealVault(
	plain: Uint8Array,
	key: Uint8Array,
	kdf: VaultKdf,
	known: PublicPart,
	random: (length: number) => Uint8Array,
): VaultFile {
	const iv = Buffer.from(random(12));
	const head = {
		version: 1 as const,
		kdf,
		cipher: { name: "aes-256-gcm" as const, iv: iv.toString("hex") },
		accounts: [...known.accounts],
		hasPhrase: known.hasPhrase,
		...(known.sealed ? { sealed: true as const } : {}),
		ciphertext: "",
		tag: "",
	};
	const cipher = createCipheriv("aes-256-gcm", key, iv);
	cipher.setAAD(associatedData(head));
	const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
	const rest = { ...head, ciphertext: sealed.toString("hex"), tag: cipher.getAuthTag().toString("hex") };
	return { ...rest, checksum: sumOf(rest).toString("hex") };
}

export function openVault(file: VaultFile, key: Uint8Array): Buffer {
	const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(file.cipher.iv, "hex"), {
		authTagLength: 16,
	});
	decipher.setAAD(associatedData(file));
	decipher.setAuthTag(Buffer.from(file.tag, "hex"));
	const first = decipher.update(Buffer.from(file.ciphertext, "hex"));
	try {
		const last = decipher.final();
		const plain = Buffer.alloc(first.byteLength + last.byteLength);
		plain.set(first);
		plain.set(last, first.byteLength);
		wipe(last);
		return plain;
	} catch (cause) {
		throw new WrongPasswordError({ cause });
	} finally {
		wipe(first);
	}
}
