import { createHash } from "node:crypto";
import { z } from "zod";
import type { RequestOwner } from "../../core/match/frozen.ts";

const claims = z.looseObject({ iss: z.string().optional(), sub: z.string() });

/**
 * Returns the owner of a token, so that nothing stored for one person is displayed to another. A JWT names it
 * (unverified: the service verifies, we only keep users apart); of any other token we know only that it was
 * given here.
 */
export function identityOf(token: string | null): string {
	if (token === null) return "nobody";
	const payload = token.split(".")[1];
	if (payload === undefined) return "token";
	try {
		const read = claims.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
		return `sub:${createHash("sha256")
			.update(JSON.stringify([read.iss ?? "", read.sub]))
			.digest("hex")
			.slice(0, 32)}`;
	} catch {
		return "token";
	}
}

/** Returns an environment's name: the service's address, so that another address shares nothing with it. */
export function environmentOf(baseUrl: string): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).origin : "none";
}

/** The service's own addresses (docs/service-api/endpoints.md#hosts); any other is somebody's own. */
const KNOWN: Readonly<Record<string, string>> = {
	"chat.aomi.dev": "production",
	"api.aomi.dev": "production",
	"chat-staging.aomi.dev": "staging",
};

/**
 * Returns an environment's name for users; an environment that is not production must be recognizable as
 * another.
 */
export function environmentName(baseUrl: string): string {
	if (!URL.canParse(baseUrl)) return "no service";
	const { hostname } = new URL(baseUrl);
	if (hostname === "127.0.0.1" || hostname === "localhost" || hostname === "[::1]") return "local";
	return KNOWN[hostname] ?? hostname;
}

/** Joins both into one string, for the stores. */
export function scopeOf(owner: RequestOwner): string {
	return `${owner.environment} ${owner.identity}`;
}

/** Returns the owner of the current address and token. */
export function ownerOf(credentials: { baseUrl(): string; identity(): string }): RequestOwner {
	return { environment: environmentOf(credentials.baseUrl()), identity: credentials.identity() };
}
