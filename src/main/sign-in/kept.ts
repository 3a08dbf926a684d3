import { z } from "zod";
import { messageSchema } from "../../core/message-schema.ts";
import { RESOURCES, type Resource } from "../../service-api/resource.ts";

/** Stored sign-in state of one environment, sealed. Access tokens stay in memory: they live for minutes. */

const keptGrant = z.object({
	issuer: z.string(),
	clientId: z.string(),
	/** Granted scopes; a renewal may not widen them. */
	scopes: z.array(z.string()),
	/** `null` if the service gave none, or the grant has ended. */
	refreshToken: z.string().nullable(),
	/** Owner of the grant (sign-in/owner.ts). */
	identity: z.string(),
	/** The user's name by the service's claim, if it makes one. */
	name: z.string().optional(),
	/** Reason why it has ended, for a user; `null` while it is valid. */
	ended: messageSchema.nullable(),
});
export type KeptGrant = Readonly<z.infer<typeof keptGrant>>;

/** Clients that the service registered for this computer. */
const keptClient = z.object({
	issuer: z.string(),
	device: z.string().nullable(),
	code: z.string().nullable(),
	/** Scopes that each was registered for: its ceiling. */
	scopes: z.partialRecord(z.enum(["device", "code"]), z.array(z.string())),
});
export type KeptClient = Readonly<z.infer<typeof keptClient>>;

/** A registered client. */
export interface Registered {
	readonly id: string;
	readonly scopes: readonly string[];
}

/** Returns the client of this kind that may request all of these; `null` if it has to be registered (again). */
export function clientOf(
	known: KeptClient | undefined,
	issuer: string,
	kind: "device" | "code",
	scopes: readonly string[],
): string | null {
	if (known?.issuer !== issuer) return null;
	const ceiling = known.scopes[kind] ?? [];
	return scopes.every((scope) => ceiling.includes(scope)) ? known[kind] : null;
}

/** Owner of a client: one resource, or several at once. */
export type ClientOf = Resource | "together";

/** Returns the stored client for this owner. */
export function keptFor({ clients, together }: KeptSignIn, of: ClientOf): KeptClient | undefined {
	return of === "together" ? together : clients[of];
}

/** Returns the state with this client as the owner's. */
export function withClient(all: KeptSignIn, of: ClientOf, client: KeptClient): KeptSignIn {
	if (of === "together") return { ...all, together: client };
	return { ...all, clients: { ...all.clients, [of]: client } };
}

/**
 * Returns the resources of one sign-in: those renewed by the same refresh token as this one, itself included.
 */
export function joinedWith({ grants }: KeptSignIn, resource: Resource): readonly Resource[] {
	const own = grants[resource];
	return RESOURCES.filter((each) => {
		const grant = grants[each];
		if (each === resource || own === undefined || grant === undefined) return each === resource;
		const isSame = grant.issuer === own.issuer && grant.clientId === own.clientId;
		return isSame && own.refreshToken !== null && grant.refreshToken === own.refreshToken;
	});
}

const resource = z.enum(RESOURCES);

const kept = z.object({
	version: z.literal(1),
	pasted: z.string().nullable(),
	grants: z.partialRecord(resource, keptGrant),
	clients: z.partialRecord(resource, keptClient),
	/** Client of sign-ins for several resources at once, if the service registers one. */
	together: keptClient.optional(),
});
export type KeptSignIn = Readonly<z.infer<typeof kept>>;

export const NOTHING_KEPT: KeptSignIn = { version: 1, pasted: null, grants: {}, clients: {} };

/** Parses the unsealed text; `null` if it can't be parsed. */
export function readKept(text: string): KeptSignIn | null {
	try {
		return kept.safeParse(JSON.parse(text)).data ?? null;
	} catch {
		return null;
	}
}

export function writeKept(value: KeptSignIn): string {
	return JSON.stringify(value);
}

export function isNothing({ pasted, grants, clients, together }: KeptSignIn): boolean {
	const isEmpty = (each: object) => Object.keys(each).length === 0;
	return pasted === null && isEmpty(grants) && isEmpty(clients) && together === undefined;
}
