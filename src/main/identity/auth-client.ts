import {
	allowInsecureRequests,
	Configuration,
	customFetch,
	type DeviceAuthorizationResponse,
	dynamicClientRegistration,
	genericGrantRequest,
	initiateDeviceAuthorization,
	None,
	refreshTokenGrant,
	tokenRevocation,
} from "openid-client";
import type { Resource } from "../../contract/resource.ts";
import { type AuthHttpParts, authFetch } from "./auth-http.ts";
import { indicatorOf } from "./environments.ts";
import { type Issued, readIssued } from "./issued.ts";
import { type AuthMetadata, discover } from "./metadata.ts";
import { scopeText } from "./scopes.ts";
import { SignInError, signInErrorOf } from "./sign-in-error.ts";

/** The sign-in server of one environment, by openid-client. All its failures leave as a SignInError. */

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** As registered; any port is then allowed (RFC 8252 part 7.3). */
const LOOPBACK_REDIRECT = "http://127.0.0.1/callback";
/** It is kept beside the tokens, where room has an end. */
const CLIENT_ID = /^[\x20-\x7e]{1,400}$/;
/** What the server says of itself is believed for so long, in ms. */
const METADATA_LIFE_MS = 3_600_000;

export interface AuthClient {
	readonly origin: string;
	indicator(resource: Resource): string;
	metadata(resource: Resource, signal?: AbortSignal): Promise<AuthMetadata>;
	/** For openid-client's own functions. */
	configuration(found: AuthMetadata, clientId: string, signal?: AbortSignal): Configuration;
	/** A new public client of this kind, for this resource alone. @returns its id */
	register(
		kind: "device" | "code",
		resource: Resource,
		found: AuthMetadata,
		signal?: AbortSignal,
	): Promise<string>;
	startDevice(config: Configuration, resource: Resource): Promise<DeviceAuthorizationResponse>;
	/** One poll. Throws what the server said as a SignInError with its code. */
	askDevice(config: Configuration, resource: Resource, deviceCode: string, issuer: string): Promise<Issued>;
	refresh(grant: RefreshOrder): Promise<Issued>;
	/** Throws where the server could not be told. */
	revoke(order: RevokeOrder): Promise<void>;
}

export interface RevokeOrder {
	readonly resource: Resource;
	/** Who gave the token: it is shown to no other. */
	readonly issuer: string;
	readonly clientId: string;
	readonly token: string;
	readonly kind: string;
}

export interface RefreshOrder {
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
			config[customFetch] = authFetch(parts, origin, signal);
			for (const allow of insecure) allow(config);
			return config;
		},
		register: (kind, resource, found, signal) =>
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
						resources: [indicatorOf(origin, resource)],
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
		startDevice: (config, resource) =>
			named(() =>
				initiateDeviceAuthorization(config, {
					scope: scopeText(resource),
					resource: indicatorOf(origin, resource),
				}),
			),
		askDevice: (config, resource, deviceCode, issuer) =>
			named(async () => {
				const answer = await genericGrantRequest(config, DEVICE_GRANT, {
					device_code: deviceCode,
					resource: indicatorOf(origin, resource),
				});
				return readIssued(answer, {
					issuer,
					indicator: indicatorOf(origin, resource),
					scopes: scopeText(resource).split(" "),
				});
			}),
		refresh: (order) =>
			named(async () => {
				const found = await client.metadata(order.resource);
				if (found.issuer !== order.issuer) throw new SignInError("wrongIssuer");
				const indicator = indicatorOf(origin, order.resource);
				const answer = await refreshTokenGrant(
					client.configuration(found, order.clientId),
					order.refreshToken,
					{ resource: indicator, scope: order.scopes.join(" ") },
				);
				return readIssued(answer, { issuer: order.issuer, indicator, scopes: order.scopes });
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
