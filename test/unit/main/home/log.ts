import { DatabaseSync } from "node:sqlite";
import { LOG_SCHEMA } from "../../../../src/main/storage/log-db.ts";

/** Creates an empty log.db in memory. */
export function createLogDb(): DatabaseSync {
	const db = new DatabaseSync(":memory:");
	for (const sql of LOG_SCHEMA.migrations) db.exec(sql);
	return db;
}
