import type { Text } from "../../../core/localized-text.ts";
import type { HomeAgent, HomeWeek } from "../../../ipc/home.ts";
import { t, textOf } from "../../../text/index.ts";
import { TextButton } from "../../components/button.tsx";
import { Claim } from "../../components/claim.tsx";
import { AppMark } from "../../components/figure/app-mark.tsx";
import { useDesk } from "../../state/desk.tsx";
import { Bar } from "./bar.tsx";

export function AgentsWeek() {
	const { view, go, setStopping } = useDesk();
	const { week } = view.home;
	return (
		<section aria-label={t("desk.home.week")} className="card">
			<header className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5">
				<h2 className="text-f3 font-semibold">{t("desk.home.week")}</h2>
				<div className="flex items-center gap-3">
					<button
						type="button"
						onClick={() => setStopping(true)}
						className="rounded-sm text-f2 font-medium text-ink-2 hover:text-ink hover:underline"
					>
						{t("desk.agents.stop.all")}
					</button>
					<TextButton onClick={() => go("activity")} className="text-f2">
						{t("desk.shell.items.activity")}
					</TextButton>
				</div>
			</header>
			{week === null ? (
				<p className="px-4 py-2.5 text-f2 text-caution">{t("desk.home.week.unreadable")}</p>
			) : (
				<Week week={week} />
			)}
		</section>
	);
}

function Week({ week }: { week: HomeWeek }) {
	return (
		<>
			<dl className="flex flex-wrap justify-between gap-x-4 gap-y-2 px-4 py-2.5">
				<Figure label={t("desk.home.week.spent")} value={week.spent} note={null} />
				<Figure
					label={t("desk.home.week.fees")}
					value={week.fees}
					note={t("desk.home.week.signed", { count: week.signed })}
				/>
				<Figure label={t("desk.home.week.refused")} value={String(week.refused)} note={week.refusedNote} />
				<Figure label={t("desk.home.week.lies")} value={String(week.lies)} note={null} />
			</dl>
			{week.agents.length === 0 ? (
				<p className="border-t border-line-2 px-4 py-2.5 text-f2 text-ink-3">{t("desk.home.week.nothing")}</p>
			) : (
				<ul className="border-t border-line-2">
					{week.agents.map((agent) => (
						<Agent key={agent.id} agent={agent} />
					))}
				</ul>
			)}
			{(week.more > 0 || week.unpriced > 0) && (
				<p className="border-t border-line-2 px-4 py-2 text-f1 text-ink-3">
					{week.more > 0 && `${t("desk.home.week.more", { count: week.more })} `}
					{week.unpriced > 0 && t("desk.home.week.unpriced", { count: week.unpriced })}
				</p>
			)}
		</>
	);
}

function Figure({ label, value, note }: { label: string; value: Text | null; note: Text | null }) {
	return (
		<div>
			<dt className="text-f1 text-ink-3">{label}</dt>
			<dd>
				{value === null ? (
					<span className="text-f2 text-ink-2">{t("ui.no-price")}</span>
				) : (
					<span className="text-f4 font-semibold tabular-nums">{textOf(value)}</span>
				)}
				{note !== null && (
					<span className="block max-w-32 text-f1 text-balance text-ink-3">{textOf(note)}</span>
				)}
			</dd>
		</div>
	);
}

function Agent({ agent }: { agent: HomeAgent }) {
	const { openSession } = useDesk();
	const { app, session, sessionId, spent, part, notes, lied } = agent;
	return (
		<li className="flex items-center gap-3 px-4 py-2 not-first:border-t not-first:border-line-2">
			<AppMark name={app ?? textOf(session)} className="size-7 text-f2" />
			<div className="min-w-0 flex-1">
				<button
					type="button"
					onClick={() => openSession(sessionId)}
					className="block max-w-full truncate rounded-sm text-left font-medium hover:underline"
				>
					<Claim text={app ?? session} max={40} />
				</button>
				<p className={lied ? "truncate text-f1 text-danger" : "truncate text-f1 text-ink-3"}>
					{app !== null && (
						<>
							<Claim text={session} max={40} /> ·{" "}
						</>
					)}
					{notes.map(textOf).join(" · ")}
				</p>
			</div>
			<div className="w-24 shrink-0 text-right">
				<p className="tabular-nums">{spent === null ? t("ui.no-price") : textOf(spent)}</p>
				<Bar part={part} />
			</div>
		</li>
	);
}
