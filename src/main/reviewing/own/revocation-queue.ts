import type { Text } from "../../../core/localized-text.ts";
import type { RevocationRequest } from "../../../core/review/approval-request.ts";
import { revocationEntryId } from "../../inbox/entries/entry.ts";
import type { Revocations } from "./revocations.ts";

interface Queued {
	readonly request: RevocationRequest;
	/** `null` until its review is opened. */
	planId: string | null;
}

const entryIdOf = ({ planId }: Queued): string | null => (planId === null ? null : revocationEntryId(planId));

export type QueueStep =
	| { readonly ok: true; readonly entryId: string }
	| { readonly ok: false; readonly text: Text };

/**
 * Revocations that are reviewed one after another. Each is planned only when its review opens, because the
 * previous one takes the next nonce.
 */
export class RevocationQueue {
	readonly #revocations: Pick<Revocations, "plan" | "get">;
	#queued: readonly Queued[] = [];

	constructor(revocations: Pick<Revocations, "plan" | "get">) {
		this.#revocations = revocations;
	}

	/** Replaces the queue and opens its first revocation. Returns `null` if the queue is empty. */
	async start(requests: readonly RevocationRequest[]): Promise<QueueStep | null> {
		this.#queued = requests.map((request) => ({ request, planId: null }));
		const [first] = this.#queued;
		return first === undefined ? null : await this.#open(first);
	}

	/** Returns `null` if the entry isn't in the queue. */
	positionOf(entryId: string): { readonly at: number; readonly of: number } | null {
		const at = this.#queued.findIndex((each) => entryIdOf(each) === entryId);
		return at < 0 ? null : { at: at + 1, of: this.#queued.length };
	}

	/** Number of other revocations in the queue that still need a decision. */
	remaining(entryId: string, isDecided: (entryId: string) => boolean): number {
		return this.positionOf(entryId) === null ? 0 : this.#others(entryId, 1, isDecided).length;
	}

	/** Returns `null` if the entry isn't in the queue or all other revocations are decided. */
	async step(
		entryId: string,
		by: 1 | -1,
		isDecided: (entryId: string) => boolean,
	): Promise<QueueStep | null> {
		if (this.positionOf(entryId) === null) return null;
		const [next] = this.#others(entryId, by, isDecided);
		return next === undefined ? null : await this.#open(next);
	}

	/**
	 * Returns the other undecided revocations in order, starting after this entry and wrapping around at the
	 * end.
	 */
	#others(entryId: string, by: 1 | -1, isDecided: (entryId: string) => boolean): readonly Queued[] {
		const here = this.#queued.findIndex((each) => entryIdOf(each) === entryId);
		const onwards = [...this.#queued.slice(here + 1), ...this.#queued.slice(0, here)];
		const open = onwards.filter((each) => {
			const id = entryIdOf(each);
			return id === null || !isDecided(id);
		});
		return by === 1 ? open : open.toReversed();
	}

	async #open(queued: Queued): Promise<QueueStep> {
		// Only the newest plans are stored.
		if (queued.planId !== null && this.#revocations.get(queued.planId) !== null)
			return { ok: true, entryId: revocationEntryId(queued.planId) };
		const planning = await this.#revocations.plan(queued.request);
		if (!planning.ok) {
			// Opening this revocation would fail again, and the user must still be able to reach the others.
			this.#queued = this.#queued.filter((each) => each !== queued);
			return planning;
		}
		queued.planId = planning.planned.id;
		return { ok: true, entryId: revocationEntryId(queued.planId) };
	}
}
