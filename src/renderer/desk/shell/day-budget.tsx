import { t } from "../../../text/index.ts";
import { useDesk } from "../../state/desk.tsx";
import { Bar } from "../home/bar.tsx";
import { budgetText, tightest } from "../home/budget-text.ts";

/** The limit of a day that is nearest to being spent; leads to all of them. Nothing where the user set none. */
export function DayBudget() {
	const { view, go } = useDesk();
	const budget = tightest(view.budgets);
	if (budget === null) return null;
	const { rule, part } = budget;
	const told = t("desk.shell.budget", { rule, told: budgetText(budget) });
	return (
		<button
			type="button"
			title={told}
			onClick={() => go("home")}
			className="grid min-h-8 content-center gap-1.5 rounded-md px-2.5 py-1.5 text-left text-f2 text-ink-2 hover:bg-sunken hover:text-ink"
		>
			<span className="sr-only">{told}</span>
			<span aria-hidden className="hidden min-w-0 flex-wrap justify-between gap-x-2 wide:flex">
				<span className="max-w-full truncate">{rule}</span>
				<span className="max-w-full truncate text-ink tabular-nums">{budgetText(budget)}</span>
			</span>
			<Bar part={part ?? 0} full={part !== null && part >= 1} />
		</button>
	);
}
