import { labelOf, sameAddress } from "../../src/core/identities/labels.ts";
import { codesOf, sameText, type Text } from "../../src/core/localized-text.ts";
import { bandOf, FEW_PARTIES } from "../../src/core/review/band.ts";
import { strangersWhoGain } from "../../src/core/review/effects/typed-word.ts";
import type { Review } from "../../src/core/review/review.ts";
import { reasonOf, shortText } from "../../src/core/risk/finding.ts";
import type { ReviewView } from "../../src/ipc/review.ts";
import { briefOf } from "../../src/main/reviewing/reviews/reviews.ts";
import { reviewView } from "../../src/main/views/review-view.ts";

/** Checks that the display of a review is consistent with the review. */

const codesIn = (text: Text): string => (typeof text === "string" ? text : codesOf(text).join(" "));

/** Checks that the inbox row shows the same reason as the band, unless the band shows only the current state. */
function rowFault(review: Review, view: ReviewView): string | null {
	const band = bandOf(view);
	const { verdict, worst } = briefOf(review);
	if (band.isPassing || band.tone === "calm") return null;
	const reason = reasonOf({ match: verdict, worst, blocked: false });
	if (reason !== null && sameText(reason, band.reason)) return null;
	return `the band says ${codesIn(band.reason)}, the row ${reason === null ? "nothing" : codesIn(reason)}`;
}

const RANKS = ["block", "danger", "caution", "info"] as const;

/** Checks that no finding is more severe than the one in the band, unless the approval is blocked. */
function bandFault({ findings }: Review, view: ReviewView): string | null {
	const band = bandOf(view);
	const gravest = RANKS.find((rank) => findings.some(({ severity }) => severity === rank));
	if (band.tone === "blocked" || band.isPassing || gravest === undefined || gravest === "info") return null;
	const cause = band.cause ?? findings.find((finding) => sameText(shortText(finding), band.reason));
	return cause?.severity === gravest
		? null
		: `the band says ${codesIn(band.reason)}, which is not the gravest`;
}

const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(["unlimited", "domain", "application", "fingerprint"]);

/** Checks that the party that the typed word names is shown above the field. */
function partyFault({ approval }: Review, { parties }: ReviewView): string | null {
	const { word, wordOf, wordParty } = approval;
	if (word === null || wordOf === null || SHOWN_ELSEWHERE.has(wordOf)) return null;
	if (wordParty === null) return `the word ${word} (${wordOf}) names nobody`;
	const shown = parties.slice(0, FEW_PARTIES).some(({ address }) => sameAddress(address.address, wordParty));
	return shown ? null : `the word ${word} (${wordOf}) is of ${wordParty}, which is not shown`;
}

/** Checks that the word doesn't name a contact while a stranger gains something. */
function contactFault({ approval, effects, user }: Review): string | null {
	const { wordParty } = approval;
	if (wordParty === null || labelOf(user.labels, wordParty) === null) return null;
	const [stranger] = strangersWhoGain(effects);
	return stranger === undefined ? null : `the word names a contact, and ${stranger.address} gains`;
}

/** Checks that a typed word is required only if the band is red. */
function toneFault({ approval, findings }: Review, view: ReviewView): string | null {
	const { tone } = bandOf(view);
	if (approval.word === null) return null;
	if (!findings.some(({ severity }) => severity === "danger")) return "a word is asked for without a danger";
	return tone === "danger" || tone === "blocked" || !approval.possible
		? null
		: `a word, and the band is ${tone}`;
}

/** Returns one line for each fault in the display. */
export function shownFaults(review: Review): readonly string[] {
	const view = reviewView(review, { entryId: "", batch: new Map() });
	return [
		rowFault(review, view),
		bandFault(review, view),
		partyFault(review, view),
		contactFault(review),
		toneFault(review, view),
	].filter((fault) => fault !== null);
}
