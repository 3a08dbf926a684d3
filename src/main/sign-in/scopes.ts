import { type Message, message } from "../../core/message.ts";
import type { Resource } from "../../service-api/resource.ts";

/**
 * What a sign-in asks for, and what each scope allows, for a user (docs/service-api/sign-in.md#scopes). Asked
 * narrowly.
 */

export interface ScopeWords {
	readonly scope: string;
	readonly words: Message;
}

/** Lets the app renew its token without asking again. */
export const OFFLINE = "offline_access";

const STAY: ScopeWords = { scope: OFFLINE, words: message("scope.offline") };

const ASKED: Readonly<Record<Resource, { readonly words: Message; readonly scopes: readonly ScopeWords[] }>> =
	{
		agent: {
			words: message("scope.resource.agent"),
			scopes: [
				{ scope: "agent:read", words: message("scope.agent-read") },
				{ scope: "agent:write", words: message("scope.agent-write") },
				{ scope: "agent:actions:resolve", words: message("scope.agent-actions-resolve") },
				STAY,
			],
		},
		pipeline: {
			words: message("scope.resource.pipeline"),
			scopes: [
				{ scope: "pipeline:catalog", words: message("scope.pipeline-catalog") },
				{ scope: "pipeline:execute", words: message("scope.pipeline-execute") },
				STAY,
			],
		},
		account: {
			words: message("scope.resource.account"),
			scopes: [
				{ scope: "account:credits:read", words: message("scope.account-credits-read") },
				{ scope: "account:credits:topup", words: message("scope.account-credits-topup") },
				{ scope: "account:apps:read", words: message("scope.account-apps-read") },
				{ scope: "account:apps:write", words: message("scope.account-apps-write") },
				{ scope: "account:credentials:read", words: message("scope.account-credentials-read") },
				STAY,
			],
		},
	};

/** What this resource is for. */
export function resourceWords(resource: Resource): Message {
	return ASKED[resource].words;
}

export function scopesOf(resource: Resource): readonly ScopeWords[] {
	return ASKED[resource].scopes;
}

/** What is asked for these resources together, each scope once, `offline_access` last. */
export function scopesAsked(resources: readonly Resource[]): readonly string[] {
	const own = resources.flatMap((resource) => ASKED[resource].scopes.map(({ scope }) => scope));
	return [...new Set(own.filter((scope) => scope !== OFFLINE)), OFFLINE];
}

/** As sent: separated by spaces. */
export function scopeText(resources: readonly Resource[]): string {
	return scopesAsked(resources).join(" ");
}

/** The scopes of an answer that were never asked for; empty where it is a subset. */
export function widened(given: readonly string[], asked: readonly string[]): readonly string[] {
	return given.filter((scope) => !asked.includes(scope));
}
