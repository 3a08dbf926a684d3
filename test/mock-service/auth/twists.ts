import { z } from "zod";

/**
 * Misbehaviour that a test can request from the authorization server. Each setting lasts until it is changed.
 */
export const authTwists = z.strictObject({
	/** The token response names more scopes than requested. */
	widenScope: z.boolean().default(false),
	/** Resource of all access tokens, regardless of the request. */
	audience: z.enum(["agent", "pipeline", "account"]).nullable().default(null),
	/** Subject of all access tokens, regardless of who approved. */
	subject: z.string().nullable().default(null),
	/** Email address in all access tokens. */
	email: z.string().nullable().default(null),
	/** Issuer in all access tokens. */
	issuer: z.string().nullable().default(null),
	/** OAuth error that the token endpoint returns, by grant. */
	errors: z
		.partialRecord(z.enum(["authorization_code", "refresh_token", "device_code"]), z.string())
		.default({}),
	/** Status that the token endpoint returns, without JSON or any effect. */
	status: z.number().int().nullable().default(null),
	/** Members that token responses omit. */
	leaveOut: z.array(z.enum(["refresh_token", "expires_in", "scope"])).default([]),
	/** Scopes of every registered client, regardless of its request. */
	registeredScope: z.string().nullable().default(null),
	/** One grant may cover several resources; the real service issues one for each. */
	joint: z.boolean().default(false),
	/** Seconds by which the server's clock is ahead. */
	clockOffS: z.number().int().default(0),
	/** The metadata names another origin for the token endpoint. */
	foreignEndpoint: z.boolean().default(false),
	/** The metadata doesn't advertise S256. */
	noPkce: z.boolean().default(false),
});
export type AuthTwists = z.output<typeof authTwists>;

export const HONEST: AuthTwists = authTwists.parse({});
