import type { AppCall, AppDoubt } from "../../effects/effects.ts";
import { type Message, message, sentences } from "../../localized-text.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import { goesToOthers } from "./elsewhere.ts";
import { atStakeAddress, type GeneralEvidence } from "./evidence.ts";

/**
 * Calls of apps whose published interface is bundled. An app is identified by its address alone, and its
 * upgrade authority can change the code, so the interface only shows what is requested. The call requires a
 * typed word unless the user's own RPC simulated the whole transaction and showed exactly the requested
 * effects.
 */

const DOUBTS: Readonly<Record<AppDoubt, Message>> = {
	"not-shown": message("finding.app-call.not-shown"),
	"not-stated": message("finding.app-call.not-stated"),
	allows: message("finding.app-call.allows"),
	"changes-hands": message("finding.app-call.changes-hands"),
	"not-as-asked": message("finding.app-call.not-as-asked"),
	"no-return": message("finding.app-call.no-return"),
	"not-seen": message("finding.app-call.not-seen"),
	loose: message("finding.app-call.loose"),
	"dear-debt": message("finding.app-call.dear-debt"),
	"nothing-back": message("finding.app-call.nothing-back"),
	unlisted: message("finding.app-call.unlisted"),
	dust: message("finding.app-call.dust"),
};

const DEBT = message("finding.app-call.debt");
const UPGRADES = message("finding.app-call.upgrades");

function doubtText({ words }: GeneralEvidence, { alsoGiven, open, doubt }: AppCall): Message | null {
	if (alsoGiven !== null) return message("finding.app-call.also-given", { account: words.name(alsoGiven) });
	const why = open ?? (doubt === null ? null : DOUBTS[doubt]);
	return why === null ? null : sentences(why, UPGRADES);
}

function findingOf(evidence: GeneralEvidence, call: AppCall): Finding {
	const { words } = evidence;
	const { target, app, at, gainer, isDebt, isIntoPosition, isProposal, isVote } = call;
	const named = message("finding.app-call", { place: String(at), app, program: words.name(target) });
	const what = isDebt ? sentences(named, DEBT) : named;
	if (gainer !== null)
		return {
			id: "app-recipient",
			severity: "danger",
			text: sentences(what, message("finding.app-recipient", { who: words.name(gainer) })),
			needsWord: true,
			...atStakeAddress(gainer),
		};
	const why = doubtText(evidence, call);
	if (why !== null)
		return {
			id: "app-call",
			severity: "danger",
			text: sentences(what, why),
			needsWord: true,
			...atStakeAddress(target),
		};
	const seen = message(isProposal ? "finding.app-call.proposed" : "finding.app-call.same");
	const shown = [
		seen,
		...(isIntoPosition ? [message("finding.app-call.position")] : []),
		...(isVote ? [message("finding.ballot", { who: app })] : []),
	];
	return {
		id: "app-call",
		severity: isDebt || isIntoPosition || isVote ? "caution" : "info",
		text: sentences(what, ...shown, UPGRADES),
		needsWord: false,
	};
}

export function appCall(evidence: GeneralEvidence): Finding | null {
	const found = evidence.effects.appCalls.map((each) => findingOf(evidence, each));
	const recipient = found.find(({ id }) => id === "app-recipient");
	if (recipient === undefined) return gravestFirst(found)[0] ?? null;
	return goesToOthers(evidence)?.severity === "danger" ? null : recipient;
}
