import { plain } from "../../core/format/plain.ts";
import { type Message, message } from "../../core/message.ts";
import { asStrict } from "../../core/rules/loosening.ts";
import { type RuleNames, ruleSentence } from "../../core/rules/rule-text.ts";
import { readRules } from "../../core/rules/rules.ts";
import type { Guard, StoredRules } from "./guard.ts";

export interface UnconfirmedDeps {
	readonly guard: Pick<Guard, "trusted" | "doubts">;
	readonly rules: StoredRules;
}

/** What was changed outside of Countersign, as it is told to the user. */

const few = (items: readonly string[]): string | Message =>
	items.length <= 5
		? items.join(", ")
		: message("guard.few.more", { items: items.slice(0, 5).join(", "), count: items.length - 5 });

/** The sealed rules that are gone or looser now, as they were. */
function ruleText({ guard, rules }: UnconfirmedDeps, names: RuleNames): readonly Message[] {
	const [before, now] = [readRules(guard.trusted()?.rules ?? null), readRules(rules.latest())];
	if (!before.ok) return [message("guard.rules-unknown")];
	return before.rules
		.filter((rule) => now.ok && !now.rules.some((each) => asStrict(rule, each)))
		.map((rule) => message("rule.gone-or-looser", { name: rule.name, sentence: ruleSentence(rule, names) }));
}

/** Empty where there is nothing to confirm. */
export function unconfirmedText(deps: UnconfirmedDeps, names: RuleNames): readonly Message[] {
	const doubts = deps.guard.doubts();
	const addresses = (list: readonly string[]) => few(list.map((each) => plain(each)));
	return [
		...(doubts.rules ? ruleText(deps, names) : []),
		...(doubts.chains.length > 0
			? [message("guard.chains", { chains: few(doubts.chains.map(names.chain)) })]
			: []),
		...(doubts.blindSigning ? [message("guard.blind-signing")] : []),
		...(doubts.accounts.length > 0
			? [message("guard.accounts", { addresses: addresses(doubts.accounts) })]
			: []),
		...(doubts.contacts.length > 0
			? [message("guard.contacts", { addresses: addresses(doubts.contacts) })]
			: []),
		...(doubts.names.length > 0 ? [message("guard.names", { addresses: addresses(doubts.names) })] : []),
	];
}
