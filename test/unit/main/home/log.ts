import { DatabaseSync } from "node:sqlite";
import { LOG_MIGRATIONS } from "../../../../src/main/storage/log-db.ts";

/** An empty log.db in memory. */
export function createLogDb(): DatabaseSync {
	const db = new DatabaseSync(":memory:");
	for (const sql of LOG_MIGRATIONS) db.exec(sql);
	return db;
}
