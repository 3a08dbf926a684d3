import { resourceOf } from "../../../src/service-api/resource.ts";
import type { CommitStore } from "../commit-store.ts";
import type { HttpParts } from "../http.ts";
import type { SessionLog } from "../log.ts";
import {
	ACCOUNT_SCOPES,
	AGENT_SCOPES,
	MCP_SCOPES,
	PIPELINE_SCOPES,
	type ServiceOptions,
} from "../options.ts";
import { Problem } from "../problem.ts";
import type { Authority } from "./authority.ts";

/**
 * Authorizes requests by fixed tokens, tokens of the authorization server, and the owners of sessions and
 * commits.
 */

const DEFAULT_SUBJECT = "person";

const SESSION = /^\/v1\/agent\/(?:chat|sessions)\/([^/]+)/;
const COMMIT = /^\/api\/commits\/([^/]+)/;

function sessionIn(body: unknown): string | null {
	const named = typeof body === "object" && body !== null && "sessionId" in body ? body.sessionId : null;
	return typeof named === "string" && named !== "" ? named : null;
}

export function authGate(
	options: ServiceOptions,
	parts: {
		readonly log: SessionLog;
		readonly store: CommitStore;
		readonly authority: () => Authority | null;
	},
): Pick<HttpParts, "bearer" | "guard"> {
	const fixed = new Map<string, ReadonlySet<string>>([
		[options.token, new Set([...AGENT_SCOPES, ...MCP_SCOPES, ...PIPELINE_SCOPES, ...ACCOUNT_SCOPES])],
		...Object.entries(options.tokens ?? {}).map(([token, scopes]) => [token, new Set(scopes)] as const),
	]);
	const isOthers = (sessionId: string, subject: string) => {
		const owner = parts.log.subjectOf(sessionId);
		return owner !== null && owner !== subject;
	};
	return {
		bearer(token, path) {
			const scopes = fixed.get(token);
			if (scopes === undefined) return parts.authority()?.bearer(token, resourceOf(path)) ?? null;
			return { subject: options.subjects?.[token] ?? DEFAULT_SUBJECT, scopes };
		},
		guard(subject, path, body) {
			const named = SESSION.exec(path)?.[1];
			const sessionId = named === undefined ? sessionIn(body) : decodeURIComponent(named);
			if (sessionId !== null && isOthers(sessionId, subject))
				throw new Problem(404, "session_not_found", "There is no such session.");
			const commitId = COMMIT.exec(path)?.[1];
			const commit = commitId === undefined ? null : parts.store.find(decodeURIComponent(commitId));
			if (commit !== null && isOthers(commit.view.thread_id, subject))
				throw new Problem(403, "forbidden", "This commit is another person's.");
		},
	};
}
