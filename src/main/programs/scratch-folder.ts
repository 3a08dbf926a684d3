import { rmSync } from "node:fs";

/** Deletes a folder that Chromium still writes to, as far as possible: Windows deletes no open file. */
export function leave(folder: string, log: (line: string) => void): void {
	try {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	} catch (error) {
		log(`left behind: ${folder} (${String(error)})`);
	}
}
