import type { User } from "../../decoded-transaction/decoded-transaction.ts";
import { nameParam } from "../../decoded-transaction/decoded-transaction.ts";
import type { GrantedApproval } from "../../describe/evm/approvals.ts";
import type { Headline } from "../../describe/evm/headline.ts";
import { sameAddress } from "../../identities/labels.ts";
import { message } from "../../localized-text.ts";
import type { ItemAnalysis } from "../item-analysis.ts";

/** Returns whether a step grants allowances and, according to our own simulation, moves nothing. */
function onlyApproves({ content, headline, approvals, opinion: { local } }: ItemAnalysis): boolean {
	return (
		content.kind === "evm_transaction" &&
		headline.known &&
		approvals.length > 0 &&
		approvals.every(({ grants, kind }) => grants && kind === "allowance") &&
		local.state === "done" &&
		local.simulation.balanceChanges.length === 0
	);
}

/** Returns whether our own simulation of the last step that shows the allowance leaves none of it. */
function isUsedUp({ spender, token, unlimited }: GrantedApproval, later: readonly ItemAnalysis[]): boolean {
	const left = later.flatMap(({ opinion: { local } }) =>
		local.state === "done"
			? local.allowances.filter(
					(each) => sameAddress(each.spender, spender) && sameAddress(each.token, token),
				)
			: [],
	);
	return !unlimited && left.at(-1)?.amount === 0n;
}

/**
 * Drops steps whose allowance later steps use up, because the headline names their purpose. An undecoded call
 * has no named purpose, so its allowance stays.
 */
export function tellingSteps(analyses: readonly ItemAnalysis[]): readonly ItemAnalysis[] {
	const telling = analyses.filter(
		(each, step) =>
			!onlyApproves(each) ||
			!each.approvals.every((approval) => isUsedUp(approval, analyses.slice(step + 1))),
	);
	return telling.length > 0 && telling.every(({ headline }) => headline.known) ? telling : analyses;
}

/** Fewer allowances than this are listed individually. */
const MANY_APPROVALS = 3;

/** Returns one headline for a spender's allowances of several tokens. `null` otherwise. */
export function headlineOfApprovals(analyses: readonly ItemAnalysis[], user: User): Headline | null {
	const approvals = analyses.flatMap((each) => each.approvals);
	const [first] = approvals;
	if (first === undefined || analyses.length < MANY_APPROVALS || !analyses.every(onlyApproves)) return null;
	if (!approvals.every(({ spender }) => sameAddress(spender, first.spender))) return null;
	const tokens = new Set(approvals.map(({ token }) => token.toLowerCase()));
	return {
		text: message("headline.approves-many", { who: nameParam(user, first.spender), count: tokens.size }),
		known: true,
		amount: null,
	};
}
