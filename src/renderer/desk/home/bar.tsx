import type { HomeBudget } from "../../../ipc/home.ts";
import { t, textOf } from "../../../text/index.ts";

/** @param part from 0 to 1 */
export function Bar({ part, full = false }: { part: number; full?: boolean }) {
	return (
		<span aria-hidden className="block h-1 w-full overflow-hidden rounded-full bg-sunken">
			<span
				className={full ? "block h-full bg-caution" : "block h-full bg-accent"}
				style={{ width: `${Math.round(part * 100)}%` }}
			/>
		</span>
	);
}

export const budgetText = ({ spent, most }: Pick<HomeBudget, "spent" | "most">): string =>
	spent === null
		? t("desk.home.budget.unknown", { most: textOf(most) })
		: t("desk.home.budget", { spent: textOf(spent), most: textOf(most) });

/** Returns the budget with the least left. A budget with unknown spending counts as used up. */
export function tightest(budgets: readonly HomeBudget[]): HomeBudget | null {
	const partOf = ({ part }: HomeBudget) => part ?? Number.POSITIVE_INFINITY;
	return budgets.reduce<HomeBudget | null>(
		(most, each) => (most === null || partOf(each) > partOf(most) ? each : most),
		null,
	);
}
