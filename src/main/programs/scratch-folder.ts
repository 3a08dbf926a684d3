import { rmSync } from "node:fs";

/**
 * Deletes the folder, or logs that it was left behind. Chromium may still be writing to it, and Windows can't
 * delete open files.
 */
export function leave(folder: string, log: (line: string) => void): void {
	try {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	} catch (error) {
		log(`left behind: ${folder} (${String(error)})`);
	}
}
