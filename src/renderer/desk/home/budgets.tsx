import { t } from "../../../text/index.ts";
import { Button } from "../../components/button.tsx";
import { useCommand } from "../../state/command.ts";
import { useDesk } from "../../state/desk.tsx";
import { Bar } from "./bar.tsx";
import { budgetText } from "./budget-text.ts";

/** Of each limit of a day, how much is spent; nothing where the user set none. */
export function Budgets() {
	const { bridge, view } = useDesk();
	const command = useCommand();
	const { budgets } = view;
	if (budgets.length === 0) return null;
	return (
		<section aria-label={t("desk.home.budgets")} className="card">
			<header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
				<h2 className="text-f3 font-semibold">{t("desk.home.budgets")}</h2>
				<Button
					size="small"
					look="quiet"
					busy={command.busy}
					onClick={() => void command.send(() => bridge.call("openTrusted", { screen: "rules" }))}
				>
					{t("desk.home.rules")}
				</Button>
			</header>
			<ul>
				{budgets.map(({ rule, spent, most, part }, index) => (
					// Two rules may have the same name; their order is theirs.
					<li key={`${index} ${rule}`} className="px-4 py-2 not-first:border-t not-first:border-line-2">
						<p className="mb-1 flex justify-between gap-3 text-f2">
							<span className="truncate">{rule}</span>
							<span className="shrink-0 tabular-nums">{budgetText({ spent, most })}</span>
						</p>
						<Bar part={part ?? 0} full={part !== null && part >= 1} />
					</li>
				))}
			</ul>
		</section>
	);
}
