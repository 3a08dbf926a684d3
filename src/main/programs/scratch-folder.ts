import { rmSync } from "node:fs";

/** Chromium may still write to the folder, and Windows can't delete open files. */
export function leave(folder: string, log: (line: string) => void): void {
	try {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	} catch (error) {
		log(`left behind: ${folder} (${String(error)})`);
	}
}
