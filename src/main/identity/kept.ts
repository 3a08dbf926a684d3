import { z } from "zod";
import { RESOURCES } from "../../contract/resource.ts";

/** What is kept, sealed, of one environment. Access tokens are not: they live for minutes, in memory only. */

const keptGrant = z.object({
	issuer: z.string(),
	clientId: z.string(),
	/** As granted; renewing may not widen them. */
	scopes: z.array(z.string()),
	/** null where the service gave none, or the grant has ended. */
	refreshToken: z.string().nullable(),
	/** Whose it is (identity/owner.ts). */
	identity: z.string(),
	/** Why it has ended, for a person; null while it holds. */
	ended: z.string().nullable(),
});
export type KeptGrant = Readonly<z.infer<typeof keptGrant>>;

/** Clients that the service registered for this computer. */
const keptClient = z.object({
	issuer: z.string(),
	device: z.string().nullable(),
	code: z.string().nullable(),
});
export type KeptClient = Readonly<z.infer<typeof keptClient>>;

const resource = z.enum(RESOURCES);

const kept = z.object({
	version: z.literal(1),
	pasted: z.string().nullable(),
	grants: z.partialRecord(resource, keptGrant),
	clients: z.partialRecord(resource, keptClient),
});
export type Kept = Readonly<z.infer<typeof kept>>;

export const NOTHING_KEPT: Kept = { version: 1, pasted: null, grants: {}, clients: {} };

/** Reads what was sealed. A bare token, as older versions kept it, is a pasted one. */
export function readKept(text: string): Kept | null {
	let data: unknown;
	try {
		data = JSON.parse(text);
	} catch {
		return { ...NOTHING_KEPT, pasted: text };
	}
	if (typeof data !== "object" || data === null) return { ...NOTHING_KEPT, pasted: text };
	return kept.safeParse(data).data ?? null;
}

export function writeKept(value: Kept): string {
	return JSON.stringify(value);
}

export function isNothing({ pasted, grants, clients }: Kept): boolean {
	return pasted === null && Object.keys(grants).length === 0 && Object.keys(clients).length === 0;
}
