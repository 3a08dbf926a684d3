import type { HomeRisk } from "../../../ipc/home.ts";
import { t, textOf } from "../../../text/index.ts";
import { useDesk } from "../../state/desk.tsx";
import { AllowanceItem } from "../powers/allowance-item.tsx";

export function Exposed() {
	const { view, go } = useDesk();
	const { risk } = view.home;
	return (
		<section aria-label={t("desk.home.risk")} className="card">
			<header className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
				<h2 className="text-f3 font-semibold">{t("desk.home.risk")}</h2>
				{risk.exposed !== null && (
					<p className="text-f2 text-ink-3">
						<span className="font-medium text-danger tabular-nums">{textOf(risk.exposed)}</span>{" "}
						{t("desk.home.risk.exposed")}
					</p>
				)}
			</header>
			{risk.rows.length === 0 ? (
				<p className="px-4 py-2.5 text-f2 text-ink-3">{nothingText(risk)}</p>
			) : (
				<ul>
					{risk.rows.map((each) => (
						<AllowanceItem key={each.id} row={each} exposed={textOf(each.taken)} />
					))}
				</ul>
			)}
			{risk.rows.length > 0 && risk.fault !== null && (
				<p className="border-t border-line-2 px-4 py-2 text-f2 text-ink-3">{textOf(risk.fault)}</p>
			)}
			<footer className="flex items-center justify-between gap-3 border-t border-line-2 px-4 py-2 text-f2 text-ink-3">
				<span>{risk.more > 0 && t("desk.home.risk.more", { count: risk.more })}</span>
				<button
					type="button"
					onClick={() => go("powers")}
					className="rounded-sm font-medium text-accent hover:underline"
				>
					{t("desk.home.risk.all")}
				</button>
			</footer>
		</section>
	);
}

function nothingText({ fault, unread }: HomeRisk): string {
	if (fault !== null) return textOf(fault);
	return t(unread ? "desk.home.risk.unread" : "desk.home.risk.nothing");
}
