import { createHash } from "node:crypto";

/** Checks a request's headers before the body is read. None of these functions returns or logs a secret. */

/** 256 random bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i;
const SECRET_PATH = /^\/([A-Za-z0-9_-]{43})(?:\/([1-9][0-9]{0,15}))?$/;

/** Returns the credential that main uses to identify an agent, or `null` if the text can't be a secret. */
export function credentialOf(secret: string): string | null {
	return SECRET.test(secret) ? createHash("sha256").update(secret, "utf8").digest("hex") : null;
}

/** Returns whether a `Host` header names this computer and this listener's port. */
export function isListenerHost(host: string | undefined, port: number): boolean {
	return ["127.0.0.1", "localhost", "[::1]"].some((name) => host?.toLowerCase() === `${name}:${port}`);
}

export type HttpRoute =
	| { readonly kind: "mcp"; readonly credential: string | null }
	/** `chain`: specified in the URL, or `null` if the agent may switch chains. */
	| { readonly kind: "json_rpc"; readonly credential: string; readonly chain: string | null }
	| { readonly kind: "unknown" };

export function routeOf(path: string, authorization: string | undefined): HttpRoute {
	if (path === "/mcp") {
		const secret = BEARER.exec(authorization ?? "")?.[1];
		return { kind: "mcp", credential: secret === undefined ? null : credentialOf(secret) };
	}
	const [, secret, chain] = SECRET_PATH.exec(path) ?? [];
	const credential = secret === undefined ? null : credentialOf(secret);
	return credential === null ? { kind: "unknown" } : { kind: "json_rpc", credential, chain: chain ?? null };
}

/** Returns whether the body is declared as uncompressed JSON. A web form can't send this content type. */
export function isPlainJson(contentType: string | undefined, contentEncoding: string | undefined): boolean {
	const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase();
	return type === "application/json" && (contentEncoding ?? "identity").trim().toLowerCase() === "identity";
}
