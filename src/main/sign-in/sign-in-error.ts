import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { AppError } from "../../core/app-error.ts";
import { type Message, message } from "../../core/localized-text.ts";
import { ServiceError } from "../service/errors.ts";

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
	| "scopeRefused"
	| "ended"
	| "unreadable";

const WORDS: Readonly<Record<SignInFault, Message>> = {
	wrongState: message("sign-in.wrong-state"),
	wrongIssuer: message("sign-in.wrong-issuer"),
	widenedScope: message("sign-in.widened-scope"),
	otherResource: message("sign-in.other-resource"),
	otherPerson: message("sign-in.other-person"),
	refused: message("sign-in.refused"),
	expired: message("sign-in.expired"),
	cancelled: message("sign-in.cancelled"),
	timedOut: message("sign-in.timed-out"),
	unreachable: message("sign-in.unreachable"),
	busy: message("sign-in.busy"),
	noMetadata: message("sign-in.no-metadata"),
	foreignEndpoint: message("sign-in.foreign-endpoint"),
	noPkce: message("sign-in.no-pkce"),
	noBrowserClient: message("sign-in.no-browser-client"),
	noDevice: message("sign-in.no-device"),
	clientRefused: message("sign-in.client-refused"),
	scopeRefused: message("sign-in.scope-refused"),
	ended: message("sign-in.ended"),
	unreadable: message("sign-in.unreadable"),
};

export function faultText(fault: SignInFault): Message {
	return WORDS[fault];
}

/** `message` is for the log and contains no secrets. */
export class SignInError extends AppError {
	override readonly name = "SignInError";
	readonly fault: SignInFault;
	readonly oauthCode: string | null;
	constructor(fault: SignInFault, code: string | null = null, cause?: unknown) {
		super(WORDS[fault], { cause });
		this.message = code === null ? fault : `${fault} ${code}`;
		this.fault = fault;
		this.oauthCode = code;
	}
	get retryable(): boolean {
		return this.fault === "unreachable" || this.fault === "busy";
	}
}

/** RFC 6749 (4.1.2.1, 5.2), RFC 8628 (3.5) and RFC 8707 (2). */
export const OAUTH_FAULTS: ReadonlyMap<string, SignInFault> = new Map<string, SignInFault>([
	["access_denied", "refused"],
	["expired_token", "expired"],
	["invalid_grant", "ended"],
	["invalid_client", "clientRefused"],
	["unauthorized_client", "clientRefused"],
	["invalid_client_metadata", "clientRefused"],
	["invalid_redirect_uri", "clientRefused"],
	["invalid_target", "clientRefused"],
	["invalid_scope", "scopeRefused"],
	["server_error", "unreachable"],
	["temporarily_unavailable", "busy"],
]);

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

export function signInErrorOf(error: unknown): SignInError {
	if (error instanceof SignInError) return error;
	const service = serviceErrorIn(error);
	if (service !== null) {
		const fault = service.kind === "rateLimited" ? "busy" : service.retryable ? "unreachable" : "unreadable";
		return new SignInError(fault, service.kind, error);
	}
	if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
		const code = statedCode(error.error);
		return new SignInError(OAUTH_FAULTS.get(code) ?? "clientRefused", code, error);
	}
	if (error instanceof ClientError)
		return new SignInError("unreadable", plainCode(error.code ?? "client"), error);
	return new SignInError("unreadable", null, error);
}
