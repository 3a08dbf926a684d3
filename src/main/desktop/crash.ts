export interface CrashParts {
	readonly log: (line: string) => void;
	/** Shows a box with a title and words, and goes on. */
	readonly tell: (title: string, words: string) => void;
	/** The same, and waits until they were read. */
	readonly tellLast: (title: string, words: string) => void;
	readonly lock: () => void;
	/** Ends the app with this exit code, within its bounded time. */
	readonly end: (code: number) => void;
}

/**
 * What nobody caught: it is logged, the vault is locked, the person is told. After an exception the app's state
 * can't be trusted and it ends; the journal takes up at the next start what had begun.
 */
export function followCrashes(parts: CrashParts): void {
	let isEnding = false;
	let hasTold = false;
	process.on("uncaughtException", (error) => {
		parts.log(`uncaught exception: ${describe(error)}`);
		if (isEnding) return;
		isEnding = true;
		parts.lock();
		parts.tellLast(
			"Countersign has to close",
			"It met an error that it did not expect. The vault is locked. What you had approved is in the journal and is taken up, or asked again, at the next start; nothing is signed meanwhile. The log holds the details.",
		);
		parts.end(1);
	});
	process.on("unhandledRejection", (reason) => {
		parts.log(`unhandled rejection: ${describe(reason)}`);
		if (hasTold || isEnding) return;
		hasTold = true;
		parts.lock();
		parts.tell(
			"Part of Countersign failed",
			"Something it was doing ended in an error that it did not expect. The vault is locked and the journal is whole: look under Activity before you approve again. If anything looks stuck, quit and start again. The log holds the details.",
		);
	});
}

function describe(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
