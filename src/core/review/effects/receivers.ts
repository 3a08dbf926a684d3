import { receiversOf } from "../../effects/accounting.ts";
import type { Effects } from "../../effects/effects.ts";
import { isTheirs } from "../../effects/gainers.ts";
import type { Param } from "../../message.ts";
import { sameAddress } from "../../people/labels.ts";
import type { User } from "../../subject/subject.ts";
import type { Insight } from "../insight.ts";
import { wordsOf } from "./request-effects.ts";

/** What each receiver gets in the whole request. */

/** Fewer movements need no sum: the rows tell all of it. */
const isSingle = ({ movements }: Effects): boolean =>
	["observed", "decoded", "permitted"].every(
		(basis) => movements.filter((each) => each.basis === basis).length <= 1,
	);

/** Totals of one receiver, one for each asset with a bound; none where the request moves one thing alone. */
export function receivedBy(
	address: string,
	effects: Effects | null,
	{ insights, user }: { readonly insights: readonly Insight[]; readonly user: User },
): readonly Param[] {
	if (effects === null || isSingle(effects)) return [];
	const words = wordsOf(insights, user, effects.chainRef);
	return receiversOf(effects, (each) => isTheirs(effects, each)).flatMap(({ to, asset, amount }) =>
		to !== null && amount !== null && sameAddress(to, address) ? [words.amountParam(asset, amount)] : [],
	);
}
