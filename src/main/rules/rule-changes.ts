import { chainName } from "../../core/chain/names.ts";
import { plain } from "../../core/format/plain.ts";
import type { Labels } from "../../core/identities/labels.ts";
import { type RuleNames, ruleSentence } from "../../core/rules/rule-text.ts";
import type { Rule } from "../../core/rules/rules.ts";
import { sameValue } from "../../core/same-value.ts";
import type { RuleChangeView } from "../../ipc/rules.ts";
import type { Networks } from "../networks/networks.ts";
import type { AgentStore } from "../storage/agent-store.ts";
import { readOr } from "../storage/database.ts";
import { addressView } from "../views/addresses.ts";

/** Returns the names that rule sentences use for addresses, networks and agents. */
export function ruleNames(
	app: {
		readonly stores: { readonly agents: Pick<AgentStore, "get"> };
		readonly networks: Pick<Networks, "chainSettings">;
	},
	labels: Labels,
): RuleNames {
	const chains = app.networks.chainSettings();
	return {
		address: (address) => {
			const { label, short } = addressView(address, labels);
			return label === null ? short : `${plain(label)} (${short})`;
		},
		chain: (ref) => plain(chains.find(({ chainId }) => chainId === ref)?.name ?? chainName(ref)),
		agent: (id) => plain(readOr(() => app.stores.agents.get(id)?.name, undefined) ?? id.slice(0, 8)),
	};
}

/** Returns what an edit changes: the remaining and new rules in their order, then the removed ones. */
export function ruleChanges(
	before: readonly Rule[],
	after: readonly Rule[],
	names: RuleNames,
): readonly RuleChangeView[] {
	const sentenceIn = (rules: readonly Rule[], id: string) => {
		const rule = rules.find((each) => each.id === id);
		return rule === undefined ? null : ruleSentence(rule, names);
	};
	const removed = before.filter(({ id }) => after.every((each) => each.id !== id));
	return [...after, ...removed]
		.map(({ id, name }) => ({ name, before: sentenceIn(before, id), after: sentenceIn(after, id) }))
		.filter((change) => !sameValue(change.before, change.after));
}
