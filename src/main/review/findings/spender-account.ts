import type { CodeFacts } from "../opinion.ts";
import { nameOf, type Person, shortAddress } from "../subject.ts";
import { codeOf, grantsOf, isAccount } from "./calls.ts";
import type { Rule } from "./finding.ts";

/** Why a permission for this address is no permission for an application; null for a contract. */
export function accountWords(person: Person, address: string, code: CodeFacts): string | null {
	if (!isAccount(code)) return null;
	const who = nameOf(person, address);
	const what =
		code.delegatedTo === null
			? "is no contract, but an account that somebody holds the key of"
			: `is no contract: it is somebody's account, which only lends its code from ${shortAddress(code.delegatedTo)} (EIP-7702)`;
	return `${who} would be allowed to take from you, and ${what}. Applications ask for permissions for their contracts; whoever asks for an account is most likely a thief.`;
}

/** A permission for an account without code of its own: no application needs one. */
export const spenderAccount: Rule = (evidence) => {
	const { subject, opinion, later } = evidence;
	for (const { spender } of grantsOf(evidence)) {
		const code = codeOf(opinion, spender);
		const words = code === null ? null : accountWords(subject.person, spender, code);
		if (words === null) continue;
		return later
			? {
					id: "spender-account",
					severity: "caution",
					words: `${words} An earlier step may still make it a contract.`,
					needsWord: false,
				}
			: { id: "spender-account", severity: "danger", words, needsWord: true };
	}
	return null;
};
