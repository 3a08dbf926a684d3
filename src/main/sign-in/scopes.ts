import { type Message, message } from "../../core/localized-text.ts";
import type { Resource } from "../../service-api/resource.ts";

/** The app requests as few scopes as possible (docs/service-api/sign-in.md#scopes). */

export interface ScopeText {
	readonly scope: string;
	readonly text: Message;
}

/** Lets the app renew its token without a new sign-in. */
export const OFFLINE = "offline_access";

const STAY: ScopeText = { scope: OFFLINE, text: message("scope.offline") };

const REQUESTED_SCOPES: Readonly<
	Record<Resource, { readonly text: Message; readonly scopes: readonly ScopeText[] }>
> = {
	agent: {
		text: message("scope.resource.agent"),
		scopes: [
			{ scope: "agent:read", text: message("scope.agent-read") },
			{ scope: "agent:write", text: message("scope.agent-write") },
			{ scope: "agent:actions:resolve", text: message("scope.agent-actions-resolve") },
			STAY,
		],
	},
	pipeline: {
		text: message("scope.resource.pipeline"),
		scopes: [
			{ scope: "pipeline:catalog", text: message("scope.pipeline-catalog") },
			{ scope: "pipeline:execute", text: message("scope.pipeline-execute") },
			STAY,
		],
	},
	account: {
		text: message("scope.resource.account"),
		scopes: [
			{ scope: "account:credits:read", text: message("scope.account-credits-read") },
			{ scope: "account:credits:topup", text: message("scope.account-credits-topup") },
			{ scope: "account:apps:read", text: message("scope.account-apps-read") },
			{ scope: "account:apps:write", text: message("scope.account-apps-write") },
			{ scope: "account:credentials:read", text: message("scope.account-credentials-read") },
			STAY,
		],
	},
};

export function resourceText(resource: Resource): Message {
	return REQUESTED_SCOPES[resource].text;
}

export function scopesOf(resource: Resource): readonly ScopeText[] {
	return REQUESTED_SCOPES[resource].scopes;
}

export function requestedScopes(resources: readonly Resource[]): readonly string[] {
	const own = resources.flatMap((resource) => REQUESTED_SCOPES[resource].scopes.map(({ scope }) => scope));
	return [...new Set(own.filter((scope) => scope !== OFFLINE)), OFFLINE];
}

export function scopeText(resources: readonly Resource[]): string {
	return requestedScopes(resources).join(" ");
}

export function widened(given: readonly string[], asked: readonly string[]): readonly string[] {
	return given.filter((scope) => !asked.includes(scope));
}
