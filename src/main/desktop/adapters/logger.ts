import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { redact } from "./redaction.ts";

const MAX_BYTES = 1024 * 1024;
const KEPT = 3;
/** Lines. */
const RECENT = 300;
const MAX_LINE_LENGTH = 4000;

export interface Logger {
	/** Writes one line, redacted. Never throws: a full disk must not stop what is being logged. */
	readonly log: (line: string) => void;
	/** The last lines that this run wrote. */
	readonly recent: () => readonly string[];
	/** The file that is written now; old ones stand beside it. */
	readonly path: string;
}

/** The log of a folder: `countersign.log`, turned over at 1 MiB, with three old ones kept. */
export function openLogger(folder: string, now: () => number): Logger {
	const path = join(folder, "countersign.log");
	let size = 0;
	let hasComplained = false;

	const attempt = (work: () => void) => {
		try {
			work();
		} catch (error) {
			if (!hasComplained) process.stderr.write(`countersign: the log can't be written: ${String(error)}\n`);
			hasComplained = true;
		}
	};

	const turnOver = () => {
		for (let age = KEPT - 1; age >= 0; age--) {
			try {
				renameSync(age === 0 ? path : `${path}.${age}`, `${path}.${age + 1}`);
			} catch {
				// That old one does not exist yet.
			}
		}
		size = 0;
	};

	attempt(() => {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
	});

	let recent: readonly string[] = [];

	return {
		path,
		recent: () => recent,
		log(line) {
			const text = `${new Date(now()).toISOString()} ${oneLine(redact(line)).slice(0, MAX_LINE_LENGTH)}\n`;
			recent = [...recent, text.trimEnd()].slice(-RECENT);
			attempt(() => {
				if (size + text.length > MAX_BYTES) turnOver();
				appendFileSync(path, text, { mode: 0o600 });
				size += Buffer.byteLength(text);
			});
		},
	};
}

/** Text of a stranger in a log line can't begin a line of its own. */
function oneLine(text: string): string {
	return text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ⏎ ").replace(/\p{Cc}/gu, "·");
}
