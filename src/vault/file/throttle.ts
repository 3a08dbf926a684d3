import { join } from "node:path";
import { z } from "zod";
import { VaultDiskError } from "../vault-errors.ts";
import { replaceFile, type VaultFiles } from "./files.ts";

const FREE_TRIES = 5;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15 * 60_000;
/** Count with the longest delay; an unreadable record counts as this. */
const WORST = 15;

const record = z.strictObject({
	version: z.literal(1),
	failures: z.number().int().min(0).max(1_000_000),
	/** Last attempt, Unix ms. */
	at: z.number().int(),
});
type TryRecord = z.infer<typeof record>;

/** Returns the delay after the `failures`th wrong password, in ms. */
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
 * Delays after wrong passwords: five attempts are free, then 1 s, doubling up to 15 minutes. An attempt is
 * stored as failed before its password is checked, so that ending the process does not undo it.
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

	/** Returns when the next attempt is allowed, in Unix ms; `null` if now. */
	nextTryAt(): number | null {
		this.#settle();
		const delay = delayAfter(this.#state.failures);
		const end = this.#state.at + delay;
		return delay > 0 && this.#now() < end ? end : null;
	}

	/**
	 * Stores an attempt as failed.
	 * @throws VaultDiskError, after which no password may be checked
	 */
	begin(): { readonly ok: true } | { readonly ok: false; readonly nextTryAt: number } {
		const end = this.nextTryAt();
		if (end !== null) return { ok: false, nextTryAt: end };
		this.#keep({ version: 1, failures: this.#state.failures + 1, at: this.#now() });
		return { ok: true };
	}

	/** Clears the failures after a correct password. */
	succeeded(): void {
		const clean: TryRecord = { version: 1, failures: 0, at: this.#now() };
		this.#state = clean;
		try {
			this.#keep(clean);
		} catch {
			// The password was correct; an old count on disk only makes later delays longer.
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

	/** A clock set back would extend the delay indefinitely: it restarts from now instead. */
	#settle(): void {
		const time = this.#now();
		if (time >= this.#state.at) return;
		this.#state = { ...this.#state, at: time };
		try {
			this.#keep(this.#state);
		} catch {
			// Memory counts from now; the record on disk only ends later.
		}
	}
}
