import type { Resource } from "../../service-api/resource.ts";
import type { Clock } from "../ports.ts";
import type { AuthClient } from "./auth-client.ts";
import type { Issued } from "./issued.ts";
import type { AuthMetadata } from "./metadata.ts";
import { SignInError } from "./sign-in-error.ts";
import { sleep, withDeadline } from "./waiting.ts";

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
	// A timer isn't affected by a change of the system clock.
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
				// For a code that only we have, `invalid_grant` means that it expired.
				else if (error.oauthCode === "invalid_grant")
					throw new SignInError("expired", error.oauthCode, error);
				else if (error.oauthCode !== "authorization_pending") throw error;
			}
		}
	});
}
