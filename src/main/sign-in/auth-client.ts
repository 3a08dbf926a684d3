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
import { type AuthHttp, authFetch } from "./auth-http.ts";
import { indicatorOf } from "./environments.ts";
import { type Expected, type Issued, readIssued, type TokenAnswer } from "./issued.ts";
import { type AuthMetadata, discover } from "./metadata.ts";
import { requestedScopes, scopeText } from "./scopes.ts";
import { SignInError, signInErrorOf } from "./sign-in-error.ts";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
/** The server allows any port in this redirect (RFC 8252, section 7.3). */
const LOOPBACK_REDIRECT = "http://127.0.0.1/callback";
const CLIENT_ID = /^[\x20-\x7e]{1,400}$/;
const METADATA_LIFE_MS = 3_600_000;

const badInterval = z
	.looseObject({ interval: z.unknown() })
	.refine(({ interval }) => interval !== undefined && !z.number().positive().safeParse(interval).success)
	.transform(({ interval: _, ...others }) => others);

/**
 * Drops an `interval` that isn't a positive number. RFC 8628 makes it optional, but openid-client would
 * reject the whole response.
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

interface RevokeOrder {
	readonly resource: Resource;
	/** The token must not be sent to any other server. */
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

export function grantParameters(origin: string, resources: readonly Resource[]): URLSearchParams {
	const asked = new URLSearchParams({ scope: scopeText(resources) });
	for (const resource of resources) asked.append("resource", indicatorOf(origin, resource));
	return asked;
}

/**
 * Checks a token response, and revokes the token if the check fails.
 * @param keepsUnreadable for a renewal, because revoking an unreadable token would end the whole grant
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

export class AuthClient {
	readonly origin: string;
	readonly #http: AuthHttp;
	readonly #metadata = new Map<Resource, { readonly at: number; readonly found: AuthMetadata }>();
	readonly #insecure: readonly ((config: Configuration) => void)[];

	constructor(http: AuthHttp, origin: string) {
		this.origin = origin;
		this.#http = http;
		this.#insecure = isLoopback(origin) ? [allowInsecureRequests] : [];
	}

	indicator(resource: Resource): string {
		return indicatorOf(this.origin, resource);
	}

	metadata(resource: Resource, signal?: AbortSignal): Promise<AuthMetadata> {
		return named(async () => {
			const known = this.#metadata.get(resource);
			const now = this.#http.clock.now();
			if (known !== undefined && Math.abs(now - known.at) < METADATA_LIFE_MS) return known.found;
			const found = await discover(this.#http, this.origin, resource, signal);
			this.#metadata.set(resource, { at: now, found });
			return found;
		}, signal);
	}

	configuration(found: AuthMetadata, clientId: string, signal?: AbortSignal): Configuration {
		const config = new Configuration(found, clientId, undefined, None());
		config[customFetch] = withoutBadInterval(
			authFetch(this.#http, this.origin, signal),
			found.device_authorization_endpoint,
		);
		for (const allow of this.#insecure) allow(config);
		return config;
	}

	/**
	 * Registers only the scopes that are needed, because the registration limits the client. If no scopes are
	 * named, the server picks them (docs/service-api/differences.md#registration-without-scopes).
	 */
	register(
		kind: "device" | "code",
		resources: readonly Resource[],
		found: AuthMetadata,
		signal?: AbortSignal,
	): Promise<string> {
		return named(async () => {
			const forKind =
				kind === "device"
					? { grant_types: [DEVICE_GRANT, "refresh_token"], response_types: [] }
					: {
							grant_types: ["authorization_code", "refresh_token"],
							response_types: ["code"],
							redirect_uris: [LOOPBACK_REDIRECT],
						};
			// Responds to openid-client's own discovery request with the metadata that `discover` has
			// checked.
			const document = JSON.stringify(found);
			const speak = authFetch(this.#http, this.origin, signal);
			const registered = await dynamicClientRegistration(
				new URL(`${this.origin}/.well-known/oauth-authorization-server`),
				{
					...forKind,
					client_name: "Countersign",
					application_type: "native",
					token_endpoint_auth_method: "none",
					resources: resources.map((resource) => this.indicator(resource)),
					scope: scopeText(resources),
				},
				None(),
				{
					execute: [...this.#insecure],
					[customFetch]: async (address, options) =>
						options.method === "GET"
							? new Response(document, { headers: { "content-type": "application/json" } })
							: await speak(address, options),
				},
			);
			const { client_id: clientId } = registered.clientMetadata();
			if (!CLIENT_ID.test(clientId)) throw new SignInError("unreadable", "client_id");
			return clientId;
		}, signal);
	}

	startDevice(config: Configuration, resources: readonly Resource[]): Promise<DeviceAuthorizationResponse> {
		return named(() => initiateDeviceAuthorization(config, grantParameters(this.origin, resources)));
	}

	askDevice(config: Configuration, resource: Resource, deviceCode: string, issuer: string): Promise<Issued> {
		return named(async () => {
			const indicator = this.indicator(resource);
			const answer = await genericGrantRequest(config, DEVICE_GRANT, {
				device_code: deviceCode,
				resource: indicator,
			});
			return issuedTo(config, answer, { issuer, indicator, scopes: requestedScopes([resource]) });
		});
	}

	refresh({ resource, issuer, clientId, refreshToken, scopes }: RefreshOrder): Promise<Issued> {
		return named(async () => {
			const found = await this.metadata(resource);
			if (found.issuer !== issuer) throw new SignInError("wrongIssuer");
			const indicator = this.indicator(resource);
			const config = this.configuration(found, clientId);
			const answer = await refreshTokenGrant(config, refreshToken, {
				resource: indicator,
				scope: scopes.join(" "),
			});
			return issuedTo(config, answer, { issuer, indicator, scopes }, true);
		});
	}

	/** Throws if the server refused or was unreachable. */
	revoke({ resource, issuer, clientId, token, kind }: RevokeOrder): Promise<void> {
		return named(async () => {
			const found = await this.metadata(resource);
			if (found.issuer !== issuer) throw new SignInError("wrongIssuer");
			if (found.revocation_endpoint === undefined) throw new SignInError("noMetadata");
			await tokenRevocation(this.configuration(found, clientId), token, { token_type_hint: kind });
		});
	}
}
