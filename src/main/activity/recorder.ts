import {
	type RecordOf,
	type RequestFacts,
	type RuledFacts,
	ruledFacts,
} from "../../core/activity/records.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import { type ApprovalRequest, revisionKeyOf } from "../../core/review/approval-request.ts";
import { policyFactsOf } from "../../core/review/policy/policy-facts.ts";
import type { Summary } from "../../core/review/summary.ts";
import type { EventPayloads, Events } from "../events.ts";
import type { Entry } from "../inbox/entries/entry.ts";
import type { Ports } from "../ports.ts";
import type { ComposedReview } from "../reviewing/reviews/review-inputs.ts";
import type { NewRecord, RecordStore } from "./record-store.ts";
import type { PriceMemory } from "./seen-prices.ts";
import {
	endOf,
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

const MAX_REQUESTS = 2_000;
const MAX_JSON = 16_000;

function factsOf({ review, policy }: ComposedReview): RuledFacts | null {
	const { request } = policy;
	if (request === null || review.analyses.length === 0) return null;
	const { account, chainRef, apps } = request;
	const items = policyFactsOf(review).map(({ spends, known, recipients, contracts, grants, simulated }) => ({
		spends: { certain: spends.certain, amounts: spends.amounts.map((each) => ({ ...each })) },
		known,
		recipients: recipients === null ? null : [...recipients],
		contracts: contracts === null ? null : [...contracts],
		grants: grants.map(({ spender, token, unlimited }) => ({ spender, token, unlimited })),
		simulated,
	}));
	const facts = { account, chainRef, apps: apps === null ? null : [...apps], legs: items };
	// If the facts couldn't be parsed again, the whole record would be lost.
	return ruledFacts.safeParse(facts).success && JSON.stringify(facts).length <= MAX_JSON ? facts : null;
}

/**
 * Facts that rules read from waiting requests. With these facts, Activity can try a different rule on
 * requests that were never signed.
 */
class RuledFactsMemory {
	readonly #ruledFacts = new Map<string, RuledFacts | null>();

	addReview(scope: string, revision: string, composed: ComposedReview): void {
		const key = JSON.stringify([scope, composed.request.entryId, revision]);
		this.#ruledFacts.delete(key);
		this.#ruledFacts.set(key, factsOf(composed));
		const [oldest] = this.#ruledFacts.keys();
		if (this.#ruledFacts.size > MAX_REQUESTS && oldest !== undefined) this.#ruledFacts.delete(oldest);
	}

	get(scope: string, entryId: string, revision: string): RuledFacts | null {
		return this.#ruledFacts.get(JSON.stringify([scope, entryId, revision])) ?? null;
	}
}

export interface RecorderContext {
	readonly ports: Pick<Ports, "clock" | "log" | "version">;
	readonly events: Pick<Events, "emit">;
	readonly requests: {
		readonly requests: { get(entryId: string): Pick<ApprovalRequest, "receivedAt"> | null };
	};
	readonly inbox: { entry(id: string): Entry | null; summary(entry: Entry): Summary };
	readonly signedIn: { current(): { readonly scope: string } };
}

export class Recorder {
	readonly #app;
	readonly #store;
	readonly #prices;
	readonly #known = new Map<string, Set<string>>();
	readonly #ruled = new RuledFactsMemory();
	readonly #seen = new WeakSet<object>();
	#isScheduled = false;

	constructor(app: RecorderContext, store: RecordStore, prices: Pick<PriceMemory, "addRow">) {
		this.#app = app;
		this.#store = store;
		this.#prices = prices;
	}

	recordReview(composed: ComposedReview): void {
		const revision = revisionOfRequest(composed.request);
		const { ports } = this.#app;
		const { scope } = this.#app.signedIn.current();
		if (revision === null) return;
		this.#safely(() => {
			this.#ruled.addReview(scope, revision, composed);
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

	recordEntries(entries: readonly Entry[]): void {
		const { scope } = this.#app.signedIn.current();
		this.#safely(() => {
			const records = entries.map((entry) => this.#recordEntry(scope, entry));
			this.#keep(
				scope,
				records.filter((each) => each !== null),
			);
		});
	}

	recordPrices(row: JournalRow): void {
		this.#safely(() => this.#prices.addRow(row));
	}

	recordRejection(rejection: EventPayloads["rejection-recorded"]): void {
		this.#safely(() => this.#recordRejection(rejection));
	}

	#safely(work: () => void): void {
		try {
			work();
		} catch (cause) {
			this.#app.ports.log(`activity: ${String(cause)}`);
		}
	}

	/** Deferred, because a window may be composing its view right now. */
	#announce(): void {
		if (this.#isScheduled) return;
		this.#isScheduled = true;
		this.#app.ports.clock.after(0, () => {
			this.#isScheduled = false;
			this.#app.events.emit("record-changed");
		});
	}

	#knownOf(scope: string): Set<string> {
		const keys = this.#known.get(scope) ?? new Set(this.#store.list(scope).map(({ key }) => key));
		this.#known.set(scope, keys);
		return keys;
	}

	#keep(scope: string, records: readonly NewRecord[]): void {
		const keys = this.#knownOf(scope);
		const fresh = records.filter(({ key }) => !keys.has(key));
		if (fresh.length === 0) return;
		this.#store.keep(scope, fresh);
		for (const { key } of fresh) keys.add(key);
		this.#announce();
	}

	#revise(scope: string, key: string, record: NewRecord["body"]): void {
		this.#store.revise(scope, key, record);
		this.#announce();
	}

	#factsOf(entry: Entry): RequestFacts {
		const facts = this.#ruled.get(this.#app.signedIn.current().scope, entry.id, revisionKeyOf(entry.request));
		return requestFactsOf(entry, this.#app.inbox.summary(entry), facts);
	}

	#reviewedFactsOf({ request, review }: ComposedReview): RequestFacts | null {
		const entry = this.#app.inbox.entry(request.entryId);
		return entry === null ? null : withReview(this.#factsOf(entry), review);
	}

	#storedRejection(scope: string, entryId: string): RecordOf<"rejected"> | null {
		const body = this.#store.get(scope, rejectedKey(entryId))?.body;
		return body?.kind === "rejected" ? body : null;
	}

	#recordRejection(rejection: EventPayloads["rejection-recorded"]): void {
		const { ports } = this.#app;
		const { scope, entryId, state } = rejection;
		const before = this.#storedRejection(scope, entryId);
		// The service already received a rejection, and a failed second rejection doesn't undo the first.
		if (before?.arrival === "arrived" && (state === "changed" || state === "failed")) return;
		// After a new sign-in, the same ID may belong to a different request.
		const entry = this.#app.signedIn.current().scope === scope ? this.#app.inbox.entry(entryId) : null;
		const about = before ?? (entry === null ? factsOfRejection(rejection) : this.#factsOf(entry));
		const record = rejectionRecord(about, rejection);
		const key = rejectedKey(entryId);
		if (before === null) this.#keep(scope, [{ key, at: ports.clock.now(), body: record, proof: null }]);
		else this.#revise(scope, key, record);
	}

	#recordEntry(scope: string, entry: Entry): NewRecord | null {
		const { ports, requests } = this.#app;
		const now = ports.clock.now();
		const end = entry.state === "done" ? endOf(entry, now) : null;
		if (end === null) return null;
		const keys = this.#knownOf(scope);
		const isRejected = keys.has(rejectedKey(entry.id));
		// A request ends only once. A late rejection by the user is recorded by its own event.
		if (end === "expired" && (isRejected || keys.has(expiredKey(entry.id)))) return null;
		if (isRejected) {
			this.#recordChange(scope, entry);
			return null;
		}
		const since = requests.requests.get(entry.id)?.receivedAt ?? entry.firstSeen;
		return endRecord(entry, end, this.#factsOf(entry), { since, now });
	}

	/** The service may show the request as rejected even if its response was lost. */
	#recordChange(scope: string, { id, request }: Entry): void {
		const of = request.kind === "commit" ? request.read : "action" in request ? request.action : null;
		if (of === null || this.#seen.has(of)) return;
		this.#seen.add(of);
		const before = this.#storedRejection(scope, id);
		if (before !== null && before.arrival !== "arrived")
			this.#revise(scope, rejectedKey(id), { ...before, arrival: "arrived", why: null });
	}
}
