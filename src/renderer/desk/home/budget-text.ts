import type { HomeBudget } from "../../../ipc/home.ts";
import { t, textOf } from "../../../text/index.ts";

/** “$38.00 of $100.00”. */
export const budgetText = ({ spent, most }: Pick<HomeBudget, "spent" | "most">): string =>
	spent === null
		? t("desk.home.budget.unknown", { most: textOf(most) })
		: t("desk.home.budget", { spent: textOf(spent), most: textOf(most) });

/** Of which the most is spent: it stops first. What is not known may be spent already. */
export function tightest(budgets: readonly HomeBudget[]): HomeBudget | null {
	const partOf = ({ part }: HomeBudget) => part ?? Number.POSITIVE_INFINITY;
	return budgets.reduce<HomeBudget | null>(
		(most, each) => (most === null || partOf(each) > partOf(most) ? each : most),
		null,
	);
}
