import { z } from "zod";
import { type ActionState, actionShape } from "../../src/service-api/action.ts";
import { said } from "./commit-store.ts";
import type { Database } from "./database.ts";
import { TWISTS } from "./grammar.ts";
import type { EventBody } from "./log.ts";

/** Stores actions: the view in the log, and the service's private data. */

/** Submitted transaction of one leg; `lastValid` is the last block height at which it can land. */
const sentLeg = z.object({
	transactionId: z.string(),
	family: z.enum(["evm", "svm"]),
	chainId: z.number().nullable(),
	from: z.string(),
	nonce: z.number().nullable(),
	lastValid: z.number().nullable(),
});
export type SentLeg = z.infer<typeof sentLeg>;

const actionRecord = z.object({
	action: z.object(actionShape),
	sessionId: z.string(),
	turnId: z.string(),
	/** Sentence that requested the action; `null` if the action represents commits. */
	said: said.nullable(),
	stages: z.array(z.number()),
	/** Commits with the same transactions, which are answered instead of this action. */
	commitIds: z.array(z.string()),
	twist: z.enum(TWISTS).nullable(),
	/** Milliseconds since the epoch. */
	reviseAt: z.number().nullable(),
	/** Signer's nonce at the time of the request. A transaction with a lower nonce can't be an answer. */
	sinceNonce: z.number().nullable(),
	/** Slot at the time of the request, on Solana. */
	sinceSlot: z.number().nullable(),
	sent: z.array(sentLeg),
});
export type ActionRecord = z.infer<typeof actionRecord>;

export function actionEventOf({ action }: ActionRecord): EventBody {
	return { type: "action", ...action };
}

export class ActionStore {
	readonly #db: Database;

	constructor(db: Database) {
		this.#db = db;
	}

	#read(where: string, ...values: string[]): ActionRecord[] {
		return this.#db.sql
			.prepare(`SELECT record FROM actions WHERE ${where} ORDER BY rowid`)
			.all(...values)
			.map((row) => actionRecord.parse(JSON.parse(String(row["record"]))));
	}

	get(actionId: string): ActionRecord | null {
		return this.#read("action_id = ?", actionId)[0] ?? null;
	}

	inState(state: ActionState): ActionRecord[] {
		return this.#read("state = ?", state);
	}

	ofTurn(sessionId: string, turnId: string): ActionRecord | null {
		const found = this.#read("session_id = ? AND json_extract(record, '$.turnId') = ?", sessionId, turnId);
		return found.at(-1) ?? null;
	}

	ofCommit(commitId: string): ActionRecord | null {
		const found = this.#read(
			"EXISTS (SELECT 1 FROM json_each(record, '$.commitIds') WHERE value = ?)",
			commitId,
		);
		return found[0] ?? null;
	}

	/** Returns true if the transaction answered another action or belongs to a commit. */
	isUsed(transactionId: string, except: string): boolean {
		const leg = this.#db.sql
			.prepare(
				`SELECT 1 FROM actions, json_each(record, '$.sent') AS leg WHERE action_id != ?
				AND lower(json_extract(leg.value, '$.transactionId')) = lower(?)`,
			)
			.get(except, transactionId);
		if (leg !== undefined) return true;
		const commit = this.#db.sql
			.prepare("SELECT 1 FROM commits WHERE lower(json_extract(record, '$.signed.hash')) = lower(?)")
			.get(transactionId);
		return commit !== undefined;
	}

	save(record: ActionRecord): void {
		const { action, sessionId } = record;
		this.#db.sql
			.prepare("INSERT OR REPLACE INTO actions (action_id, session_id, state, record) VALUES (?, ?, ?, ?)")
			.run(action.id, sessionId, action.state, JSON.stringify(record));
	}

	/** Returns the stored response to an idempotency key; `null` if the key is new. */
	storedResponse(key: string): string | null {
		const row = this.#db.sql.prepare("SELECT answer FROM answers WHERE key = ?").get(key);
		return row === undefined ? null : String(row["answer"]);
	}

	storeResponse(key: string, sessionId: string, answer: string): void {
		this.#db.sql.prepare("INSERT INTO answers VALUES (?, ?, ?)").run(key, sessionId, answer);
	}
}
