import type { IssuerPower, KeptPowers } from "../../effects/effects.ts";
import { type Message, message } from "../../message.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import { aboutAsset, type GeneralEvidence, stakeAt } from "./evidence.ts";

/** The maker of a token can take it back, stop it or keep a part of it, whoever holds it. */

const TEXTS: Readonly<Record<IssuerPower, Message>> = {
	"permanent-delegate": message("token.power.permanent-delegate"),
	"transfer-hook": message("token.power.transfer-hook"),
	"transfer-fee": message("token.power.transfer-fee"),
	"default-state": message("token.power.default-state"),
	pausable: message("token.power.pausable"),
	"non-transferable": message("token.power.non-transferable"),
};

/** Comes in, is on no list, and can be taken back at any time: whoever pays for it has nothing. */
const isTrap = ({ use, isListed, powers }: KeptPowers): boolean =>
	use === "comes" && !isListed && powers.includes("permanent-delegate");

function findingOf(evidence: GeneralEvidence, kept: KeptPowers): Finding | null {
	const [first, ...others] = kept.powers.map((power) => TEXTS[power]);
	if (first === undefined) return null;
	const { asset, use } = kept;
	const { symbol } = evidence.words.amount(asset, 0n);
	const powers = others.reduce((text, next) => message("parts", { first: text, next }), first);
	const about = [aboutAsset(evidence, asset), use, ...kept.powers];
	if (isTrap(kept))
		return {
			id: "mint-powers",
			severity: "danger",
			text: message("finding.mint-powers.trap", { symbol, powers }),
			needsWord: true,
			about,
			...stakeAt(asset.address),
		};
	return {
		id: "mint-powers",
		// Whoever sends it on holds it already, and learns nothing that they could avoid.
		severity: use === "sent" ? "info" : "caution",
		text: message("finding.mint-powers", { symbol, powers }),
		needsWord: false,
		about,
	};
}

export const issuerPowers = (evidence: GeneralEvidence): Finding | null =>
	gravestFirst(evidence.effects.keptPowers.map((each) => findingOf(evidence, each)))[0] ?? null;
