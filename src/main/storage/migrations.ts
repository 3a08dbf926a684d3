/**
 * One step that journal.db went through. Whoever owns a table declares the steps that make and change it; none is
 * ever changed once it was released.
 */
export interface Migration {
	/** SQLite's `user_version` once it ran: its place in the one order that was released, counted from 1. */
	readonly version: number;
	readonly sql: string;
}

/**
 * The SQL of these migrations in the order that was released, whatever the order in which they are named.
 * @throws Error where a version is missing or stands for two
 */
export function inReleasedOrder(migrations: readonly Migration[]): readonly string[] {
	const sorted = migrations.toSorted((one, other) => one.version - other.version);
	for (const [index, { version }] of sorted.entries())
		if (version !== index + 1)
			throw new Error(`version ${version} stands where version ${index + 1} of journal.db is due`);
	return sorted.map(({ sql }) => sql);
}
