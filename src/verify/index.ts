import { readFileSync, statSync } from "node:fs";
import { CHECK_FORMAT, checkFile } from "../main/review/checking/file.ts";
import { exportedJournal, JOURNAL_FORMAT } from "../main/storage/journal-export.ts";
import { verifyJournal } from "./journal.ts";
import { verifyReview } from "./review.ts";
import type { Verified } from "./verified.ts";

/**
 * countersign-verify FILE: checks a saved review or an exported journal, offline and without the app. It ends with 0
 * where everything fits, 1 where something does not, 2 where the file can't be read.
 */

const MOST_BYTES = 512 * 1024 * 1024;

class Unreadable extends Error {
	override readonly name = "Unreadable";
}

function read(path: string): unknown {
	try {
		if (statSync(path).size > MOST_BYTES) throw new Unreadable("The file is too large.");
		return JSON.parse(readFileSync(path, "utf8"));
	} catch (cause) {
		if (cause instanceof Unreadable) throw cause;
		throw new Unreadable("The file can't be read as JSON.", { cause });
	}
}

/** Controls, marks that turn the order of reading, line separators: a file could draw a verdict of its own with them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line for a terminal, whatever stands in the file. */
const harmless = (line: string): string =>
	line.replace(
		UNSEEN,
		(each) => `‹U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`,
	);

const formatOf = (data: unknown): unknown =>
	typeof data === "object" && data !== null && "format" in data ? data.format : null;

async function verified(data: unknown): Promise<Verified> {
	switch (formatOf(data)) {
		case CHECK_FORMAT: {
			const parsed = checkFile.safeParse(data);
			if (parsed.success) return verifyReview(parsed.data);
			throw new Unreadable(
				`The saved review is not written as expected: ${parsed.error.issues[0]?.path.join(".") ?? ""}`,
			);
		}
		case JOURNAL_FORMAT: {
			const parsed = exportedJournal.safeParse(data);
			if (parsed.success) return await verifyJournal(parsed.data);
			throw new Unreadable(
				`The journal is not written as expected: ${parsed.error.issues[0]?.path.join(".") ?? ""}`,
			);
		}
		default:
			throw new Unreadable("This is neither a saved review nor an exported journal of Countersign.");
	}
}

async function run(paths: readonly string[]): Promise<number> {
	const [path] = paths;
	if (path === undefined || paths.length > 1) {
		process.stderr.write("Usage: node countersign-verify.mjs FILE\n");
		return 2;
	}
	try {
		const { ok, lines } = await verified(read(path));
		process.stdout.write(`${lines.map(harmless).join("\n")}\n`);
		return ok ? 0 : 1;
	} catch (cause) {
		const words = cause instanceof Error ? cause.message : String(cause);
		process.stderr.write(`${harmless(words)}\nNothing was checked.\n`);
		return 2;
	}
}

process.exitCode = await run(process.argv.slice(2));
