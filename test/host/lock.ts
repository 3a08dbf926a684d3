import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";

const messageShape = z.object({ argv: z.array(z.string()), cwd: z.string(), data: z.unknown() });
export type SecondInstance = z.infer<typeof messageShape>;

/**
 * A lock in `dir` that one process holds until it exits for any reason. It is SQLite's file lock, which the
 * system releases. A second process leaves its message in a file that the owner of the lock watches.
 */
export class InstanceLock {
	private database: DatabaseSync | undefined;
	private readonly dir: string;
	private stop: (() => void) | undefined;

	constructor(dir: string) {
		this.dir = join(dir, "instance");
		mkdirSync(this.dir, { recursive: true });
	}

	/**
	 * Returns `true` if this process now has the lock. Otherwise returns `false`, and the owner gets
	 * `message`.
	 */
	request(message: SecondInstance, onSecond: (message: SecondInstance) => void): boolean {
		if (this.database !== undefined) return true;
		const database = new DatabaseSync(join(this.dir, "lock.db"), { timeout: 0 });
		try {
			database.exec("BEGIN EXCLUSIVE");
		} catch {
			database.close();
			const file = join(this.dir, `${process.pid}-${process.hrtime.bigint()}`);
			writeFileSync(`${file}.part`, JSON.stringify(message));
			renameSync(`${file}.part`, `${file}.json`);
			return false;
		}
		this.database = database;
		this.readMessages(() => {});
		const watcher = watch(this.dir, () => this.readMessages(onSecond));
		watcher.unref();
		this.stop = () => watcher.close();
		return true;
	}

	private readMessages(listener: (message: SecondInstance) => void): void {
		for (const name of readdirSync(this.dir).filter((entry) => entry.endsWith(".json"))) {
			const file = join(this.dir, name);
			const message = messageShape.parse(JSON.parse(readFileSync(file, "utf8")));
			rmSync(file);
			listener(message);
		}
	}

	get isHeld(): boolean {
		return this.database !== undefined;
	}

	release(): void {
		this.stop?.();
		this.database?.close();
		this.database = undefined;
	}
}
