import { z } from "zod";
import { messageSchema } from "../../core/localized-text-schema.ts";
import { RESOURCES, type Resource } from "../../service-api/resource.ts";

/** Sealed sign-in state of one environment. Access tokens stay in memory. */

const sealedGrant = z.object({
	issuer: z.string(),
	clientId: z.string(),
	scopes: z.array(z.string()),
	refreshToken: z.string().nullable(),
	identity: z.string(),
	name: z.string().optional(),
	/** Reason for the end, as text for the user; `null` while the grant is valid. */
	ended: messageSchema.nullable(),
});
export type SealedGrant = Readonly<z.infer<typeof sealedGrant>>;

const sealedClient = z.object({
	issuer: z.string(),
	device: z.string().nullable(),
	code: z.string().nullable(),
	/** Scopes registered for each client, beyond which it can't request any. */
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

/** Returns the resources that share this one's refresh token, including itself. */
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
	try {
		return sealedSignIn.safeParse(JSON.parse(text)).data ?? null;
	} catch {
		return null;
	}
}

export function writeSealed(value: SealedSignIn): string {
	return JSON.stringify(value);
}

export function isNothing({ pasted, grants, clients, together }: SealedSignIn): boolean {
	const isEmpty = (each: object) => Object.keys(each).length === 0;
	return pasted === null && isEmpty(grants) && isEmpty(clients) && together === undefined;
}
