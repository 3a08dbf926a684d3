import { deepFreeze } from "../../../core/match/freeze.ts";
import { firstIssue } from "../../../service-api/event-page.ts";
import { type Action, actionEvent, type UnreadableAction } from "../../../service-api/events.ts";
import { parseStrictJson } from "../../service/strict-json.ts";
import type { BuildOrigin, CommittedRequest, CommittedRequests } from "../../storage/committed-requests.ts";
import { pipelineEntryId } from "../entries/entry.ts";

/**
 * What stateless commits of Builds ask for. The service keeps no action for it and takes no answer: Countersign keeps
 * it, as an action of its own that differs from the agent's in nothing but who asks for it and who is told.
 */

export type CommittedAction = CommittedRead & {
	readonly origin: BuildOrigin;
	/** Unix ms. */
	readonly receivedAt: number;
};

/** What can't be read is told of and can be rejected, and nothing else. */
type CommittedRead =
	| { readonly kind: "action"; readonly action: Action }
	| { readonly kind: "unreadable"; readonly action: UnreadableAction };

export interface CommittedActions {
	/** Oldest first. */
	all(): readonly CommittedAction[];
	get(origin: BuildOrigin): CommittedAction | null;
	/** Durable when it returns. Throws a StorageError. */
	keep(digest: string, requests: readonly string[], expiresAt: number): void;
	/** The user said no: it ends here, and nobody is told. Throws a StorageError. */
	reject(origin: BuildOrigin): void;
}

export interface CommittedParts {
	readonly store: CommittedRequests;
	readonly scope: string;
	/** It is new, or ended. */
	readonly onChange: (entryId: string) => void;
}

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

/** By the rules of the action path: strictly as JSON, with members that are not known kept for the match to find. */
function readCommitted(kept: CommittedRequest): CommittedRead {
	const { digest, place, request, receivedAt, rejectedAt, expiresAt } = kept;
	const id = pipelineEntryId({ digest, place });
	const state = rejectedAt === null ? ("pending" as const) : ("rejected" as const);
	const meta = {
		type: "action",
		event_id: id,
		sequence: 1,
		turn_id: null,
		occurred_at: secondsOf(receivedAt),
	};
	const unreadable = (reason: string): CommittedRead => ({
		kind: "unreadable",
		action: { id, revision: 0, state, reason, raw: { ...meta, request } },
	});
	let value: unknown;
	try {
		value = parseStrictJson(request);
	} catch (cause) {
		return unreadable(cause instanceof Error ? cause.message : "not readable");
	}
	const read = actionEvent.safeParse({
		...meta,
		id,
		revision: 0,
		state,
		request: value,
		created_at: secondsOf(receivedAt),
		expires_at: expiresAt,
	});
	if (!read.success) return unreadable(firstIssue(read.error));
	return { kind: "action", action: deepFreeze(read.data) };
}

export function createCommitted({ store, scope, onChange }: CommittedParts): CommittedActions {
	/** By entry: the object of an action stays the same until the action changes. */
	let known: ReadonlyMap<string, CommittedAction> | null = null;

	function load(): ReadonlyMap<string, CommittedAction> {
		if (known !== null) return known;
		const all = store.list(scope).map((kept) => {
			const { digest, place, receivedAt } = kept;
			const origin = { digest, place };
			return [pipelineEntryId(origin), { ...readCommitted(kept), origin, receivedAt }] as const;
		});
		known = new Map(all);
		return known;
	}

	/** Reads again what changed, and leaves the rest as the very objects that they were. */
	function reload(changed: (origin: BuildOrigin) => boolean): void {
		const before = load();
		known = null;
		known = new Map(
			[...load()].map(([id, each]) => [id, changed(each.origin) ? each : (before.get(id) ?? each)] as const),
		);
		for (const [id, { origin }] of known) if (changed(origin)) onChange(id);
	}

	return {
		all: () => [...load().values()],
		get: (origin) => load().get(pipelineEntryId(origin)) ?? null,
		keep(digest, requests, expiresAt) {
			store.keep(scope, digest, requests, expiresAt);
			reload((origin) => origin.digest === digest);
		},
		reject(origin) {
			store.reject(scope, origin);
			reload(({ digest, place }) => digest === origin.digest && place === origin.place);
		},
	};
}
