import {
	allowInsecureRequests,
	Configuration,
	type CustomFetch,
	customFetch,
	type DeviceAuthorizationResponse,
	dynamicClientRegistration,
	genericGrantRequest,
	initiateDeviceAuthorization,
	None,
	refreshTokenGrant,
	tokenRevocation,
} from "openid-client";
import { z } from "zod";
import type { Resource } from "../../service-api/resource.ts";
import { type AuthHttpParts, authFetch } from "./auth-http.ts";
import { indicatorOf } from "./environments.ts";
import { type Expected, type Issued, readIssued, type TokenAnswer } from "./issued.ts";
import { type AuthMetadata, discover } from "./metadata.ts";
import { scopesAsked, scopeText } from "./scopes.ts";
import { SignInError, signInErrorOf } from "./sign-in-error.ts";

/** The sign-in server of one environment, by openid-client. All its failures leave as a SignInError. */

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** As registered; any port is then allowed (RFC 8252 part 7.3). */
const LOOPBACK_REDIRECT = "http://127.0.0.1/callback";
/** It is kept beside the tokens, where room has an end. */
const CLIENT_ID = /^[\x20-\x7e]{1,400}$/;
/** What the server says of itself is believed for so long, in ms. */
const METADATA_LIFE_MS = 3_600_000;

const badInterval = z
	.looseObject({ interval: z.unknown() })
	.refine(({ interval }) => interval !== undefined && !z.number().positive().safeParse(interval).success)
	.transform(({ interval: _, ...others }) => others);

/**
 * RFC 8628 leaves the interval of a device answer optional: one that is no positive number counts as left out, where
 * openid-client would refuse the whole answer.
 */
function withoutBadInterval(speak: CustomFetch, endpoint: string | undefined): CustomFetch {
	return async (address, options) => {
		const response = await speak(address, options);
		if (address !== endpoint || response.status !== 200) return response;
		const text = await response.text();
		const { status, headers } = response;
		try {
			const mended = badInterval.safeParse(JSON.parse(text));
			return new Response(mended.success ? JSON.stringify(mended.data) : text, { status, headers });
		} catch {
			return new Response(text, { status, headers });
		}
	};
}

export interface AuthClient {
	readonly origin: string;
	indicator(resource: Resource): string;
	metadata(resource: Resource, signal?: AbortSignal): Promise<AuthMetadata>;
	/** For openid-client's own functions. */
	configuration(found: AuthMetadata, clientId: string, signal?: AbortSignal): Configuration;
	/**
	 * A new public client of this kind, for these resources and what will be asked for alone: a server makes what a client
	 * registers for its ceiling, and chooses for one that names nothing
	 * (docs/service-api/differences.md#registration-without-scopes). @returns its id
	 */
	register(
		kind: "device" | "code",
		resources: readonly Resource[],
		found: AuthMetadata,
		signal?: AbortSignal,
	): Promise<string>;
	startDevice(config: Configuration, resources: readonly Resource[]): Promise<DeviceAuthorizationResponse>;
	/** One poll. Throws what the server said as a SignInError with its code. */
	askDevice(config: Configuration, resource: Resource, deviceCode: string, issuer: string): Promise<Issued>;
	refresh(grant: RefreshOrder): Promise<Issued>;
	/** Throws where the server could not be told. */
	revoke(order: RevokeOrder): Promise<void>;
}

interface RevokeOrder {
	readonly resource: Resource;
	/** Who gave the token: it is shown to no other. */
	readonly issuer: string;
	readonly clientId: string;
	readonly token: string;
	readonly kind: string;
}

interface RefreshOrder {
	readonly resource: Resource;
	readonly issuer: string;
	readonly clientId: string;
	readonly refreshToken: string;
	readonly scopes: readonly string[];
}

function isLoopback(origin: string): boolean {
	return new URL(origin).protocol === "http:";
}

async function named<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (signal?.aborted === true) throw signal.reason;
		throw signInErrorOf(error);
	}
}

/** The parameters of a request for these resources: one indicator each (RFC 8707 part 2). */
export function askedFor(origin: string, resources: readonly Resource[]): URLSearchParams {
	const asked = new URLSearchParams({ scope: scopeText(resources) });
	for (const resource of resources) asked.append("resource", indicatorOf(origin, resource));
	return asked;
}

/**
 * Reads a token endpoint's answer by `readIssued`. A token that fails its checks is revoked, best effort, where it came
 * from: nobody uses it, and it is not left valid.
 * @param config the client that it was given to
 * @param keepsUnreadable a renewal: revoking what can't be read would end the grant that stays
 */
export function issuedTo(
	config: Configuration,
	answer: TokenAnswer,
	expected: Expected,
	keepsUnreadable = false,
): Issued {
	try {
		return readIssued(answer, expected);
	} catch (error) {
		const { access_token: access, refresh_token: refresh } = answer;
		const hint = { token_type_hint: refresh === undefined ? "access_token" : "refresh_token" };
		const isKept = keepsUnreadable && error instanceof SignInError && error.fault === "unreadable";
		if (!isKept && config.serverMetadata().revocation_endpoint !== undefined)
			tokenRevocation(config, refresh ?? access, hint).catch(() => {});
		throw error;
	}
}

/** @param origin where people sign in, as the environment has it */
export function createAuthClient(parts: AuthHttpParts, origin: string): AuthClient {
	const held = new Map<Resource, { readonly at: number; readonly found: AuthMetadata }>();
	const insecure = isLoopback(origin) ? [allowInsecureRequests] : [];

	const client: AuthClient = {
		origin,
		indicator: (resource) => indicatorOf(origin, resource),
		metadata: (resource, signal) =>
			named(async () => {
				const known = held.get(resource);
				const now = parts.clock.now();
				if (known !== undefined && Math.abs(now - known.at) < METADATA_LIFE_MS) return known.found;
				const found = await discover(parts, origin, resource, signal);
				held.set(resource, { at: now, found });
				return found;
			}, signal),
		configuration(found, clientId, signal) {
			const config = new Configuration(found, clientId, undefined, None());
			config[customFetch] = withoutBadInterval(
				authFetch(parts, origin, signal),
				found.device_authorization_endpoint,
			);
			for (const allow of insecure) allow(config);
			return config;
		},
		register: (kind, resources, found, signal) =>
			named(async () => {
				const forKind =
					kind === "device"
						? { grant_types: [DEVICE_GRANT, "refresh_token"], response_types: [] }
						: {
								grant_types: ["authorization_code", "refresh_token"],
								response_types: ["code"],
								redirect_uris: [LOOPBACK_REDIRECT],
							};
				// Nothing is read again: `discover` has checked every address in it.
				const document = JSON.stringify(found);
				const speak = authFetch(parts, origin, signal);
				const registered = await dynamicClientRegistration(
					new URL(`${origin}/.well-known/oauth-authorization-server`),
					{
						...forKind,
						client_name: "Countersign",
						application_type: "native",
						token_endpoint_auth_method: "none",
						resources: resources.map((resource) => indicatorOf(origin, resource)),
						scope: scopeText(resources),
					},
					None(),
					{
						execute: insecure,
						[customFetch]: async (address, options) =>
							options.method === "GET"
								? new Response(document, { headers: { "content-type": "application/json" } })
								: await speak(address, options),
					},
				);
				const { client_id: clientId } = registered.clientMetadata();
				if (!CLIENT_ID.test(clientId)) throw new SignInError("unreadable", "client_id");
				return clientId;
			}, signal),
		startDevice: (config, resources) =>
			named(() => initiateDeviceAuthorization(config, askedFor(origin, resources))),
		askDevice: (config, resource, deviceCode, issuer) =>
			named(async () => {
				const answer = await genericGrantRequest(config, DEVICE_GRANT, {
					device_code: deviceCode,
					resource: indicatorOf(origin, resource),
				});
				return issuedTo(config, answer, {
					issuer,
					indicator: indicatorOf(origin, resource),
					scopes: scopesAsked([resource]),
				});
			}),
		refresh: (order) =>
			named(async () => {
				const found = await client.metadata(order.resource);
				if (found.issuer !== order.issuer) throw new SignInError("wrongIssuer");
				const indicator = indicatorOf(origin, order.resource);
				const config = client.configuration(found, order.clientId);
				const answer = await refreshTokenGrant(config, order.refreshToken, {
					resource: indicator,
					scope: order.scopes.join(" "),
				});
				return issuedTo(config, answer, { issuer: order.issuer, indicator, scopes: order.scopes }, true);
			}),
		revoke: ({ resource, issuer, clientId, token, kind }) =>
			named(async () => {
				const found = await client.metadata(resource);
				if (found.issuer !== issuer) throw new SignInError("wrongIssuer");
				if (found.revocation_endpoint === undefined) throw new SignInError("noMetadata");
				await tokenRevocation(client.configuration(found, clientId), token, { token_type_hint: kind });
			}),
	};
	return client;
}
