import { knownText } from "../../decoded-transaction/known-contracts.ts";
import type { EarlierPower, Imitated, Mention } from "../../effects/effects.ts";
import { readAddress } from "../../format/numeral.ts";
import { differenceOf } from "../../identities/address-difference.ts";
import { message, sentences } from "../../localized-text.ts";
import { type Finding, gravestFirst, newFinding } from "../finding.ts";
import { atStakeAddress, type GeneralEvidence } from "./evidence.ts";

const dangerous = (power: EarlierPower, text: Finding["text"]): Finding =>
	newFinding("receiving", "danger", text, atStakeAddress(power.holder));

const mild = (text: Finding["text"]): Finding => newFinding("receiving", "caution", text);

function findingOf({ effects, formatter }: GeneralEvidence, power: EarlierPower): Finding {
	const who = formatter.name(power.holder);
	switch (power.may) {
		case "spend": {
			const party = effects.parties.get(power.holder);
			const { symbol } = formatter.amount(power.asset, 0n);
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

function imitationFinding(address: string, { address: imitated, knownAs: whom }: Imitated): Finding {
	const { from, to } = differenceOf(address, imitated);
	const hex = readAddress(address) !== null;
	return newFinding(
		"look-alike",
		"danger",
		message("finding.look-alike", { address, whom, imitated, from, to, hex }),
		{
			short: message("reason.look-alike", { whom }),
			stake: { kind: "imitation", address, imitated, knownAs: whom },
		},
	);
}

/** Addresses in the bytes come before those in the simulation. */
export function imitated({ effects }: GeneralEvidence): Finding | null {
	const { mentions, parties } = effects;
	const named = mentions.flatMap(({ address }) => parties.get(address) ?? []);
	for (const { address, imitates } of [...named, ...parties.values()])
		if (imitates !== null) return imitationFinding(address, imitates);
	return null;
}

export function firstTime({ effects, formatter }: GeneralEvidence): Finding | null {
	const { mentions, parties, chainRef } = effects;
	const isNew = ({ address }: Mention) => parties.get(address)?.isKnownToUser === false;
	const inRole = (role: Mention["role"]) => mentions.find((each) => each.role === role && isNew(each));
	const found = inRole("paid") ?? inRole("allowed");
	if (found === undefined) return null;
	const { address, role } = found;
	const who = formatter.name(address);
	const text = message(role === "paid" ? "finding.first-time.pay" : "finding.first-time.allow", { who });
	const known = knownText(chainRef, address);
	return newFinding("first-time", "info", known === null ? text : sentences(text, known));
}

export function newAccount({ effects, formatter }: GeneralEvidence): Finding | null {
	const [first] = effects.newAccounts;
	if (first === undefined) return null;
	return newFinding(
		"recipient-new",
		"info",
		message("finding.recipient-new", { who: formatter.name(first) }),
	);
}
