import { plain } from "../core/format/plain.ts";
import { isMessage, type Message, type Param, sameText } from "../core/localized-text.ts";
import { fingerprintOf } from "../core/match/fingerprint.ts";
import { matchFrozen } from "../core/match/match.ts";
import type { DescriptorIndex } from "../core/published-descriptors/erc7730/describe.ts";
import type { CheckFile } from "../core/saved-review/file.ts";
import { type DifferingField, differingFields, type ProofFile } from "../core/saved-review/proof.ts";
import { type ReportLine, reportOf } from "../core/saved-review/report.ts";
import { isKnownCode, t, textOf } from "../text/index.ts";

const MAX_LENGTH = 4_000;

function sameLine(ours: ReportLine | undefined, theirs: ReportLine | undefined): boolean {
	if (ours === undefined || theirs === undefined || ours === null || theirs === null) return ours === theirs;
	return ours.level === theirs.level && sameText(ours.told, theirs.told);
}

const lineText = (line: ReportLine): string =>
	line === null ? "" : `${"  ".repeat(line.level)}${textOf(line.told)}`;

function differing(ours: readonly ReportLine[], theirs: readonly ReportLine[]): string[] {
	const count = Math.max(ours.length, theirs.length);
	const shown = (line: ReportLine | undefined) =>
		line === undefined ? t("verify.line.none") : lineText(line);
	return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
		const [here, app] = [ours[at], theirs[at]];
		if (sameLine(here, app)) return [];
		return [
			`  ${t("verify.line", { number: String(at + 1) })}`,
			`    ${t("verify.line.here", { text: shown(here) })}`,
			`    ${t("verify.line.app", { text: plain(shown(app), MAX_LENGTH) })}`,
		];
	});
}

function codesIn(param: Param): string[] {
	if (typeof param !== "object") return [];
	if (isMessage(param)) return [param.code, ...Object.values(param.params ?? {}).flatMap(codesIn)];
	if (Array.isArray(param)) return param.flatMap(codesIn);
	return "inner" in param ? codesIn(param.inner) : [];
}

const MAX_CODES = 10;

function unknownCodes(file: CheckFile): string[] {
	const texts: Message[] = [...file.report.flatMap((line) => line?.told ?? []), ...file.noted];
	const unknown = new Set(texts.flatMap(codesIn).filter((code) => !isKnownCode(code)));
	const codes = [...unknown].slice(0, MAX_CODES).map((code) => plain(code, 200));
	return codes.length === 0 ? [] : [t("verify.unknown-codes", { codes })];
}

interface MadeAgain {
	readonly same: boolean;
	readonly matched: boolean;
	readonly lines: readonly string[];
}

/**
 * @param index this program's own descriptors, because those in the file aren't trusted
 * @throws match errors if a frozen object can't be encoded
 */
function madeAgain(file: CheckFile, index: DescriptorIndex): MadeAgain {
	const ours = reportOf(file, index);
	const different = differing(ours, file.report);
	const sameFingerprint = fingerprintOf(file.frozen) === file.fingerprint;
	return {
		same: sameFingerprint && different.length === 0,
		matched: matchFrozen(file.frozen).verdict === "matched",
		lines: [
			...ours.map(lineText),
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

export function verifyReview(file: CheckFile, index: DescriptorIndex): Verified {
	const { same, matched, lines } = madeAgain(file, index);
	const ok = same && matched;
	return { ok, lines: [...lines, ok ? t("verify.checked") : t("verify.not-checked")] };
}

export interface Verified {
	readonly ok: boolean;
	readonly lines: readonly string[];
}

const isSame = (ours: readonly DifferingField[], theirs: readonly DifferingField[]): boolean =>
	ours.length === theirs.length &&
	ours.every(({ field, reviewed, payload }, at) => {
		const other = theirs[at];
		return other?.field === field && other.reviewed === reviewed && other.payload === payload;
	});

function fieldLines({ field, reviewed, payload }: DifferingField): readonly string[] {
	return [
		`  ${plain(field, 200)}`,
		`    ${t("verify.proof.reviewed", { value: plain(reviewed, MAX_LENGTH) })}`,
		`    ${t("verify.proof.payload", { value: plain(payload, MAX_LENGTH) })}`,
	];
}

/**
 * @param index this program's own descriptors, because those in the file aren't trusted
 * @throws match errors if a frozen object can't be encoded
 */
export function verifyProof(file: ProofFile, index: DescriptorIndex): Verified {
	const { same, lines } = madeAgain(file.review, index);
	const ours = differingFields(file.review.frozen);
	const ok = same && ours.length > 0 && isSame(ours, file.differs);
	return {
		ok,
		lines: [
			...lines,
			"",
			...(ours.length === 0
				? [t("verify.proof.nothing-differs")]
				: [t("verify.proof.differs"), ...ours.flatMap(fieldLines)]),
			...(isSame(ours, file.differs) ? [] : [t("verify.proof.told-otherwise")]),
			t("verify.proof.limits", { time: plain(file.caught_at) }),
			ok ? t("verify.proof.proven") : t("verify.proof.not-proven"),
		],
	};
}
