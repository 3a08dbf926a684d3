import { z } from "zod";
import { broadcaster } from "../../src/service-api/action.ts";
import {
	type CommitState,
	type CommitView,
	commitView,
	signableCommit,
} from "../../src/service-api/commit.ts";
import type { Database } from "./database.ts";
import type { SessionLog } from "./log.ts";
import { type OddityName, oddCommit } from "./oddities.ts";
import { TWISTS } from "./sentences.ts";
import { twistView } from "./twists.ts";

/** Stores commits: the view, and the service's private data. */

/** Original request, stored so that a review can be revised; amounts as decimal strings. */
const storedIntent = z.object({
	kind: z.enum(["send_eth", "send_token", "approve", "swap", "call"]),
	party: z.string(),
	amount: z.string(),
	/** Calldata of a call. */
	data: z.string().optional(),
	tellings: z.array(z.string()).optional(),
});

/** Sentence that is parsed again for each revision, and its sender's accounts. */
export const said = z.object({
	message: z.string(),
	evm: z.string().nullable(),
	svm: z.string().nullable(),
	broadcaster,
	/** Number of revisions; each doubles the amounts. */
	round: z.number().int().min(0),
});
export type Said = z.infer<typeof said>;

const commitRecord = z.object({
	view: commitView,
	/** Payload that a signature is checked against; part of `action` while a signature is awaited. */
	payload: signableCommit,
	/** Intent of an EVM transaction; `null` for other payloads. */
	intent: storedIntent.nullable(),
	/** Sentence that requested the commit; `null` for an EVM transaction. */
	said: said.nullable(),
	twist: z.enum(TWISTS).nullable(),
	/** Unix seconds. */
	expiresAt: z.number().int().nullable(),
	/** Time at which the review is to be revised, in milliseconds since the epoch. */
	reviseAt: z.number().nullable(),
	/** Bytes and transaction id, as the chain family writes them; a user operation's signatures have no id. */
	signed: z.object({ raw: z.string(), hash: z.string() }).nullable(),
	/** Issued wallet attempt, and its request id. */
	attempt: z.object({ id: z.string(), clientRequestId: z.string() }).nullable().optional(),
	/** True once the turn about the outcome has been opened. */
	told: z.boolean(),
	/** Block of the receipt; `null` until there is one. */
	block: z.string().nullable(),
});
export type CommitRecord = z.infer<typeof commitRecord>;
export type StoredIntent = z.infer<typeof storedIntent>;

/** Changes of a commit's view in one version. */
export type Change = Partial<
	Pick<
		CommitView,
		"state" | "transaction_id" | "failure_code" | "action" | "review" | "signer" | "wallet_attempt"
	>
>;

/** Applies one change to the locked commit, as one version. */
export type ApplyChange = (
	record: CommitRecord,
	change: Change,
	rest?: Partial<CommitRecord>,
) => CommitRecord;

export class CommitStore {
	readonly #db: Database;
	readonly #log: SessionLog;
	readonly #oddities: () => readonly OddityName[];

	constructor(db: Database, log: SessionLog, oddities: () => readonly OddityName[]) {
		this.#db = db;
		this.#log = log;
		this.#oddities = oddities;
	}

	get(commitId: string): CommitRecord | null {
		const row = this.#db.sql.prepare("SELECT record FROM commits WHERE commit_id = ?").get(commitId);
		return row === undefined ? null : commitRecord.parse(JSON.parse(String(row["record"])));
	}

	inStates(states: readonly CommitState[]): CommitRecord[] {
		const marks = states.map(() => "?").join(",");
		return this.#db.sql
			.prepare(`SELECT record FROM commits WHERE state IN (${marks}) ORDER BY rowid`)
			.all(...states)
			.map((row) => commitRecord.parse(JSON.parse(String(row["record"]))));
	}

	/** Returns the current members of the commit's batch in order; only the commit if there is no batch. */
	membersOf({ view }: CommitRecord): CommitRecord[] {
		const ids = view.batch?.ordered_commit_ids ?? [view.commit_id];
		return ids.flatMap((id) => this.get(id) ?? []);
	}

	/** Returns any commit of the batch with this id, or the commit with this id. */
	find(batchOrCommitId: string): CommitRecord | null {
		const row = this.#db.sql
			.prepare("SELECT commit_id FROM commits WHERE json_extract(record, '$.view.batch.batch_id') = ?")
			.get(batchOrCommitId);
		return this.get(row === undefined ? batchOrCommitId : String(row["commit_id"]));
	}

	/** Lists batch members that wait for their predecessor. */
	waiting(): CommitRecord[] {
		return this.#db.sql
			.prepare(
				`SELECT record FROM commits WHERE state = 'needs_signature'
				AND json_extract(record, '$.view.batch.predecessor_commit_id') IS NOT NULL
				AND json_extract(record, '$.view.action') IS NULL ORDER BY rowid`,
			)
			.all()
			.map((row) => commitRecord.parse(JSON.parse(String(row["record"]))));
	}

	/** Stores a new state of a commit; with `shown`, readers get it with their next page. */
	save(record: CommitRecord, shown: boolean): void {
		const { commit_id, thread_id, state } = record.view;
		this.#db.transaction(() => {
			this.#db.sql
				.prepare("INSERT OR REPLACE INTO commits (commit_id, session_id, state, record) VALUES (?, ?, ?, ?)")
				.run(commit_id, thread_id, state, JSON.stringify(record));
			if (shown) this.#log.appendCommit(thread_id, commit_id);
		});
	}

	/** Returns the view as JSON text, as pages or a direct GET show it; `null` if there is none. */
	shown(commitId: string, via: "page" | "get"): string | null {
		const record = this.get(commitId);
		if (record === null) return null;
		return oddCommit(this.#oddities(), JSON.stringify(twistView(record.twist, record.view, via)));
	}
}
