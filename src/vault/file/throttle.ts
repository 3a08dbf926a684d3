import { join } from "node:path";
import { z } from "zod";
import { VaultDiskError } from "../errors.ts";
import { replaceFile, type VaultFiles } from "./files.ts";

/**
 * Delays between wrong passwords: five tries are free, then 1 s, doubling to 15 minutes. A try is on disk as failed
 * before its password is looked at, so that ending the process does not take it back.
 */

const FREE_TRIES = 5;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15 * 60_000;
/** The count at which the delay is the longest: what an unreadable record counts as. */
const WORST = 15;

const record = z.strictObject({
	version: z.literal(1),
	failures: z.number().int().min(0).max(1_000_000),
	/** The last try, Unix milliseconds. */
	at: z.number().int(),
});
type TryRecord = z.infer<typeof record>;

/** How long after the `failures`th wrong password the next is looked at, in milliseconds. */
export function delayAfter(failures: number): number {
	if (failures < FREE_TRIES) return 0;
	return Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - FREE_TRIES, 30), MAX_DELAY_MS);
}

export interface Throttle {
	/** Before this moment no try is looked at; null where one may be made now. */
	nextTryAt(): number | null;
	/** Counts a try as failed, durably. Throws VaultDiskError, and then no password may be looked at. */
	begin(): { readonly ok: true } | { readonly ok: false; readonly nextTryAt: number };
	/** The password was right: forgets the failures. */
	succeeded(): void;
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

export function createThrottle(files: VaultFiles, folder: string, now: () => number): Throttle {
	const path = join(folder, "vault-tries.json");
	let state = read(files, path, now());

	function keep(next: TryRecord): void {
		try {
			replaceFile(files, folder, path, Buffer.from(JSON.stringify(next)));
		} catch (cause) {
			throw new VaultDiskError(cause);
		}
		state = next;
	}

	/** A clock that went back would make the wait endless: it then counts from now, never shorter than before. */
	function settle(): void {
		const time = now();
		if (time >= state.at) return;
		state = { ...state, at: time };
		try {
			keep(state);
		} catch {
			// It counts from now in memory; on disk the wait only ends later.
		}
	}

	function waitEnd(): number | null {
		settle();
		const delay = delayAfter(state.failures);
		const end = state.at + delay;
		return delay > 0 && now() < end ? end : null;
	}

	return {
		nextTryAt: waitEnd,
		begin() {
			const end = waitEnd();
			if (end !== null) return { ok: false, nextTryAt: end };
			keep({ version: 1, failures: state.failures + 1, at: now() });
			return { ok: true };
		},
		succeeded() {
			const clean: TryRecord = { version: 1, failures: 0, at: now() };
			state = clean;
			try {
				keep(clean);
			} catch {
				// The right password was given; an old count on disk only makes later waits longer.
			}
		},
	};
}
