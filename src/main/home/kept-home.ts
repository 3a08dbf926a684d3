import type { DatabaseSync } from "node:sqlite";
import { type KeptHome, keptHome } from "./holdings.ts";

/** The last known state of Home in log.db, each scope's its own: all of it can be read from the chains again. */

export interface HomeStore {
	/** Null where nothing is kept that can be read. */
	read(scope: string): KeptHome | null;
	write(scope: string, kept: KeptHome): void;
}

const text = (_key: string, value: unknown): unknown =>
	typeof value === "bigint" ? value.toString() : value;

/** Over the log's database, with the tables of HOME_SQL. */
export function createHomeStore(db: DatabaseSync): HomeStore {
	const select = db.prepare("SELECT state FROM home WHERE scope = ?");
	const upsert = db.prepare(
		"INSERT INTO home (scope, state) VALUES (?, ?) ON CONFLICT (scope) DO UPDATE SET state = excluded.state",
	);
	return {
		read(scope) {
			const row = select.get(scope);
			if (row === undefined) return null;
			try {
				return keptHome.parse(JSON.parse(String(row["state"])));
			} catch {
				// Of another version, or damaged: the chains are asked anew.
				return null;
			}
		},
		write(scope, kept) {
			upsert.run(scope, JSON.stringify(kept, text));
		},
	};
}
