import { createHash } from "node:crypto";
import { z } from "zod";
import type { RequestOwner } from "../../core/match/frozen.ts";

const claims = z.looseObject({ iss: z.string().optional(), sub: z.string() });

/**
 * Returns an identity that separates stored data by user. Reads the user from a JWT without verifying it. All
 * other tokens share one identity.
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

/** Different addresses must not share stored data, so the name is the origin. */
export function environmentOf(baseUrl: string): string {
	return URL.canParse(baseUrl) ? new URL(baseUrl).origin : "none";
}

/** See docs/service-api/endpoints.md#hosts */
const KNOWN: Readonly<Record<string, string>> = {
	"chat.aomi.dev": "production",
	"api.aomi.dev": "production",
	"chat-staging.aomi.dev": "staging",
};

export function environmentName(baseUrl: string): string {
	if (!URL.canParse(baseUrl)) return "no service";
	const { hostname } = new URL(baseUrl);
	if (hostname === "127.0.0.1" || hostname === "localhost" || hostname === "[::1]") return "local";
	return KNOWN[hostname] ?? hostname;
}

export function scopeOf(owner: RequestOwner): string {
	return `${owner.environment} ${owner.identity}`;
}

export function ownerOf(credentials: { baseUrl(): string; identity(): string }): RequestOwner {
	return { environment: environmentOf(credentials.baseUrl()), identity: credentials.identity() };
}
