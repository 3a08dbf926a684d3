import { createHash } from "node:crypto";
import { authorizationCodeGrant, buildAuthorizationUrl } from "openid-client";
import type { Resource } from "../../service-api/resource.ts";
import type { Clock, Loopback } from "../ports.ts";
import { type AuthClient, grantParameters, issuedTo } from "./auth-client.ts";
import type { Issued } from "./issued.ts";
import type { AuthMetadata } from "./metadata.ts";
import { requestedScopes } from "./scopes.ts";
import { SignInError, signInErrorOf } from "./sign-in-error.ts";

function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) {
			reject(signal.reason);
			return;
		}
		const leave = () => {
			cancel();
			reject(signal.reason);
		};
		const cancel = clock.after(ms, () => {
			signal.removeEventListener("abort", leave);
			resolve();
		});
		signal.addEventListener("abort", leave, { once: true });
	});
}

async function withDeadline<T>(
	clock: Clock,
	deadline: { readonly ms: number; readonly reason: () => Error },
	signal: AbortSignal,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const own = new AbortController();
	const cancel = clock.after(deadline.ms, () => own.abort(deadline.reason()));
	try {
		return await work(AbortSignal.any([signal, own.signal]));
	} finally {
		cancel();
	}
}

const USUAL_INTERVAL_S = 5;
const MIN_INTERVAL_S = 1;
const SLOW_DOWN_MS = 5_000;
const MAX_CODE = 40;
const MAX_LIFE_S = 3_600;

export interface DevicePrompt {
	readonly userCode: string;
	readonly link: string;
	readonly fullLink: string | null;
	readonly endsAt: number;
}

/** The link must lead to the sign-in server itself. */
function serverLink(link: string, origin: string): string {
	if (link.length > 2048 || !URL.canParse(link) || new URL(link).origin !== origin)
		throw new SignInError("foreignEndpoint");
	return new URL(link).href;
}

export async function deviceGrant(
	by: { readonly clock: Clock; readonly client: AuthClient },
	order: {
		readonly resources: readonly [Resource, ...Resource[]];
		readonly found: AuthMetadata;
		readonly clientId: string;
	},
	onPrompt: (prompt: DevicePrompt) => void,
	signal: AbortSignal,
): Promise<Issued> {
	const { clock, client } = by;
	const { resources, found, clientId } = order;
	if (found.device_authorization_endpoint === undefined) throw new SignInError("noDevice");
	const config = client.configuration(found, clientId, signal);
	const started = await client.startDevice(config, resources);
	signal.throwIfAborted();
	const lifeMs = Math.min(started.expires_in, MAX_LIFE_S) * 1000;
	const complete = started.verification_uri_complete;
	if (started.user_code.length > MAX_CODE) throw new SignInError("unreadable", "user_code");
	onPrompt({
		userCode: started.user_code,
		link: serverLink(started.verification_uri, client.origin),
		fullLink: complete === undefined ? null : serverLink(complete, client.origin),
		endsAt: clock.now() + lifeMs,
	});
	// Uses a timer, because a change to the system clock doesn't affect it.
	const deadline = { ms: lifeMs, reason: () => new SignInError("expired") };
	return await withDeadline(clock, deadline, signal, async (until) => {
		let waitMs = Math.max(MIN_INTERVAL_S, started.interval ?? USUAL_INTERVAL_S) * 1000;
		for (;;) {
			await sleep(clock, waitMs, until);
			try {
				return await client.askDevice(config, resources[0], started.device_code, found.issuer);
			} catch (error) {
				until.throwIfAborted();
				if (!(error instanceof SignInError)) throw error;
				if (error.oauthCode === "slow_down" || error.retryable) waitMs += SLOW_DOWN_MS;
				// Nobody else has this code, so `invalid_grant` means that it expired.
				else if (error.oauthCode === "invalid_grant")
					throw new SignInError("expired", error.oauthCode, error);
				else if (error.oauthCode !== "authorization_pending") throw error;
			}
		}
	});
}

const BROWSER_MS = 120_000;

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** Throws a SignInError if the redirect doesn't belong to this request (RFC 9207, section 2.4). */
function checkRedirect(redirected: URL, state: string, found: AuthMetadata): void {
	const query = redirected.searchParams;
	for (const name of ["state", "iss", "code", "error"])
		if (query.getAll(name).length > 1) throw new SignInError("unreadable", name);
	if (query.get("state") !== state) throw new SignInError("wrongState");
	const issuer = query.get("iss");
	const supported = found.authorization_response_iss_parameter_supported === true;
	if (issuer === null ? supported : issuer !== found.issuer) throw new SignInError("wrongIssuer");
}

/**
 * @param onBrowser receives the user's deadline in Unix ms
 * @returns the tokens issued for the first resource
 */
export async function codeGrant(
	by: {
		readonly clock: Clock;
		readonly random: (length: number) => Uint8Array;
		readonly openLoopback: () => Promise<Loopback>;
		readonly openExternal: (url: string) => Promise<void>;
		readonly client: AuthClient;
	},
	order: {
		readonly resources: readonly [Resource, ...Resource[]];
		readonly found: AuthMetadata;
		readonly clientId: string;
	},
	onBrowser: (endsAt: number) => void,
	signal: AbortSignal,
): Promise<Issued> {
	const { client, clock } = by;
	const { resources, found, clientId } = order;
	if (found.code_challenge_methods_supported?.includes("S256") !== true) throw new SignInError("noPkce");
	if (found.authorization_endpoint === undefined) throw new SignInError("noMetadata");
	const verifier = base64url(by.random(32));
	const state = base64url(by.random(32));
	const indicator = client.indicator(resources[0]);
	const config = client.configuration(found, clientId, signal);
	const loopback = await by.openLoopback();
	try {
		const asked = grantParameters(client.origin, resources);
		asked.set("redirect_uri", loopback.redirectUri);
		asked.set("state", state);
		asked.set("code_challenge", createHash("sha256").update(verifier).digest("base64url"));
		asked.set("code_challenge_method", "S256");
		asked.set("prompt", "consent");
		const page = buildAuthorizationUrl(config, asked);
		let strange = false;
		const isOurs = (url: URL) => {
			const ours = url.searchParams.get("state") === state;
			strange ||= !ours;
			return ours;
		};
		const deadline = {
			ms: BROWSER_MS,
			reason: () => new SignInError(strange ? "wrongState" : "timedOut"),
		};
		const redirected = await withDeadline(clock, deadline, signal, async (until) => {
			const arriving = loopback.redirected(until, isOurs);
			onBrowser(clock.now() + BROWSER_MS);
			const [url] = await Promise.all([arriving, by.openExternal(page.href)]);
			return url;
		});
		checkRedirect(redirected, state, found);
		// The token request must repeat the registered redirect exactly.
		const current = new URL(loopback.redirectUri);
		current.search = redirected.search;
		const answer = await authorizationCodeGrant(
			config,
			current,
			{ pkceCodeVerifier: verifier, expectedState: state },
			{ resource: indicator },
		);
		return issuedTo(config, answer, {
			issuer: found.issuer,
			indicator,
			scopes: requestedScopes([resources[0]]),
		});
	} catch (error) {
		if (signal.aborted) throw signal.reason;
		const fault = signInErrorOf(error);
		throw fault.oauthCode === "invalid_grant" ? new SignInError("expired", fault.oauthCode, error) : fault;
	} finally {
		await loopback.close();
	}
}
