import type { Resource } from "../../contract/resource.ts";

/** What a sign-in asks for, and what each scope allows, for a person (learnt.md part 11). Asked narrowly. */

export interface ScopeWords {
	readonly scope: string;
	readonly words: string;
}

/** Lets the app renew its token without asking again. */
export const OFFLINE = "offline_access";

const STAY: ScopeWords = { scope: OFFLINE, words: "Stay signed in until you sign out" };

const ASKED: Readonly<Record<Resource, { readonly words: string; readonly scopes: readonly ScopeWords[] }>> =
	{
		agent: {
			words: "Talk with agents, and answer what they ask you to sign",
			scopes: [
				{ scope: "agent:read", words: "Read your conversations" },
				{ scope: "agent:write", words: "Start turns and interrupt them" },
				{ scope: "agent:actions:resolve", words: "Answer requests: hand in what you signed, or reject" },
				STAY,
			],
		},
		pipeline: {
			words: "Look through the catalog and run its operations",
			scopes: [
				{ scope: "pipeline:catalog", words: "Read the catalog" },
				{ scope: "pipeline:execute", words: "Run, simulate and commit operations" },
				STAY,
			],
		},
		account: {
			words: "See your credits and apps at the service",
			scopes: [
				{ scope: "account:credits:read", words: "Read your credits" },
				{ scope: "account:credits:topup", words: "Top up credits, when you say so" },
				{ scope: "account:apps:read", words: "Read which apps are installed" },
				{ scope: "account:apps:write", words: "Remove apps, when you say so" },
				{ scope: "account:credentials:read", words: "See which secrets are set; never what they are" },
				STAY,
			],
		},
	};

/** What this resource is for. */
export function resourceWords(resource: Resource): string {
	return ASKED[resource].words;
}

export function scopesOf(resource: Resource): readonly ScopeWords[] {
	return ASKED[resource].scopes;
}

/** As sent: separated by spaces, `offline_access` last. */
export function scopeText(resource: Resource): string {
	return ASKED[resource].scopes.map(({ scope }) => scope).join(" ");
}

/** The scopes of an answer that were never asked for; empty where it is a subset. */
export function widened(given: readonly string[], asked: readonly string[]): readonly string[] {
	return given.filter((scope) => !asked.includes(scope));
}
