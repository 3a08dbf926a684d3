import type { RuleKindView } from "../../../bridge/policy-views.ts";

/** The rules that there are, as a person chooses among them. */

export interface RuleKindWords {
	readonly kind: RuleKindView;
	readonly title: string;
	readonly words: string;
	/** A name to begin with. */
	readonly name: string;
}

export const KINDS: readonly RuleKindWords[] = [
	{
		kind: "spend_once",
		title: "Most in one transaction",
		words: "A limit for everything that one request can take of a coin or token.",
		name: "Limit for one transaction",
	},
	{
		kind: "spend_day",
		title: "Most in a day",
		words: "A limit for 24 hours, counted from what you approved, for each account and chain.",
		name: "Limit for a day",
	},
	{
		kind: "recipients",
		title: "Allowed recipients",
		words: "Pays only to these addresses, to your contacts if you like, and to your own accounts.",
		name: "Only to people I know",
	},
	{
		kind: "contracts",
		title: "Allowed contracts",
		words: "Calls only these contracts or programs.",
		name: "Only these contracts",
	},
	{
		kind: "spenders",
		title: "Allowed spenders",
		words: "Gives permissions only to these addresses.",
		name: "Only these spenders",
	},
	{
		kind: "no_unlimited",
		title: "Never unlimited permissions",
		words: "Refuses every permission without a limit, by transaction or by signature.",
		name: "Nothing without a limit",
	},
	{
		kind: "ledger_above",
		title: "Ledger above an amount",
		words: "More than this leaves only from an account whose key is on a Ledger.",
		name: "Large amounts with my Ledger",
	},
	{
		kind: "simulated",
		title: "Only where my simulation agrees",
		words: "Your own simulation must show what the service declares. What can’t be simulated is refused.",
		name: "Only where my simulation agrees",
	},
	{
		kind: "hours",
		title: "Hours",
		words: "Approves only at these hours, on these days.",
		name: "Only by day",
	},
	{
		kind: "blocked_app",
		title: "Block an app",
		words: "Approves nothing of an app, nor of what doesn’t say of which app it is.",
		name: "Blocked app",
	},
];

export function kindWords(kind: RuleKindView): RuleKindWords {
	const [first] = KINDS;
	const found = KINDS.find((each) => each.kind === kind) ?? first;
	if (found === undefined) throw new Error("there are no rules");
	return found;
}
