import { join } from "node:path";
import { z } from "zod";
import { VaultDiskError } from "../vault-errors.ts";
import { replaceFile, type VaultFiles } from "./files.ts";

const FREE_TRIES = 5;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15 * 60_000;
/** Failure count to assume if the file is unreadable. It results in the longest delay. */
const WORST = 15;

const record = z.strictObject({
	version: z.literal(1),
	failures: z.number().int().min(0).max(1_000_000),
	/** Unix ms. */
	at: z.number().int(),
});
type TryRecord = z.infer<typeof record>;

export function delayAfter(failures: number): number {
	if (failures < FREE_TRIES) return 0;
	return Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - FREE_TRIES, 30), MAX_DELAY_MS);
}

function read(files: VaultFiles, path: string, now: number): TryRecord {
	const worst: TryRecord = { version: 1, failures: WORST, at: now };
	try {
		const bytes = files.read(path);
		if (bytes === null) return { version: 1, failures: 0, at: now };
		const parsed = record.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
		return parsed.success ? parsed.data : worst;
	} catch {
		return worst;
	}
}

/**
 * Limits password attempts. The first five aren't delayed. After that, the delay starts at 1 s and doubles up
 * to 15 minutes. Each attempt is stored as failed before its password is checked, so killing the process
 * doesn't undo it.
 */
export class Throttle {
	readonly #files: VaultFiles;
	readonly #folder: string;
	readonly #path: string;
	readonly #now: () => number;
	#state: TryRecord;

	constructor(files: VaultFiles, folder: string, now: () => number) {
		this.#files = files;
		this.#folder = folder;
		this.#path = join(folder, "vault-tries.json");
		this.#now = now;
		this.#state = read(files, this.#path, now());
	}

	nextTryAt(): number | null {
		this.#settle();
		const delay = delayAfter(this.#state.failures);
		const end = this.#state.at + delay;
		return delay > 0 && this.#now() < end ? end : null;
	}

	/** Stores an attempt as failed. If it throws a VaultDiskError, no password may be checked. */
	begin(): { readonly ok: true } | { readonly ok: false; readonly nextTryAt: number } {
		const end = this.nextTryAt();
		if (end !== null) return { ok: false, nextTryAt: end };
		this.#keep({ version: 1, failures: this.#state.failures + 1, at: this.#now() });
		return { ok: true };
	}

	succeeded(): void {
		const clean: TryRecord = { version: 1, failures: 0, at: this.#now() };
		this.#state = clean;
		try {
			this.#keep(clean);
		} catch {
			// A stale count on disk can only make later delays longer.
		}
	}

	#keep(next: TryRecord): void {
		try {
			replaceFile(this.#files, this.#folder, this.#path, Buffer.from(JSON.stringify(next)));
		} catch (cause) {
			throw new VaultDiskError(cause);
		}
		this.#state = next;
	}

	#settle(): void {
		const time = this.#now();
		if (time >= this.#state.at) return;
		this.#state = { ...this.#state, at: time };
		try {
			this.#keep(this.#state);
		} catch {
			// The new time is already in memory. A stale one on disk can only make delays longer.
		}
	}
}
