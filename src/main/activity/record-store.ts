import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { type ActivityRecord, activityRecord, type RecordKind } from "../../core/activity/records.ts";
import { asStorageError, transaction } from "../storage/database.ts";

/**
 * What Activity keeps beside the journal, in journal.db: of every request that was rejected, ran out, was refused by a
 * rule or caught in a lie one row, by a key of its own, so that a restart or a page that is read again adds none. Of each
 * kind the newest are kept: what was pruned is counted and told, and never comes back.
 */

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

/** So many of each kind are kept of one sign-in: a flood of one kind pushes out none of another. */
export const MAX_OF_A_KIND = 2_000;
/** A longer proof is not kept, in characters; its record is. */
export const MAX_PROOF_LENGTH = 512 * 1024;
/** All proofs of one sign-in together, in bytes of UTF-8: the oldest go first, and their records stay. */
export const ALL_PROOFS = 32 * 1024 * 1024;

export interface NewRecord {
	/** What it is of: the same key is never written twice. */
	readonly key: string;
	/** Unix ms. */
	readonly at: number;
	readonly body: ActivityRecord;
	/** What countersign-verify reads; null where nothing can be checked elsewhere. */
	readonly proof: string | null;
}

export interface KeptRecord {
	readonly key: string;
	/** Unix ms. */
	readonly at: number;
	readonly body: ActivityRecord;
	readonly hasProof: boolean;
}

/** What was pruned of one kind. */
interface Pruned {
	readonly kind: RecordKind;
	readonly count: number;
	/** When the newest of them was written down, Unix ms. */
	readonly until: number;
}

export interface RecordStore {
	/** Durable when it returns; what is there already, or as old as what was pruned, stays out. Throws a StorageError. */
	keep(scope: string, records: readonly NewRecord[]): void;
	/** Puts another body in the place of this key's; does nothing where there is none. Throws a StorageError. */
	revise(scope: string, key: string, body: ActivityRecord): void;
	/** Newest first; what this version can't read is left out. Throws a StorageError. */
	list(scope: string): readonly KeptRecord[];
	get(scope: string, key: string): KeptRecord | null;
	proof(scope: string, key: string): string | null;
	pruned(scope: string): readonly Pruned[];
}

const columns = z.object({
	key: z.string(),
	at: z.number(),
	body: z.string(),
	has_proof: z.number(),
});
const proofColumn = z.object({ proof: z.string().nullable() });
const prunedColumns = z.object({
	kind: z.enum(["rejected", "expired", "rule", "lie"]),
	count: z.number(),
	until: z.number(),
});
const untilColumn = z.object({ until: z.number() });
const ageColumns = z.object({ at: z.number() });
const bytesColumn = z.object({ bytes: z.number() });
const keyColumn = z.object({ key: z.string() });

const keysOf = (rows: readonly unknown[]): readonly string[] => rows.map((raw) => keyColumn.parse(raw).key);

function toRecord(raw: unknown): KeptRecord | null {
	const { key, at, body, has_proof } = columns.parse(raw);
	try {
		return { key, at, body: activityRecord.parse(JSON.parse(body)), hasProof: has_proof === 1 };
	} catch {
		// Written by another version: it stays where it is.
		return null;
	}
}

/** What a write did to a list. */
interface Written {
	/** In the order of their writing. */
	readonly added: readonly KeptRecord[];
	/** Keys of what was pruned, and of what lost its proof. */
	readonly gone: ReadonlySet<string>;
	readonly bare: ReadonlySet<string>;
	/** All proofs are at most so many bytes now; null where none was written. */
	readonly proofs: number | null;
}

/** The list as it would be read now; of the same moment what was written last comes first. */
function listAfter(before: readonly KeptRecord[], { added, gone, bare }: Written): readonly KeptRecord[] {
	return [...added.toReversed(), ...before]
		.filter(({ key }) => !gone.has(key))
		.map((record) => (bare.has(record.key) ? { ...record, hasProof: false } : record))
		.toSorted((one, other) => other.at - one.at);
}

const NEWEST_FIRST = "ORDER BY at DESC, rowid DESC";
const COLUMNS = "key, at, body, proof IS NOT NULL AS has_proof";

/** Over the journal's database (synchronous FULL), with the tables of ACTIVITY_RECORDS_SQL. */
export function createRecordStore(db: DatabaseSync): RecordStore {
	const all = db.prepare(`SELECT ${COLUMNS} FROM activity_records WHERE scope = ? ${NEWEST_FIRST}`);
	const one = db.prepare(`SELECT ${COLUMNS} FROM activity_records WHERE scope = ? AND key = ?`);
	const proofOf = db.prepare("SELECT proof FROM activity_records WHERE scope = ? AND key = ?");
	const insert = db.prepare(
		"INSERT OR IGNORE INTO activity_records (scope, key, kind, at, body, proof) VALUES (?, ?, ?, ?, ?, ?)",
	);
	const update = db.prepare("UPDATE activity_records SET body = ? WHERE scope = ? AND key = ?");
	const prunedUntil = db.prepare("SELECT until FROM activity_pruned WHERE scope = ? AND kind = ?");
	const prunedAll = db.prepare(
		"SELECT kind, count, until FROM activity_pruned WHERE scope = ? ORDER BY kind",
	);
	// The newest of those that go.
	const beyond = db.prepare(
		`SELECT at FROM activity_records WHERE scope = ? AND kind = ? ${NEWEST_FIRST} LIMIT 1 OFFSET ?`,
	);
	const remove = db.prepare(`DELETE FROM activity_records WHERE rowid IN (SELECT rowid FROM activity_records
		WHERE scope = ? AND kind = ? ${NEWEST_FIRST} LIMIT -1 OFFSET ?) RETURNING key`);
	const countPruned = db.prepare(`INSERT INTO activity_pruned (scope, kind, count, until) VALUES (?, ?, ?, ?)
		ON CONFLICT (scope, kind) DO UPDATE SET count = count + excluded.count, until = max(until, excluded.until)`);
	// SQLite tells a text's bytes from its row's header; to count characters it would read every proof from the disk.
	const proofBytes = db.prepare(
		"SELECT coalesce(sum(octet_length(proof)), 0) AS bytes FROM activity_records WHERE scope = ?",
	);
	const dropProofs = db.prepare(`UPDATE activity_records SET proof = NULL WHERE rowid IN (
		SELECT id FROM (SELECT rowid AS id, sum(octet_length(proof)) OVER (${NEWEST_FIRST}) AS upto
		FROM activity_records WHERE scope = ? AND proof IS NOT NULL) WHERE upto > ?) RETURNING key`);

	const safely = <T>(work: () => T): T => {
		try {
			return work();
		} catch (error) {
			throw asStorageError(error, db.location() ?? "memory");
		}
	};

	/**
	 * Every drawing of the list asks for it. It is read from the disk once, and again where a write failed: each other one
	 * says what it did, so that a record costs the same however many there are.
	 */
	const lists = new Map<string, readonly KeptRecord[]>();

	function listOf(scope: string): readonly KeptRecord[] {
		const known = lists.get(scope);
		if (known !== undefined) return known;
		const read = all
			.all(scope)
			.map(toRecord)
			.filter((each) => each !== null);
		lists.set(scope, read);
		return read;
	}

	/** Writes, and keeps the list true to it. */
	function writing<T>(
		scope: string,
		write: () => T,
		after: (list: readonly KeptRecord[], did: T) => readonly KeptRecord[],
	): void {
		const known = lists.get(scope);
		lists.delete(scope);
		const did = write();
		if (known !== undefined) lists.set(scope, after(known, did));
	}

	/** The proofs of a scope are at most so many bytes together: each new one is added, and none is taken off. */
	const atMost = new Map<string, number>();
	const bytesOf = (scope: string): number => bytesColumn.parse(proofBytes.get(scope)).bytes;

	/** @param added the bytes of the proofs that were just written */
	function pruneProofs(scope: string, added: number): Pick<Written, "bare" | "proofs"> {
		if (added === 0) return { bare: new Set(), proofs: null };
		const known = atMost.get(scope);
		const all = known === undefined ? bytesOf(scope) : known + added;
		if (all <= ALL_PROOFS) return { bare: new Set(), proofs: all };
		return { bare: new Set(keysOf(dropProofs.all(scope, ALL_PROOFS))), proofs: bytesOf(scope) };
	}

	/** As old as what was pruned: it was here before, or would be the next to go. */
	function isGone(scope: string, kind: RecordKind, at: number): boolean {
		const raw = prunedUntil.get(scope, kind);
		return raw !== undefined && at <= untilColumn.parse(raw).until;
	}

	/** @returns the keys of those that went */
	function prune(scope: string, kind: RecordKind): readonly string[] {
		const raw = beyond.get(scope, kind, MAX_OF_A_KIND);
		if (raw === undefined) return [];
		const gone = keysOf(remove.all(scope, kind, MAX_OF_A_KIND));
		countPruned.run(scope, kind, gone.length, ageColumns.parse(raw).at);
		return gone;
	}

	/** All of them, within a transaction. */
	function written(scope: string, records: readonly NewRecord[]): Written {
		let bytes = 0;
		const added: KeptRecord[] = [];
		for (const { key, at, body, proof } of records) {
			const kept = proof !== null && proof.length <= MAX_PROOF_LENGTH ? proof : null;
			const text = JSON.stringify(body);
			// It is there already.
			if (insert.run(scope, key, body.kind, at, text, kept).changes === 0) continue;
			bytes += Buffer.byteLength(kept ?? "");
			const record = toRecord({ key, at, body: text, has_proof: kept === null ? 0 : 1 });
			if (record !== null) added.push(record);
		}
		const kinds = new Set(records.map(({ body }) => body.kind));
		const gone = new Set([...kinds].flatMap((kind) => prune(scope, kind)));
		return { added, gone, ...pruneProofs(scope, bytes) };
	}

	return {
		keep(scope, records) {
			const fresh = records.filter(({ at, body }) => !isGone(scope, body.kind, at));
			if (fresh.length === 0) return;
			writing(
				scope,
				() => {
					const did = transaction(db, () => written(scope, fresh));
					if (did.proofs !== null) atMost.set(scope, did.proofs);
					return did;
				},
				listAfter,
			);
		},
		revise(scope, key, body) {
			const text = JSON.stringify(body);
			writing(
				scope,
				() => safely(() => update.run(text, scope, key)),
				(list) =>
					list.flatMap((record) =>
						record.key === key
							? (toRecord({ key, at: record.at, body: text, has_proof: record.hasProof ? 1 : 0 }) ?? [])
							: record,
					),
			);
		},
		list: (scope) => safely(() => listOf(scope)),
		get(scope, key) {
			const raw = safely(() => one.get(scope, key));
			return raw === undefined ? null : toRecord(raw);
		},
		proof(scope, key) {
			const raw = safely(() => proofOf.get(scope, key));
			return raw === undefined ? null : proofColumn.parse(raw).proof;
		},
		pruned: (scope) => safely(() => prunedAll.all(scope).map((raw) => prunedColumns.parse(raw))),
	};
}
