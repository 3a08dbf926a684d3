import type { HomeBudget } from "../../../ipc/home.ts";
import { t, textOf } from "../../../text/index.ts";

/** Formats “$38.00 of $100.00”. */
export const budgetText = ({ spent, most }: Pick<HomeBudget, "spent" | "most">): string =>
	spent === null
		? t("desk.home.budget.unknown", { most: textOf(most) })
		: t("desk.home.budget", { spent: textOf(spent), most: textOf(most) });

/** Returns the most used budget. An unknown one may be used up. */
export function tightest(budgets: readonly HomeBudget[]): HomeBudget | null {
	const partOf = ({ part }: HomeBudget) => part ?? Number.POSITIVE_INFINITY;
	return budgets.reduce<HomeBudget | null>(
		(most, each) => (most === null || partOf(each) > partOf(most) ? each : most),
		null,
	);
}
