import { Check, CircleHelp, TriangleAlert } from "lucide-react";
import type { ReceiptRow } from "../../../ipc/signing.ts";
import { t, textOf } from "../../../text/index.ts";
import { Section } from "../../components/section.tsx";

/** What was predicted beside what happened. */
export function Receipt({ rows }: { rows: readonly ReceiptRow[] }) {
	if (rows.length === 0) return null;
	return (
		<Section title={t("trusted.progress.receipt")}>
			<div className="card">
				<table className="w-full text-left text-f2">
					<thead>
						<tr className="text-f1 text-ink-3">
							<th className="px-3.5 py-2 font-normal">{t("trusted.progress.what")}</th>
							<th className="px-2 py-2 text-right font-normal">{t("trusted.progress.predicted")}</th>
							<th className="px-2 py-2 text-right font-normal">{t("trusted.progress.happened")}</th>
							<th className="px-2 py-2 text-right font-normal">{t("trusted.progress.difference")}</th>
							<th className="w-8 py-2 pr-3.5">
								<span className="sr-only">{t("trusted.progress.same")}</span>
							</th>
						</tr>
					</thead>
					<tbody>
						{rows.map((row, index) => (
							// Several transactions have the same rows: the place is the identity.
							<tr key={index} className="border-t border-line-2 align-baseline">
								<th className="px-3.5 py-2 font-normal text-ink-2">{textOf(row.what)}</th>
								<td className="num px-2 py-2 text-right wrap-anywhere">{textOf(row.predicted)}</td>
								<td className="num px-2 py-2 text-right font-medium wrap-anywhere">{textOf(row.happened)}</td>
								<td className="num px-2 py-2 text-right text-ink-2 wrap-anywhere">
									{row.difference !== null
										? textOf(row.difference)
										: row.same === true && t("trusted.progress.no-difference")}
								</td>
								<td className="py-2 pr-3.5">
									<Same same={row.same} />
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</Section>
	);
}

function Same({ same }: { same: boolean | null }) {
	if (same === null)
		return (
			<CircleHelp size={14} aria-label={t("trusted.progress.cant-be-compared")} className="text-ink-3" />
		);
	return same ? (
		<Check size={14} aria-label={t("trusted.progress.as-predicted")} className="text-in" />
	) : (
		<TriangleAlert size={14} aria-label={t("trusted.progress.not-as-predicted")} className="text-caution" />
	);
}
