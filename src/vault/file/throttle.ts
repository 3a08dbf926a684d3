import { join } from "node:path";
import { z } from "zod";
import { VaultDiskError } from "../vault-errors.ts";
import { replaceFile, type VaultFiles } from "./files.ts";

const FREE_TRIES = 5;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15 * 60_000;
/** Count at which the delay is the longest; an unreadable record counts as this. */
const WORST = 15;

const record = z.strictObject({
	version: z.literal(1),
	failures: z.number().int().min(0).max(1_000_000),
	/** The last try, Unix milliseconds. */
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
 * Delays between wrong passwords: five tries are free, then 1 s, doubling to 15 minutes. A try is on disk as failed
 * before its password is looked at, so that ending the process does not take it back.
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

	/** The moment before which no try is looked at; `null` if one may be made now. */
	nextTryAt(): number | null {
		this.#settle();
		const delay = delayAfter(this.#state.failures);
		const end = this.#state.at + delay;
		return delay > 0 && this.#now() < end ? end : null;
	}

	/** Counts a try as failed, durably. Throws VaultDiskError, and then no password may be looked at. */
	begin(): { readonly ok: true } | { readonly ok: false; readonly nextTryAt: number } {
		const end = this.nextTryAt();
		if (end !== null) return { ok: false, nextTryAt: end };
		this.#keep({ version: 1, failures: this.#state.failures + 1, at: this.#now() });
		return { ok: true };
	}

	/** Forgets the failures: the password was right. */
	succeeded(): void {
		const clean: TryRecord = { version: 1, failures: 0, at: this.#now() };
		this.#state = clean;
		try {
			this.#keep(clean);
		} catch {
			// The right password was given; an old count on disk only makes later waits longer.
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

	/** A clock that went back would make the wait endless: it then counts from now, never shorter than before. */
	#settle(): void {
		const time = this.#now();
		if (time >= this.#state.at) return;
		this.#state = { ...this.#state, at: time };
		try {
			this.#keep(this.#state);
		} catch {
			// It counts from now in memory; on disk the wait only ends later.
		}
	}
}
