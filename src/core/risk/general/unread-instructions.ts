import type { UnreadInstruction } from "../../effects/effects.ts";
import { type Message, message, sentences } from "../../message.ts";
import { doubt, type Finding } from "../finding.ts";
import { type GeneralEvidence, stakeAt } from "./evidence.ts";

/** Instructions of Solana whose effects no byte of them tells. */

type Given = NonNullable<UnreadInstruction["gives"]>;

const WEIGHT: Readonly<Record<Given["of"], number>> = { signature: 0, account: 1, unread: 2 };
const LIGHTEST = 3;

const weightOf = ({ gives }: UnreadInstruction): number => (gives === null ? LIGHTEST : WEIGHT[gives.of]);

function accessText({ words }: GeneralEvidence, { of, account }: Given): Message {
	switch (of) {
		case "signature":
			return message("finding.unknown-program.signature");
		case "account":
			return message("finding.unknown-program.account", { account: words.name(account) });
		case "unread":
			return message("finding.unknown-program.unread-account", { account: words.name(account) });
	}
}

/**
 * A program that is handed the user's signature, or an account of theirs to change, can do otherwise when it lands than
 * in any simulation: nothing that a simulation shows makes that milder.
 */
export function unknownProgram(evidence: GeneralEvidence): Finding | null {
	const { effects, words } = evidence;
	const [first] = effects.unreadInstructions
		.filter(({ isUnread }) => isUnread)
		.toSorted((left, right) => weightOf(left) - weightOf(right));
	if (first === undefined) return null;
	const { target, name, at, gives } = first;
	const place = String(at);
	const what =
		name === null
			? message("finding.unknown-program", { place, program: words.name(target) })
			: message("finding.unknown-program.unread", { place, program: name });
	return doubt({
		id: "unknown-program",
		severity: gives === null ? "caution" : "danger",
		text: sentences(
			what,
			gives === null ? message("finding.unknown-program.nothing") : accessText(evidence, gives),
		),
		needsWord: gives !== null,
		...(gives === null ? {} : stakeAt(target)),
	});
}

/** A call of an address that holds no program fails, or a step before it puts one there. */
export function noProgram({ effects, words }: GeneralEvidence): Finding | null {
	const found = effects.unreadInstructions.find(({ isEmpty }) => isEmpty);
	if (found === undefined) return null;
	return {
		id: "no-program",
		severity: "danger",
		text: message("finding.no-program", { program: words.name(found.target), place: String(found.at) }),
		needsWord: true,
	};
}
