import { z } from "zod";
import { RESOURCES } from "../contract/resource.ts";
import { id, nothing, type Outcome, returns } from "./procedure.ts";
import { rpcUrl } from "./safe-address.ts";

const resource = z.enum(RESOURCES);
const clientId = z.string().trim().min(1).max(400).nullable();

/** Signing in and out, and environments: for the trusted window alone. */
export const identityProcedures = {
	/** Signs in for these resources, one after the other. `browser`: code grant; `device`: device grant. */
	signIn: returns<Outcome>()(
		z.strictObject({ by: z.enum(["browser", "device"]), resources: z.array(resource).min(1).max(3) }),
	),
	cancelSignIn: returns<Outcome>()(nothing),
	/** Opens the device grant's link in the system's browser. */
	openSignInLink: returns<Outcome>()(nothing),
	/** Revokes at the service and forgets here; null: everything of this environment. */
	signOut: returns<Outcome>()(z.strictObject({ resource: resource.nullable() })),
	useEnvironment: returns<Outcome>()(z.strictObject({ id })),
	/** `id` null adds one. */
	saveEnvironment: returns<Outcome>()(
		z.strictObject({
			id: id.nullable(),
			name: z.string().trim().min(1).max(40),
			baseUrl: rpcUrl,
			authOrigin: rpcUrl.nullable(),
			clientIds: z.strictObject({ agent: clientId, pipeline: clientId, account: clientId }),
		}),
	),
	/** Forgets its tokens as well; its conversations and journal stay, and are shown to nobody. */
	removeEnvironment: returns<Outcome>()(z.strictObject({ id })),
};
