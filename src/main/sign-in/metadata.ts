import { z } from "zod";
import type { Resource } from "../../service-api/resource.ts";
import { type AuthHttp, authFetch, readDocument } from "./auth-http.ts";
import { indicatorOf } from "./environments.ts";
import { SignInError } from "./sign-in-error.ts";

/** The sign-in server's metadata (RFC 8414). All of its addresses must have the same origin. */

const endpoint = z.string().max(2048);

const metadata = z.object({
	issuer: z.string().max(2048),
	authorization_endpoint: endpoint.optional(),
	token_endpoint: endpoint,
	device_authorization_endpoint: endpoint.optional(),
	registration_endpoint: endpoint.optional(),
	revocation_endpoint: endpoint.optional(),
	jwks_uri: endpoint.optional(),
	code_challenge_methods_supported: z.array(z.string()).optional(),
	authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type AuthMetadata = Readonly<z.infer<typeof metadata>>;

const ENDPOINTS = [
	"issuer",
	"authorization_endpoint",
	"token_endpoint",
	"device_authorization_endpoint",
	"registration_endpoint",
	"revocation_endpoint",
	"jwks_uri",
] as const;

const resourceMetadata = z.object({
	resource: z.string(),
	authorization_servers: z.array(z.string().max(2048)).min(1),
});

function isOfOrigin(found: AuthMetadata, origin: string): boolean {
	return ENDPOINTS.every((name) => {
		const address = found[name];
		return address === undefined || (URL.canParse(address) && new URL(address).origin === origin);
	});
}

/**
 * Returns the issuer that the resource's metadata names (RFC 9728), or `{origin}/api/auth`
 * (docs/service-api/sign-in.md#addresses). Throws if the metadata names only other origins.
 */
async function issuerOf(
	fetch: ReturnType<typeof authFetch>,
	origin: string,
	resource: Resource,
): Promise<string> {
	const usual = `${origin}/api/auth`;
	const path = `/.well-known/oauth-protected-resource/v1/${resource}`;
	const read = resourceMetadata.safeParse(await readDocument(fetch, `${origin}${path}`));
	if (!read.success || read.data.resource !== indicatorOf(origin, resource)) return usual;
	const named = read.data.authorization_servers;
	if (named.includes(usual)) return usual;
	const own = named.find((each) => URL.canParse(each) && new URL(each).origin === origin);
	if (own === undefined) throw new SignInError("foreignEndpoint");
	return own;
}

export async function discover(
	http: AuthHttp,
	origin: string,
	resource: Resource,
	signal?: AbortSignal,
): Promise<AuthMetadata> {
	const fetch = authFetch(http, origin, signal);
	const issuer = await issuerOf(fetch, origin, resource);
	const suffix = new URL(issuer).pathname.replace(/\/$/, "");
	const wellKnown = `${origin}/.well-known/oauth-authorization-server`;
	for (const address of new Set([`${wellKnown}${suffix}`, wellKnown])) {
		const read = metadata.safeParse(await readDocument(fetch, address));
		if (!read.success) continue;
		if (!isOfOrigin(read.data, origin)) throw new SignInError("foreignEndpoint");
		if (read.data.issuer !== issuer) throw new SignInError("wrongIssuer");
		return read.data;
	}
	throw new SignInError("noMetadata");
}
