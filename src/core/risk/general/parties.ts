import type { Imitated, Mention } from "../../effects/effects.ts";
import { readAddress } from "../../format/numeral.ts";
import { message, sentences } from "../../message.ts";
import { differenceOf } from "../../people/difference.ts";
import { knownText } from "../../subject/known-contracts.ts";
import type { Finding } from "../finding.ts";
import type { GeneralEvidence } from "./evidence.ts";

/** Addresses that are new to the user, or that only look like one they know. */

function imitationFinding(address: string, { address: imitated, whom }: Imitated): Finding {
	const { from, to } = differenceOf(address, imitated);
	const hex = readAddress(address) !== null;
	return {
		id: "look-alike",
		severity: "danger",
		text: message("finding.look-alike", { address, whom, imitated, from, to, hex }),
		short: message("reason.look-alike", { whom }),
		needsWord: true,
		stake: { kind: "imitation", address, imitated, whom },
	};
}

/** An address that looks like a known one at both ends and is another: address poisoning. Bytes go before what is seen. */
export function imitated({ effects }: GeneralEvidence): Finding | null {
	const { mentions, parties } = effects;
	const named = mentions.flatMap(({ address }) => parties.get(address) ?? []);
	for (const { address, imitates } of [...named, ...parties.values()])
		if (imitates !== null) return imitationFinding(address, imitates);
	return null;
}

/** Somebody whom the user has neither named nor dealt with before: paid, or allowed to spend. */
export function firstTime({ effects, words }: GeneralEvidence): Finding | null {
	const { mentions, parties, chainRef } = effects;
	const isNew = ({ address }: Mention) => parties.get(address)?.isMet === false;
	const inRole = (role: Mention["role"]) => mentions.find((each) => each.role === role && isNew(each));
	const found = inRole("paid") ?? inRole("allowed");
	if (found === undefined) return null;
	const { address, role } = found;
	const who = words.name(address);
	const text = message(role === "paid" ? "finding.first-time.pay" : "finding.first-time.allow", { who });
	const known = knownText(chainRef, address);
	return {
		id: "first-time",
		severity: "info",
		text: known === null ? text : sentences(text, known),
		needsWord: false,
	};
}

/** There is no account yet at an address that is paid. */
export function newAccount({ effects, words }: GeneralEvidence): Finding | null {
	const [first] = effects.newAccounts;
	if (first === undefined) return null;
	return {
		id: "recipient-new",
		severity: "info",
		text: message("finding.recipient-new", { who: words.name(first) }),
		needsWord: false,
	};
}
