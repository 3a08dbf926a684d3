import { t } from "../../../text/index.ts";

/**
 * What nobody caught: it is logged, the vault is locked, the user is told. After an exception the app's state
 * can't be trusted and it ends; the journal takes up at the next start what had begun.
 */
export function followCrashes(parts: {
	readonly log: (line: string) => void;
	/** Shows a box with a title and words, and goes on. */
	readonly alertUser: (title: string, text: string) => void;
	/** The same, and waits until they were read. */
	readonly alertUserAtEnd: (title: string, text: string) => void;
	readonly lock: () => void;
	/** Ends the app with this exit code, within its bounded time. */
	readonly end: (code: number) => void;
}): void {
	let isEnding = false;
	let hasAlerted = false;
	process.on("uncaughtException", (error) => {
		parts.log(`uncaught exception: ${describe(error)}`);
		if (isEnding) return;
		isEnding = true;
		parts.lock();
		parts.alertUserAtEnd(t("desktop.crash.closing.title"), t("desktop.crash.closing"));
		parts.end(1);
	});
	process.on("unhandledRejection", (reason) => {
		parts.log(`unhandled rejection: ${describe(reason)}`);
		if (hasAlerted || isEnding) return;
		hasAlerted = true;
		parts.lock();
		parts.alertUser(t("desktop.crash.failed.title"), t("desktop.crash.failed"));
	});
}

function describe(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
