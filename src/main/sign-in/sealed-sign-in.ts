import { z } from "zod";
import { type Message, message } from "../../core/localized-text.ts";
import { messageSchema } from "../../core/localized-text-schema.ts";
import { orIfThrown } from "../../core/or-if-thrown.ts";
import { RESOURCES, type Resource } from "../../service-api/resource.ts";
import type { Keychain } from "../ports.ts";
import type { SealedTokens } from "../settings-schema.ts";
import { secretBytes, type VaultClient } from "../wallet/signers/vault/client.ts";

/**
 * Encrypts a secret with the system's keychain or, if there is none, with the vault's key. If neither is
 * available, the secret remains in memory.
 */

export type SealVault = Pick<VaultClient, "status" | "sealSecret" | "openSecret">;

interface Sealing {
	readonly sealed: SealedTokens | null;
	readonly text: Message;
}

type Opening =
	| { readonly kind: "open"; readonly secret: string }
	| { readonly kind: "locked" }
	| { readonly kind: "unreadable"; readonly text: Message };

export const BY_KEYCHAIN = message("identity.kept.keychain");
export const BY_VAULT = message("identity.kept.vault");
export const LOCKED = message("identity.kept.locked");

const UNREADABLE = message("identity.kept.unreadable");

function nameOf(cause: unknown): string {
	return cause instanceof Error ? cause.name : "unknown";
}

export async function sealSecret(
	keychain: Keychain,
	vault: SealVault,
	secret: string,
	log: (line: string) => void,
): Promise<Sealing> {
	const state = await keychain.available().catch(() => ({ ok: false, text: null }));
	if (state.ok) {
		try {
			return { sealed: { by: "keychain", sealed: await keychain.seal(secret) }, text: BY_KEYCHAIN };
		} catch (cause) {
			log(`keychain: a secret could not be sealed: ${nameOf(cause)}`);
		}
	}
	if (vault.status().state === "unlocked") {
		const sealed = await vault.sealSecret(secretBytes(secret));
		if (sealed.ok) return { sealed: { by: "vault", sealed: sealed.sealed }, text: BY_VAULT };
		log(`vault: a secret could not be sealed: ${sealed.reason}`);
	}
	const why =
		vault.status().state === "none"
			? (state.text ?? message("identity.kept.not-by-keychain"))
			: message("identity.kept.no-keychain");
	return { sealed: null, text: message("identity.kept.in-memory", { why }) };
}

export async function openSecret(
	keychain: Keychain,
	vault: SealVault,
	kept: SealedTokens,
	log: (line: string) => void,
): Promise<Opening> {
	if (kept.by === "keychain") {
		try {
			return { kind: "open", secret: await keychain.open(kept.sealed) };
		} catch (cause) {
			log(`keychain: a kept token can't be opened: ${nameOf(cause)}`);
			return { kind: "unreadable", text: UNREADABLE };
		}
	}
	if (vault.status().state !== "unlocked") return { kind: "locked" };
	const opened = await vault.openSecret(kept.sealed);
	if (opened.ok) {
		const secret = new TextDecoder().decode(opened.secret);
		opened.secret.fill(0);
		return { kind: "open", secret };
	}
	if (opened.reason !== "unsealable") return { kind: "locked" };
	log("vault: a kept token can't be opened with this vault's key");
	return { kind: "unreadable", text: UNREADABLE };
}

const sealedGrant = z.object({
	issuer: z.string(),
	clientId: z.string(),
	scopes: z.array(z.string()),
	refreshToken: z.string().nullable(),
	identity: z.string(),
	name: z.string().optional(),
	/** Reason why the grant ended, as text for the user. `null` while the grant is valid. */
	ended: messageSchema.nullable(),
});
export type SealedGrant = Readonly<z.infer<typeof sealedGrant>>;

const sealedClient = z.object({
	issuer: z.string(),
	device: z.string().nullable(),
	code: z.string().nullable(),
	/** Scopes registered for each client, which can't request any others. */
	scopes: z.partialRecord(z.enum(["device", "code"]), z.array(z.string())),
});
export type SealedClient = Readonly<z.infer<typeof sealedClient>>;

export interface Registered {
	readonly id: string;
	readonly scopes: readonly string[];
}

export function clientOf(
	known: SealedClient | undefined,
	issuer: string,
	kind: "device" | "code",
	scopes: readonly string[],
): string | null {
	if (known?.issuer !== issuer) return null;
	const ceiling = known.scopes[kind] ?? [];
	return scopes.every((scope) => ceiling.includes(scope)) ? known[kind] : null;
}

export type ClientOf = Resource | "together";

export function sealedClientFor({ clients, together }: SealedSignIn, of: ClientOf): SealedClient | undefined {
	return of === "together" ? together : clients[of];
}

export function withClient(all: SealedSignIn, of: ClientOf, client: SealedClient): SealedSignIn {
	if (of === "together") return { ...all, together: client };
	return { ...all, clients: { ...all.clients, [of]: client } };
}

/** Returns the resources that share this one's refresh token, including the resource itself. */
export function joinedWith({ grants }: SealedSignIn, resource: Resource): readonly Resource[] {
	const own = grants[resource];
	return RESOURCES.filter((each) => {
		const grant = grants[each];
		if (each === resource || own === undefined || grant === undefined) return each === resource;
		const isSame = grant.issuer === own.issuer && grant.clientId === own.clientId;
		return isSame && own.refreshToken !== null && grant.refreshToken === own.refreshToken;
	});
}

const resource = z.enum(RESOURCES);

/** One environment's sealed sign-in state. Access tokens exist only in memory. */
const sealedSignIn = z.object({
	version: z.literal(1),
	pasted: z.string().nullable(),
	grants: z.partialRecord(resource, sealedGrant),
	clients: z.partialRecord(resource, sealedClient),
	together: sealedClient.optional(),
});
export type SealedSignIn = Readonly<z.infer<typeof sealedSignIn>>;

export const NOTHING_SEALED: SealedSignIn = { version: 1, pasted: null, grants: {}, clients: {} };

export function readSealed(text: string): SealedSignIn | null {
	return orIfThrown(null, () => sealedSignIn.safeParse(JSON.parse(text)).data ?? null);
}

export function writeSealed(value: SealedSignIn): string {
	return JSON.stringify(value);
}

export function isNothing({ pasted, grants, clients, together }: SealedSignIn): boolean {
	const isEmpty = (each: object) => Object.keys(each).length === 0;
	return pasted === null && isEmpty(grants) && isEmpty(clients) && together === undefined;
}
