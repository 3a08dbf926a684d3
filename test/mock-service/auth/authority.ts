import { generateKeyPairSync, type KeyObject, randomBytes, verify } from "node:crypto";
import { errors, Provider } from "oidc-provider";
import { z } from "zod";
import { RESOURCES, type Resource } from "../../../src/service-api/resource.ts";
import { Memory } from "./adapter.ts";
import { type AuthTwists, HONEST } from "./twists.ts";

/** Authorization server: oidc-provider with the paths and rules of docs/service-api/sign-in.md#addresses. */

const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

/** Scopes of each resource that the app requests or a twist adds. */
const SCOPES: Readonly<Record<Resource, string>> = {
	agent: "agent:read agent:write agent:actions:resolve payments:submit",
	pipeline: "pipeline:catalog pipeline:execute payments:submit",
	account:
		"account:credits:read account:credits:topup account:apps:read account:apps:write account:credentials:read payments:submit",
};

/** Default scope of a client that registers without one. */
const DEFAULT_SCOPE = "agent:read agent:write agent:actions:resolve offline_access";

/** Scopes that a client may register; it can't request others later. */
const ALL_SCOPES = [...new Set(["offline_access", ...Object.values(SCOPES).join(" ").split(" ")])];

export interface AuthOptions {
	/** Ids of clients for browser sign-in that were registered by hand, by resource. */
	readonly codeClients?: Readonly<Partial<Record<Resource, string>>>;
	/** Whether clients of the authorization code grant may register themselves. */
	readonly registerCode?: boolean;
	/** Lifetime of an access token in seconds. Default: 300. */
	readonly accessTokenS?: number;
	/** Lifetime of a device code in seconds. Default: 600. */
	readonly deviceCodeS?: number;
	/** Polling interval in the device response, in seconds. Default: 1; `null` omits it. */
	readonly intervalS?: number | null;
}

export interface AuthCall {
	readonly route: string;
	readonly grant: string | null;
	readonly error: string | null;
}

export interface Bearer {
	readonly subject: string;
	readonly scopes: ReadonlySet<string>;
}

const header = z.object({ alg: z.literal("ES256") });
const claims = z.object({
	iss: z.string(),
	sub: z.string(),
	aud: z.string(),
	exp: z.number(),
	scope: z.string().default(""),
});

const json = (part: string | undefined): unknown =>
	JSON.parse(Buffer.from(part ?? "", "base64url").toString("utf8"));

export class Authority {
	readonly origin: string;
	readonly issuer: string;
	readonly provider: Provider;
	/** Requests to the token, registration, device and revocation endpoints. */
	readonly calls: AuthCall[] = [];
	twists: AuthTwists = HONEST;
	readonly #options: AuthOptions;
	readonly #clock: () => number;
	readonly #publicKey: KeyObject;
	readonly #issued = new Set<string>();
	#refused: ReadonlySet<string> = new Set();

	/** @param origin address at which the server is reached, the same as the portal's */
	constructor(origin: string, options: AuthOptions, clock: () => number) {
		this.origin = origin;
		this.issuer = `${origin}/api/auth`;
		this.#options = options;
		this.#clock = clock;
		const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		this.#publicKey = publicKey;
		const key = { ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "standin-1" };
		this.provider = new Provider(this.issuer, this.#configuration(key));
		this.provider.use(async (context, next) => {
			const { status } = this.twists;
			if (status !== null && context.path.endsWith("/token")) {
				context.status = status;
				context.body = "<html>requested by a test</html>";
				return;
			}
			await next();
			this.#after(context);
		});
	}

	indicator(resource: Resource): string {
		return `${this.origin}/v1/${resource}`;
	}

	/** Makes all issued access tokens fail with a 401. */
	expireTokens(): void {
		this.#refused = new Set(this.#issued);
	}

	/** Returns a token's subject and scopes for a resource; `null` if the token is not valid for it. */
	bearer(token: string, resource: Resource): Bearer | null {
		try {
			const [head, body, signature] = token.split(".");
			header.parse(json(head));
			const key = { key: this.#publicKey, dsaEncoding: "ieee-p1363" } as const;
			const signed = Buffer.from(`${head}.${body}`);
			if (!verify("sha256", signed, key, Buffer.from(signature ?? "", "base64url"))) return null;
			const { iss, sub, aud, exp, scope } = claims.parse(json(body));
			const now = this.#clock() / 1000 + this.twists.clockOffS;
			if (iss !== this.issuer || aud !== this.indicator(resource) || exp <= now) return null;
			return this.#refused.has(token) ? null : { subject: sub, scopes: new Set(scope.split(" ")) };
		} catch {
			return null;
		}
	}

	#resourceOf(indicator: unknown): Resource {
		const found = RESOURCES.find((resource) => this.indicator(resource) === indicator);
		if (found === undefined) throw new errors.InvalidTarget();
		return found;
	}

	/**
	 * Returns the requested resource.
	 * @throws InvalidTarget if it is unknown, or the client isn't registered for it
	 */
	#resourceFor(indicator: unknown, { resources }: { readonly resources?: unknown }): Resource {
		if (Array.isArray(resources) && !resources.includes(indicator)) throw new errors.InvalidTarget();
		return this.#resourceOf(indicator);
	}

	/** Filters a scope string to the scopes of one resource. */
	ownScopes(resource: Resource, scope: string): string {
		const own = SCOPES[resource].split(" ");
		return scope
			.split(" ")
			.filter((each) => own.includes(each))
			.join(" ");
	}

	/**
	 * Rejects a client that doesn't register for the device grant and exactly one resource
	 * (docs/service-api/sign-in.md#registration).
	 */
	#checkClient(resources: unknown, metadata: Record<string, unknown>): void {
		const bad = (text: string) => new errors.InvalidClientMetadata(text);
		const grants = z.array(z.string()).parse(metadata["grant_types"]);
		const isDevice = grants.length === 2 && grants.includes(DEVICE) && grants.includes("refresh_token");
		const requested = z.array(z.string()).safeParse(resources).data ?? [];
		if (metadata["token_endpoint_auth_method"] !== "none") throw bad("only public clients may register");
		if (!isDevice && this.#options.registerCode !== true)
			throw bad("only clients for the device grant may register for these resources");
		if (requested.length !== 1 && !this.twists.joint) throw bad("exactly one resource is needed");
		for (const each of requested) this.#resourceOf(each);
		metadata["scope"] = this.twists.registeredScope ?? metadata["scope"] ?? DEFAULT_SCOPE;
	}

	#codeClient(resource: Resource, id: string) {
		return {
			client_id: id,
			client_name: "Countersign",
			application_type: "native",
			token_endpoint_auth_method: "none",
			grant_types: ["authorization_code", "refresh_token"],
			response_types: ["code"],
			redirect_uris: ["http://127.0.0.1/callback"],
			resources: [this.indicator(resource)],
		};
	}

	#configuration(key: object): Readonly<Record<string, unknown>> {
		const { codeClients = {}, accessTokenS = 300, deviceCodeS = 600 } = this.#options;
		return {
			adapter: new Memory().adapter(),
			clients: RESOURCES.flatMap((resource) => {
				const id = codeClients[resource];
				return id === undefined ? [] : [this.#codeClient(resource, id)];
			}),
			jwks: { keys: [key] },
			cookies: { keys: [randomBytes(16).toString("hex")] },
			findAccount: async (_context: unknown, id: string) => ({
				accountId: id,
				claims: async () => ({ sub: id }),
			}),
			scopes: ALL_SCOPES,
			clientDefaults: { id_token_signed_response_alg: "ES256" },
			responseTypes: ["code"],
			pkce: { required: () => true },
			rotateRefreshToken: true,
			issueRefreshToken: async (
				_context: unknown,
				client: { grantTypeAllowed(type: string): boolean },
				code: { scopes: Set<string> },
			) => client.grantTypeAllowed("refresh_token") && code.scopes.has("offline_access"),
			expiresWithSession: async () => false,
			ttl: {
				AccessToken: accessTokenS,
				AuthorizationCode: 60,
				DeviceCode: deviceCodeS,
				Grant: 86_400,
				Interaction: 3_600,
				RefreshToken: 86_400,
				Session: 86_400,
			},
			routes: {
				authorization: "/oauth2/authorize",
				token: "/oauth2/token",
				device_authorization: "/device/code",
				code_verification: "/device",
				registration: "/oauth2/register",
				jwks: "/jwks",
				revocation: "/oauth2/revoke",
			},
			features: {
				devInteractions: { enabled: false },
				deviceFlow: { enabled: true },
				registration: { enabled: true },
				revocation: { enabled: true, allowedPolicy: () => true },
				rpInitiatedLogout: { enabled: false },
				userinfo: { enabled: false },
				resourceIndicators: {
					enabled: true,
					defaultResource: () => undefined,
					useGrantedResource: () => false,
					getResourceServerInfo: (_context: unknown, indicator: string, client: { resources?: unknown }) => ({
						scope: SCOPES[this.#resourceFor(indicator, client)],
						audience: indicator,
						accessTokenFormat: "jwt",
						jwt: { sign: { alg: "ES256" } },
					}),
				},
			},
			formats: {
				customizers: {
					jwt: (_context: unknown, _token: unknown, parts: { payload: Record<string, unknown> }) =>
						this.#distort(parts.payload),
				},
			},
			interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/api/auth/interaction/${uid}` },
			extraClientMetadata: {
				properties: ["resources"],
				validator: (context: unknown, _name: string, value: unknown, metadata: Record<string, unknown>) => {
					// Clients that were registered by hand have no context.
					if (context !== undefined) this.#checkClient(value, metadata);
				},
			},
		};
	}

	#distort(payload: Record<string, unknown>): void {
		const { audience, subject, email, issuer, clockOffS } = this.twists;
		if (email !== null) payload["email"] = email;
		if (audience !== null) payload["aud"] = this.indicator(audience);
		if (subject !== null) payload["sub"] = subject;
		if (issuer !== null) payload["iss"] = issuer;
		for (const name of ["iat", "exp"]) if (typeof payload[name] === "number") payload[name] += clockOffS;
	}

	#after(context: Parameters<Parameters<Provider["use"]>[0]>[0]): void {
		const route = context.oidc?.route ?? "";
		if (!["token", "registration", "device_authorization", "revocation"].includes(route)) return;
		const answer = z.record(z.string(), z.unknown()).safeParse(context.body).data ?? {};
		const grant = context.oidc?.params?.["grant_type"];
		if (route === "device_authorization" && context.status === 200) {
			const { intervalS = 1 } = this.#options;
			const page = `${this.origin}/oauth/device`;
			context.body = {
				...answer,
				verification_uri: page,
				verification_uri_complete: `${page}?user_code=${String(answer["user_code"])}`,
				...(intervalS === null ? {} : { interval: intervalS }),
			};
		}
		if (route === "token") this.#twistToken(context, answer, String(grant));
		const reported = z.object({ error: z.string() }).safeParse(context.body).data?.error;
		this.calls.push({
			route,
			grant: typeof grant === "string" ? grant : null,
			error: reported ?? (context.status >= 400 ? String(context.status) : null),
		});
	}

	#twistToken(
		context: Parameters<Parameters<Provider["use"]>[0]>[0],
		answer: Readonly<Record<string, unknown>>,
		grant: string,
	): void {
		const { errors: ordered, leaveOut, widenScope } = this.twists;
		const kind = grant === DEVICE ? "device_code" : grant;
		const error = Object.entries(ordered).find(([name]) => name === kind)?.[1];
		if (error !== undefined) {
			context.status = 400;
			context.body = { error };
			return;
		}
		if (context.status !== 200) return;
		if (typeof answer["access_token"] === "string") this.#issued.add(answer["access_token"]);
		const members = Object.entries(answer).filter(([name]) => !leaveOut.some((each) => each === name));
		context.body = {
			...Object.fromEntries(members),
			...(widenScope ? { scope: `${String(answer["scope"])} payments:submit` } : {}),
		};
	}
}
