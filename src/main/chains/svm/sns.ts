import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { PublicKey } from "@solana/web3.js";
import type { SvmChain } from "./chain.ts";
import type { RawAccount } from "./raw-accounts.ts";

/**
 * A wallet's name is the domain that its owner marked as favorite. Layouts and constants come from
 * @bonfida/spl-name-service 3.0.26 (favorite-domain, state, reverseLookup, getDomainKeySync, resolve).
 */

const NAME_PROGRAM = new PublicKey("namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX");
const OFFERS_PROGRAM = new PublicKey("85iDfUvr3HJyLM2zcq5BXSiDvUWfw6cSE1FfNBo8Ap29");
const ROOT = new PublicKey("58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx");
const REVERSE_CLASS = new PublicKey("33m47vH6Eav6jr5Ry86XjhRft2jRBLDnDgPSHoquXi2Z");
const RECORDS_PROGRAM = new PublicKey("HP3D4D1ZCmohQGFVms2SS4LCANgJyksBf5s1F77FuFjZ");
const HASH_PREFIX = "SPL Name Service";
/** Parent, owner and class come before the data. */
const HEADER = 96;
const NONE = new Uint8Array(32);

/** An RPC request has room for 64 accounts, and each owner needs two. */
export const MAX_OWNERS = 32;

const bytesOf = (text: string): Uint8Array => utf8ToBytes(text);

function nameKey(name: string, kind: PublicKey | null, parent: PublicKey | null): PublicKey {
	const seeds = [sha256(bytesOf(HASH_PREFIX + name)), kind?.toBytes() ?? NONE, parent?.toBytes() ?? NONE];
	return PublicKey.findProgramAddressSync(seeds, NAME_PROGRAM)[0];
}

export function favouriteKey(owner: string): string {
	const seeds = [bytesOf("favourite_domain"), new PublicKey(owner).toBytes()];
	return PublicKey.findProgramAddressSync(seeds, OFFERS_PROGRAM)[0].toBase58();
}

export const domainKey = (name: string): string => nameKey(name, null, ROOT).toBase58();

export const reverseKey = (domain: string): string => nameKey(domain, REVERSE_CLASS, null).toBase58();

/**
 * Returns the accounts of a domain's SOL record, in the old and the new format. A record redirects payments
 * to a different wallet.
 */
export function recordKeys(name: string): readonly [first: string, second: string] {
	const domain = new PublicKey(domainKey(name));
	const records = PublicKey.findProgramAddressSync([RECORDS_PROGRAM.toBytes()], RECORDS_PROGRAM)[0];
	return [nameKey("\u0001SOL", null, domain).toBase58(), nameKey("\u0002SOL", records, domain).toBase58()];
}

const keyAt = (data: Uint8Array, at: number): string => new PublicKey(data.subarray(at, at + 32)).toBase58();

function ownedBy(raw: RawAccount | null, program: PublicKey, atLeast: number): raw is RawAccount {
	return raw !== null && raw.owner === program.toBase58() && raw.data.length >= atLeast;
}

/** Allows only characters without lookalikes: no capitals, invisible characters or dots. */
const NAME = /^[a-z0-9_-]{1,63}$/;

function nameIn(raw: RawAccount): string | null {
	const { data } = raw;
	if (data.length < HEADER + 4) return null;
	const length = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(HEADER, true);
	if (length > 63 || data.length < HEADER + 4 + length) return null;
	const name = new TextDecoder().decode(data.subarray(HEADER + 4, HEADER + 4 + length));
	return NAME.test(name) ? name : null;
}

interface ClaimedDomain {
	readonly owner: string;
	readonly domain: string;
}

type AccountsChain = Pick<SvmChain, "accounts">;

async function favourites(
	chain: AccountsChain,
	owners: readonly string[],
): Promise<readonly ClaimedDomain[]> {
	const found = await chain.accounts(owners.map(favouriteKey));
	return owners.flatMap((owner, at) => {
		const raw = found[at] ?? null;
		return ownedBy(raw, OFFERS_PROGRAM, 33) ? [{ owner, domain: keyAt(raw.data, 1) }] : [];
	});
}

async function ownedDomain(
	chain: AccountsChain,
	claims: readonly ClaimedDomain[],
): Promise<readonly { readonly owner: string; readonly name: string }[]> {
	const found = await chain.accounts(claims.flatMap(({ domain }) => [domain, reverseKey(domain)]));
	return claims.flatMap(({ owner, domain }, at) => {
		const [registry, reverse] = [found[2 * at] ?? null, found[2 * at + 1] ?? null];
		if (!ownedBy(registry, NAME_PROGRAM, HEADER) || !ownedBy(reverse, NAME_PROGRAM, HEADER)) return [];
		if (keyAt(registry.data, 0) !== ROOT.toBase58() || keyAt(registry.data, 32) !== owner) return [];
		const name = nameIn(reverse);
		return name === null || domainKey(name) !== domain ? [] : [{ owner, name }];
	});
}

/**
 * Returns the wallet that owns a `.sol` domain. `null` if there is none, if a record redirects the domain's
 * payments, or if a program owns it. Throws a ChainError.
 */
export async function snsOwnerOf(chain: AccountsChain, name: string): Promise<string | null> {
	const label = name.endsWith(".sol") ? name.slice(0, -4) : "";
	if (!NAME.test(label)) return null;
	const [registry = null, ...records] = await chain.accounts([domainKey(label), ...recordKeys(label)]);
	if (!ownedBy(registry, NAME_PROGRAM, HEADER) || keyAt(registry.data, 0) !== ROOT.toBase58()) return null;
	const owner = registry.data.subarray(32, 64);
	const isRedirected = records.some((each) => each !== null && each !== undefined);
	return isRedirected || !PublicKey.isOnCurve(owner) ? null : new PublicKey(owner).toBase58();
}

/**
 * Returns the domains that wallets chose as their names. A wallet must own its domain, and no record may
 * redirect the domain's payments. Omits other wallets. Throws a ChainError.
 */
export async function snsNamesOf(
	chain: AccountsChain,
	wallets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	const claims = await favourites(chain, wallets.slice(0, MAX_OWNERS));
	if (claims.length === 0) return new Map();
	const names = await ownedDomain(chain, claims);
	if (names.length === 0) return new Map();
	const records = await chain.accounts(names.flatMap(({ name }) => [...recordKeys(name)]));
	return new Map(
		names.flatMap(({ owner, name }, at) => {
			const sentOn = [records[2 * at], records[2 * at + 1]].some(
				(each) => each !== null && each !== undefined,
			);
			return sentOn ? [] : [[owner, `${name}.sol`] as const];
		}),
	);
}
