import type { TriedRequestView, TriedRuleView } from "../../../ipc/rules.ts";
import { t, textOf } from "../../../text/index.ts";
import { Fold } from "../../components/fold.tsx";

/** What a rule would have stopped of the last weeks' requests, with the list to unfold. */
export function TriedRule({ tried }: { tried: TriedRuleView }) {
	const { since, total, stopped, unknown } = tried;
	return (
		<section className="card grid gap-2 p-4" aria-label={t("trusted.rules.tried")}>
			<h2 className="label">{t("trusted.rules.tried")}</h2>
			<div role="status" className="grid gap-2">
				{since === null ? (
					<p className="text-f3 text-pretty text-ink-2">{t("trusted.rules.tried.none")}</p>
				) : (
					<Requests
						title={t("trusted.rules.tried.stopped", {
							stopped: stopped.length,
							total,
							since: { at: since, style: "day" },
						})}
						requests={stopped}
					/>
				)}
				{unknown.length > 0 && (
					<Requests title={t("trusted.rules.tried.unknown", { count: unknown.length })} requests={unknown} />
				)}
			</div>
			{since !== null && <p className="text-f1 text-pretty text-ink-3">{t("trusted.rules.tried.how")}</p>}
		</section>
	);
}

function Requests({ title, requests }: { title: string; requests: readonly TriedRequestView[] }) {
	if (requests.length === 0) return <p className="text-f3">{title}</p>;
	return (
		<Fold title={<span className="text-f3 text-ink">{title}</span>}>
			<ul className="mt-1 max-h-64 overflow-y-auto" aria-label={title}>
				{requests.map(({ id, at, headline, text }) => (
					<li key={id} className="py-2 not-first:border-t not-first:border-line-2">
						<div className="flex items-baseline justify-between gap-3">
							<span className="min-w-0 text-f2 font-medium wrap-anywhere">{textOf(headline)}</span>
							<span className="num shrink-0 text-f1 text-ink-3">
								{t("trusted.rules.tried.at", { at: { at, style: "day" } })}
							</span>
						</div>
						<p className="text-f1 text-pretty wrap-anywhere text-ink-2">{textOf(text)}</p>
					</li>
				))}
			</ul>
		</Fold>
	);
}
