import type { Effects, Proposal } from "../../effects/effects.ts";
import { message } from "../../message.ts";
import type { Finding } from "../finding.ts";
import { type GeneralEvidence, stakeAt } from "./evidence.ts";

/**
 * Instructions of a proposal run once the members of a multisig agree, without a further signature of the user's: no
 * simulation of today shows them, and their bytes are all that there is to judge.
 */

/** Neither the user's nor a contact, and not paid before; nor known by its address alone. */
function isUnknown({ parties }: Effects, address: string): boolean {
	const party = parties.get(address);
	return party === undefined || !(party.relation === "own" || party.isContact || party.dealt.paid);
}

export function proposal({ effects }: GeneralEvidence): Finding | null {
	const { proposals } = effects;
	if (proposals.length === 0) return null;
	const unknown = proposals
		.flatMap(({ payees }: Proposal) => payees)
		.find((payee) => isUnknown(effects, payee));
	const isDanger = unknown !== undefined || proposals.some(({ doesMore }) => doesMore);
	return {
		id: "proposal",
		severity: isDanger ? "danger" : "caution",
		text: message("finding.proposal"),
		needsWord: isDanger,
		about: [unknown ?? null, isDanger],
		...(isDanger ? stakeAt(unknown ?? null) : {}),
	};
}
