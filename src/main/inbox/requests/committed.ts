import type { Action, UnreadableAction } from "../../../service-api/events.ts";
import type { BuildOrigin, CommittedRequest, CommittedRequests } from "../../storage/committed-requests.ts";
import { pipelineEntryId } from "../entries/entry.ts";
import { readStoredAction } from "./stored-action.ts";

export type CommittedAction = CommittedRead & {
	readonly origin: BuildOrigin;
	/** Unix ms. */
	readonly receivedAt: number;
};

type CommittedRead =
	| { readonly kind: "action"; readonly action: Action }
	| { readonly kind: "unreadable"; readonly action: UnreadableAction };

function readCommitted({ digest, place, rejectedAt, ...stored }: CommittedRequest): CommittedRead {
	const id = pipelineEntryId({ digest, place });
	return readStoredAction({ ...stored, id, isEnded: rejectedAt !== null });
}

/**
 * Requests from a Build's stateless commits. The service doesn't store an action for them or accept an
 * answer, so each one is stored here as an action that nobody else sees.
 */
export class CommittedActions {
	readonly #store: CommittedRequests;
	readonly #scope: string;
	readonly #onChange: (entryId: string) => void;
	/** Actions by entry ID. An unchanged action stays the same object, because caches use it as a key. */
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

	/** Rejects the request without notifying anyone. Throws a StorageError. */
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

	/** Unchanged requests stay the same objects, because caches use them as keys. */
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
