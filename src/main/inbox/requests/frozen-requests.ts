import { isDeepStrictEqual } from "node:util";
import { type Freezing, freeze } from "../../../core/match/freeze.ts";
import { type ActionFreezing, freezeAction } from "../../../core/match/freeze-action.ts";
import type { FrozenBuild, Intent, RequestOwner, SvmLookup } from "../../../core/match/frozen.ts";
import type { CommitTransport, CommitView } from "../../../service-api/commit.ts";
import type { Action } from "../../../service-api/events.ts";

/** Maximum number kept: a list of thousands is summarised once, and only what is looked at is frozen again. */
const MAX_KEPT = 200;

/** Memoizes by an immutable object, as long as the other inputs stay the same. */
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

/**
 * Freezes requests into what would be signed. List, chain queries and review take the same frozen object from here; the
 * recheck right before a signature freezes what it has read anew by itself (signing/recheck.ts), on purpose.
 */
export class FrozenRequests {
	readonly #options;
	readonly #commits = remembering<Freezing>();
	readonly #actions = remembering<ActionFreezing>();

	constructor(options: {
		readonly owner: () => RequestOwner;
		/** Whether the user allows blind signatures: read at each freezing, and bound by it if it matters. */
		readonly blindAllowed: () => boolean;
		/** The route that the user prefers if a commit offers both. */
		readonly transport: () => CommitTransport;
		/** Counted by tests. */
		readonly freeze?: typeof freeze;
		readonly freezeAction?: typeof freezeAction;
	}) {
		this.#options = { freeze, freezeAction, ...options };
	}

	/** @param lookups contents of the lookup tables that its payload names, by the user's RPC */
	commit(view: CommitView, lookups: readonly SvmLookup[]): Freezing {
		const { freeze: freezeCommit, ...options } = this.#options;
		const [owner, blind, route] = [options.owner(), options.blindAllowed(), options.transport()];
		return this.#commits(view, [owner, lookups, blind, route], () =>
			freezeCommit(view, owner, lookups, blind, route),
		);
	}

	/** @param intents its payloads, or its transactions as we completed them, in the request's order */
	action(
		action: Action,
		sessionId: string,
		intents: readonly Intent[],
		build: FrozenBuild | undefined,
	): ActionFreezing {
		const { freezeAction: freezeRequest, ...options } = this.#options;
		const [owner, blind] = [options.owner(), options.blindAllowed()];
		return this.#actions(action, [owner, sessionId, intents, blind, build], () =>
			freezeRequest(action, sessionId, owner, intents, blind, build),
		);
	}

	/** Returns a key of everything besides the request that changes what is frozen. */
	settings(): string {
		const { owner, blindAllowed, transport } = this.#options;
		return JSON.stringify([owner(), blindAllowed(), transport()]);
	}
}
