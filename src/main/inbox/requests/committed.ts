import { deepFreeze } from "../../../core/match/freeze.ts";
import { firstIssue } from "../../../service-api/event-page.ts";
import { type Action, actionEvent, type UnreadableAction } from "../../../service-api/events.ts";
import { parseStrictJson } from "../../service/strict-json.ts";
import type { BuildOrigin, CommittedRequest, CommittedRequests } from "../../storage/committed-requests.ts";
import { pipelineEntryId } from "../entries/entry.ts";

export type CommittedAction = CommittedRead & {
	readonly origin: BuildOrigin;
	/** Unix ms. */
	readonly receivedAt: number;
};

type CommittedRead =
	| { readonly kind: "action"; readonly action: Action }
	| { readonly kind: "unreadable"; readonly action: UnreadableAction };

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

/** Parses strictly as JSON but keeps unknown members, which the match reports. */
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

/**
 * Requests of stateless commits of Builds. The service stores no action for them and accepts no answer, so
 * each is stored here as an action that nobody is informed about.
 */
export class CommittedActions {
	readonly #store: CommittedRequests;
	readonly #scope: string;
	readonly #onChange: (entryId: string) => void;
	/** By entry id. An unchanged action keeps its object, because caches are keyed by it. */
	#known: ReadonlyMap<string, CommittedAction> | null = null;

	constructor(store: CommittedRequests, scope: string, onChange: (entryId: string) => void) {
		this.#store = store;
		this.#scope = scope;
		this.#onChange = onChange;
	}

	all(): readonly CommittedAction[] {
		return [...this.#load().values()];
	}

	get(origin: BuildOrigin): CommittedAction | null {
		return this.#load().get(pipelineEntryId(origin)) ?? null;
	}

	keep(digest: string, requests: readonly string[], expiresAt: number): void {
		this.#store.keep(this.#scope, digest, requests, expiresAt);
		this.#reload((origin) => origin.digest === digest);
	}

	/** Nobody is informed of the rejection. Throws a StorageError. */
	reject(origin: BuildOrigin): void {
		this.#store.reject(this.#scope, origin);
		this.#reload(({ digest, place }) => digest === origin.digest && place === origin.place);
	}

	#load(): ReadonlyMap<string, CommittedAction> {
		if (this.#known !== null) return this.#known;
		const all = this.#store.list(this.#scope).map((kept) => {
			const { digest, place, receivedAt } = kept;
			const origin = { digest, place };
			return [pipelineEntryId(origin), { ...readCommitted(kept), origin, receivedAt }] as const;
		});
		this.#known = new Map(all);
		return this.#known;
	}

	/** Keeps the objects of unchanged requests, because caches are keyed by them. */
	#reload(changed: (origin: BuildOrigin) => boolean): void {
		const before = this.#load();
		this.#known = null;
		const known = new Map(
			[...this.#load()].map(
				([id, each]) => [id, changed(each.origin) ? each : (before.get(id) ?? each)] as const,
			),
		);
		this.#known = known;
		for (const [id, { origin }] of known) if (changed(origin)) this.#onChange(id);
	}
}
