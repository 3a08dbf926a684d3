import { fingerprintOf } from "../main/match/fingerprint.ts";
import { matchFrozen } from "../main/match/match.ts";
import type { CheckFile } from "../main/review/checking/file.ts";
import { reportOf } from "../main/review/checking/report.ts";
import { plain } from "../main/review/plain.ts";
import type { Verified } from "./verified.ts";

/** A saved review made again from what would be signed alone, and held against what the app told. */

const LONGEST = 4_000;

function differing(ours: readonly string[], theirs: readonly string[]): string[] {
	const count = Math.max(ours.length, theirs.length);
	return Array.from({ length: count }, (_, at) => at).flatMap((at) =>
		ours[at] === theirs[at]
			? []
			: [
					`  line ${at + 1}`,
					`    here: ${ours[at] ?? "(none)"}`,
					`    app:  ${plain(theirs[at] ?? "(none)", LONGEST)}`,
				],
	);
}

/** Throws what match/ throws for a frozen object that can't be written down at all. */
export function verifyReview(file: CheckFile): Verified {
	const ours = reportOf(file);
	const different = differing(ours, file.report);
	const sameFingerprint = fingerprintOf(file.frozen) === file.fingerprint;
	const matched = matchFrozen(file.frozen).verdict === "matched";
	const ok = sameFingerprint && different.length === 0 && matched;
	return {
		ok,
		lines: [
			...ours,
			"",
			...(file.noted.length === 0
				? []
				: [
						"Noted by the app with the help of chains, not made again here:",
						...file.noted.map((line) => `  ${plain(line, LONGEST)}`),
						"",
					]),
			`Saved by Countersign ${plain(file.app)} at ${plain(file.saved_at)}. Symbols and decimals of tokens are as your RPC said then, names of addresses as you gave them; all of these stand in the file, and whoever changes it can change them.`,
			sameFingerprint
				? "The fingerprint is the one in the file. Compare it with the one that the app shows: only that proves that the file is the app's."
				: "THE FINGERPRINT IS NOT THE ONE IN THE FILE.",
			...(different.length === 0
				? ["All of this is what the app told, line by line."]
				: ["THE APP TOLD SOMETHING ELSE:", ...different]),
			ok ? "Checked: what would be signed is what was reviewed." : "NOT CHECKED: do not sign this.",
		],
	};
}
