import type { CheckFile } from "../core/checking/file.ts";
import { type ReportLine, reportOf } from "../core/checking/report.ts";
import type { DescriptorIndex } from "../core/claims/descriptors/describe.ts";
import { plain } from "../core/format/plain.ts";
import { fingerprintOf } from "../core/match/fingerprint.ts";
import { matchFrozen } from "../core/match/match.ts";
import { isMessage, type Message, type Param, sameText } from "../core/message.ts";
import { isKnownCode, t, textOf } from "../text/index.ts";
import { firstFormLines, lineText } from "./first-form.ts";
import type { Verified } from "./verified.ts";

/** A saved review made again from what would be signed alone, and held against what the app told. */

const MAX_LENGTH = 4_000;

/** The report as it is made here, held against the file's own. */
interface ComparedReport {
	/** As they are shown. */
	readonly ours: readonly string[];
	readonly theirs: readonly string[];
	/** Whether the lines of this place, counted from 0, are the same. */
	readonly same: (at: number) => boolean;
}

function sameLine(ours: ReportLine | undefined, theirs: ReportLine | undefined): boolean {
	if (ours === undefined || theirs === undefined || ours === null || theirs === null) return ours === theirs;
	return ours.level === theirs.level && sameText(ours.told, theirs.told);
}

function comparedOf(file: CheckFile, index: DescriptorIndex): ComparedReport {
	if (file.version === 1) {
		const ours = firstFormLines(file, index);
		const theirs = file.report;
		return { ours, theirs, same: (at) => ours[at] === theirs[at] };
	}
	const ours = reportOf(file, index);
	const theirs = file.report;
	return {
		ours: ours.map(lineText),
		theirs: theirs.map(lineText),
		same: (at) => sameLine(ours[at], theirs[at]),
	};
}

function differing({ ours, theirs, same }: ComparedReport): string[] {
	const count = Math.max(ours.length, theirs.length);
	return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
		if (same(at)) return [];
		const app = theirs[at];
		return [
			`  ${t("verify.line", { number: String(at + 1) })}`,
			`    ${t("verify.line.here", { text: ours[at] ?? t("verify.line.none") })}`,
			`    ${t("verify.line.app", { text: app === undefined ? t("verify.line.none") : plain(app, MAX_LENGTH) })}`,
		];
	});
}

function codesIn(param: Param): string[] {
	if (typeof param !== "object") return [];
	if (isMessage(param)) return [param.code, ...Object.values(param.params ?? {}).flatMap(codesIn)];
	if (Array.isArray(param)) return param.flatMap(codesIn);
	return "inner" in param ? codesIn(param.inner) : [];
}

/** More of them are not named. */
const MAX_CODES = 10;

/** What a newer version may have told: it is named, and nothing is guessed of it. */
function unknownCodes(file: CheckFile): string[] {
	if (file.version === 1) return [];
	const texts: Message[] = [...file.report.flatMap((line) => line?.told ?? []), ...file.noted];
	const unknown = new Set(texts.flatMap(codesIn).filter((code) => !isKnownCode(code)));
	const codes = [...unknown].slice(0, MAX_CODES).map((code) => plain(code, 200));
	return codes.length === 0 ? [] : [t("verify.unknown-codes", { codes })];
}

/** A saved review as this program makes it again. */
interface MadeAgain {
	/** Fingerprint and every line are the app's own. */
	readonly same: boolean;
	/** What would be signed is what was reviewed. */
	readonly matched: boolean;
	/** All of it, told, but for the verdict. */
	readonly lines: readonly string[];
}

/**
 * Throws what match/ throws for a frozen object that can't be written down at all.
 * @param index this program's own descriptions of contracts: none is read from the file
 */
export function madeAgain(file: CheckFile, index: DescriptorIndex): MadeAgain {
	const compared = comparedOf(file, index);
	const different = differing(compared);
	const sameFingerprint = fingerprintOf(file.frozen) === file.fingerprint;
	return {
		same: sameFingerprint && different.length === 0,
		matched: matchFrozen(file.frozen).verdict === "matched",
		lines: [
			...compared.ours,
			"",
			...(file.noted.length === 0
				? []
				: [t("verify.noted"), ...file.noted.map((line) => `  ${plain(textOf(line), MAX_LENGTH)}`), ""]),
			t("verify.saved-by", { app: plain(file.app), time: plain(file.saved_at) }),
			sameFingerprint ? t("verify.same-fingerprint") : t("verify.other-fingerprint"),
			...unknownCodes(file),
			...(different.length === 0 ? [t("verify.same-lines")] : [t("verify.other-lines"), ...different]),
		],
	};
}

/** Throws what `madeAgain` throws. */
export function verifyReview(file: CheckFile, index: DescriptorIndex): Verified {
	const { same, matched, lines } = madeAgain(file, index);
	const ok = same && matched;
	return { ok, lines: [...lines, ok ? t("verify.checked") : t("verify.not-checked")] };
}
