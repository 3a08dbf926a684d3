import { byKey } from "../../effects/accounting.ts";
import type { Movement, Placement } from "../../effects/effects.ts";
import { isUsersAccount } from "../../effects/losses.ts";
import { message } from "../../localized-text.ts";
import { type Finding, newFinding } from "../finding.ts";
import { atStakeAddress, type GeneralEvidence, inStep } from "./evidence.ts";

type Placed = Movement & { readonly placed: Placement };

function findingOf({ formatter }: GeneralEvidence, { placed, asset, most }: Placed): Finding {
	const { account, keeper, ruler } = placed;
	const put = { what: formatter.amountParam(asset, most ?? 0n), account: formatter.name(account) };
	const text =
		keeper !== null
			? message("finding.placed.program", { ...put, program: formatter.name(keeper) })
			: ruler === null
				? message("finding.placed.nobody", put)
				: message("finding.placed.other", { ...put, who: formatter.name(ruler) });
	return newFinding("placed", "danger", text, atStakeAddress(keeper ?? ruler ?? account));
}

/**
 * Reports accounts that receive more than the rent and are controlled by a program, another party, or no one.
 */
export function placements(evidence: GeneralEvidence): readonly Finding[] {
	const { effects } = evidence;
	const all = effects.movements.flatMap((each): readonly Placed[] =>
		each.placed !== undefined && isUsersAccount(effects, each.from) ? [{ ...each, placed: each.placed }] : [],
	);
	const firsts = [...byKey(all, ({ step }) => String(step)).values()].flatMap((each) => each.slice(0, 1));
	return firsts.map((first) => inStep(evidence, first.step, findingOf(evidence, first)));
}
