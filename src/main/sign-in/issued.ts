import { z } from "zod";
import { identityOf } from "./owner.ts";
import { widened } from "./scopes.ts";
import { SignInError } from "./sign-in-error.ts";

export interface Issued {
	readonly accessToken: string;
	readonly refreshToken: string | null;
	readonly scopes: readonly string[];
	readonly lifeMs: number;
	readonly identity: string;
	/** Name that the service claims for the user. Absent if there is none. */
	readonly name?: string;
}

/** Default lifetime (docs/service-api/sign-in.md#tokens). */
const USUAL_LIFE_S = 300;
/** Upper bound, so a token is renewed at least once a day, even if the server states a longer lifetime. */
const MAX_LIFE_S = 86_400;

const MAX_NAME_LENGTH = 254;
/** Drops a name that can't be displayed, instead of failing the sign-in. */
const name = z
	.string()
	.transform((text) => text.trim())
	.pipe(z.string().min(1).max(MAX_NAME_LENGTH))
	.optional()
	.catch(undefined);

const claims = z.looseObject({
	iss: z.string(),
	sub: z.string().min(1),
	aud: z.union([z.string(), z.array(z.string())]),
	scope: z.string().optional(),
	email: name,
	preferred_username: name,
	name,
});

function claimsOf(token: string): z.infer<typeof claims> | null {
	try {
		const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
		return claims.parse(JSON.parse(payload));
	} catch {
		return null;
	}
}

const PRINTABLE = /^[\x21-\x7e]{1,16384}$/;

export interface Expected {
	readonly issuer: string;
	/** Must equal the token's audience. */
	readonly indicator: string;
	readonly scopes: readonly string[];
}

export interface TokenAnswer {
	readonly access_token: string;
	readonly token_type: string;
	readonly refresh_token?: string | undefined;
	readonly expires_in?: number | undefined;
	readonly scope?: string | undefined;
}

const words = (text: string | undefined) => text?.split(" ").filter(Boolean) ?? [];

/**
 * Compares the claims without verifying a signature, because the token came directly from the server. Throws
 * a SignInError.
 */
export function readIssued(answer: TokenAnswer, expected: Expected): Issued {
	const { access_token: accessToken, refresh_token: refreshToken } = answer;
	// A sender-constrained token (DPoP) requires a proof that the app can't provide.
	if (answer.token_type.toLowerCase() !== "bearer") throw new SignInError("unreadable", "token_type");
	const read = claimsOf(accessToken);
	if (read === null || !PRINTABLE.test(accessToken)) throw new SignInError("unreadable", "access_token");
	if (refreshToken !== undefined && !PRINTABLE.test(refreshToken))
		throw new SignInError("unreadable", "refresh_token");
	if (read.iss !== expected.issuer) throw new SignInError("wrongIssuer");
	const audiences = [read.aud].flat();
	if (audiences.length !== 1 || audiences[0] !== expected.indicator) throw new SignInError("otherResource");
	const [answered, carried] = [words(answer.scope), words(read.scope)];
	if (widened([...answered, ...carried], expected.scopes).length > 0) throw new SignInError("widenedScope");
	const called = read.email ?? read.preferred_username ?? read.name;
	const scopes = answered.length > 0 ? answered : carried.length > 0 ? carried : expected.scopes;
	return {
		accessToken,
		refreshToken: refreshToken ?? null,
		scopes: [...scopes],
		lifeMs: Math.min(Math.max(0, answer.expires_in ?? USUAL_LIFE_S), MAX_LIFE_S) * 1000,
		identity: identityOf(accessToken),
		...(called === undefined ? {} : { name: called }),
	};
}
