import { rmSync } from "node:fs";

/** Takes away a folder that Chromium still writes to, as far as it can: Windows gives up no file that is open. */
export function leave(folder: string, log: (line: string) => void): void {
	try {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	} catch (error) {
		log(`left behind: ${folder} (${String(error)})`);
	}
}
