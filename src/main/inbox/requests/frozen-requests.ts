import { isDeepStrictEqual } from "node:util";
import { LOCAL_OWNER } from "../../../core/journal/intent-id.ts";
import { type Freezing, freeze } from "../../../core/match/freeze.ts";
import {
	type ActionFreezing,
	freezeAction,
	freezeProposal,
	type ProposalFreezing,
} from "../../../core/match/freeze-action.ts";
import type { FrozenBuild, Intent, Lowered, RequestOwner, SvmLookup } from "../../../core/match/frozen.ts";
import type { RequestOf } from "../../../core/review/approval-request.ts";
import type { CommitTransport, CommitView } from "../../../service-api/commit.ts";
import type { Action } from "../../../service-api/events.ts";

type FreezableAction =
	| Pick<RequestOf<"action">, "kind" | "action" | "sessionId" | "build">
	| Pick<RequestOf<"proposal">, "kind" | "action" | "sessionId" | "payment" | "edit">;

/**
 * Maximum number of cached requests. A large list is summarized only once, and after that only a few requests
 * are re-frozen.
 */
const MAX_CACHED = 200;

function remembering<T>(): (of: object, by: unknown, make: () => T) => T {
	const kept = new Map<object, { readonly by: unknown; readonly value: T }>();
	return (of, by, make) => {
		const known = kept.get(of);
		const next = known !== undefined && isDeepStrictEqual(known.by, by) ? known : { by, value: make() };
		kept.delete(of);
		kept.set(of, next);
		for (const oldest of kept.keys()) {
			if (kept.size <= MAX_CACHED) break;
			kept.delete(oldest);
		}
		return next.value;
	};
}

/**
 * Freezes requests into the objects to sign, which the list, simulation and review share. The recheck before
 * signing deliberately freezes the request separately (signing/recheck.ts).
 */
export class FrozenRequests {
	readonly #options;
	readonly #commits = remembering<Freezing>();
	readonly #actions = remembering<ActionFreezing>();
	readonly #proposals = remembering<ProposalFreezing>();

	constructor(options: {
		readonly owner: () => RequestOwner;
		/**
		 * Read each time a request is frozen. If the value matters for the request, it becomes part of the
		 * frozen object.
		 */
		readonly blindAllowed: () => boolean;
		readonly transport: () => CommitTransport;
		readonly freeze?: typeof freeze;
		readonly freezeAction?: typeof freezeAction;
	}) {
		this.#options = { freeze, freezeAction, ...options };
	}

	commit(view: CommitView, lookups: readonly SvmLookup[]): Freezing {
		const { freeze: freezeCommit, ...options } = this.#options;
		const [owner, blind, route] = [options.owner(), options.blindAllowed(), options.transport()];
		return this.#commits(view, [owner, lookups, blind, route], () =>
			freezeCommit(view, owner, lookups, blind, route),
		);
	}

	/** @param intents payloads or completed transactions, in the request's order */
	actionLike(request: FreezableAction, intents: readonly Intent[]): ActionFreezing | ProposalFreezing {
		const { action, sessionId } = request;
		return request.kind === "proposal"
			? this.#proposal(action, sessionId, intents, request.payment, request.edit?.lowered ?? [])
			: this.action(action, sessionId, intents, request.build);
	}

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

	#proposal(
		action: Action,
		sessionId: string,
		intents: readonly Intent[],
		payment: string | null,
		lowered: readonly Lowered[],
	): ProposalFreezing {
		const blind = this.#options.blindAllowed();
		return this.#proposals(action, [sessionId, intents, blind, payment, lowered], () =>
			freezeProposal(action, sessionId, LOCAL_OWNER, intents, blind, payment, lowered),
		);
	}

	settings(): string {
		const { owner, blindAllowed, transport } = this.#options;
		return JSON.stringify([owner(), blindAllowed(), transport()]);
	}
}
