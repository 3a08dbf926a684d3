import { type Lie, liesOf } from "../../core/activity/lies.ts";
import type { ActivityRecord, DeliveryState, RecordOf, RequestFacts } from "../../core/activity/records.ts";
import { proofOf } from "../../core/checking/proof.ts";
import type { JournalRow } from "../../core/journal/types.ts";
import type { Text } from "../../core/message.ts";
import { ruleRefusals } from "../../core/review/policy/rule-obstacles.ts";
import type { Review } from "../../core/review/review.ts";
import type { Summary } from "../../core/review/summary.ts";
import type { PolicyStanding } from "../../core/rules/rules.ts";
import { type Entry, revisionOf } from "../inbox/entries/entry.ts";
import { entryOf, type Rejection, type RejectionDeps } from "../inbox/rejecting/rejection.ts";
import type { Request } from "../inbox/requests/requests.ts";
import type { Ports } from "../ports.ts";
import type { ComposedReview } from "../reviewing/reviews/reviews-types.ts";
import type { NewRecord, RecordStore } from "./record-store.ts";
import { endOf } from "./request-end.ts";
import { createRuledFactsMemory } from "./ruled-facts.ts";
import type { PriceMemory } from "./seen-prices.ts";

/**
 * Writes down what became of requests that were not signed: each once, before anything else is done about it. A disk
 * that takes nothing costs the row and nothing else, so that nothing here ever throws.
 */
export interface Recorder extends Readonly<RejectionDeps["recorder"]> {
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
	readonly requests: { get(entryId: string): Pick<Request, "receivedAt"> | null };
	/** Something that a window shows has changed. */
	changed(): void;
}

/** Texts of others are cut here: what is kept is bounded. */
const MAX_TEXT = 4_000;
const cut = (text: string): string => (text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`);
const cutText = (text: Text): Text => (typeof text === "string" ? cut(text) : text);

const rejectedKey = (entryId: string): string => `rejected ${entryId}`;

/** Which form of the request it is: a revised one can lie anew. */
function revisionOfRequest(request: Request): string | null {
	if (request.kind === "action") return revisionOf({ asked: { kind: "action", action: request.action } });
	if (request.kind !== "commit") return null;
	const { commitId, read } = request;
	return revisionOf({ asked: { kind: "commit", commitId, read, confirmedByGet: false } });
}

function ruleNameOf({ kept }: PolicyStanding, ruleId: string): string {
	return kept.ok ? (kept.rules.find(({ id }) => id === ruleId)?.name ?? "") : "";
}

export function createRecorder(parts: RecorderParts): Recorder {
	const { ports, store } = parts;
	const { clock, log } = ports;
	/** What was written down, or is not to be, by scope: the disk is asked once. */
	const known = new Map<string, Set<string>>();
	const ruled = createRuledFactsMemory();
	let isScheduled = false;

	function safely(work: () => void): void {
		try {
			work();
		} catch (cause) {
			log(`activity: ${String(cause)}`);
		}
	}

	/** Windows are told in a turn of their own: this may run while one is being composed. */
	function announce(): void {
		if (isScheduled) return;
		isScheduled = true;
		clock.after(0, () => {
			isScheduled = false;
			parts.changed();
		});
	}

	function knownOf(scope: string): Set<string> {
		const keys = known.get(scope) ?? new Set(store.list(scope).map(({ key }) => key));
		known.set(scope, keys);
		return keys;
	}

	/** Those that are new, in one transaction. */
	function keep(scope: string, records: readonly NewRecord[]): void {
		const keys = knownOf(scope);
		const fresh = records.filter(({ key }) => !keys.has(key));
		if (fresh.length === 0) return;
		store.keep(scope, fresh);
		for (const { key } of fresh) keys.add(key);
		announce();
	}

	function requestFactsOf(entry: Entry): RequestFacts {
		const { headline, app, chainRef } = parts.summary(entry);
		const { asked } = entry;
		const facts = ruled.of(parts.account().scope, entry.id, revisionOf(entry));
		const signer = asked.kind === "commit" && asked.read.kind === "known" ? asked.read.view.signer : "";
		return {
			entryId: entry.id,
			sessionId: entry.sessionId,
			app: app === null ? null : app.slice(0, 400),
			headline: cutText(headline),
			chainRef: chainRef.slice(0, 400),
			signer: signer.slice(0, 400),
			...(facts === null ? {} : { facts }),
		};
	}

	/** The same of what is open, by its review: that knows tokens and the signer. */
	function reviewedFactsOf(entryId: string, { headline, frozen }: Review): RequestFacts | null {
		const entry = parts.entry(entryId);
		if (entry === null) return null;
		const base = requestFactsOf(entry);
		return { ...base, headline: cutText(headline.text), signer: frozen?.signer ?? base.signer };
	}

	function lieRecord(about: RequestFacts, { fields, ...lie }: Lie): ActivityRecord {
		return { kind: "lie", ...about, ...lie, fields: [...fields] };
	}

	function foundIn(scope: string, composed: ComposedReview, revision: string): readonly NewRecord[] {
		const { request, review, answers, policy } = composed;
		const { entryId } = request;
		const keys = knownOf(scope);
		const at = clock.now();
		const lies = liesOf(review).filter(({ lie }) => !keys.has(`lie ${lie} ${entryId} ${revision}`));
		const stops = ruleRefusals(policy, review.insights).filter(
			({ ruleId }) => ruleId !== "" && !keys.has(`rule ${ruleId} ${entryId} ${revision}`),
		);
		const about = lies.length + stops.length === 0 ? null : reviewedFactsOf(entryId, review);
		if (about === null) return [];
		const proof = () => proofOf(review, answers, { app: ports.version, now: at });
		return [
			...lies.map((lie): NewRecord => {
				const made = lie.lie === "payload" ? proof() : null;
				return {
					key: `lie ${lie.lie} ${entryId} ${revision}`,
					at,
					body: lieRecord(about, lie),
					proof: made === null ? null : JSON.stringify(made),
				};
			}),
			...stops.map(({ ruleId, text }): NewRecord => {
				const rule = ruleNameOf(policy, ruleId);
				const key = `rule ${ruleId} ${entryId} ${revision}`;
				return { key, at, body: { kind: "rule", ...about, ruleId, rule, told: text }, proof: null };
			}),
		];
	}

	/** The rejection of this entry as it is kept; null where there is none. */
	function kept(scope: string, entryId: string): RecordOf<"rejected"> | null {
		const body = store.get(scope, rejectedKey(entryId))?.body;
		return body?.kind === "rejected" ? body : null;
	}

	function noted(scope: string, body: Rejection, arrival: DeliveryState, why: Text | null): void {
		const entryId = entryOf(body);
		const before = kept(scope, entryId);
		// The service has heard one “no”: that another did not arrive takes nothing from it.
		if (before?.arrival === "arrived" && (arrival === "changed" || arrival === "failed")) return;
		// Somebody else may be signed in by now, whose request has the same name.
		const entry = parts.account().scope === scope ? parts.entry(entryId) : null;
		const about =
			before ??
			(entry === null
				? { entryId, sessionId: body.sessionId, app: null, headline: "", chainRef: "", signer: "" }
				: requestFactsOf(entry));
		const record: ActivityRecord = {
			...about,
			kind: "rejected",
			headline: cut(body.headline),
			by: "user",
			reason: cut(body.reason),
			arrival,
			why: why === null ? null : cutText(why),
		};
		const key = rejectedKey(entryId);
		if (before === null) keep(scope, [{ key, at: clock.now(), body: record, proof: null }]);
		else {
			store.revise(scope, key, record);
			announce();
		}
	}

	/** Ended elsewhere, or by time; null where the journal tells the rest, or nothing is to be told. */
	function endRecord(entry: Entry): NewRecord | null {
		const end = endOf(entry, clock.now());
		if (end === null) return null;
		const since = parts.requests.get(entry.id)?.receivedAt ?? entry.firstSeen;
		// The service chooses the moment: one that no clock knows could not be read from the disk again.
		const ended = end === "expired" ? (entry.expiresAt ?? since) : since;
		const at = Math.max(0, Math.min(clock.now(), ended));
		const about = requestFactsOf(entry);
		return end === "expired"
			? { key: `expired ${entry.id}`, at, body: { kind: "expired", ...about }, proof: null }
			: {
					key: rejectedKey(entry.id),
					at,
					body: {
						kind: "rejected",
						...about,
						by: "elsewhere",
						reason: "",
						arrival: "arrived",
						why: null,
					},
					proof: null,
				};
	}

	/** Entries that were looked at as they stand: their end is written down, or they have none. */
	const seen = new WeakSet<object>();

	function lookAt(scope: string, entry: Entry): readonly NewRecord[] {
		const end = entry.state === "done" ? endOf(entry, clock.now()) : null;
		if (end === null) return [];
		const keys = knownOf(scope);
		const isRejected = keys.has(rejectedKey(entry.id));
		if (end === "expired")
			// One end a request: a “no” of the user's that came too late says so itself.
			return isRejected || keys.has(`expired ${entry.id}`)
				? []
				: [endRecord(entry)].filter((each) => each !== null);
		if (!isRejected) return [endRecord(entry)].filter((each) => each !== null);
		const { asked } = entry;
		const of = asked.kind === "commit" ? asked.read : "action" in asked ? asked.action : null;
		if (of === null || seen.has(of)) return [];
		seen.add(of);
		const before = kept(scope, entry.id);
		// The service shows it as rejected: it has heard the “no”, whatever its answer was.
		if (before !== null && before.arrival !== "arrived") {
			store.revise(scope, rejectedKey(entry.id), {
				...before,
				arrival: "arrived",
				why: null,
			});
			announce();
		}
		return [];
	}

	return {
		reviewed(composed) {
			const revision = revisionOfRequest(composed.request);
			const { scope } = parts.account();
			if (revision === null) return;
			safely(() => {
				ruled.note(scope, revision, composed);
				keep(scope, foundIn(scope, composed, revision));
			});
		},
		looked(entries) {
			const { scope } = parts.account();
			safely(() =>
				keep(
					scope,
					entries.flatMap((entry) => lookAt(scope, entry)),
				),
			);
		},
		moved: (row) => safely(() => parts.prices.note(row)),
		rejecting: (scope, body) => safely(() => noted(scope, body, "telling", null)),
		rejected: (scope, body, arrival, why) => safely(() => noted(scope, body, arrival, why)),
	};
}
