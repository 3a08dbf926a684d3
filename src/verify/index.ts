import { readFileSync, statSync } from "node:fs";
import type { ZodError } from "zod";
import { AppError } from "../core/app-error.ts";
import { exportedJournal, JOURNAL_FORMAT } from "../core/journal/exported.ts";
import { message } from "../core/localized-text.ts";
import { loadDescriptors } from "../core/published-descriptors/erc7730/load.ts";
import { CHECK_FORMAT, CHECK_VERSION, checkFile } from "../core/saved-review/file.ts";
import { PROOF_FORMAT, proofFile } from "../core/saved-review/proof.ts";
import { textOfError } from "../text/errors.ts";
import { t } from "../text/index.ts";
import { verifyJournal } from "./journal.ts";
import { type Verified, verifyProof, verifyReview } from "./review.ts";

/**
 * countersign-verify FILE checks a saved review, a proof or an exported journal offline. The exit status is 0
 * if everything matches, 1 if something doesn't, and 2 if the file is unreadable.
 */

const MAX_BYTES = 512 * 1024 * 1024;

class Unreadable extends AppError {
	override readonly name = "Unreadable";
}

function read(path: string): unknown {
	try {
		if (statSync(path).size > MAX_BYTES) throw new Unreadable(message("verify.too-large"));
		return JSON.parse(readFileSync(path, "utf8"));
	} catch (cause) {
		if (cause instanceof Unreadable) throw cause;
		throw new Unreadable(message("verify.not-json"), { cause });
	}
}

/** Control characters, bidi marks and line separators, which a file could use to fake a verdict. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const harmless = (line: string): string =>
	line.replace(
		UNSEEN,
		(each) => `‹U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}›`,
	);

const formatOf = (data: unknown): unknown =>
	typeof data === "object" && data !== null && "format" in data ? data.format : null;

function newerForm(data: unknown): number | null {
	const isNewer =
		typeof data === "object" &&
		data !== null &&
		"version" in data &&
		typeof data.version === "number" &&
		data.version > CHECK_VERSION;
	return isNewer ? Number(data.version) : null;
}

const pathOfIssue = (error: ZodError): string => error.issues[0]?.path.join(".") ?? "";

async function verified(data: unknown): Promise<Verified> {
	switch (formatOf(data)) {
		case CHECK_FORMAT: {
			const parsed = checkFile.safeParse(data);
			if (parsed.success) return verifyReview(parsed.data, await loadDescriptors());
			const version = newerForm(data);
			throw new Unreadable(
				version === null
					? message("verify.review-malformed", { where: pathOfIssue(parsed.error) })
					: message("verify.review-newer", { version: String(version) }),
			);
		}
		case PROOF_FORMAT: {
			const parsed = proofFile.safeParse(data);
			if (parsed.success) return verifyProof(parsed.data, await loadDescriptors());
			throw new Unreadable(message("verify.proof-malformed", { where: pathOfIssue(parsed.error) }));
		}
		case JOURNAL_FORMAT: {
			const parsed = exportedJournal.safeParse(data);
			if (parsed.success) return await verifyJournal(parsed.data);
			throw new Unreadable(message("verify.journal-malformed", { where: pathOfIssue(parsed.error) }));
		}
		default:
			throw new Unreadable(message("verify.neither"));
	}
}

async function run(paths: readonly string[]): Promise<number> {
	const [path] = paths;
	if (path === undefined || paths.length > 1) {
		process.stderr.write(`${t("verify.usage")}\n`);
		return 2;
	}
	try {
		const { ok, lines } = await verified(read(path));
		process.stdout.write(`${lines.map(harmless).join("\n")}\n`);
		return ok ? 0 : 1;
	} catch (cause) {
		process.stderr.write(`${harmless(textOfError(cause))}\n${t("verify.nothing-checked")}\n`);
		return 2;
	}
}

process.exitCode = await run(process.argv.slice(2));
