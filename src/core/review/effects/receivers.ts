import type { User } from "../../decoded-transaction/decoded-transaction.ts";
import { receiversOf } from "../../effects/accounting.ts";
import type { Effects } from "../../effects/effects.ts";
import { isTheirs } from "../../effects/gainers.ts";
import { sameAddress } from "../../identities/labels.ts";
import type { Param } from "../../localized-text.ts";
import type { ItemAnalysis } from "../item-analysis.ts";
import { formatterOf } from "./request-effects.ts";

const isSingle = ({ movements }: Effects): boolean =>
	["observed", "decoded", "permitted"].every(
		(basis) => movements.filter((each) => each.basis === basis).length <= 1,
	);

export function receivedBy(
	address: string,
	effects: Effects | null,
	{ analyses, user }: { readonly analyses: readonly ItemAnalysis[]; readonly user: User },
): readonly Param[] {
	if (effects === null || isSingle(effects)) return [];
	const formatter = formatterOf(analyses, user, effects.chainRef);
	return receiversOf(effects, (each) => isTheirs(effects, each)).flatMap(({ to, asset, amount }) =>
		to !== null && amount !== null && sameAddress(to, address) ? [formatter.amountParam(asset, amount)] : [],
	);
}
