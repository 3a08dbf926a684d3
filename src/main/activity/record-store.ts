import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { type ActivityRecord, activityRecord, type RecordKind } from "../../core/activity/records.ts";
import { rowParser, safely, transaction } from "../storage/database.ts";

export const ACTIVITY_RECORDS_SQL = `
CREATE TABLE activity_records (
	scope TEXT NOT NULL,
	key TEXT NOT NULL,
	kind TEXT NOT NULL,
	at INTEGER NOT NULL,
	body TEXT NOT NULL,
	proof TEXT,
	PRIMARY KEY (scope, key)
) STRICT;
CREATE INDEX activity_records_of ON activity_records (scope, kind, at);
CREATE TABLE activity_pruned (
	scope TEXT NOT NULL,
	kind TEXT NOT NULL,
	count INTEGER NOT NULL,
	until INTEGER NOT NULL,
	PRIMARY KEY (scope, kind)
) STRICT;
CREATE TABLE activity_prices (
	row_id TEXT NOT NULL,
	asset TEXT NOT NULL,
	answer TEXT NOT NULL,
	decimals INTEGER NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (row_id, asset)
) STRICT;
`;

/** Applies per scope and kind, so a flood of one kind never displaces records of another. */
export const MAX_OF_A_KIND = 2_000;
/** In characters. If a proof is longer, the record is stored without it. */
export const MAX_PROOF_LENGTH = 512 * 1024;
/** In UTF-8 bytes per scope. The oldest proofs are removed first, but their records stay. */
export const ALL_PROOFS = 32 * 1024 * 1024;

export interface NewRecord {
	readonly key: string;
	readonly at: number;
	readonly body: ActivityRecord;
	readonly proof: string | null;
}

export interface StoredRecord {
	readonly key: string;
	readonly at: number;
	readonly body: ActivityRecord;
	readonly hasProof: boolean;
}

const columns = z.object({
	key: z.string(),
	at: z.number(),
	body: z.string(),
	has_proof: z.number(),
});
const proofColumn = z.object({ proof: z.string().nullable() });
const toPruned = rowParser({
	kind: z.enum(["rejected", "expired", "rule", "lie"]),
	count: z.number(),
	until: z.number(),
});
type Pruned = Readonly<ReturnType<typeof toPruned>>;
const untilColumn = z.object({ until: z.number() });
const ageColumns = z.object({ at: z.number() });
const bytesColumn = z.object({ bytes: z.number() });
const keyColumn = z.object({ key: z.string() });

const keysOf = (rows: readonly unknown[]): readonly string[] => rows.map((raw) => keyColumn.parse(raw).key);

function toRecord(raw: unknown): StoredRecord | null {
	const { key, at, body, has_proof } = columns.parse(raw);
	try {
		return { key, at, body: activityRecord.parse(JSON.parse(body)), hasProof: has_proof === 1 };
	} catch {
		// A record written by a different version can't be read, but stays in the database.
		return null;
	}
}

interface Written {
	readonly added: readonly StoredRecord[];
	readonly removed: ReadonlySet<string>;
	readonly bare: ReadonlySet<string>;
	readonly proofs: number | null;
}

function listAfter(
	before: readonly StoredRecord[],
	{ added, removed, bare }: Written,
): readonly StoredRecord[] {
	return [...added.toReversed(), ...before]
		.filter(({ key }) => !removed.has(key))
		.map((record) => (bare.has(record.key) ? { ...record, hasProof: false } : record))
		.toSorted((one, other) => other.at - one.at);
}

const NEWEST_FIRST = "ORDER BY at DESC, rowid DESC";
const COLUMNS = "key, at, body, proof IS NOT NULL AS has_proof";

/**
 * Stores a record in journal.db for each request that was rejected, expired, blocked by a rule or found to
 * contain a lie. Only the newest records of each kind are stored. Pruned records are counted and never added
 * again.
 */
export class RecordStore {
	readonly #db;
	readonly #selectAll;
	readonly #selectOne;
	readonly #selectProof;
	readonly #insert;
	readonly #update;
	readonly #selectPrunedUntil;
	readonly #selectPruned;
	readonly #selectBeyond;
	readonly #deleteBeyond;
	readonly #addPruned;
	readonly #sumProofBytes;
	readonly #clearProofs;
	/**
	 * Read from disk once, and again after a failed write. Other writes only update the cached list, so
	 * adding a record doesn't become slower as the list grows.
	 */
	readonly #lists = new Map<string, readonly StoredRecord[]>();
	/** Upper bounds on the size of the stored proofs, by scope. Removed proofs aren't subtracted. */
	readonly #proofBound = new Map<string, number>();

	constructor(db: DatabaseSync) {
		this.#db = db;
		this.#selectAll = db.prepare(`SELECT ${COLUMNS} FROM activity_records WHERE scope = ? ${NEWEST_FIRST}`);
		this.#selectOne = db.prepare(`SELECT ${COLUMNS} FROM activity_records WHERE scope = ? AND key = ?`);
		this.#selectProof = db.prepare("SELECT proof FROM activity_records WHERE scope = ? AND key = ?");
		this.#insert = db.prepare(
			"INSERT OR IGNORE INTO activity_records (scope, key, kind, at, body, proof) VALUES (?, ?, ?, ?, ?, ?)",
		);
		this.#update = db.prepare("UPDATE activity_records SET body = ? WHERE scope = ? AND key = ?");
		this.#selectPrunedUntil = db.prepare("SELECT until FROM activity_pruned WHERE scope = ? AND kind = ?");
		this.#selectPruned = db.prepare(
			"SELECT kind, count, until FROM activity_pruned WHERE scope = ? ORDER BY kind",
		);
		this.#selectBeyond = db.prepare(
			`SELECT at FROM activity_records WHERE scope = ? AND kind = ? ${NEWEST_FIRST} LIMIT 1 OFFSET ?`,
		);
		this.#deleteBeyond =
			db.prepare(`DELETE FROM activity_records WHERE rowid IN (SELECT rowid FROM activity_records
		WHERE scope = ? AND kind = ? ${NEWEST_FIRST} LIMIT -1 OFFSET ?) RETURNING key`);
		this.#addPruned = db.prepare(`INSERT INTO activity_pruned (scope, kind, count, until) VALUES (?, ?, ?, ?)
		ON CONFLICT (scope, kind) DO UPDATE SET count = count + excluded.count, until = max(until, excluded.until)`);
		// SQLite reads the byte length from the row's header. To count characters, it would have to read
		// every proof.
		this.#sumProofBytes = db.prepare(
			"SELECT coalesce(sum(octet_length(proof)), 0) AS bytes FROM activity_records WHERE scope = ?",
		);
		this.#clearProofs = db.prepare(`UPDATE activity_records SET proof = NULL WHERE rowid IN (
		SELECT id FROM (SELECT rowid AS id, sum(octet_length(proof)) OVER (${NEWEST_FIRST}) AS upto
		FROM activity_records WHERE scope = ? AND proof IS NOT NULL) WHERE upto > ?) RETURNING key`);
	}

	/** Skips records that are already stored or older than the pruned records. Throws a StorageError. */
	keep(scope: string, records: readonly NewRecord[]): void {
		const fresh = records.filter(({ at, body }) => !this.#isRemoved(scope, body.kind, at));
		if (fresh.length === 0) return;
		this.#write(
			scope,
			() => {
				const did = transaction(this.#db, () => this.#add(scope, fresh));
				if (did.proofs !== null) this.#proofBound.set(scope, did.proofs);
				return did;
			},
			listAfter,
		);
	}

	revise(scope: string, key: string, body: ActivityRecord): void {
		const text = JSON.stringify(body);
		this.#write(
			scope,
			() => safely(this.#db, () => this.#update.run(text, scope, key)),
			(list) =>
				list.flatMap((record) =>
					record.key === key
						? (toRecord({ key, at: record.at, body: text, has_proof: record.hasProof ? 1 : 0 }) ?? [])
						: record,
				),
		);
	}

	list(scope: string): readonly StoredRecord[] {
		return safely(this.#db, () => this.#listOf(scope));
	}

	get(scope: string, key: string): StoredRecord | null {
		const raw = safely(this.#db, () => this.#selectOne.get(scope, key));
		return raw === undefined ? null : toRecord(raw);
	}

	proof(scope: string, key: string): string | null {
		const raw = safely(this.#db, () => this.#selectProof.get(scope, key));
		return raw === undefined ? null : proofColumn.parse(raw).proof;
	}

	pruned(scope: string): readonly Pruned[] {
		return safely(this.#db, () => this.#selectPruned.all(scope).map(toPruned));
	}

	#listOf(scope: string): readonly StoredRecord[] {
		const known = this.#lists.get(scope);
		if (known !== undefined) return known;
		const read = this.#selectAll
			.all(scope)
			.map(toRecord)
			.filter((each) => each !== null);
		this.#lists.set(scope, read);
		return read;
	}

	#write<T>(
		scope: string,
		write: () => T,
		after: (list: readonly StoredRecord[], did: T) => readonly StoredRecord[],
	): void {
		const known = this.#lists.get(scope);
		this.#lists.delete(scope);
		const did = write();
		if (known !== undefined) this.#lists.set(scope, after(known, did));
	}

	#proofBytesOf(scope: string): number {
		return bytesColumn.parse(this.#sumProofBytes.get(scope)).bytes;
	}

	#pruneProofs(scope: string, added: number): Pick<Written, "bare" | "proofs"> {
		if (added === 0) return { bare: new Set(), proofs: null };
		const known = this.#proofBound.get(scope);
		const all = known === undefined ? this.#proofBytesOf(scope) : known + added;
		if (all <= ALL_PROOFS) return { bare: new Set(), proofs: all };
		const bare = new Set(keysOf(this.#clearProofs.all(scope, ALL_PROOFS)));
		return { bare, proofs: this.#proofBytesOf(scope) };
	}

	#isRemoved(scope: string, kind: RecordKind, at: number): boolean {
		const raw = this.#selectPrunedUntil.get(scope, kind);
		return raw !== undefined && at <= untilColumn.parse(raw).until;
	}

	#prune(scope: string, kind: RecordKind): readonly string[] {
		const raw = this.#selectBeyond.get(scope, kind, MAX_OF_A_KIND);
		if (raw === undefined) return [];
		const gone = keysOf(this.#deleteBeyond.all(scope, kind, MAX_OF_A_KIND));
		this.#addPruned.run(scope, kind, gone.length, ageColumns.parse(raw).at);
		return gone;
	}

	#add(scope: string, records: readonly NewRecord[]): Written {
		let bytes = 0;
		const added: StoredRecord[] = [];
		for (const { key, at, body, proof } of records) {
			const kept = proof !== null && proof.length <= MAX_PROOF_LENGTH ? proof : null;
			const text = JSON.stringify(body);
			if (this.#insert.run(scope, key, body.kind, at, text, kept).changes === 0) continue;
			bytes += Buffer.byteLength(kept ?? "");
			const record = toRecord({ key, at, body: text, has_proof: kept === null ? 0 : 1 });
			if (record !== null) added.push(record);
		}
		const kinds = new Set(records.map(({ body }) => body.kind));
		const gone = new Set([...kinds].flatMap((kind) => this.#prune(scope, kind)));
		return { added, removed: gone, ...this.#pruneProofs(scope, bytes) };
	}
}
