import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { ServiceError } from "../service/errors.ts";

/** Why a sign-in or its renewal came to nothing. */
export type SignInFault =
	| "wrongState"
	| "wrongIssuer"
	| "widenedScope"
	| "otherResource"
	| "otherPerson"
	| "refused"
	| "expired"
	| "cancelled"
	| "timedOut"
	| "unreachable"
	| "busy"
	| "noMetadata"
	| "foreignEndpoint"
	| "noPkce"
	| "noBrowserClient"
	| "noDevice"
	| "clientRefused"
	| "ended"
	| "unreadable";

const NOTHING = "You are not signed in, nothing was kept, and your funds are not touched.";

/** What happened, what it means, what to do next. */
const WORDS: Readonly<Record<SignInFault, string>> = {
	wrongState: `The browser came back with an answer to another sign-in than this one (its state differs). ${NOTHING} Start again, and use only the page that Countersign opens.`,
	wrongIssuer: `The answer names another sign-in server than the one of this environment. ${NOTHING} Check the environment's address, and start again.`,
	widenedScope: `The service gave more rights than Countersign asked for. They are not used. ${NOTHING} Start again; tell the service's support if it stays so.`,
	otherResource: `The service gave a token for something else than was asked for. It is not used. ${NOTHING} Start again; tell the service's support if it stays so.`,
	otherPerson: `This sign-in is of somebody else than the other sign-ins of this environment. It is not used. ${NOTHING} Sign in as the same person, or sign out of everything first.`,
	refused: `The sign-in was refused, by you or by the service. ${NOTHING} Start again where that was not meant.`,
	expired: `The code has run out before the sign-in was confirmed. ${NOTHING} Start again for a new one.`,
	cancelled: "The sign-in was cancelled. Nothing was kept, and your funds are not touched.",
	timedOut: `No answer came from the browser within two minutes. ${NOTHING} Start again, or sign in by code on any device.`,
	unreachable: `The sign-in server can't be reached or did not answer. ${NOTHING} Check the network and the environment's address, and start again.`,
	busy: `The sign-in server asks for patience. ${NOTHING} Wait a minute, and start again.`,
	noMetadata: `This address offers no sign-in that Countersign knows (OAuth 2.1). ${NOTHING} Check the environment's sign-in address.`,
	foreignEndpoint: `The sign-in server names an address that is not its own. It is not trusted. ${NOTHING} Check the environment's sign-in address.`,
	noPkce: `The sign-in server does not offer the protection that a sign-in by browser needs (PKCE with S256). ${NOTHING} Sign in by code instead.`,
	noBrowserClient: `Sign-in by browser needs a client id that the service registers by hand, and none is set for this environment. ${NOTHING} Sign in by code instead, or enter the client id in the environment.`,
	noDevice: `This service offers no sign-in by code. ${NOTHING} Sign in by browser instead.`,
	clientRefused: `The service does not accept Countersign as a client. ${NOTHING} Start again; check the client ids of this environment if it stays so.`,
	ended: `The service does not renew this sign-in any more: it was revoked, used elsewhere, or has run out. Nothing can be sent with it, and your funds are not touched. Sign in again.`,
	unreadable: `The sign-in server's answer can't be read. It is not used. ${NOTHING} Start again; tell the service's support if it stays so.`,
};

export function faultWords(fault: SignInFault): string {
	return WORDS[fault];
}

/** `words` is for people; `message` for the log: the fault's name and a code, never a secret. */
export class SignInError extends Error {
	override readonly name = "SignInError";
	readonly fault: SignInFault;
	/** The OAuth error code, where there is one. */
	readonly code: string | null;
	readonly words: string;
	constructor(fault: SignInFault, code: string | null = null, cause?: unknown) {
		super(code === null ? fault : `${fault} ${code}`, { cause });
		this.fault = fault;
		this.code = code;
		this.words = WORDS[fault];
	}
	/** The same may succeed later as it is. */
	get retryable(): boolean {
		return this.fault === "unreachable" || this.fault === "busy";
	}
}

/** OAuth error codes (RFC 6749 parts 4.1.2.1 and 5.2, RFC 8628 part 3.5, RFC 8707 part 2). */
const CODES: ReadonlyMap<string, SignInFault> = new Map<string, SignInFault>([
	["access_denied", "refused"],
	["expired_token", "expired"],
	["invalid_grant", "ended"],
	["invalid_client", "clientRefused"],
	["unauthorized_client", "clientRefused"],
	["invalid_client_metadata", "clientRefused"],
	["invalid_redirect_uri", "clientRefused"],
	["invalid_target", "clientRefused"],
	["invalid_scope", "clientRefused"],
	["server_error", "unreachable"],
	["temporarily_unavailable", "busy"],
]);

/** A server's own code, only where it reads as one: it must not bring a token into the log. */
function statedCode(code: string): string {
	return /^[a-z]{1,20}(?:_[a-z]{1,20}){0,4}$/.test(code) ? code : "unnamed";
}

function plainCode(code: string): string {
	return /^[\w.-]{1,60}$/.test(code) ? code : "unnamed";
}

function serviceErrorIn(error: unknown): ServiceError | null {
	let each = error;
	for (let depth = 0; depth < 6 && each instanceof Error; depth += 1) {
		if (each instanceof ServiceError) return each;
		each = each.cause;
	}
	return null;
}

/** Any failure of the client library or the network, named. */
export function signInErrorOf(error: unknown): SignInError {
	if (error instanceof SignInError) return error;
	const service = serviceErrorIn(error);
	if (service !== null) {
		const fault = service.kind === "rateLimited" ? "busy" : service.retryable ? "unreachable" : "unreadable";
		return new SignInError(fault, service.kind, error);
	}
	if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
		const code = statedCode(error.error);
		return new SignInError(CODES.get(code) ?? "clientRefused", code, error);
	}
	if (error instanceof ClientError)
		return new SignInError("unreadable", plainCode(error.code ?? "client"), error);
	return new SignInError("unreadable", null, error);
}
