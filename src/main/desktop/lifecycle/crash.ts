import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "../../../core/describe-error.ts";
import { t } from "../../../text/index.ts";

/**
 * After an uncaught exception, the app's state can't be trusted, so the app exits. On the next startup, the
 * journal resumes unfinished work.
 */
export function followCrashes(parts: {
	readonly log: (line: string) => void;
	readonly alertUser: (title: string, text: string) => void;
	readonly alertUserAtEnd: (title: string, text: string) => void;
	readonly lock: () => void;
	readonly end: (code: number) => void;
}): void {
	let isEnding = false;
	let hasAlerted = false;
	process.on("uncaughtException", (error) => {
		parts.log(`uncaught exception: ${describeError(error)}`);
		if (isEnding) return;
		isEnding = true;
		parts.lock();
		parts.alertUserAtEnd(t("desktop.crash.closing.title"), t("desktop.crash.closing"));
		parts.end(1);
	});
	process.on("unhandledRejection", (reason) => {
		parts.log(`unhandled rejection: ${describeError(reason)}`);
		if (hasAlerted || isEnding) return;
		hasAlerted = true;
		parts.lock();
		parts.alertUser(t("desktop.crash.failed.title"), t("desktop.crash.failed"));
	});
}

export interface LastRun {
	readonly wasCut: boolean;
	readonly ended: () => void;
}

/**
 * Writes a marker file while the app is running, to detect an unclean exit. The file doesn't show what
 * happened to funds. Only the journal does.
 */
export function markRun(folder: string, log: (line: string) => void): LastRun {
	const path = join(folder, "running");
	const attempt = (work: () => void) => {
		try {
			work();
		} catch (error) {
			log(`the mark of a run could not be changed: ${String(error)}`);
		}
	};
	const wasCut = existsSync(path);
	if (wasCut) log("the last run was ended without quitting");
	attempt(() => writeFileSync(path, "", { mode: 0o600 }));
	return { wasCut, ended: () => attempt(() => rmSync(path, { force: true })) };
}
