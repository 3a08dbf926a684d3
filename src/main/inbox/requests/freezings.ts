import { isDeepStrictEqual } from "node:util";
import { type Freezing, freeze } from "../../../core/match/freeze.ts";
import { type ActionFreezing, freezeAction } from "../../../core/match/freeze-action.ts";
import type { FrozenBuild, Intent, RequestOwner, SvmLookup } from "../../../core/match/frozen.ts";
import type { CommitTransport, CommitView } from "../../../service-api/commit.ts";
import type { Action } from "../../../service-api/events.ts";

/**
 * The one place where what is asked becomes what would be signed: the list, what is asked of the chain and the review
 * take one and the same frozen object from here. The recheck right before a signature freezes what it has read anew
 * by itself (signing/recheck.ts), on purpose.
 */
export interface Freezings {
	/** @param lookups what the user's RPC says of the lookup tables that its payload names */
	commit(view: CommitView, lookups: readonly SvmLookup[]): Freezing;
	/** @param intents its payloads, or its transactions as we completed them, in the request's order */
	action(
		action: Action,
		sessionId: string,
		intents: readonly Intent[],
		build: FrozenBuild | undefined,
	): ActionFreezing;
	/** Changes with whatever besides the request itself changes what is frozen. */
	settings(): string;
}

export interface FreezingsParts {
	readonly owner: () => RequestOwner;
	/** The user allows blind signatures: asked at each freezing, and bound by it where it counts. */
	readonly blindAllowed: () => boolean;
	/** The route that the user prefers where a commit offers both. */
	readonly transport: () => CommitTransport;
	/** Counted by tests. */
	readonly freeze?: typeof freeze;
	readonly freezeAction?: typeof freezeAction;
}

/** So many are kept: a list of thousands is summarised once, and only what somebody looks at is asked for again. */
const MAX_KEPT = 200;

/** Remembers by an object that never changes, as long as the rest of what was asked is the same. */
function remembering<T>(): (of: object, by: unknown, make: () => T) => T {
	/** Used longest ago first. */
	const kept = new Map<object, { readonly by: unknown; readonly value: T }>();
	return (of, by, make) => {
		const known = kept.get(of);
		const next = known !== undefined && isDeepStrictEqual(known.by, by) ? known : { by, value: make() };
		kept.delete(of);
		kept.set(of, next);
		for (const oldest of kept.keys()) {
			if (kept.size <= MAX_KEPT) break;
			kept.delete(oldest);
		}
		return next.value;
	};
}

export function createFreezings(parts: FreezingsParts): Freezings {
	const { freeze: freezeCommit = freeze, freezeAction: freezeRequest = freezeAction } = parts;
	const commits = remembering<Freezing>();
	const actions = remembering<ActionFreezing>();

	return {
		commit(view, lookups) {
			const [owner, blind, route] = [parts.owner(), parts.blindAllowed(), parts.transport()];
			return commits(view, [owner, lookups, blind, route], () =>
				freezeCommit(view, owner, lookups, blind, route),
			);
		},
		action(action, sessionId, intents, build) {
			const [owner, blind] = [parts.owner(), parts.blindAllowed()];
			return actions(action, [owner, sessionId, intents, blind, build], () =>
				freezeRequest(action, sessionId, owner, intents, blind, build),
			);
		},
		settings: () => JSON.stringify([parts.owner(), parts.blindAllowed(), parts.transport()]),
	};
}
