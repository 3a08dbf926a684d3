import type { EarlierPower } from "../../effects/effects.ts";
import { message } from "../../message.ts";
import { type Finding, gravestFirst } from "../finding.ts";
import { type GeneralEvidence, stakeAt } from "./evidence.ts";

/** Something comes into an account of the user's that somebody else may spend from, or close. */

const dangerous = (power: EarlierPower, text: Finding["text"]): Finding => ({
	id: "receiving",
	severity: "danger",
	text,
	needsWord: true,
	...stakeAt(power.holder),
});

const mild = (text: Finding["text"]): Finding => ({
	id: "receiving",
	severity: "caution",
	text,
	needsWord: false,
});

function findingOf({ effects, words }: GeneralEvidence, power: EarlierPower): Finding {
	const who = words.name(power.holder);
	switch (power.may) {
		case "spend": {
			const party = effects.parties.get(power.holder);
			const { symbol } = words.amount(power.asset, 0n);
			const text = message("finding.receiving.delegate", { who, symbol });
			return party?.isContact === true || party?.dealt.allowed === true ? mild(text) : dangerous(power, text);
		}
		case "close":
			return dangerous(power, message("finding.receiving.closer-takes", { who }));
		case "close-empty":
			return mild(message("finding.receiving.closer", { who }));
	}
}

export const receiving = (evidence: GeneralEvidence): Finding | null =>
	gravestFirst(evidence.effects.earlierPowers.map((each) => findingOf(evidence, each)))[0] ?? null;
