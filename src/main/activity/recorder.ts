import type { RecordOf, RequestFacts } from "../../core/activity/records.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { type ApprovalRequest, revisionKeyOf } from "../../core/review/approval-request.ts";
import type { Summary } from "../../core/review/summary.ts";
import type { EventPayloads } from "../events.ts";
import type { Entry } from "../inbox/entries/entry.ts";
import type { Ports } from "../ports.ts";
import type { ComposedReview } from "../reviewing/reviews/reviews-types.ts";
import type { NewRecord, RecordStore } from "./record-store.ts";
import { endOf } from "./request-end.ts";
import { createRuledFactsMemory } from "./ruled-facts.ts";
import type { PriceMemory } from "./seen-prices.ts";
import {
	endRecord,
	expiredKey,
	factsOfRejection,
	recordsOfReview,
	rejectedKey,
	rejectionRecord,
	requestFactsOf,
	revisionOfRequest,
	withReview,
} from "./unsigned-records.ts";

/**
 * Writes down what became of requests that were not signed: each once, before anything else is done about it. A disk
 * that takes nothing costs the row and nothing else, so that nothing here ever throws.
 */
export interface Recorder {
	/** A rejection, and how far the service has heard it. */
	rejected(rejection: EventPayloads["rejection-recorded"]): void;
	/** Lies that a review shows, and rules that stop it. */
	reviewed(composed: ComposedReview): void;
	/** Requests that have run out, or were rejected elsewhere. */
	looked(entries: readonly Entry[]): void;
	/** What an approval's assets are worth now. */
	moved(row: JournalRow): void;
}

export interface RecorderParts {
	readonly ports: Pick<Ports, "clock" | "log" | "version">;
	readonly store: RecordStore;
	readonly prices: Pick<PriceMemory, "note">;
	/** Whoever is signed in. */
	account(): { readonly scope: string };
	entry(id: string): Entry | null;
	summary(entry: Entry): Summary;
	readonly requests: { get(entryId: string): Pick<ApprovalRequest, "receivedAt"> | null };
	/** Something that a window shows has changed. */
	changed(): void;
}

class ActivityRecorder implements Recorder {
	readonly #parts: RecorderParts;
	/** What was written down, or is not to be, by scope: the disk is asked once. */
	readonly #known = new Map<string, Set<string>>();
	readonly #ruled = createRuledFactsMemory();
	/** Commits and actions whose rejection was looked at as they stand. */
	readonly #seen = new WeakSet<object>();
	#isScheduled = false;

	constructor(parts: RecorderParts) {
		this.#parts = parts;
	}

	reviewed(composed: ComposedReview): void {
		const revision = revisionOfRequest(composed.request);
		const { ports } = this.#parts;
		const { scope } = this.#parts.account();
		if (revision === null) return;
		this.#safely(() => {
			this.#ruled.note(scope, revision, composed);
			const records = recordsOfReview(composed, {
				revision,
				known: this.#knownOf(scope),
				about: () => this.#reviewedFactsOf(composed),
				app: ports.version,
				now: ports.clock.now(),
			});
			this.#keep(scope, records);
		});
	}

	looked(entries: readonly Entry[]): void {
		const { scope } = this.#parts.account();
		this.#safely(() => {
			const records = entries.map((entry) => this.#lookAt(scope, entry));
			this.#keep(
				scope,
				records.filter((each) => each !== null),
			);
		});
	}

	moved(row: JournalRow): void {
		this.#safely(() => this.#parts.prices.note(row));
	}

	rejected(rejection: EventPayloads["rejection-recorded"]): void {
		this.#safely(() => this.#recordRejection(rejection));
	}

	#safely(work: () => void): void {
		try {
			work();
		} catch (cause) {
			this.#parts.ports.log(`activity: ${String(cause)}`);
		}
	}

	/** Windows are told in a turn of their own: this may run while one is being composed. */
	#announce(): void {
		if (this.#isScheduled) return;
		this.#isScheduled = true;
		this.#parts.ports.clock.after(0, () => {
			this.#isScheduled = false;
			this.#parts.changed();
		});
	}

	#knownOf(scope: string): Set<string> {
		const keys = this.#known.get(scope) ?? new Set(this.#parts.store.list(scope).map(({ key }) => key));
		this.#known.set(scope, keys);
		return keys;
	}

	/** Those that are new, in one transaction. */
	#keep(scope: string, records: readonly NewRecord[]): void {
		const keys = this.#knownOf(scope);
		const fresh = records.filter(({ key }) => !keys.has(key));
		if (fresh.length === 0) return;
		this.#parts.store.keep(scope, fresh);
		for (const { key } of fresh) keys.add(key);
		this.#announce();
	}

	#revise(scope: string, key: string, record: NewRecord["body"]): void {
		this.#parts.store.revise(scope, key, record);
		this.#announce();
	}

	#factsOf(entry: Entry): RequestFacts {
		const facts = this.#ruled.of(this.#parts.account().scope, entry.id, revisionKeyOf(entry.request));
		return requestFactsOf(entry, this.#parts.summary(entry), facts);
	}

	#reviewedFactsOf({ request, review }: ComposedReview): RequestFacts | null {
		const entry = this.#parts.entry(request.entryId);
		return entry === null ? null : withReview(this.#factsOf(entry), review);
	}

	/** The rejection of this entry as it is kept; null where there is none. */
	#keptRejection(scope: string, entryId: string): RecordOf<"rejected"> | null {
		const body = this.#parts.store.get(scope, rejectedKey(entryId))?.body;
		return body?.kind === "rejected" ? body : null;
	}

	#recordRejection(rejection: EventPayloads["rejection-recorded"]): void {
		const { ports } = this.#parts;
		const { scope, entryId, state } = rejection;
		const before = this.#keptRejection(scope, entryId);
		// The service has heard one “no”: that another did not arrive takes nothing from it.
		if (before?.arrival === "arrived" && (state === "changed" || state === "failed")) return;
		// Somebody else may be signed in by now, whose request has the same name.
		const entry = this.#parts.account().scope === scope ? this.#parts.entry(entryId) : null;
		const about = before ?? (entry === null ? factsOfRejection(rejection) : this.#factsOf(entry));
		const record = rejectionRecord(about, rejection);
		const key = rejectedKey(entryId);
		if (before === null) this.#keep(scope, [{ key, at: ports.clock.now(), body: record, proof: null }]);
		else this.#revise(scope, key, record);
	}

	/** How it ended elsewhere, or by time; null where that is written down, or the journal tells the rest. */
	#lookAt(scope: string, entry: Entry): NewRecord | null {
		const { ports, requests } = this.#parts;
		const now = ports.clock.now();
		const end = entry.state === "done" ? endOf(entry, now) : null;
		if (end === null) return null;
		const keys = this.#knownOf(scope);
		const isRejected = keys.has(rejectedKey(entry.id));
		// One end a request: a “no” of the user's that came too late says so itself.
		if (end === "expired" && (isRejected || keys.has(expiredKey(entry.id)))) return null;
		if (isRejected) {
			this.#hear(scope, entry);
			return null;
		}
		const since = requests.get(entry.id)?.receivedAt ?? entry.firstSeen;
		return endRecord(entry, end, this.#factsOf(entry), { since, now });
	}

	/** The service shows it as rejected: it has heard the “no”, whatever its answer was. */
	#hear(scope: string, { id, request }: Entry): void {
		const of = request.kind === "commit" ? request.read : "action" in request ? request.action : null;
		if (of === null || this.#seen.has(of)) return;
		this.#seen.add(of);
		const before = this.#keptRejection(scope, id);
		if (before !== null && before.arrival !== "arrived")
			this.#revise(scope, rejectedKey(id), { ...before, arrival: "arrived", why: null });
	}
}

export const createRecorder = (parts: RecorderParts): Recorder => new ActivityRecorder(parts);
