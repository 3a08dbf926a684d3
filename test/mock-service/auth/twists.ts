import { z } from "zod";

/** How a test makes the authorization server misbehave. Each lasts until it is ordered otherwise. */
export const authTwists = z.strictObject({
	/** The token answer names more scopes than requested. */
	widenScope: z.boolean().default(false),
	/** Access tokens are for this resource, whatever was requested. */
	audience: z.enum(["agent", "pipeline", "account"]).nullable().default(null),
	/** Access tokens have this subject, whoever approved. */
	subject: z.string().nullable().default(null),
	/** Access tokens say that their person is called so. */
	email: z.string().nullable().default(null),
	/** Access tokens name this issuer. */
	issuer: z.string().nullable().default(null),
	/** The token endpoint answers each of these grants with this OAuth error. */
	errors: z
		.partialRecord(z.enum(["authorization_code", "refresh_token", "device_code"]), z.string())
		.default({}),
	/** The token endpoint answers with this status and no JSON, without any effect. */
	status: z.number().int().nullable().default(null),
	/** Token answers lack these members. */
	leaveOut: z.array(z.enum(["refresh_token", "expires_in", "scope"])).default([]),
	/** Clients are registered for these scopes, whatever they requested. */
	registeredScope: z.string().nullable().default(null),
	/** One grant may cover several resources; the real service issues one for each. */
	joint: z.boolean().default(false),
	/** The server's clock is off by so many seconds. */
	clockOffS: z.number().int().default(0),
	/** The metadata names another origin for the token endpoint. */
	foreignEndpoint: z.boolean().default(false),
	/** The metadata advertises no S256. */
	noPkce: z.boolean().default(false),
});
export type AuthTwists = z.output<typeof authTwists>;

export const HONEST: AuthTwists = authTwists.parse({});
